"""How hard a puzzle is, how it is built, and the way to its solution step by step.

The whole way to the solution of a hard puzzle takes long to find, and people leaf through it step
by step. So the first step is shown as soon as it is known (`opened`), and the last MOST_KNOWN ways
are cached. The steps give the solution away, so whoever sees one has seen the solution, and a
button leads only to a puzzle whose solution its presser has seen (`brought`).
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from bot.game.report import Report
from bot.play.check import asked_beside
from bot.play.errors import UserError
from bot.play.finish import has_seen, show_solution
from bot.play.questions import ask, begin, whole_way
from bot.play.visit import Visit
from bot.pool.jobs import report_now
from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from engine.board import Grid, NoSolution, NotUnique
from engine.techniques import Family, State, Step

MOST_KNOWN: Final = 32

_WAYS: Final = dict[Grid, tuple[Step, ...]]()
"""The ways that were asked for last; they are the same for everybody and never change."""


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
    """

    number: int
    count: int | None
    state: State
    step: Step
    harder: int | None


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
    return Rated(report, await whole_way(visit, puzzle))


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
        _keep(puzzle.grid, await whole_way(visit, puzzle.grid, begun))
    yield await step_of(visit, puzzle, 1)


async def step_of(visit: Visit, puzzle: PuzzleRow, number: int) -> OnTheWay:
    """A step to the solution of a puzzle, which then counts as seen.

    A number beyond the ends gives the first or the last step.
    """
    await show_solution(visit, puzzle.grid, puzzle.solution)
    way = _WAYS.get(puzzle.grid) or await whole_way(visit, puzzle.grid)
    _keep(puzzle.grid, way)
    state = State.start(puzzle.grid)
    number = min(max(number, 1), len(way))
    for step in way[: number - 1]:
        state = step.after(state)
    hard = [at for at, step in enumerate(way, 1) if step.technique.family is not Family.SINGLES]
    # The next hard step, or else the first of all, but never this one.
    after = [at for at in hard if at > number]
    harder = next((at for at in [*after, *hard] if at != number), None)
    return OnTheWay(number, len(way), state, way[number - 1], harder)


def _keep(puzzle: Grid, way: tuple[Step, ...]) -> None:
    """Caches a way as the one that was asked for last."""
    # Popped and put back: a dictionary keeps its order, so the first one is the oldest.
    _WAYS.pop(puzzle, None)
    _WAYS[puzzle] = way
    if len(_WAYS) > MOST_KNOWN:
        del _WAYS[next(iter(_WAYS))]
