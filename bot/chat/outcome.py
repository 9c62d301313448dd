"""How a game ends: whose result counts how far, what is said about it, what comes next."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Final

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.chat import links
from bot.game.days import counts_for_streak, label_of
from bot.game.fair_play import solution_key, too_quick
from bot.game.game import Game
from bot.game.move import Act
from bot.game.streak import streak
from bot.render.buttons.puzzles import MakePuzzle, OpenDaily
from bot.render.card import card
from bot.render.keyboard import Button, keyboard
from bot.render.words import duration
from bot.store import games, results, solutions, users
from bot.store.database import Source
from bot.store.games import GameRow, GameState
from bot.store.results import Result, Standing
from bot.store.solutions import Way
from bot.telegram.context import Context, zone_of

STANDINGS: Final = {Way.ASKED: Standing.SEEN, Way.PRINTED: Standing.UNTIMED}


async def keep(context: Context, source: Source, row: GameRow, play: Game, seconds: int) -> None:
    """Ends a solved game, `seconds` being the time of play, with a result for everybody in it.

    An answer written in one piece is timed from the start of the game, for nobody saw the pauses.
    """
    if _is_pasted(play):
        seconds = context.seconds - row.started_at
    await games.finish(source, row.id, GameState.SOLVED, context.seconds)
    placed_by = {play.placed_by(cell) for cell in play.givens.blanks()}
    players = {player for player in placed_by if player is not None} | {context.user.id}
    for player in sorted(players):
        await results.add(
            source,
            player,
            row.id,
            seconds=seconds,
            mistakes=_mistakes(play, player),
            finished_at=context.seconds,
            in_time=await _is_in_time(context, source, row, player),
            standing=await _standing(source, {player, row.chat_id}, play, seconds),
        )
    key = solution_key(play.givens, play.solution)
    await solutions.show(source, players, key, context.seconds)


async def show_solution(
    context: Context,
    play: Game,
    way: Way = Way.ASKED,
    others: Collection[int] = (),
    source: Source | None = None,
) -> None:
    """Remembers that this person and this chat see a solution; `source` is one to join."""
    key = solution_key(play.givens, play.solution)
    viewers = {context.user.id, context.chat_id, *others}
    await solutions.show(source or context.database, viewers, key, context.seconds, way)


async def praise(context: Context, row: GameRow) -> Markup:
    """What is said about a solved game to whom it concerns."""
    words = context.html("game.solved_daily" if row.daily_label else "game.solved")
    result = await results.get(context.database, context.user.id, row.id)
    if result is None:
        return words
    if result.standing is Standing.TIMED:
        time = duration(context.language, result.seconds)
        words += " " + context.html("outcome.time", time=time)
    return Markup("\n").join([words, *await _remarks(context, row, result)])


async def next_buttons(context: Context, row: GameRow, play: Game) -> InlineKeyboardMarkup:
    """What one can do after a game: tell about it, and play on."""
    choices: list[Button] = [(context.text("button.new"), MakePuzzle())]
    if not is_todays(context, row):
        choices.insert(0, (context.text("button.daily"), OpenDaily()))
    result = await results.get(context.database, context.user.id, row.id)
    if row.state is not GameState.SOLVED or result is None:
        return keyboard([choices])
    text = await _card(context, row, play, result)
    address = links.address(context, links.payload_of_game(context, row))
    share = links.share_button(context.text("button.share"), text, address)
    return keyboard([[share, *links.copy_buttons(context, f"{text}\n{address}")], choices])


def is_todays(context: Context, row: GameRow) -> bool:
    """Whether a game is the daily of the day that it is for this person."""
    return row.daily_label == label_of(context.now, context.zone)


async def _standing(source: Source, viewers: Collection[int], play: Game, seconds: int) -> Standing:
    way = await solutions.shown(source, viewers, solution_key(play.givens, play.solution))
    if way is not None:
        return STANDINGS[way]
    return Standing.UNTIMED if too_quick(play.givens, seconds) else Standing.TIMED


async def _remarks(context: Context, row: GameRow, result: Result) -> list[Markup]:
    if result.standing is Standing.SEEN:
        return [context.html("outcome.seen")]
    lines = []
    if result.standing is Standing.UNTIMED:
        is_quick = too_quick(row.puzzle.grid, result.seconds)
        lines.append(context.html("outcome.quick" if is_quick else "outcome.printed"))
    elif (best := await _beaten(context, result)) is not None:
        time = duration(context.language, best)
        lines.append(context.html("outcome.best", size=result.size, time=time))
    if result.daily_label and result.in_time:
        lines += await _of_the_day(context, result.daily_label)
    return lines


async def _of_the_day(context: Context, label: str) -> list[Markup]:
    slower, others = await results.pace(context.database, context.user.id, label)
    lines = []
    if slower:
        percent = 100 * slower // others
        lines.append(context.html("outcome.faster", percent=percent, count=others))
    labels = await results.streak_labels(context.database, context.user.id)
    days = streak(labels, label_of(context.now, context.zone))
    if days.current:
        lines.append(context.html("game.streak", count=days.current))
    return lines


async def _beaten(context: Context, result: Result) -> int | None:
    """The best of the person's earlier times of this size, if the result is better still."""
    earlier = [
        other.seconds
        for other in await results.of_user(context.database, context.user.id)
        if (other.size, other.standing) == (result.size, Standing.TIMED)
        and (other.finished_at, other.game_id) < (result.finished_at, result.game_id)
    ]
    return min(earlier) if earlier and result.seconds < min(earlier) else None


async def _card(context: Context, row: GameRow, play: Game, result: Result) -> str:
    labels = await results.streak_labels(context.database, context.user.id)
    days = streak(labels, label_of(context.now, context.zone)).current
    is_timed = result.standing is Standing.TIMED
    seconds = result.seconds if is_timed else None
    return card(context.language, play, row.daily_label, seconds, days if row.daily_label else 0)


async def _is_in_time(context: Context, source: Source, row: GameRow, player: int) -> bool:
    """By each player's own clock: in a group not all of them live where the last move was made."""
    person, label = await users.get(source, player), row.daily_label
    if person is None or label is None:
        return False
    return counts_for_streak(label, datetime.fromtimestamp(context.seconds, UTC), zone_of(person))


def _is_pasted(play: Game) -> bool:
    """Whether the last turn wrote more than half of the board."""
    return 2 * len(play.last_cells) > len(play.givens.blanks())


def _mistakes(play: Game, player: int) -> int:
    """How many wrong digits a player placed on the way, taken back or not."""
    moves = (move for turn in play.turns if turn.player == player for move in turn.moves)
    return sum(move.act is Act.PLACE and move.value != play.solution[move.cell] for move in moves)
