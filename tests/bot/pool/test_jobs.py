import subprocess
import sys

import pytest

from bot.pool.jobs import (
    WORTH_HAVING_SECONDS,
    Weighed,
    appraise_now,
    begin_now,
    bundle_now,
    decide_now,
    difficulty_now,
    generate_now,
    graded_now,
    learner_now,
    read_now,
    report_now,
    shown_now,
    step_now,
    way_now,
    weighed_now,
    with_now,
)
from engine import (
    Budget,
    BudgetSpent,
    Geometry,
    NotUnique,
    Symmetry,
    generate,
    has_symmetry,
    parse,
    parse_line,
    short_way,
    solve,
)
from engine.difficulty import Difficulty
from engine.practice.position import positions, read_position
from engine.techniques import DIGIT_BY_TRIAL, Family, State, Step, Technique, cost
from engine.techniques.als import ALS_XZ
from engine.techniques.locked import POINTING
from engine.techniques.nested import NESTED_NET
from engine.techniques.singles import placed_singles
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR, DIRECT_HIDDEN_TRIPLE, NAKED_PAIR
from engine.way.easiest import easiest_way, next_step
from engine.way.player import Mistake
from engine.way.short import to_next_digit
from engine.words import passages
from engine.words.passage import told
from tests.engine.way.test_short import WITHOUT_SINGLES

BUDGET = Budget(300)
"""Long enough on any machine; what ends is the work."""

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FOUR = parse("1...341.21.34..1")
HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

EXPERT = "1946752832584937167..12845961.982..4..2351..8...746.21...867......514.9....239..."
"""Rated 6.2; an ALS-XZ would lead to a digit at once, but Pointing stands beside it."""

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

SOLVED = "1234341221434321"
EASY = "1234341221434.2."
SEVERAL = "1234............"
NONE = "11.............."


def test_a_decision_has_the_solution_two_of_several_or_what_contradicts_itself() -> None:
    assert decide_now(parse(EASY), BUDGET).solutions == (parse(SOLVED),)
    several = decide_now(parse(SEVERAL), BUDGET)
    assert len(set(several.solutions)) == 2
    none = decide_now(parse(NONE), BUDGET)
    assert none.solutions == ()
    assert none.contradiction is not None
    assert none.contradiction.cells == (0, 1)


def test_a_puzzle_that_somebody_brings_is_rated_if_that_is_quick() -> None:
    # On a busy machine the short look may find nothing, so it is taken until it does.
    looks = (appraise_now(NINE, BUDGET) for _ in range(100))
    nine = next(one for one in looks if one.difficulty)
    looks = (appraise_now(parse(EASY), BUDGET) for _ in range(100))
    four = next(one for one in looks if one.difficulty)
    assert nine.difficulty is Difficulty.EASY
    assert nine.grade is not None
    assert nine.grade.difficulty is Difficulty.EASY
    assert (four.difficulty, four.grade) == (Difficulty.EASY, None)
    for board in (SEVERAL, NONE):
        found = appraise_now(parse(board), BUDGET)
        assert (found.decision, found.difficulty) == (decide_now(parse(board), BUDGET), None)
    sixteen = generate(Geometry(4, 4), Symmetry.NONE, "large").grid
    large = appraise_now(sixteen, BUDGET)
    assert (len(large.decision.solutions), large.difficulty, large.grade) == (1, None, None)


def test_the_weight_of_a_way_is_that_of_its_steps_beyond_singles() -> None:
    assert weighed_now(NINE, BUDGET) == Weighed(0, 0, None), "singles solve it"
    grid = generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid
    steps = [step for step in short_way(grid) if step.technique.family is not Family.SINGLES]
    assert steps
    costs = [cost(step) for step in steps]
    hardest = steps[costs.index(max(costs))].technique
    assert weighed_now(grid, BUDGET) == Weighed(round(100 * sum(costs)), len(steps), hardest)
    with pytest.raises(BudgetSpent):
        weighed_now(grid, Budget(0))


@pytest.mark.parametrize(
    ("lines", "most", "count", "is_all"),
    [
        ([EASY, SEVERAL, NONE], 3, 3, True),
        ([EASY, SEVERAL, NONE], 2, 2, False),
        ([EASY, SEVERAL, NONE], 4, 3, True),
        ([EASY], 0, 0, False),
        ([], 0, 0, True),
    ],
)
def test_of_a_text_so_many_boards_are_checked(
    lines: list[str], most: int, count: int, is_all: object
) -> None:
    checked, whole = bundle_now("\n".join(lines), most, BUDGET)
    assert whole is is_all
    assert [one.found.board for one in checked] == [*map(parse, lines[:count])]
    assert [one.decision for one in checked] == [
        decide_now(parse(line), BUDGET) for line in lines[:count]
    ]


