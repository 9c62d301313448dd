import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import SYMBOLS, Grid, InvalidGrid
from engine.notation.lines import is_puzzle, pack_lines, plain_cells, unix_ends, wide_encoding
from engine.search.batch import pack

FOUR = Geometry(2, 2)
SIXTEEN = Geometry(4, 4)
FIRST, SECOND = "12.4" + "." * 12, "." * 15 + "1"
BOTH = pack(map(Grid.from_line, (FIRST, SECOND)))


@pytest.mark.parametrize(
    "text",
    [
        f"{FIRST}\n{SECOND}\n",
        f"# two of them\n{FIRST}\n\n{SECOND}",
        f"{FIRST}\r\n{SECOND}\r\n",
        f"{FIRST}\r{SECOND}\r",
        f"{FIRST} 1.2\n{SECOND},9 easy\n",
        f"{FIRST}\t1.2\n{SECOND};9 easy\n",
        f"{FIRST.replace('.', '0')}\n{SECOND.replace('.', '*')}\n",
    ],
)
def test_puzzles_stand_one_a_line(text: str) -> None:
    assert pack_lines(FOUR, text) == BOTH
    assert pack_lines(FOUR, text.encode()) == BOTH
    assert pack_lines(FOUR, bytearray(text.encode())) == BOTH
    assert pack_lines(FOUR, memoryview(text.encode())) == BOTH


def test_an_array_of_texts_needs_no_ends_of_lines() -> None:
    rows = memoryview((FIRST + SECOND).encode()).cast("B", [2, 16])
    assert pack_lines(FOUR, rows) == BOTH
    numpy = pytest.importorskip("numpy")
    assert pack_lines(FOUR, numpy.array([FIRST, SECOND], "S16")) == BOTH


def test_an_array_of_characters_may_be_of_any_shape() -> None:
    numpy = pytest.importorskip("numpy")
    commented = [FIRST + " easy", SECOND]
    assert pack_lines(FOUR, numpy.array(commented, "S40")) == BOTH
    bytes_of_two = numpy.frombuffer((FIRST + SECOND).encode(), numpy.uint8)
    assert pack_lines(FOUR, bytes_of_two.reshape(2, 16)) == BOTH
    padded = (FIRST + "\0" * 4 + SECOND + "\0" * 4).encode()
    assert pack_lines(FOUR, memoryview(padded).cast("B", [2, 20])) == BOTH
    assert pack_lines(FOUR, numpy.array(FIRST, "S16")) == BOTH[:16]


@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)])
def test_the_last_digit_of_a_board_is_read_and_the_next_is_not(box: tuple[int, int]) -> None:
    shape = Geometry(*box)
    last, rest = SYMBOLS[shape.size - 1], "." * (shape.cell_count - 1)
    lines = [f"{rest}{last} 9".encode(), f"{last}{rest}".encode()]
    cells = plain_cells(shape, lines)
    assert cells is not None
    assert [cells.find(shape.size), cells.rfind(shape.size)] == [
        shape.cell_count - 1,
        shape.cell_count,
    ]
    if shape.size < len(SYMBOLS):
        assert plain_cells(shape, [f"{rest}{SYMBOLS[shape.size]}".encode()]) is None
    assert plain_cells(shape, []) == b""


def test_lines_that_are_blank_or_begin_as_comments_hold_no_puzzle() -> None:
    assert [is_puzzle(line) for line in (b"", b" \t", b"# 12", b"12.4", b" # 1", b"1 # 2")] == [
        *(False, False, False),
        *(True, True, True),
    ]


@pytest.mark.parametrize(
    ("start", "encoding"),
    [
        ("\ufeff12".encode("utf-16-le"), "utf-16"),
        ("\ufeff12".encode("utf-16-be"), "utf-16"),
        ("12".encode("utf-16-le"), "utf-16-le"),
        ("12".encode("utf-16-be"), "utf-16-be"),
        (b"12\0", None),
        ("\ufeff12".encode(), None),
        (b"", None),
    ],
)
def test_wide_texts_are_known_by_their_first_two_bytes(start: bytes, encoding: str | None) -> None:
    assert wide_encoding(start) == encoding


def test_larger_boards_go_on_with_letters() -> None:
    line = "123456789ABCDEFG" + "g" + "." * 239
    assert pack_lines(SIXTEEN, line)[:18] == bytes([*range(1, 17), 16, 0])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (FIRST[1:], "15 cells, expected 16"),
        (FIRST + ".", "17 cells, expected 16"),
        (",", "0 cells, expected 16"),
        ("; ,\t", "0 cells, expected 16"),
        (f"{FIRST[:8]} {FIRST[8:]}", "8 cells, expected 16"),
        ("5" + FIRST[1:], "5 at row 1, column 1 is more than 4"),
        ("..x" + FIRST[3:], "'x' at row 1, column 3 is not a digit"),
    ],
)
def test_what_is_no_puzzle_is_named_with_its_line(line: str, words: str) -> None:
    with pytest.raises(InvalidGrid, match=words) as raised:
        pack_lines(FOUR, f"# a comment\n{SECOND}\n{line}\n")
    assert str(raised.value).startswith("line 3: ")
    assert raised.value.details["line"] == 3
    assert plain_cells(FOUR, [SECOND.encode(), line.encode()]) is None


def test_wider_numbers_are_no_text() -> None:
    with pytest.raises(TypeError, match="single bytes, not items of 4"):
        pack_lines(FOUR, memoryview(bytes(64)).cast("i"))


@given(st.lists(st.text("12.\r\n", max_size=3)))
def test_lines_end_as_in_any_system(pieces: list[str]) -> None:
    *whole, last = ("".join(pieces) + "!").splitlines()
    assert unix_ends("".join(pieces).encode()).decode().split("\n") == [*whole, last[:-1]]
