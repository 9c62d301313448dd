import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entry import Answer, Letters, parse_entry
from bot.game.entry.board import (
    as_board,
    board_in,
    drawn_board,
    has_rows,
    is_boardlike,
    row_at,
    without_frame,
)
from bot.game.entry.message import TypedMessage
from bot.game.move import Intents
from bot.game.refused import Refused
from bot.render.text_board import WIDTH_ALONE, text_board
from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid
from engine.notation import parse

FOUR, SIX, NINE = (Geometry.of_size(size) for size in (4, 6, 9))
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def grid(line: str, geometry: Geometry = NINE) -> Grid:
    return Grid(geometry, bytes(int(symbol) for symbol in line.replace(".", "0")))


def lines(line: str, size: int = 9) -> str:
    return "\n".join(line[at : at + size] for at in range(0, len(line), size))


@pytest.mark.parametrize(
    "text",
    [
        SOLUTION,
        lines(SOLUTION),
        " ".join(SOLUTION),
        lines(SOLUTION, 3),
        lines(SOLUTION, 27),
        lines(SOLUTION, 20),
        " ".join(SOLUTION[at : at + 3] for at in range(0, 81, 3)),
        "answer: " + SOLUTION,
        str([[int(SOLUTION[9 * row + column]) for column in range(9)] for row in range(9)]),
        "\n".join(f"{row + 1}: {SOLUTION[9 * row : 9 * row + 9]}" for row in range(9)),
        "".join(chr(0xFF10 + int(digit)) for digit in SOLUTION),
        "".join(f"{digit}\ufe0f\u20e3" for digit in SOLUTION),
        "9×9 · #12\n" + text_board(grid(SOLUTION), grid(GIVENS)) + "\nwell done",
    ],
)
def test_a_whole_board_in_any_layout_is_an_answer(text: str) -> None:
    assert parse_entry(text, NINE, Letters.ROW) == Answer(grid(SOLUTION))


def test_a_wrong_answer_is_still_an_answer() -> None:
    wrong = SOLUTION.replace("5346", "5436", 1)
    for text in (wrong, lines(wrong), " ".join(wrong[at : at + 3] for at in range(0, 81, 3))):
        assert parse_entry(text, NINE, Letters.ROW) == Answer(grid(wrong))


def test_a_board_without_row_numbers_is_an_answer_with_blanks() -> None:
    assert parse_entry(lines(GIVENS), NINE, Letters.ROW) == Answer(grid(GIVENS))


def test_a_small_board_may_be_broken_anywhere_but_stands_alone() -> None:
    board = Answer(grid("1234341221434321", FOUR))
    assert parse_entry("1234 3412\n2143 4321", FOUR, Letters.ROW) == board
    assert parse_entry("call 1234 3412\n2143 4321 now", FOUR, Letters.ROW) is None


def test_a_move_beside_a_board_is_not_passed_over() -> None:
    with pytest.raises(Refused) as caught:
        parse_entry("row 4 column 5 is 7\n" + lines(SOLUTION), NINE, Letters.ROW)
    assert caught.value.key == "not_understood"


