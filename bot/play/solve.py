"""Any puzzle that somebody pastes: what it is, and its solutions, which count as seen."""

from dataclasses import dataclass

from bot.game.link import Target, grid_payload, stored_payload
from bot.play.begin import puzzle_behind
from bot.play.check import asked_beside
from bot.play.finish import show_solution
from bot.play.questions import ask, decide
from bot.play.shelf import keep
from bot.play.visit import Visit
from bot.pool.engine import Decision
from bot.pool.jobs import Appraisal, appraise_now
from bot.store import puzzles
from bot.store.puzzles import Origin, PuzzleRow
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class Appraised:
    """What is known of a puzzle; `payload` leads to it if it has exactly one solution."""

    appraisal: Appraisal
    payload: str | None


@dataclass(frozen=True, slots=True)
class Solved:
    """A puzzle's solutions; it is `stored` if it has blanks and exactly one solution."""

    decision: Decision
    stored: PuzzleRow | None


async def appraise(visit: Visit, puzzle: Grid) -> Appraised:
    """How many solutions a puzzle has, and how hard it is if that is found quickly.

    A puzzle that can be played but is too large for a payload goes to the person's shelf.
    """
    await asked_beside(visit, puzzle)
    found = await ask(visit, appraise_now, puzzle)
    if len(found.decision.solutions) != 1:
        return Appraised(found, None)
    payload = grid_payload(puzzle)
    if payload is None:
        kept = await keep(visit, puzzle, found.decision.solutions[0])
        payload = stored_payload(visit.services.secret, kept.id)
    return Appraised(found, payload)


async def solve(visit: Visit, puzzle: Grid) -> Solved:
    """The solutions of a puzzle: none, the one, or two of several."""
    await asked_beside(visit, puzzle)
    return await show(visit, puzzle, await decide(visit, puzzle))


async def show(visit: Visit, puzzle: Grid, decision: Decision) -> Solved:
    """Counts the solutions of a decision as seen, and stores a puzzle with exactly one."""
    # Also each of several: one of them may be that of a puzzle with a given more.
    for solution in decision.solutions:
        await show_solution(visit, puzzle, solution)
    if len(decision.solutions) != 1 or not puzzle.blanks():
        return Solved(decision, None)
    stored = await puzzles.add(visit.database, puzzle, decision.solutions[0], Origin.IMPORT)
    return Solved(decision, stored)


async def solve_behind(visit: Visit, target: Target) -> PuzzleRow:
    """The stored puzzle that a payload leads to, its solution counted as seen; raises UserError."""
    puzzle = await puzzle_behind(visit, target)
    await show_solution(visit, puzzle.grid, puzzle.solution)
    return puzzle
