"""A way has no step above the easiest band of difficulty that has one."""

import pytest

from engine import Budget, BudgetSpent, Geometry, Symmetry, generate, parse
from engine.difficulty import Difficulty, rate
from engine.techniques import SLOW, Family, State
from engine.techniques.singles import placed_singles
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_1
from engine.way.band import WITHIN, allowed, easiest_finders
from engine.way.readable import SOLUTION
from engine.way.short import short_way

PLENTY = Budget(120)

GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


@pytest.mark.parametrize("band", WITHIN)
def test_each_band_asks_for_what_is_within_it_and_for_all_of_the_band_before(
    band: Difficulty,
) -> None:
    puzzle = generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid
    state = placed_singles(State.start(puzzle))
    found = {step.technique for finder in WITHIN[band] for step in finder(state)}
    assert all(technique.difficulty <= band for technique in found)
    assert not any(technique.family is Family.SINGLES for technique in found)
    assert SLOW.isdisjoint(WITHIN[band])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_way_stays_within_the_label_of_its_puzzle(seed: int) -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, f"band {seed}").grid
    label, start = rate(grid).difficulty, placed_singles(State.start(grid))
    way = short_way(grid, PLENTY)
    if label in {Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD}:
        assert all(step.technique.difficulty <= label for step in way)
    finders = easiest_finders(start, SOLUTION, PLENTY, Difficulty.HARD, uniqueness=True)
    hardest = max((step.technique for step in way), key=lambda each: each.rank).difficulty
    within = [band for band, each in WITHIN.items() if each == finders]
    assert not within or hardest <= within[0]


def test_where_only_slow_finders_go_on_there_is_no_band() -> None:
    start = State.start(parse(GOLDEN_NUGGET))
    assert easiest_finders(start, SOLUTION, PLENTY, uniqueness=True) is None


def test_too_few_nodes_are_not_taken_for_a_band_without_a_way() -> None:
    start = State.start(parse(GOLDEN_NUGGET))
    with pytest.raises(BudgetSpent):
        easiest_finders(start, SOLUTION, Budget(60, nodes=2), uniqueness=True)


def test_without_uniqueness_no_finder_that_assumes_it_is_asked() -> None:
    (finder,) = UNIQUE_RECTANGLE_1.finders
    expert = WITHIN[Difficulty.EXPERT]
    assert finder in allowed(expert, uniqueness=True)
    assert finder not in allowed(expert, uniqueness=False)
