"""A learner of a technique gets a puzzle for it, even if the time is short."""

import pytest

from engine.difficulty.learner import generate_for_learner, judged
from engine.search.budget import Budget
from engine.search.search import solve
from engine.techniques import TAUGHT, State, Technique, steps
from engine.techniques.fish import SASHIMI_JELLYFISH, X_WING
from engine.techniques.locked import CLAIMING
from engine.techniques.remote_pairs import REMOTE_PAIRS
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE
from engine.techniques.subsets import HIDDEN_QUAD, NAKED_TRIPLE
from engine.techniques.wings import XY_WING
from engine.way.easiest import easiest_way

PLENTY = 120.0
AS_KNOWN = [HIDDEN_SINGLE, NAKED_TRIPLE, XY_WING]
EASED = [FULL_HOUSE, CLAIMING, X_WING]
NEVER_NEEDED = [HIDDEN_QUAD, REMOTE_PAIRS, SASHIMI_JELLYFISH]


@pytest.mark.long
@pytest.mark.parametrize("technique", AS_KNOWN + EASED)
def test_a_learner_meets_a_technique_and_nothing_harder(technique: Technique) -> None:
    for seed in ("one", "another"):
        puzzle = generate_for_learner(seed, technique, Budget(PLENTY))
        assert solve(puzzle.grid) == puzzle.solution
        used = {step.technique for step in easiest_way(puzzle.grid)}
        assert max(used, key=TAUGHT.index) is technique
        assert generate_for_learner(seed, technique, Budget(PLENTY)) == puzzle
        assert all(judged(technique, puzzle.grid))


def test_another_seed_gives_another_puzzle() -> None:
    made = {generate_for_learner(seed, XY_WING).grid for seed in "abc"}
    assert len(made) == 3


@pytest.mark.long
@pytest.mark.parametrize("technique", NEVER_NEEDED)
def test_what_is_never_needed_shows_at_once(technique: Technique) -> None:
    puzzle = generate_for_learner("one", technique, Budget(PLENTY))
    assert solve(puzzle.grid) == puzzle.solution
    assert any(steps(State.start(puzzle.grid), technique))


@pytest.mark.long
@pytest.mark.parametrize("technique", TAUGHT)
def test_without_time_there_is_still_a_puzzle(technique: Technique) -> None:
    puzzle = generate_for_learner("one", technique, Budget(0))
    assert solve(puzzle.grid) == puzzle.solution
    assert puzzle == generate_for_learner("one", technique, Budget(PLENTY, nodes=0))