def test_a_full_board_of_a_text_needs_no_decision() -> None:
    ((one,), is_all) = bundle_now(SOLVED, 9, BUDGET)
    assert (one.found.board, one.decision, is_all) == (parse(SOLVED), None, True)


def test_without_time_no_part_of_a_text_is_worth_having() -> None:
    with pytest.raises(BudgetSpent):
        bundle_now(EASY, 9, Budget(0))


def test_a_step_of_a_technique_is_shown_where_there_is_one() -> None:
    position = positions(NAKED_PAIR)[0]
    step = shown_now(position.state, NAKED_PAIR, BUDGET)
    assert step is not None
    assert step.technique is NAKED_PAIR
    assert shown_now(State.start(parse(EASY)), NAKED_PAIR, BUDGET) is None


def test_what_is_made_is_what_was_asked_for() -> None:
    six = generate_now(6, Symmetry.CENTRAL, "seed", None, BUDGET)
    assert six == generate(Geometry(2, 3), Symmetry.CENTRAL, "seed")
    medium = graded_now(6, Symmetry.NONE, "seed", Difficulty.MEDIUM, BUDGET)
    assert difficulty_now(medium.grid, BUDGET) is Difficulty.MEDIUM
    paired = with_now(6, Symmetry.NONE, "seed", NAKED_PAIR, BUDGET)
    assert len(decide_now(paired.grid, BUDGET).solutions) == 1
    assert read_now(len, ("text",), BUDGET) == 4


def test_symmetries_are_all_that_the_pattern_of_givens_has() -> None:
    found = report_now(parse(EASY), BUDGET).symmetries
    assert Symmetry.NONE not in found
    assert set(found) == {
        kind for kind in Symmetry if kind is not Symmetry.NONE and has_symmetry(parse(EASY), kind)
    }


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


def test_the_steps_to_a_solution_are_those_of_a_short_way() -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, "way 15").grid
    assert way_now(State.start(grid), None, BUDGET) == short_way(grid, BUDGET)


@pytest.mark.parametrize("seed", ["way 3", "way 9", "way 48"])
def test_the_way_of_an_expert_puzzle_has_no_step_above_its_label(seed: str) -> None:
    grid = generate(Geometry(3, 3), Symmetry.NONE, seed).grid
    assert difficulty_now(grid, BUDGET) is Difficulty.EXPERT
    state = State.start(grid)
    way = way_now(state, begin_now(state, BUDGET), BUDGET)
    assert all(step.technique.difficulty.is_within(Difficulty.EXPERT) for step in way)
    held = [step.technique.difficulty for step in short_way(grid, BUDGET)]
    assert Difficulty.EXTREME in held, "the shortest way has a step above it"


@pytest.mark.long
@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.6])
def test_a_short_budget_gives_the_short_way_or_none(seconds: float) -> None:
    """The easiest steps, or the best of fewer tries, would be a longer way."""
    state = State.start(generate(Geometry(3, 3), Symmetry.NONE, "way 76").grid)
    best = short_way(state.grid, BUDGET)
    assert len(easiest_way(state.grid, BUDGET)) > len(best)
    try:
        assert way_now(state, None, Budget(seconds)) == best
    except BudgetSpent:
        assert way_now(state, None, BUDGET) == best


def test_a_way_begins_as_was_told_before_it_was_found() -> None:
    state = State.start(parse(WITHOUT_SINGLES[0]))
    begun = begin_now(state, BUDGET)
    assert begun.steps
    assert way_now(state, begun, BUDGET)[: len(begun.steps)] == begun.steps
    with pytest.raises(BudgetSpent):
        begin_now(state, Budget(0))


def answers(*seconds: float) -> list[str]:
    """What a process of its own reads in a photo and in a slow picture, in so many seconds each."""
    program = f"""
from bot.pool.jobs import pictures_now
from engine.notation import parse
from engine.photo import Unreadable
from engine.search import Budget, BudgetSpent
from tests.engine.photo.drawn import drawn
from tests.engine.photo.forms import PICTURES

for content in drawn(parse("12.4341221434321")), PICTURES["sixteen large boards"]():
    for seconds in {seconds}:
        try:
            print(pictures_now(bytearray(content), Budget(seconds))[0].grid)
        except (Unreadable, BudgetSpent) as error:
            print(getattr(error, "why", type(error).__name__))
"""
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    return told.splitlines()


@pytest.mark.long
def test_a_picture_is_read_again_where_the_time_was_short_and_given_up_where_it_was_long() -> None:
    # All looks at the second picture take more than two seconds.
    assert answers(0, 0.99 * WORTH_HAVING_SECONDS, WORTH_HAVING_SECONDS) == [
        "BudgetSpent",
        "12.4341221434321",
        "12.4341221434321",
        "BudgetSpent",
        "BudgetSpent",
        "too_hard",
    ]
