import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid
from engine.notation.lines import pack_lines, plain_cells, split_lines
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
    assert raised.value.__notes__ == ["in line 3"]
    assert plain_cells(FOUR, [SECOND.encode(), line.encode()]) is None


def test_wider_numbers_are_no_text() -> None:
    with pytest.raises(TypeError, match="single bytes, not items of 4"):
        pack_lines(FOUR, memoryview(bytes(64)).cast("i"))


@given(st.lists(st.text("12.\r\n", max_size=3)))
def test_lines_end_as_in_any_system(pieces: list[str]) -> None:
    *whole, last = ("".join(pieces) + "!").splitlines()
    assert [line.decode() for line in split_lines("".join(pieces).encode())] == [*whole, last[:-1]]
