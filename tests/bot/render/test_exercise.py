import pytest

from bot.messages import languages
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import (
    AnswerExercise,
    Learn,
    Practise,
    TapBox,
    TapCell,
    TurnPosition,
)
from bot.render.exercise import (
    Tapped,
    asked,
    claim_text,
    exercise_pad,
    path_buttons,
    solved_pad,
    verdict_words,
)
from bot.render.hint_words import last_of
from bot.render.keyboard import data
from bot.render.stage import Stage
from engine import parse
from engine.practice.claim import Claim, Judged, Verdict
from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Step, steps
from engine.techniques.fish import X_WING
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.single_digit import SKYSCRAPER
from engine.techniques.singles import HIDDEN_SINGLE

WING = positions(X_WING)[0]
STATE = WING.state
STEP = next(steps(STATE, X_WING))
TAPPED = Tapped(X_WING, 5)
CELL = STEP.eliminations[0].cell


def test_all_boxes_lie_as_on_the_board() -> None:
    rows = exercise_pad("en", STATE, STEP, TAPPED)
    assert [len(row) for row in rows] == [3, 3, 3, 1]
    taps = [button[1] for row in rows[:3] for button in row]
    assert taps == [TapBox(X_WING, 5, 0, box) for box in range(9)]


def test_a_box_shows_the_candidates_of_its_cells() -> None:
    box = STATE.geometry.box_of(CELL)
    rows = exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, box=box))
    taps = {button[1]: button[0] for row in rows for button in row}
    label = taps[TapCell(X_WING, 5, 0, CELL)]
    digits = label.partition(": ")[2]
    assert {int(digit) for digit in digits} == {
        value for value in STATE.digits if STATE.has(Candidate(CELL, value))
    }


def test_a_cell_shows_each_candidate_that_may_go() -> None:
    rows = exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, cell=CELL))
    answers = [button[1] for row in rows for button in row if isinstance(button[1], AnswerExercise)]
    assert {answer.digit for answer in answers} == {
        value for value in STATE.digits if STATE.has(Candidate(CELL, value))
    }
    assert not any(answer.places for answer in answers)


def test_what_was_told_stays_told_in_every_button() -> None:
    told = Tapped(X_WING, 5, Stage.WHY, cell=CELL)
    for row in exercise_pad("en", STATE, STEP, told):
        for _, action, *_ in row:
            assert isinstance(action, Practise)
            assert action.stage >= Stage.WHY


def test_the_longest_data_fit() -> None:
    longest = max(TAUGHT, key=len)
    action = AnswerExercise(longest, 999_999_999, 3, 80, 9, places=False)
    assert len(data(action)) <= 64


@pytest.mark.parametrize("language", languages())
def test_everything_has_words(language: str) -> None:
    for tapped in (TAPPED, Tapped(X_WING, 5, box=0), Tapped(X_WING, 5, cell=3)):
        assert asked(language, STATE, STEP, tapped)
    claim = Claim(removed=STEP.eliminations[:1])
    said = {
        verdict_words(language, STATE, X_WING, claim, judged)
        for judged in (*map(Judged, Verdict), Judged(Verdict.OTHER, STEP))
    }
    assert len(said) == len(Verdict) + 1


def test_a_claim_is_written_as_it_may_be_typed() -> None:
    gone = (Candidate(30, 7), Candidate(30, 2), Candidate(31, 2))
    assert claim_text(STATE, Claim((Candidate(0, 5),), gone)) == "r1c1=5 r4c4<>27 r4c5<>2"


def labels(rows: list[list[Button]]) -> list[list[str]]:
    return [[label for label, *_ in row] for row in rows]


def actions(rows: list[list[Button]]) -> list[list[object]]:
    return [[button[1] for button in row] for row in rows]


def test_a_box_is_shown_by_its_number_and_a_full_one_by_a_check_mark() -> None:
    rows = exercise_pad("en", STATE, STEP, TAPPED)
    shape = STATE.geometry
    full = {box for box in range(9) if all(STATE.values[cell] for cell in shape.boxes[box])}
    for box, label in enumerate(label for row in labels(rows)[:3] for label in row):
        assert label == ("✓" if box in full else f"▦ {box + 1}")
    assert actions(rows)[-1] == [Practise(X_WING, 5, 1)]
    filled = STATE.after([Candidate(cell, 1) for cell in shape.boxes[4]], [])
    assert labels(exercise_pad("en", filled, STEP, TAPPED))[1][1] == "✓"


@pytest.mark.parametrize("box", range(9))
def test_the_cells_of_a_box_lie_as_on_the_board_and_filled_ones_lead_nowhere(box: int) -> None:
    rows = exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, Stage.WHERE, box=box))
    assert [len(row) for row in rows] == [3, 3, 3, 2]
    pairs = zip(STATE.geometry.boxes[box], [key for row in rows[:3] for key in row], strict=True)
    for cell, key in pairs:
        value = STATE.values[cell]
        if value:
            assert key[:2] == (str(value), TapBox(X_WING, 5, 1, box))
        else:
            assert key[0].startswith(f"r{cell // 9 + 1}c{cell % 9 + 1}: ")
            assert key[1] == TapCell(X_WING, 5, 1, cell)
    assert labels(rows)[-1][0] == "◀"
    assert actions(rows)[-1] == [TapBox(X_WING, 5, 1), Practise(X_WING, 5, 2)]


