"""How hard a puzzle is, how it is built, and the whole way to its solution."""

from dataclasses import dataclass

from bot.game.report import Report
from bot.play.check import asked_beside
from bot.play.errors import UserError
from bot.play.finish import has_seen, show_solution
from bot.play.questions import ask, path
from bot.play.visit import Visit
from bot.pool.jobs import report_now
from bot.store import puzzles
from bot.store.puzzles import PuzzleRow
from engine.grid import Grid, NoSolution, NotUnique
from engine.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Rated:
    """The report on a puzzle, and the steps that solve it."""

    report: Report
    steps: tuple[Step, ...]


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
    return Rated(report, await path(visit, puzzle))


async def brought(visit: Visit, puzzle_id: int) -> PuzzleRow:
    """A puzzle whose solution this person or this chat has asked for; raises UserError otherwise.

    The number of any other one may be forged: its givens are somebody else's, and its steps are the
    solution of a game that may still be played.
    """
    puzzle = await puzzles.get(visit.database, puzzle_id)
    if puzzle is None or not await has_seen(visit, puzzle):
        raise UserError("steps.gone")
    return puzzle


async def steps(visit: Visit, puzzle: PuzzleRow) -> Rated:
    """Rates a puzzle whose steps this person sees, and with them its solution."""
    await show_solution(visit, puzzle.grid, puzzle.solution)
    return await _rated(visit, puzzle.grid)
