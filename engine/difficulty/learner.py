"""Puzzles for whoever learns a technique: they need it, and nothing harder.

The problem: of a million random puzzles not one may need a rare technique. But there are positions
for practice in which it is the next step. Rearranged, some of their puzzles fit as they are. Most
need something harder too. Then the position itself becomes the puzzle, and is eased: digits of the
solution are added, one after the other, as long as it is too hard, but none without which the
technique would no longer be needed. A few techniques, such as hidden quads, are never needed, for
something easier always shows beside them: for these it is a position in which they show.

A puzzle is judged by its easiest steps with the finders up to the technique, which takes some
milliseconds for most. The order of what is tried depends on the seed alone, so that a busy machine
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
    """Whether nothing harder than a technique is needed, and whether it was needed until then."""

    is_enough: bool
    is_needed: bool


def generate_for_learner(
    seed: int | str, technique: Technique, budget: Budget = DEFAULT_BUDGET
) -> Puzzle:
    """A 9x9 puzzle whose easiest way needs a technique and nothing harder.

    Where the budget is spent before, or no such puzzle is known, it is one in which the technique
    shows beside others. Raises BudgetSpent where no position is known either; each puzzle that is
    looked at counts as a node.
    """
    deadline, rng = budget.deadline(), Rng(seed)
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


@lru_cache(maxsize=1)
def judged(technique: Technique, grid: Grid) -> Judged:
    """What a puzzle is for whoever learns a technique, by the way of its easiest steps."""
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
    """Known puzzles as they are, then positions that are eased."""
    yield from (position.givens for position in known[:AS_THEY_ARE])
    for position in known:
        yield from _eased(rng, technique, position)


def _eased(rng: Rng, technique: Technique, position: Position) -> Iterator[Grid]:
    """A position with more and more digits, as long as it is too hard and needs the technique.

    It begins with the givens alone where the technique asks which digits are given.
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
        after = judged(technique, more)
        if after.is_needed >= now.is_needed and not after.is_enough:
            grid, now = more, after


def _showing(technique: Technique, known: Sequence[Position]) -> Iterator[Grid]:
    """The positions, as puzzles, in which a technique shows by the digits alone."""
    return (position.values for position in known if _shows(technique, position.values))


def _shows(technique: Technique, grid: Grid, gone: Sequence[Candidate] = ()) -> bool:
    return any(True for _ in steps(State.start(grid).after((), gone), technique))
