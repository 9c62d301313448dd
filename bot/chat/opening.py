"""Ways into a game other than a new puzzle: a daily, a puzzle that somebody brought, a link."""

from datetime import date, timedelta
from typing import Final

from markupsafe import Markup

from bot.chat import table
from bot.chat.errors import UserError
from bot.chat.outcome import is_todays
from bot.chat.questions import decide, generate, queue_sign
from bot.game.days import label_of, playable
from bot.game.link import Day, Stored, Target, is_proven, read_payload
from bot.game.wish import Wish
from bot.play import daily
from bot.render.keyboard import next_keyboard
from bot.render.words import duration
from bot.store import dailies, games, puzzles, results
from bot.store.games import GameRow, GameState
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.results import Standing
from bot.telegram.context import Context
from bot.telegram.replies import say
from engine import Grid

ARCHIVE_DAYS: Final = 365


def reachable(context: Context, label: str) -> str:
    """The date label, if it can be played; UserError for one still locked or too long ago."""
    today = label_of(context.now, context.zone)
    first = (date.fromisoformat(today) - timedelta(ARCHIVE_DAYS)).isoformat()
    if not playable(label, context.now, context.zone):
        raise UserError("daily.future", label=label)
    if label < first:
        raise UserError("daily.too_old", first=first)
    return label


async def open_daily(context: Context, label: str) -> None:
    """Seats the chat at the daily of a label: a new game, or the one that it has already."""
    earlier = await games.of_label(context.database, context.chat_id, label)
    if earlier is not None and earlier.state is not GameState.OPEN:
        await _tell_result(context, earlier, label)
        return
    row = await daily.start(
        context.services,
        context.chat_id,
        context.user.id,
        label,
        context.seconds,
        on_wait=queue_sign(context),
    )
    await _show(context, row)


async def open_puzzle(context: Context, puzzle: PuzzleRow) -> None:
    """Seats the chat at a puzzle: its unfinished game, or a new one; a daily stays a daily."""
    label = await dailies.label_of(context.database, puzzle.id)
    if label is not None and playable(label, context.now, context.zone):
        await open_daily(context, label)
        return
    unfinished = await games.open_games(context.database, context.chat_id)
    row = next((row for row in unfinished if row.puzzle.id == puzzle.id), None)
    if row is not None:
        await games.switch(context.database, context.chat_id, row.id)
    else:
        row = await games.start(
            context.database, context.chat_id, puzzle.id, context.user.id, context.seconds
        )
    await _show(context, row)


async def open_link(context: Context, payload: str) -> bool:
    """Opens what a payload of ours leads to; False where it leads nowhere."""
    match read_payload(payload):
        case None:
            return False
        case Day(label):
            await open_daily(context, reachable(context, label))
        case target:
            await open_puzzle(context, await puzzle_behind(context, target))
    return True


async def puzzle_behind(context: Context, target: Target) -> PuzzleRow:
    """The puzzle that a payload holds or names; UserError where there is none."""
    if isinstance(target, Grid):
        return await take_in(context, target)
    if not isinstance(target, Stored) or not is_proven(context.services.secret, target):
        raise UserError("opened.gone")
    puzzle = await puzzles.get(context.database, target.puzzle_id)
    if puzzle is None:
        raise UserError("opened.gone")
    return puzzle


async def take_in(context: Context, grid: Grid) -> PuzzleRow:
    """Stores a puzzle that somebody brought; UserError unless it has exactly one solution."""
    if not grid.blanks():
        raise UserError("opened.full")
    decision = await decide(context, grid)
    if len(decision.solutions) != 1:
        raise UserError("opened.several" if decision.solutions else "opened.none")
    return await puzzles.add(context.database, grid, decision.solutions[0], Origin.IMPORT)


async def fresh(context: Context, wish: Wish) -> PuzzleRow:
    """A new puzzle made to order, and stored."""
    seed = wish.seed or context.services.new_seed()
    made = await generate(context, wish.size, wish.symmetry, seed)
    return await puzzles.add(
        context.database, made.grid, made.solution, Origin.NEW, symmetry=wish.symmetry, seed=seed
    )


async def _show(context: Context, row: GameRow) -> None:
    seat = table.Table.of(row)
    note = context.html("game.new_hint", example=table.example_move(seat.play))
    await table.show(context, seat, context.html("game.resumed") if row.turns else note)


async def _tell_result(context: Context, row: GameRow, label: str) -> None:
    words = context.html("daily.given_up_already", label=label)
    if row.state is GameState.SOLVED:
        words = context.html("daily.solved_already", label=label)
        result = await results.get(context.database, context.user.id, row.id)
        if result is not None and result.standing is Standing.TIMED:
            time = duration(context.language, result.seconds)
            words = context.html("daily.solved_in", label=label, time=time)
    todays = is_todays(context, row)
    if todays:
        words = Markup("\n").join([words, context.html("daily.next")])
    await say(context, words, next_keyboard(context.language, daily=not todays))
