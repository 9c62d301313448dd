"""How hard a puzzle is, how it is built, and the way to its solution step by step.

The whole way to the solution of a hard puzzle takes long to find, and people leaf through it step
by step. So the first step is shown as soon as it is known (`opened`), and the last MOST_KNOWN ways
are cached. On a slow machine the first whole way is not the best one. The search then goes on while
people read (`improve`), and whoever has read only what both ways share goes on with the better one.

The steps give the solution away, so whoever sees one has seen the solution, and a button leads only
to a puzzle whose solution its presser has seen (`brought`).
"""

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from bot.game.report import Report
from bot.play.check import asked_beside
from bot.play.errors import UserError
from bot.play.finish import has_seen, show_solution
from bot.play.questions import ask, begin, better_ways, whole_way
from bot.play.visit import Visit
from bot.pool.engine import EngineBusy, EngineLost
from bot.pool.jobs import report_now
from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from engine.board import Grid, NoSolution, NotUnique
from engine.search import BudgetSpent
from engine.techniques import Family, State, Step
from engine.way import Begun

MOST_KNOWN: Final = 32

MOST_PAUSED: Final = 4
"""Searches that are kept to be gone on with: up to 2 MB each, and usually begun again at once."""


@dataclass(slots=True)
class _Known:
    """The way of a puzzle that was found first, and the better one once there is one.

    `paused` is the search for that, empty if there is none, if somebody goes on with it, or if
    there have been MOST_PAUSED others since.
    """

    way: tuple[Step, ...]
    paused: bytes
    better: tuple[Step, ...] | None = None


_WAYS: Final = dict[Grid, _Known]()
"""The ways that were asked for last; they are the same for everybody."""


@dataclass(frozen=True, slots=True)
class Rated:
    """The report on a puzzle, and the steps that solve it."""

    report: Report
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class OnTheWay:
    """A step of the way to a solution, `number` of `count`, and the state before it.

    `harder` is the number of the next step that is harder than a single, and after the last of them
    that of the first; None if there is no other. While the way is still being searched, `count` and
    `harder` are None.

    `is_better` if it belongs to the better way that was found while people read. Where somebody has
    read the other one until now, both have the same steps before `forks_at`.
    """

    number: int
    count: int | None
    state: State
    step: Step
    harder: int | None
    is_better: bool = False
    forks_at: int | None = None

    @property
    def news(self) -> str | None:
        """The name of the message about a better way: it goes on here, or forks at another step."""
        if self.forks_at is None:
            return None
        return "steps.better" if self.is_better else "steps.forks"


async def rate(visit: Visit, puzzle: Grid) -> Rated:
    """Rates a puzzle; raises UserError unless it has exactly one solution."""
    await asked_beside(visit, puzzle)
    return await _rated(visit, puzzle)


async def _rated(visit: Visit, puzzle: Grid) -> Rated:
    try:
        report = await ask(visit, report_now, puzzle)
    except NoSolution:
        raise UserError("solve.none") from None
    except NotUnique:
        raise UserError("rate.several") from None
    return Rated(report, (await whole_way(visit, puzzle)).steps)


async def brought(visit: Visit, puzzle_id: int) -> PuzzleRow:
    """A puzzle whose solution this person or this chat has seen; raises UserError for any other.

    A button's number may be forged. It could name somebody else's puzzle, or one that is still
    being played, whose steps would give its solution away.
    """
    puzzle = await puzzles.get(visit.database, puzzle_id)
    if puzzle is None or not await has_seen(visit, puzzle):
        raise UserError("steps.gone")
    return puzzle


async def opened(visit: Visit, puzzle: PuzzleRow) -> AsyncIterator[OnTheWay]:
    """Yields the first step to the solution of a puzzle, which then counts as seen.

    If the other steps take longer, it is yielded before they are searched, and again after that.
    """
    await show_solution(visit, puzzle.grid, puzzle.solution)
    if puzzle.grid not in _WAYS:
        begun = await begin(visit, puzzle.grid)
        if len(begun.steps) < len(puzzle.grid.blanks()) and begun.steps:
            yield OnTheWay(1, None, State.start(puzzle.grid), begun.steps[0], None)
        await _search(visit, puzzle.grid, begun)
    yield await step_of(visit, puzzle, 1)


async def step_of(
    visit: Visit, puzzle: PuzzleRow, number: int, *, is_better: bool = True
) -> OnTheWay:
    """A step to the solution of a puzzle, which then counts as seen.

    It belongs to the better way if there is one, unless `is_better` says that the other one was
    read until now and its steps before were others. A number beyond the ends gives the first or the
    last step.
    """
    await show_solution(visit, puzzle.grid, puzzle.solution)
    known = _WAYS.get(puzzle.grid) or await _search(visit, puzzle.grid)
    _keep(puzzle.grid, known)
    way, better, forks_at = known.way, known.better, None
    if better and not is_better:
        forks_at = _fork(way, better)
    number = max(number, 1)
    is_better = better is not None and (forks_at is None or number <= forks_at)
    if better and is_better:
        way = better
    number, state = min(number, len(way)), State.start(puzzle.grid)
    for step in way[: number - 1]:
        state = step.after(state)
    hard = [at for at, step in enumerate(way, 1) if step.technique.family is not Family.SINGLES]
    # The next hard step, or else the first of all, but never this one.
    after = [at for at in hard if at > number]
    harder = next((at for at in [*after, *hard] if at != number), None)
    return OnTheWay(number, len(way), state, way[number - 1], harder, is_better, forks_at)


def _fork(one: tuple[Step, ...], other: tuple[Step, ...]) -> int:
    """The number of the first step in which two ways differ."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return 1 + sum(1 for _ in same)


def may_improve(puzzle: Grid) -> bool:
    """Whether there may be a better way for a puzzle, and nobody looks for it yet."""
    return puzzle in _WAYS and bool(_WAYS[puzzle].paused)


async def improve(visit: Visit, puzzle: Grid) -> None:
    """Goes on with the search for the way of a puzzle, as long as the engine has time for that."""
    known = _WAYS.get(puzzle)
    if known is None:
        return
    best, paused, known.paused = known.way, known.paused, b""
    with suppress(BudgetSpent, EngineBusy, EngineLost):
        async for steps in better_ways(visit, paused):
            best = steps
    if best != known.way:
        known.better = best


async def _search(visit: Visit, puzzle: Grid, begun: Begun | None = None) -> _Known:
    found = await whole_way(visit, puzzle, begun)
    known = _Known(found.steps, found.paused)
    _keep(puzzle, known)
    return known


def _keep(puzzle: Grid, known: _Known) -> None:
    """Caches what is known of a puzzle that was asked for last."""
    # Popped and put back: a dictionary keeps its order, so the first one is the oldest.
    _WAYS.pop(puzzle, None)
    _WAYS[puzzle] = known
    if len(_WAYS) > MOST_KNOWN:
        del _WAYS[next(iter(_WAYS))]
    for older in [one for one in _WAYS.values() if one.paused][:-MOST_PAUSED]:
        older.paused = b""
