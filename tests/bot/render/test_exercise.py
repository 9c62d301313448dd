import pytest

from bot.messages import languages
from bot.render.buttons.puzzles import AnswerExercise, Practise, TapBox, TapCell
from bot.render.exercise import Tapped, asked, claim_text, exercise_pad, verdict_words
from bot.render.keyboard import data
from bot.render.stage import Stage
from engine.practice.claim import Claim, Judged, Verdict
from engine.practice.position import positions
from engine.techniques import TAUGHT, steps
from engine.techniques.fish import X_WING
from engine.techniques.layout import Candidate

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
    assert len(said) == 5


def test_a_claim_is_written_as_it_may_be_typed() -> None:
    gone = (Candidate(30, 7), Candidate(30, 2), Candidate(31, 2))
    assert claim_text(STATE, Claim((Candidate(0, 5),), gone)) == "r1c1=5 r4c4<>27 r4c5<>2"
