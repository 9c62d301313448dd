"""How hard a puzzle is, how it is built, and the whole way to its solution."""

from dataclasses import dataclass

from bot.game.report import Report
from bot.play.errors import UserError
from bot.play.questions import ask, path
from bot.play.visit import Visit
from bot.pool.jobs import report_now
from bot.store import puzzles
from bot.store.puzzles import Origin, PuzzleRow
from engine.grid import Grid, NoSolution, NotUnique
from engine.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Rated:
    """The report on a puzzle, and the steps that solve it."""

    report: Report
    steps: tuple[Step, ...]


async def rate(visit: Visit, puzzle: Grid) -> Rated:
    """Rates a puzzle; raises UserError unless it has exactly one solution."""
    try:
        report = await ask(visit, report_now, puzzle)
    except NoSolution:
        raise UserError("solve.none") from None
    except NotUnique:
        raise UserError("rate.several") from None
    return Rated(report, await path(visit, puzzle))


async def brought(visit: Visit, puzzle_id: int) -> PuzzleRow:
    """A puzzle that somebody brought; raises UserError for any other.

    The steps of a puzzle that is still played would be its solution.
    """
    puzzle = await puzzles.get(visit.database, puzzle_id)
    if puzzle is None or puzzle.origin is not Origin.IMPORT:
        raise UserError("steps.gone")
    return puzzle
