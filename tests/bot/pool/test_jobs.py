import pytest

from bot.pool.jobs import report_now
from engine import Budget, NotUnique, Symmetry, parse
from engine.difficulty import Difficulty

BUDGET = Budget(10)
NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
FOUR = parse("1...341.21.34..1")


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
