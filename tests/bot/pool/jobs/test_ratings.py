import pytest

from bot.pool.jobs import appraise_now, decide_now, report_now
from engine import ACCELERATED, Geometry, NotUnique, Symmetry, generate, has_symmetry, parse
from engine.difficulty import Difficulty
from tests.bot.pool.jobs.boards import BUDGET, EASY, NINE, NONE, SEVERAL

FOUR = parse("1...341.21.34..1")


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


@pytest.mark.skipif(not ACCELERATED, reason="the C core is not built")
def test_of_the_hardest_puzzles_only_the_difficulty_is_seen_at_a_glance() -> None:
    hardest = parse(
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    )
    looks = (appraise_now(hardest, BUDGET) for _ in range(100))
    found = next(one for one in looks if one.difficulty)
    assert (found.difficulty, found.grade) == (Difficulty.EXTREME, None)


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
