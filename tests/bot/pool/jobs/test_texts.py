import pytest

from bot.pool.jobs import bundle_now, decide_now, read_now
from engine import Budget, BudgetSpent, parse
from tests.bot.pool.jobs.boards import BUDGET, EASY, NONE, SEVERAL, SOLVED


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


def test_a_text_is_read_by_any_reader() -> None:
    assert read_now(len, ("text",), BUDGET) == 4
