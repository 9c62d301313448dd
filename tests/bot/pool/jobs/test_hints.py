import pytest

from bot.pool.jobs import difficulty_now, shown_now, step_now
from engine import Budget, BudgetSpent, Geometry, Symmetry, generate, parse, parse_line, solve
from engine.difficulty import Difficulty
from engine.practice.position import positions, read_position
from engine.techniques import DIGIT_BY_TRIAL, State, Step, Technique
from engine.techniques.als import ALS_XZ
from engine.techniques.locked import POINTING
from engine.techniques.nested import NESTED_NET
from engine.techniques.singles import placed_singles
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE, NAKED_PAIR
from engine.way.easiest import next_step
from engine.way.player import Mistake
from engine.way.short import to_next_digit
from engine.words import passages
from engine.words.passage import told
from tests.bot.pool.jobs.boards import BUDGET, EASY, EXPERT

HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

WITHOUT_SHORT_PROOF = (
    "..1.......5...6..16.7...........1..3...4.5.8..9..2..5...5..3..7....8..4..3.5..2.. "
    "..1.......5...6..16.7......5....1..3...4.5.8..9..2..5...5..3..7....8.345.3.5..2.. "
    "r1c5-4 r1c5-9 r1c7-7 r2c4-3 r2c5-9 r7c1-1 r7c7-1"
)
"""A puzzle among the hardest, its digits, and the candidates that are gone already."""

NO_CONTRADICTION = (
    "........94....92......7..45..1.3.....7.6..9..8....7..2.3.7..8....6.1....9....5.2."
)
"""Where no candidate leads to a contradiction by itself."""


def stuck() -> State:
    """A position without singles, in which the easiest step is not the fastest way to a digit."""
    return placed_singles(State.start(generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid))


def test_a_step_of_a_technique_is_shown_where_there_is_one() -> None:
    position = positions(NAKED_PAIR)[0]
    step = shown_now(position.state, NAKED_PAIR, BUDGET)
    assert step is not None
    assert step.technique is NAKED_PAIR
    assert shown_now(State.start(parse(EASY)), NAKED_PAIR, BUDGET) is None


def test_a_hint_is_the_first_step_of_a_cheap_way_to_a_digit() -> None:
    state = stuck()
    hint = step_now(state, solve(state.grid), (), None, BUDGET)
    assert hint == to_next_digit(state, BUDGET)[0]
    assert hint != next_step(state)


def test_without_time_for_a_way_a_hint_is_the_easiest_step() -> None:
    state = State.start(parse(HARDEST))
    assert step_now(state, solve(state.grid), (), None, Budget(5, nodes=3)) == next_step(state)


@pytest.mark.parametrize("technique", [DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE])
def test_what_needs_no_notes_comes_first(technique: Technique) -> None:
    position = positions(technique)[0]
    plain, solution = position.state, solve(position.givens)
    some = [0] * len(plain.cells)
    some[position.values.blanks()[0]] = plain.cells[position.values.blanks()[0]]
    for notes in ((), some, plain.cells):
        step = step_now(plain, solution, notes, None, BUDGET)
        assert isinstance(step, Step)
        assert step.technique is technique


def test_a_hint_is_within_the_label_where_something_is() -> None:
    grid, _ = parse_line(EXPERT)
    state = State.start(grid)
    assert to_next_digit(state, BUDGET)[0].technique is ALS_XZ
    assert difficulty_now(grid, BUDGET) is Difficulty.EXPERT
    for notes in ((), state.cells):
        step = step_now(state, solve(grid), notes, None, BUDGET)
        assert isinstance(step, Step)
        assert step.technique is POINTING


@pytest.mark.long
def test_a_hint_in_a_position_that_is_hard_for_programs_has_few_parts() -> None:
    state = State.start(parse(NO_CONTRADICTION))
    step = step_now(state, solve(state.grid), (), None, BUDGET)
    assert isinstance(step, Step)
    assert step.technique is NESTED_NET
    assert len(passages(step)) <= 10


@pytest.mark.long
def test_where_no_short_proof_is_found_a_digit_is_offered_by_trial() -> None:
    position = read_position(WITHOUT_SHORT_PROOF.split())
    solution, plain = solve(position.givens), State.of(position.givens, position.values)
    easiest = next_step(position.state)
    assert easiest is not None
    assert told(easiest)[0].startswith("Nested net, in 27 parts as no short proof was found: ")
    step = step_now(plain, solution, position.state.cells, None, BUDGET)
    assert isinstance(step, Step)
    assert step.technique is DIGIT_BY_TRIAL
    (placed,) = step.placements
    assert solution[placed.cell] == placed.value


def test_a_short_budget_gives_no_hint_that_a_longer_one_would_not() -> None:
    state = stuck()
    with pytest.raises(BudgetSpent):
        step_now(state, solve(state.grid), (), None, Budget(0.001))


def test_a_mistake_comes_before_any_hint() -> None:
    state = stuck()
    cell = next(cell for cell, value in enumerate(state.values) if not value)
    wrong = solve(state.grid)[cell] % 9 + 1
    mistaken = State.of(state.grid, state.grid.with_values({cell: wrong}))
    assert step_now(mistaken, solve(state.grid), (), None, BUDGET) == Mistake((cell,))