def test_numbered_rows_count_by_their_numbers() -> None:
    rows = [f"{row + 1}: {SOLUTION[9 * row : 9 * row + 9]}" for row in range(9)]
    entry = parse_entry("\n".join(reversed(rows)), NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    placed = {intent.cell: intent.value for intent in entry.intents}
    assert Grid.blank(NINE).with_values(placed) == grid(SOLUTION)


@pytest.mark.parametrize("compact", [False, True])
def test_the_top_of_the_bots_board_is_its_rows(compact: bool) -> None:  # noqa: FBT001 - a parameter
    top = text_board(grid(GIVENS), compact=compact).split("\n")[:3]
    entry = parse_entry("\n".join(top), NINE, Letters.ROW)
    assert isinstance(entry, Intents)
    digits = {cell: int(GIVENS[cell]) for cell in range(18) if GIVENS[cell] != "."}
    assert {intent.cell: intent.value for intent in entry.intents} == digits


def test_as_many_groups_of_three_as_a_board_has_can_be_moves() -> None:
    moves = "111 122 133 144 155 166 212 223 234 245 256 261"
    entry = parse_entry(moves, SIX, Letters.ROW)
    assert isinstance(entry, Intents)
    assert len(entry.intents) == 12


def outcome(text: str, geometry: Geometry = NINE) -> str | tuple[str, dict[str, str | int]] | None:
    """The moves of a message as the bot prints them, or why it is refused; None for talk."""
    try:
        entry = parse_entry(text, geometry, Letters.ROW)
    except Refused as refused:
        return refused.key, dict(refused.values)
    return None if entry is None else str(getattr(entry, "grid", "")) or entry_text(entry, geometry)


def entry_text(entry: Answer | Intents, geometry: Geometry) -> str:
    assert isinstance(entry, Intents)
    return entry.text(geometry)


SIXTEEN = Geometry.of_size(16)
LENGTH = {"row": 4, "size": 9}


@pytest.mark.parametrize(
    ("text", "size", "told"),
    [
        # A label and more than half of a row are meant as the row.
        ("4: 53..", 9, None),
        ("4: 53..7", 9, ("row_length", {**LENGTH, "count": 5})),
        ("4: 53..7...", 9, ("row_length", {**LENGTH, "count": 8})),
        ("3: 12", 4, None),
        ("3: 12.", 4, ("row_length", {"row": 3, "size": 4, "count": 3})),
        # A bare number is a label only where the row has no mistake.
        ("4 53..7....", 9, "r4c1=5 r4c2=3 r4c5=7"),
        ("4 53..7...", 9, None),
        ("4 people", 9, None),
        # Only a board of its size has the row, the digit and the letters.
        ("row 0: 53..7....", 9, ("no_such_row", {"row": 0, "size": 9})),
        ("row 1: 53..7....", 9, "r1c1=5 r1c2=3 r1c5=7"),
        ("row 9: 53..7....", 9, "r9c1=5 r9c2=3 r9c5=7"),
        ("row 10: 53..7....", 9, ("no_such_row", {"row": 10, "size": 9})),
        (
            "row 4: 1.5.",
            4,
            ("row_digit", {"row": 4, "column": 3, "digit": "5", "highest": "4"}),
        ),
        ("4: 53..a....", 9, None),
        ("12: 5..E............", 16, "r12c1=5 r12c4=E"),
        # Beside other words the word for a row proves it, and a colon before a long row.
        ("hello row 4: 53....", 6, ("not_understood", {"text": "hello"})),
        ("hello 4: 53....", 6, None),
        ("hello 4: 53......", 8, ("not_understood", {"text": "hello"})),
        ("hello 4 :53..7....", 9, ("not_understood", {"text": "hello"})),
        ("hello 4=53..7....", 9, None),
        ("hello :4=53..7....", 9, None),
    ],
)
def test_rows_are_told_from_other_numbers(
    text: str, size: int, told: str | tuple[str, dict[str, str | int]] | None
) -> None:
    found = outcome(text, Geometry.of_size(size))
    if isinstance(found, tuple) and isinstance(told, tuple) and told[0] == "not_understood":
        found[1].pop("understood")
    assert found == told


def test_a_row_with_a_wrong_digit_counts_as_no_row_of_the_board() -> None:
    row = row_at(TypedMessage.of("row 4: 1.5.", FOUR, Letters.ROW), 0)
    assert row is not None
    assert (row.row, row.intents) == (0, ())


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16])
def test_a_printed_board_loses_its_frame(size: int, *, compact: bool) -> None:
    blank = Grid.blank(Geometry.of_size(size))
    printed = text_board(blank, blank, compact=compact)
    bare = without_frame(TypedMessage.of(printed, blank.geometry, Letters.ROW)).text
    rows = [line for line in bare.split("\n") if line]
    assert [int(row.split()[0].rstrip(":")) for row in rows] == [*range(1, size + 1)]


@pytest.mark.parametrize("chosen", [None, 0])
def test_a_board_with_free_columns_beside_its_keys_loses_its_frame(chosen: int | None) -> None:
    blank = Grid.blank(Geometry(6, 2))
    here = blank.geometry.boxes[0]
    printed = text_board(blank, blank, compact=True, here=here, chosen=chosen, widest=WIDTH_ALONE)
    assert "|9 10|11" in printed
    bare = without_frame(TypedMessage.of(printed, blank.geometry, Letters.ROW)).text
    assert bare.lstrip().startswith("1(" if chosen == 0 else "1 ")


def test_a_board_of_16_that_an_earlier_version_printed_loses_its_heading() -> None:
    rows = "\n".join(f"{row:2}: {' '.join('.' * 16)}" for row in range(1, 17))
    message = TypedMessage.of(f"    1234|5678|9012|3456\n{rows}", Geometry(4, 4), Letters.ROW)
    assert without_frame(message).text.lstrip().startswith("1: ")


def test_the_digits_in_order_may_be_the_first_row() -> None:
    first = "123456789" + "." * 72
    assert outcome(lines(first)) == first


@pytest.mark.parametrize(("clues", "is_board"), [(8, False), (9, True)])
def test_a_board_has_a_digit_for_each_row(clues: int, *, is_board: bool) -> None:
    line = "1" * clues + "." * (81 - clues)
    assert outcome(lines(line)) == (line if is_board else None)


