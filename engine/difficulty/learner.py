"""Puzzles for a person who learns a technique: they need it, and nothing harder.

The problem: of a million random puzzles perhaps not one needs a rare technique. But there are
positions for practice in which it is the next step (`engine.practice`). Three sources are tried,
and the positions are rearranged, so that a learner does not meet the same puzzle again:

1. The puzzles of these positions as they are. Most of them need something harder too.
2. The positions themselves as puzzles, eased: digits of the solution are added, one after the
   other, while something harder is needed, but no digit that makes the technique unnecessary.
3. A few techniques, such as hidden quads, are never needed, because something easier always shows
   beside them. For these the puzzle is a position in which they show.

A puzzle is judged by its easiest steps with the finders up to the technique, which takes some
milliseconds for most. The order of what is tried depends on the seed alone, so a busy machine
makes the same puzzle, only later.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count, islice
from typing import Final, NamedTuple

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.make.puzzle import Puzzle, generate
from engine.practice.position import Position, positions
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import LADDER, TAUGHT, State, Technique, steps
from engine.techniques.layout import Candidate

_NINE: Final = Geometry(3, 3)

AS_THEY_ARE: Final = 12
"""Known puzzles that are tried before a position is eased."""


class Judged(NamedTuple):
    """Whether steps up to a technique solve a puzzle, and whether it was among those steps."""

    is_enough: bool
    is_needed: bool


def generate_for_learner(
    seed: int | str, technique: Technique, budget: Budget = DEFAULT_BUDGET
) -> Puzzle:
    """A 9x9 puzzle whose easiest way needs a technique and nothing harder.

    If the budget is spent first, or no such puzzle is found, it is a position in which the
    technique shows by the digits alone, or else the puzzle of a known position. Raises BudgetSpent
    where no position is known either. Each puzzle that is judged counts as a node.
    """
    deadline, rng = budget.deadline(), Rng(seed)
    # Without the first position, which is the example of the lesson.
    known = [*positions(technique)[1:]]
    rng.shuffle(known)
    known = [position.rearranged(f"{seed}/{number}") for number, position in enumerate(known)]
    candidates = _of_known(rng, technique, known) if known else _random(seed)
    for grid in islice(candidates, budget.nodes):
        if not budget.until(deadline).seconds:
            break
        if all(judged(technique, grid)):
            return _puzzle(grid, seed)
    if not known:
        raise BudgetSpent
    return _puzzle(next(_showing(technique, known), known[0].givens), seed)


def _puzzle(grid: Grid, seed: int | str) -> Puzzle:
    return Puzzle(grid, solve(grid), Symmetry.NONE, str(seed))


# `generate_for_learner` and `_eased` judge the same puzzle one after the other.
@lru_cache(maxsize=1)
def judged(technique: Technique, grid: Grid) -> Judged:
    """What a puzzle asks of a person who learns a technique, by its easiest steps."""
    # The ladder is cut after the last finder of any technique that is no harder than this one.
    hardest, is_needed = TAUGHT.index(technique), False
    numbered = enumerate(LADDER, 1)
    asked = max(n for n, (_, names) in numbered if min(map(TAUGHT.index, names)) <= hardest)
    state = State.start(grid)
    while not state.is_solved:
        step = next((step for finder, _ in LADDER[:asked] for step in finder(state)), None)
        if step is None or TAUGHT.index(step.technique) > hardest:
            break
        is_needed |= step.technique is technique
        state = step.after(state)
    return Judged(state.is_solved, is_needed)


def _random(seed: int | str) -> Iterator[Grid]:
    return (generate(_NINE, Symmetry.NONE, f"{seed}/{number}").grid for number in count(1))


def _of_known(rng: Rng, technique: Technique, known: Sequence[Position]) -> Iterator[Grid]:
    """The first known puzzles as they are, then all known positions, eased."""
    yield from (position.givens for position in known[:AS_THEY_ARE])
    for position in known:
        yield from _eased(rng, technique, position)


def _eased(rng: Rng, technique: Technique, position: Position) -> Iterator[Grid]:
    """A position with more and more digits, while it is too hard and still needs the technique.

    It starts from the givens alone where the technique does not show without them, because it
    asks which digits are given.
    """
    is_shown = _shows(technique, position.values, position.gone)
    grid, solution = position.values if is_shown else position.givens, solve(position.givens)
    blanks = [*grid.blanks()]
    rng.shuffle(blanks)
    now = judged(technique, grid)
    yield grid
    for cell in blanks if now.is_needed or not is_shown else ():
        more = grid.with_values({cell: solution[cell]})
        yield more
        # A digit that makes the technique unnecessary is left out; so is one that lets easier
        # steps solve everything.
        after = judged(technique, more)
        if after.is_needed >= now.is_needed and not after.is_enough:
            grid, now = more, after


def _showing(technique: Technique, known: Sequence[Position]) -> Iterator[Grid]:
    """The positions, as puzzles, in which a technique shows by the digits alone."""
    return (position.values for position in known if _shows(technique, position.values))


def _shows(technique: Technique, grid: Grid, gone: Sequence[Candidate] = ()) -> bool:
    return any(True for _ in steps(State.start(grid).after((), gone), technique))
