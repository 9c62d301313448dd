import pytest

from bot.pool.jobs import (
    WORTH_HAVING_SECONDS,
    begin_now,
    learner_now,
    path_now,
    report_now,
    step_now,
)
from engine import (
    Budget,
    BudgetSpent,
    Geometry,
    NotUnique,
    Symmetry,
    generate,
    parse,
    short_way,
    solve,
)
from engine.difficulty import Difficulty
from engine.practice.position import positions
from engine.techniques import State, Step, Technique
from engine.techniques.singles import placed_singles
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE, NAKED_PAIR
from engine.way.easiest import next_step
from engine.way.player import Mistake
from engine.way.short import to_next_digit
from tests.engine.way.test_short import WITHOUT_SINGLES

BUDGET = Budget(10)
NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FOUR = parse("1...341.21.34..1")
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_a_nine_has_a_grade_and_its_symmetries() -> None:
    report = report_now(NINE, BUDGET)
    assert report.difficulty is Difficulty.EASY
    assert report.grade is not None
    assert report.grade.difficulty is report.difficulty
    assert Symmetry.CENTRAL in report.symmetries
    assert Symmetry.NONE not in report.symmetries


def test_another_size_has_a_difficulty_but_no_grade() -> None:
    report = report_now(FOUR, BUDGET)
    assert report.grade is None
    assert report.difficulty in Difficulty


def test_a_puzzle_is_minimal_when_no_given_can_be_left_out() -> None:
    seventeen = parse(
        "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    )
    assert report_now(seventeen, BUDGET).is_minimal, "17 givens are the fewest there can be"
    assert not report_now(NINE.with_values({2: 4}), BUDGET).is_minimal


def test_several_solutions_have_no_report() -> None:
    with pytest.raises(NotUnique):
        report_now(FOUR.with_values(dict.fromkeys(range(8), 0)), BUDGET)


def test_a_learner_gets_a_lesser_puzzle_only_when_there_was_time_for_a_better_one() -> None:
    with pytest.raises(BudgetSpent):
        learner_now("seed", NAKED_PAIR, Budget(0))
    assert learner_now("seed", NAKED_PAIR, Budget(WORTH_HAVING_SECONDS, 0)).solution


def stuck() -> State:
    """A position without singles, in which the easiest step is not the fastest way to a digit."""
    return placed_singles(State.start(generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid))


def test_a_hint_is_the_first_step_of_a_cheap_way_to_a_digit() -> None:
    state = stuck()
    hint = step_now(state, solve(state.grid), (), BUDGET)
    assert hint == to_next_digit(state, BUDGET)[0]
    assert hint != next_step(state)


def test_without_time_for_a_way_a_hint_is_the_easiest_step() -> None:
    state = State.start(parse(HARDEST))
    assert step_now(state, solve(state.grid), (), Budget(5, nodes=3)) == next_step(state)


@pytest.mark.parametrize("technique", [DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE])
def test_what_needs_no_notes_comes_first_as_long_as_there_are_none(technique: Technique) -> None:
    position = positions(technique)[0]
    plain, solution = position.state, solve(position.givens)
    some = [0] * len(plain.cells)
    some[position.values.blanks()[0]] = plain.cells[position.values.blanks()[0]]
    for notes in ((), some):
        step = step_now(plain, solution, notes, BUDGET)
        assert isinstance(step, Step)
        assert step.technique is technique
    noted = step_now(plain, solution, plain.cells, BUDGET)
    assert noted == to_next_digit(plain, BUDGET)[0]


def test_a_mistake_comes_before_any_hint() -> None:
    state = stuck()
    cell = next(cell for cell, value in enumerate(state.values) if not value)
    wrong = solve(state.grid)[cell] % 9 + 1
    mistaken = State.of(state.grid, state.grid.with_values({cell: wrong}))
    assert step_now(mistaken, solve(state.grid), (), BUDGET) == Mistake((cell,))


def test_the_steps_to_a_solution_are_those_of_a_short_way() -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, "way 12").grid
    assert path_now(State.start(grid), None, BUDGET) == short_way(grid)


def test_a_way_begins_as_was_told_before_it_was_found() -> None:
    state = State.start(parse(WITHOUT_SINGLES[0]))
    begun = begin_now(state, BUDGET)
    assert begun.steps
    assert path_now(state, begun, BUDGET)[: len(begun.steps)] == begun.steps
    with pytest.raises(BudgetSpent):
        begin_now(state, Budget(0))
