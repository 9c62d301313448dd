"""The ways into a game, which all lead through `start_game`."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from bot.game.days import day_of
from bot.game.link import PuzzleTarget, Target, is_proven
from bot.game.place import Place
from bot.game.wish import FIRST_SIZE, Wish
from bot.play import daily
from bot.play.errors import UserError
from bot.play.questions import ask, generate
from bot.play.visit import Visit
from bot.pool.jobs import appraise_now
from bot.store import dailies, games, puzzles, views
from bot.store.games import StoredGame
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.source import Source
from bot.store.views import Staleness
from engine.board import Grid, Symmetry
from engine.difficulty import Difficulty, hardest_of

ARCHIVE_DAYS: Final = 365
"""How many days back a daily can still be played."""

FIRST_CLUES: Final = 8
"""The givens of the first board: half of its cells, so that the first digit is soon found."""


async def start_game(
    source: Source,
    place: Place,
    puzzle_id: int,
    started_by: int | None,
    now: int,
    *,
    daily_label: str | None = None,
    owes_board: bool = True,
) -> StoredGame:
    """Begins a game and makes it the current game of the place, which is owed its board.

    A chat has one game for each daily label; if it has one already, that game goes on.
    """
    async with source.transaction() as transaction:
        stored = await games.start(
            transaction, place, puzzle_id, started_by, now, daily_label=daily_label
        )
        if owes_board:
            mark = await views.mark(
                transaction, stored.id, place, Staleness.SEND, now, asked_by=started_by
            )
            stored = replace(stored, view_version=mark.version, hint=None)
    return stored


async def begin(
    visit: Visit, puzzle_id: int, *, label: str | None = None, source: Source | None = None
) -> StoredGame:
    """Begins a game for the person of the visit; `source` is a transaction to join."""
    async with (source or visit.database).transaction() as transaction:
        stored = await start_game(
            transaction, visit.place, puzzle_id, visit.user.id, visit.seconds, daily_label=label
        )
        if label is not None:
            # A daily belongs to a date of this person, so their zone must not move after it.
            await visit.settle(transaction, visit.user)
        await visit.takes_effect(transaction, stored.id)
    return stored


def first_day(visit: Visit) -> date:
    """The earliest day whose daily can still be played."""
    return date.fromisoformat(visit.today) - timedelta(ARCHIVE_DAYS)


def reachable(visit: Visit, label: str) -> str:
    """The label itself; raises UserError if its day is still to come or too long ago."""
    first, day = first_day(visit).isoformat(), day_of(label)
    if day > visit.today:
        raise UserError("daily.future", label=day)
    if day < first:
        raise UserError("daily.too_old", first=first)
    return label


async def play_daily(visit: Visit, label: str) -> StoredGame:
    """The chat's game of a daily label, begun if it has none; it may be over already."""
    earlier = await games.of_label(visit.database, visit.place, label, visit.user.id)
    if earlier is not None and not earlier.is_open:
        return earlier
    puzzle = await daily.puzzle_of(visit.services, label, visit.owner, visit.on_wait)
    return await begin(visit, puzzle.id, label=label)


async def has_daily(visit: Visit, label: str) -> bool:
    """Whether the chat has a game of the daily of a label's date, for example a sent one."""
    return await games.of_label(visit.database, visit.place, day_of(label)) is not None


async def begin_first(visit: Visit) -> StoredGame:
    """Begins a game so small that its first digit is placed within a minute."""
    puzzle = await fresh(visit, Wish(FIRST_SIZE, Symmetry.CENTRAL), FIRST_CLUES)
    return await begin(visit, puzzle.id)


async def play_puzzle(visit: Visit, puzzle: PuzzleRow) -> StoredGame:
    """The chat's unfinished game of a puzzle, or a new one; a daily stays a daily."""
    label = await dailies.label_of(visit.database, puzzle.id)
    if label is not None and day_of(label) <= visit.today:
        return await play_daily(visit, label)
    unfinished = await games.open_games(visit.database, visit.place, visit.user.id)
    stored = next((stored for stored in unfinished if stored.puzzle.id == puzzle.id), None)
    if stored is None:
        return await begin(visit, puzzle.id)
    await games.switch(visit.database, visit.place, stored.id)
    return stored


async def puzzle_behind(visit: Visit, target: Target) -> PuzzleRow:
    """The puzzle that a payload holds or names; raises UserError if there is none."""
    if isinstance(target, Grid):
        return await take_in(visit, target)
    # A bare number could be counted through, so it comes with a proof that the bot has made it.
    if not isinstance(target, PuzzleTarget) or not is_proven(visit.services.secret, target):
        raise UserError("opened.gone")
    puzzle = await puzzles.get(visit.database, target.puzzle_id)
    if puzzle is None:
        raise UserError("opened.gone")
    return puzzle


async def take_in(visit: Visit, grid: Grid) -> PuzzleRow:
    """Stores a puzzle that somebody brought; raises UserError unless it has one solution."""
    if not grid.blanks():
        raise UserError("opened.full")
    found = await ask(visit, appraise_now, grid)
    solutions = found.decision.solutions
    if len(solutions) != 1:
        raise UserError("opened.several" if solutions else "opened.none")
    return await puzzles.add(
        visit.database, grid, solutions[0], Origin.IMPORT, difficulty=found.difficulty
    )


async def fresh(visit: Visit, wish: Wish, clues: int | None = None) -> PuzzleRow:
    """A new stored puzzle of the wished size and symmetry, with `clues` givens or any number."""
    seed = wish.seed or visit.services.new_seed()
    made = await generate(visit, wish.size, wish.symmetry, seed, clues)
    hardest = hardest_of(made.grid.geometry)
    return await puzzles.add(
        visit.database,
        made.grid,
        made.solution,
        Origin.NEW,
        symmetry=wish.symmetry,
        seed=seed,
        # A size that is never harder than easy needs no rating.
        difficulty=hardest if hardest is Difficulty.EASY else None,
    )
