"""Files as programs write them: .sdm, .sdk and .ss are described by SadMan and Simple Sudoku."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.puzzle_list import MOST_LINES, ListedBoard, read_puzzle_list
from bot.render.text_board import text_board
from engine import Geometry, Grid, InvalidGrid, parse, to_board

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NINE = parse(LINE)
FOUR = parse("1.34341221434321")
SDK = "#ASomebody\n#DA puzzle\n[Puzzle]\n" + "\n".join(LINE[at : at + 9] for at in range(0, 81, 9))
RULE = "*-----------*"
SS = f"""{RULE}
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
{RULE}"""


def boards(text: str) -> list[Grid]:
    return [found.board for found in read_puzzle_list(text) if isinstance(found.board, Grid)]


def test_each_line_may_be_a_puzzle() -> None:
    text = f"{LINE}\n{LINE} # easy\n\n1.34341221434321\n"
    assert list(read_puzzle_list(text)) == [
        ListedBoard(1, 1, NINE),
        ListedBoard(2, 2, NINE),
        ListedBoard(4, 4, FOUR),
    ]


def test_a_board_of_rows_may_follow_comments_and_a_heading() -> None:
    assert list(read_puzzle_list(SDK)) == [ListedBoard(4, 12, NINE)]


def test_drawn_boards_one_below_the_other() -> None:
    assert boards(SS) == [NINE]
    assert boards(f"{SS}\n\n{SS}") == [NINE, NINE]
    assert boards(f"{SS}\n{SS}") == [NINE, NINE]
    assert boards(f"{to_board(NINE)}\n{to_board(NINE)}") == [NINE, NINE]
    rows = "\n".join(LINE[at : at + 9] for at in range(0, 81, 9))
    assert boards(f"{rows}\n{rows}\n{rows}") == [NINE] * 3


def test_sixteen_rows_of_sixteen_are_one_board_and_sixteen_small_ones_are_not() -> None:
    rows = ["123456789ABCDEFG", *["." * 16] * 15]
    (large,) = boards("\n".join(rows))
    assert large.geometry.size == 16
    assert boards("\n".join([str(FOUR)] * 16)) == [FOUR] * 16


def test_lines_without_a_puzzle_are_reported_among_the_others() -> None:
    found = list(read_puzzle_list(f"{LINE}\n{LINE[:-1]}\nhello\n{LINE}"))
    reasons = [(one.first, getattr(one.board, "reason", "")) for one in found]
    assert reasons == [(1, ""), (2, "size"), (3, "empty"), (4, "")]


@pytest.mark.long
def test_nothing_behind_the_last_line_is_read() -> None:
    assert len(list(read_puzzle_list("hello\n\n" * MOST_LINES))) == MOST_LINES // 2


@pytest.mark.long
@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [LINE, SDK, SS, str(FOUR), "", RULE, "[Puzzle]", LINE[:-3], "53..7...."]
            ),
            st.text(max_size=90),
            st.text("0123456789.|-+* ", max_size=90),
        ),
        max_size=12,
    )
)
def test_any_text_is_answered_line_by_line_in_order(parts: list[str]) -> None:
    text = "\n".join(parts)
    last = 0
    for found in read_puzzle_list(text):
        assert last < found.first <= found.last <= len(text.splitlines())
        assert isinstance(found.board, Grid | InvalidGrid)
        last = found.last


def board_of(size: int, first: int) -> Grid:
    """A full grid of a size, of which the first digit is chosen."""
    geometry = Geometry.of_size(size)
    tall, wide = geometry.box_rows, geometry.box_columns
    digits = (
        (wide * (row % tall) + row // tall + column + first - 1) % size + 1
        for row in range(size)
        for column in range(size)
    )
    return Grid(geometry, bytes(digits))


def rows_of(board: Grid) -> list[str]:
    line, size = str(board), board.geometry.size
    return [line[at : at + size] for at in range(0, len(line), size)]


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16, 25])
def test_boards_of_every_size_may_stand_one_below_the_other(size: int) -> None:
    listed = [board_of(size, first) for first in (2, 3, 2)]
    rows = [row for board in listed for row in rows_of(board)]
    assert boards("\n".join(rows)) == listed
    assert boards("\n".join([*rows, "no board"])) == listed


@pytest.mark.parametrize("size", [4, 6, 9])
def test_boards_of_numbered_rows_may_stand_one_below_the_other(size: int) -> None:
    listed = [board_of(size, first) for first in (2, 3, 2)]
    rows = [row for board in listed for row in rows_of(board)]
    numbered = [f"{at % size + 1}: {row}" for at, row in enumerate(rows)]
    assert boards("\n".join(numbered)) == listed


@pytest.mark.parametrize("size", [4, 6, 8, 9])
def test_boards_with_numbers_at_their_edges_may_stand_one_below_the_other(size: int) -> None:
    listed = [board_of(size, first) for first in (2, 3)]
    assert boards("\n".join(text_board(board, board) for board in listed)) == listed


def test_the_lines_of_a_board_are_counted_from_one() -> None:
    (found,) = read_puzzle_list(SDK)
    assert [*found.lines] == [4, 5, 6, 7, 8, 9, 10, 11, 12]


@pytest.mark.long
def test_a_list_may_have_three_thousand_lines() -> None:
    text = f"{LINE}\n" * 3_001
    assert MOST_LINES == 3_000
    assert sum(1 for _ in read_puzzle_list(text)) == MOST_LINES


def test_a_row_of_sixteen_ends_where_its_board_does() -> None:
    large = rows_of(board_of(16, 2))
    assert boards("\n".join([*large, str(FOUR)])) == [board_of(16, 2), FOUR]
    assert boards("\n".join([str(FOUR), str(FOUR)])) == [FOUR, FOUR]
    assert boards("\n".join([str(FOUR), "1...", "..1.", "...1", ".1.."])) == [
        *(FOUR, parse("1.....1....1.1..")),
    ]


def test_a_short_board_with_a_mistake_is_one_mistake() -> None:
    rows = rows_of(board_of(9, 2))
    short = "\n".join([*rows[:-1], rows[-1][:-1]])
    assert [(one.first, one.last) for one in read_puzzle_list(short)] == [(1, 9)]
    # Forty lines are the tallest board; of more of them the first is given up.
    for height, mistakes in ((40, 1), (41, 2)):
        text = "\n".join(["12x"] * height)
        assert sum(1 for _ in read_puzzle_list(text)) == mistakes
    long = "\n".join(["1" * 40] * 3), "\n".join(["1" * 41] * 3)
    assert [sum(1 for _ in read_puzzle_list(text)) for text in long] == [1, 3]