def test_a_box_that_the_board_does_not_have_is_one_that_it_has() -> None:
    """Data come back from people's devices."""
    one, far = (exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, box=box)) for box in (2, 11))
    assert labels(one) == labels(far)


def test_the_keys_of_a_cell_say_whether_its_digit_goes_or_stays() -> None:
    blank = next(cell for cell in STATE.grid.blanks() if STATE.cells[cell].bit_count() >= 2)
    digits = [value for value in STATE.digits if STATE.has(Candidate(blank, value))]
    rows = exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, cell=blank))
    assert labels(rows)[0] == [f"≠ {digit}" for digit in digits]
    assert actions(rows)[0] == [
        AnswerExercise(X_WING, 5, 0, blank, digit, places=False) for digit in digits
    ]
    assert labels(rows)[-1][0] == "◀"
    assert actions(rows)[-1] == [TapBox(X_WING, 5, 0), Practise(X_WING, 5, 1)]
    single = positions(HIDDEN_SINGLE)[0].state
    placing = next(steps(single, HIDDEN_SINGLE))
    ((cell, value),) = placing.placements
    keys = exercise_pad("en", single, placing, Tapped(HIDDEN_SINGLE, 5, cell=cell))
    assert f"= {value}" in labels(keys)[0]
    assert AnswerExercise(HIDDEN_SINGLE, 5, 0, cell, value, places=True) in actions(keys)[0]


def test_five_digits_stand_in_a_row() -> None:
    start = State.start(parse("." * 81))
    rows = exercise_pad("en", start, STEP, Tapped(X_WING, 5, cell=0))
    assert [len(row) for row in rows] == [5, 4, 2]


def test_a_reason_in_passages_is_turned_like_pages_and_ends_with_the_move() -> None:
    state = positions(NESTED_NET)[0].state
    step = next(steps(state, NESTED_NET))
    last = last_of(step)
    first = exercise_pad("en", state, step, Tapped(NESTED_NET, 5, Stage.WHY))
    assert actions(first)[-2:] == [
        [TurnPosition(NESTED_NET, 5, 2, 1)],
        [TurnPosition(NESTED_NET, 5, 3, last)],
    ]
    later = exercise_pad("en", state, step, Tapped(NESTED_NET, 5, Stage.WHY, passage=2))
    assert actions(later)[-2] == [TurnPosition(NESTED_NET, 5, 2, at) for at in (1, 3)]
    before = exercise_pad("en", state, step, Tapped(NESTED_NET, 5, Stage.WHERE))
    assert actions(before)[-1] == [Practise(NESTED_NET, 5, 2)]
    assert len(before) == 3 + 1
    short = exercise_pad("en", STATE, STEP, Tapped(X_WING, 5, Stage.WHY))
    assert actions(short)[-1] == [Practise(X_WING, 5, 3)]
    assert len(short) == 3 + 1


def test_it_is_asked_for_what_comes_next() -> None:
    single = positions(HIDDEN_SINGLE)[0].state
    placing = next(steps(single, HIDDEN_SINGLE))
    assert "<code>r4c4=7</code>" in asked("en", single, placing, Tapped(HIDDEN_SINGLE, 5))
    assert "<code>r4c4&lt;&gt;7</code>" in asked("en", STATE, STEP, TAPPED)
    assert asked("en", STATE, STEP, Tapped(X_WING, 5, box=0)) == "Which cell?"
    in_cell = Tapped(X_WING, 5, box=0, cell=12)
    assert asked("en", STATE, STEP, in_cell) == "Which candidate is ruled out in r2c4?"
    assert asked("en", single, placing, in_cell) == "Which digit belongs in r2c4?"


def test_after_a_position_comes_another_one_and_the_path_goes_on() -> None:
    another, list_of_all = Practise(X_WING, 0, 0), Learn()
    last = [list_of_all]
    assert actions(solved_pad("en", X_WING, None, X_WING)) == [[another], last]
    assert actions(solved_pad("en", X_WING, None, SKYSCRAPER)) == [
        *([another], [Learn(SKYSCRAPER)], last)
    ]
    again = Practise(HIDDEN_SINGLE, 0, 0)
    for lesson in (X_WING, SKYSCRAPER):
        assert actions(solved_pad("en", X_WING, HIDDEN_SINGLE, lesson)) == [
            *([another], [again], last)
        ]
    assert actions(path_buttons("en", HIDDEN_SINGLE, X_WING)) == [[again], [Learn(X_WING)]]
    assert actions(path_buttons("en", None, X_WING)) == [[Learn(X_WING)]]


def test_a_verdict_says_what_was_concluded_and_what_was_looked_for() -> None:
    claim = Claim(removed=(Candidate(30, 7),))

    def said(verdict: Verdict, other: Step | None = None) -> str:
        return verdict_words("en", STATE, X_WING, claim, Judged(verdict, other))

    assert said(Verdict.RIGHT) == "✓ Right!"
    assert said(Verdict.WRONG) == "✗ r4c4<>7 doesn't follow. Look again."
    assert said(Verdict.OTHER).startswith("r4c4<>7 is true, but it doesn't come from this: X-wing")
    assert said(Verdict.OTHER, STEP) == (
        "✓ r4c4<>7 is right, by another technique: X-wing. Here we look for: X-wing."
    )
