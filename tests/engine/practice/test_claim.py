import pytest

from engine.practice.claim import Claim, Judged, Verdict, asks_for_all, judge
from engine.practice.position import positions
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import solve
from engine.techniques import TAUGHT, Family, State, Technique, steps
from engine.techniques.chains import XY_CHAIN
from engine.techniques.fish import JELLYFISH, X_WING
from engine.techniques.layout import Candidate
from engine.techniques.singles import NAKED_SINGLE
from engine.techniques.subsets import NAKED_PAIR

BUDGET = Budget(20)
QUICK = [one for one in TAUGHT if one.family not in {Family.FORCING, Family.NETS}]
WING = positions(X_WING)[0]


@pytest.mark.long
@pytest.mark.parametrize("technique", QUICK)
def test_what_a_step_of_the_technique_concludes_is_right(technique: Technique) -> None:
    position = positions(technique)[1]
    state, solution = position.state, solve(position.givens)
    for step in steps(state, technique):
        claim = Claim(step.placements, step.eliminations)
        judged = judge(state, solution, technique, claim, BUDGET)
        assert judged.verdict is Verdict.RIGHT
        assert judged.step is not None
        assert judged.step.technique is technique


@pytest.mark.parametrize("technique", QUICK)
def test_what_the_solution_forbids_is_wrong(technique: Technique) -> None:
    position = positions(technique)[0]
    state, solution = position.state, solve(position.givens)
    at = next(iter(position.values.blanks()))
    claim = Claim(removed=(Candidate(at, solution[at]),))
    assert judge(state, solution, technique, claim, BUDGET).verdict is Verdict.WRONG


def test_a_part_of_what_follows_is_right_and_two_steps_together_are_not() -> None:
    state, solution = WING.state, solve(WING.givens)
    step = next(steps(state, X_WING))
    one = Claim(removed=step.eliminations[:1])
    assert judge(state, solution, X_WING, one, BUDGET).verdict is Verdict.RIGHT
    too_much = Claim(removed=(*step.eliminations[:1], beyond(state, solution.values)))
    assert judge(state, solution, X_WING, too_much, BUDGET).verdict is Verdict.OTHER


def beyond(state: State, solution: bytes) -> Candidate:
    """A candidate that is false, but that no X-wing eliminates."""
    gone = {each for step in steps(state, X_WING) for each in step.eliminations}
    return next(
        Candidate(cell, value)
        for cell, mask in enumerate(state.cells)
        for value in state.digits
        if mask >> value - 1 & 1 and solution[cell] != value and (cell, value) not in gone
    )


def test_what_is_true_for_another_reason_is_told_with_it() -> None:
    position = positions(NAKED_PAIR)[0]
    state, solution = position.state, solve(position.givens)
    step = next(steps(state, NAKED_PAIR))
    claim = Claim(removed=step.eliminations)
    judged = judge(state, solution, JELLYFISH, claim, BUDGET)
    assert judged.verdict is Verdict.OTHER
    assert judged.step is not None
    assert claim.follows(judged.step, state)
    assert judged.step.technique is not JELLYFISH


def test_what_is_known_already_is_nothing() -> None:
    state, solution = WING.state, solve(WING.givens)
    given = next(cell for cell, value in enumerate(WING.givens.values) if value)
    known = [
        Claim((Candidate(given, solution[given]),)),
        Claim(removed=(Candidate(given, solution[given] % 9 + 1),)),
    ]
    for claim in known:
        judged = judge(state, solution, X_WING, claim, BUDGET)
        assert judged.verdict is Verdict.NOTHING


def test_a_candidate_that_a_placement_rules_out_follows_from_it() -> None:
    position = positions(NAKED_SINGLE)[0]
    state, solution = position.state, solve(position.givens)
    ((cell, value),) = next(steps(state, NAKED_SINGLE)).placements
    seen = next(peer for peer in state.geometry.peers[cell] if state.has(Candidate(peer, value)))
    claim = Claim(removed=(Candidate(seen, value),))
    judged = judge(state, solution, NAKED_SINGLE, claim, BUDGET)
    assert judged.verdict is Verdict.RIGHT


def test_without_time_something_true_has_no_reason() -> None:
    state, solution = WING.state, solve(WING.givens)
    claim = Claim(removed=(beyond(state, solution.values),))
    try:
        judged = judge(state, solution, X_WING, claim, Budget(0.0))
    except BudgetSpent:
        pytest.fail("an answer is better than none")
    assert judged.verdict is Verdict.OTHER
    assert judged.step is None


def test_above_hard_less_than_all_is_a_part_and_says_how_much_is_left() -> None:
    position = next(
        each
        for each in positions(XY_CHAIN)
        if len(next(steps(each.state, XY_CHAIN)).eliminations) > 1
    )
    step, solution = next(steps(position.state, XY_CHAIN)), solve(position.givens)

    def judged(removed: tuple[Candidate, ...]) -> Judged:
        return judge(position.state, solution, XY_CHAIN, Claim((), removed), BUDGET)

    whole = judged(step.eliminations)
    assert (whole.verdict, whole.left) == (Verdict.RIGHT, 0)
    lefts = [judged(step.eliminations[:count]).left for count in range(1, len(step.eliminations))]
    assert lefts == sorted(lefts, reverse=True)
    first = judged(step.eliminations[:1])
    if first.verdict is Verdict.PART:
        assert first.step is not None
        assert first.left == len(first.step.eliminations) - 1


@pytest.mark.parametrize(("technique", "is_asked"), [(X_WING, False), (XY_CHAIN, True)])
def test_all_is_asked_for_above_hard_only(technique: Technique, *, is_asked: bool) -> None:
    assert asks_for_all(technique) is is_asked