@pytest.mark.parametrize(
    ("size", "whole", "is_board"), [(9, 4, 0), (9, 5, 1), (6, 2, 0), (6, 3, 1)]
)
def test_groups_of_three_are_a_board_if_half_of_its_rows_hold_each_digit(
    size: int, whole: int, *, is_board: bool
) -> None:
    line = "".join(map(str, range(1, size + 1))) * whole + "1" * size * (size - whole)
    groups = " ".join(line[at : at + 3] for at in range(0, len(line), 3))
    entry = parse_entry(groups, Geometry.of_size(size), Letters.ROW)
    assert isinstance(entry, Answer) == is_board
    assert is_board or (isinstance(entry, Intents) and len(entry.intents) == size * size // 3)


@pytest.mark.parametrize(
    ("text", "size", "told"),
    [
        ("1" * 40, 9, None),
        ("1" * 41, 9, ("answer_length", {"count": 41, "expected": 81})),
        ("1234123", 4, None),
        ("12341234", 4, ("answer_length", {"count": 8, "expected": 16})),
        ("1a" * 63, 16, None),
        ("1a" * 64, 16, ("answer_length", {"count": 128, "expected": 256})),
        ("1a" * 64 + " thanks", 16, None),
        ("1" * 41 + " hello", 9, None),
        ("1" * 41 + " a", 9, None),
    ],
)
def test_digits_for_half_of_the_cells_are_meant_as_a_board(
    text: str, size: int, told: tuple[str, dict[str, str | int]] | None
) -> None:
    assert outcome(text, Geometry.of_size(size)) == told


def test_a_large_board_may_be_broken_anywhere() -> None:
    line = "123456789ABCDEFG" * 16
    for text in (lines(line, 16), lines(line, 20), lines(line.lower(), 50)):
        assert parse_entry(text, SIXTEEN, Letters.ROW) == Answer(parse(line, SIXTEEN))


@pytest.mark.parametrize(
    ("text", "is_board"),
    [
        ("." * 13, False),
        ("." * 14, True),
        ("1_*." * 4, True),
        ("12|34 + -- 12|34 \n 12|34|12", True),
        ("." * 14 + "abcd", True),
        ("." * 15 + "abcd", True),
        ("." * 14 + "abcde", False),
        ("." * 15 + "abcde", False),
        ("abcdefghijklmnop", False),
    ],
)
def test_a_boardlike_text_has_fourteen_cells_and_few_other_marks(
    text: str, *, is_board: bool
) -> None:
    assert is_boardlike(text) is is_board


@pytest.mark.parametrize(
    ("text", "is_rows"),
    [
        ("1234\n" * 4, True),
        ("12345678\n" * 3, False),
        ("12345678\n" * 3 + "123", False),
        ("12345678\n" * 3 + "12.4", True),
        ("1234abcdef\n" * 4, False),
    ],
)
def test_rows_are_four_lines_with_more_digits_than_a_move(text: str, *, is_rows: bool) -> None:
    assert has_rows(text) is is_rows


def test_a_text_holds_a_board_or_the_reason_why_it_holds_none() -> None:
    board = "1234341221434321"
    assert as_board(board) == board_in(board) == grid(board, FOUR)
    assert as_board(board[:-1]) is None
    assert isinstance(board_in(board[:-1]), InvalidGrid)
    assert board_in("hello") is None


def test_a_drawn_board_has_a_line_for_each_row() -> None:
    text = "1234\n3412\n2143\n4321"
    assert drawn_board(text) == drawn_board(f"mine\n{text}") == grid("1234341221434321", FOUR)
    assert drawn_board("1234 3412 2143 4321") is None
    assert drawn_board("1234 3412\n2143 4321") is None
    assert drawn_board("\n\n\n" + SOLUTION) is None
    assert drawn_board("is\nthis\na\nboard?") is None


@st.composite
def printed_boards(draw: st.DrawFn) -> tuple[Grid, str]:
    geometry = Geometry.of_size(draw(st.sampled_from((4, 6, 8, 9, 12, 16))))
    random = draw(st.randoms(use_true_random=False))
    lowest = draw(st.sampled_from((0, 1)))
    values = bytes(random.randint(lowest, geometry.size) for _ in range(geometry.cell_count))
    board = Grid(geometry, values)
    own = Grid.blank(geometry)
    return board, text_board(board, own, compact=draw(st.booleans()))


@pytest.mark.long
@given(printed_boards())
def test_the_bots_own_board_reads_back(printed: tuple[Grid, str]) -> None:
    board, text = printed
    entry = parse_entry(text, board.geometry, Letters.ROW)
    if board.is_full:
        assert entry == Answer(board)
    else:
        assert isinstance(entry, Intents)
        placed = {intent.cell: intent.value for intent in entry.intents}
        assert Grid.blank(board.geometry).with_values(placed) == board
