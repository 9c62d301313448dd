"""The walk from the givens to the solution by the easiest step first, and its rating.

The step that is taken decides which steps remain. So the same ratings come out only if each finder
breaks ties as Sudoku Explainer does, in its order of units, cells and digits. That is why the
finders of this folder loop as they do.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic

from engine.rating.board import Board
from engine.rating.cycles import cycle_or_chain
from engine.rating.exclusion import aligned_exclusion
from engine.rating.forcing import DYNAMIC, MULTIPLE, NISHIO, PLUS, forcing_chains
from engine.rating.four_links import four_strong_links
from engine.rating.graves import bug
from engine.rating.nested import WITH_CHAINS, WITH_DYNAMIC, WITH_MULTIPLE
from engine.rating.set_wings import set_wing
from engine.rating.singles import (
    direct_hidden_pair,
    direct_hidden_triple,
    direct_locked,
    full_house_or_hidden_single,
    naked_single,
)
from engine.rating.step import RatedStep
from engine.rating.strong_links import three_strong_links, turbot_fish
from engine.rating.subsets import fish, hidden_subset, locked, naked_subset
from engine.rating.unique_loops import unique_loop
from engine.rating.wings import wing
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.techniques.singles import FULL_HOUSE
from engine.techniques.technique import Technique

FINDERS: tuple[Callable[[Board], RatedStep | None], ...] = (
    full_house_or_hidden_single,
    direct_locked,
    direct_hidden_pair,
    naked_single,
    direct_hidden_triple,
    locked,
    partial(naked_subset, size=2),
    partial(fish, size=2),
    partial(hidden_subset, size=2),
    partial(naked_subset, size=3),
    partial(fish, size=3),
    partial(hidden_subset, size=3),
    turbot_fish,
    partial(wing, size=2),
    partial(wing, size=3),
    unique_loop,
    partial(naked_subset, size=4),
    partial(fish, size=4),
    partial(hidden_subset, size=4),
    three_strong_links,
    partial(set_wing, size=3),
    bug,
    four_strong_links,
    partial(set_wing, size=4),
    partial(aligned_exclusion, size=2),
    partial(set_wing, size=5),
    cycle_or_chain,
    partial(set_wing, size=6),
    partial(aligned_exclusion, size=3),
    partial(forcing_chains, mode=NISHIO),
    partial(forcing_chains, mode=MULTIPLE),
    partial(forcing_chains, mode=DYNAMIC),
    partial(forcing_chains, mode=PLUS),
    partial(forcing_chains, mode=WITH_CHAINS),
    partial(forcing_chains, mode=WITH_MULTIPLE),
    partial(forcing_chains, mode=WITH_DYNAMIC),
)
"""The techniques of Sudoku Explainer in the order in which it tries them."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A puzzle's rating in tenths, and how it came about.

    `pearl` is the hardest step up to the first placement, `diamond` the first step. `solved` is
    False when the techniques end before the puzzle does; then the rating is a lower bound.
    """

    rating: int
    pearl: int
    diamond: int
    hardest: Technique
    counts: dict[Technique, int]
    solved: bool


def easiest_step(board: Board) -> RatedStep | None:
    """The step that the scale takes next, or None when its techniques find none."""
    for find in FINDERS:
        if step := find(board):
            return step
    return None


def steps(board: Board) -> Iterator[RatedStep]:
    """Solves a board step by step, as far as the techniques go; the board changes.

    Raises ValueError when an empty cell has no candidate left.
    """
    while board.empty:
        if board.is_stuck():
            raise ValueError("the puzzle has no solution")
        step = easiest_step(board)
        if step is None:
            return
        yield step
        step.apply(board)


def rate(givens: Sequence[int], budget: Budget = DEFAULT_BUDGET) -> Rating:
    """Rates a 9x9 puzzle of 81 givens, 0 for empty, on the Sudoku Explainer scale.

    The puzzle should have one solution: that is not checked.
    Raises ValueError when a contradiction shows, and BudgetSpent, which is noticed between steps.
    """
    board, deadline, way = Board(givens), budget.deadline(), list[RatedStep]()
    for step in steps(board):
        way.append(step)
        if monotonic() > deadline or len(way) > budget.nodes:
            raise BudgetSpent
    # Difficulties are sums of tenths in floating point; this rounds them.
    tenths = [int((step.difficulty + 0.05) * 10) for step in way]
    rating = max(tenths, default=0)
    placed = next((i for i, step in enumerate(way) if step.places), len(way) - 1)
    return Rating(
        rating=rating,
        pearl=max(tenths[: placed + 1], default=0),
        diamond=tenths[0] if tenths else 0,
        hardest=way[tenths.index(rating)].technique if way else FULL_HOUSE,
        counts=dict(Counter(step.technique for step in way)),
        solved=not board.empty,
    )
