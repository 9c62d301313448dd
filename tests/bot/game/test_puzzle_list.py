"""Files as programs write them: .sdm, .sdk and .ss are described by SadMan and Simple Sudoku."""

from hypothesis import given
from hypothesis import strategies as st

from bot.game.puzzle_list import MOST_LINES, ListedBoard, read_puzzle_list
from engine import Grid, InvalidGrid, parse, to_board

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


def test_nothing_behind_the_last_line_is_read() -> None:
    assert len(list(read_puzzle_list("hello\n\n" * MOST_LINES))) == MOST_LINES // 2


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
