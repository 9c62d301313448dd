import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.grid import InvalidGrid
from engine.notation.symbols import fold, values


@given(st.characters(categories=["Nd"]))
def test_the_decimal_digits_of_every_script_are_digits(symbol: str) -> None:
    assert fold(symbol) == str(unicodedata.decimal(symbol))


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("１Ａｇ．＊＿", "1Ag.*_"),
        ("①\u2460", " 1  1 "),
        ("5\ufe0f\u20e3🔟", "5  10 "),
        ("\ufeff5\u200b3\u200f\u2060", "53"),
        ("5\xa03\u3000\u20097&nbsp;", "5 3  7 "),
        ("┌─┬─┐│║━", "+=+=+||="),
        ("·•□⬜〇", "....."),
        ("…“”’", '...""\''),
        ("²₂", "²₂"),
        ("\x1b[2J\x00\x9b", "\ufffd[2J\ufffd\ufffd"),
        ("1\t2\r\n3", "1\t2\r\n3"),
    ],
)
def test_what_looks_like_a_part_of_a_board_becomes_one(written: str, folded: str) -> None:
    assert fold(written) == folded


@given(st.text())
def test_folding_is_done_after_one_time(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("cells", "size", "expected"),
    [
        ("1.0*_-?4", 9, [1, 0, 0, 0, 0, 0, 0, 4]),
        ("19AG0", 16, [1, 9, 10, 16, 0]),
        ("1g9a0", 16, [1, 16, 9, 10, 0]),
        ("0F9.", 16, [1, 16, 10, 0]),
        ("AP.0", 16, [1, 16, 0, 0]),
        ("AY.", 25, [1, 25, 0]),
        ("1P.", 25, [1, 25, 0]),
        ("1CL", 12, None),
        (["1", "16", "00", "None", "null", ""], 16, [1, 16, 0, 0, 0, 0]),
        (["0", "15", "..", "07"], 16, [1, 16, 0, 8]),
        ("5", 4, None),
        ("A", 9, None),
        ("é", 25, None),
        (["123456789" * 1000], 25, None),
    ],
)
def test_the_worth_of_symbols(cells: list[str], size: int, expected: list[int] | None) -> None:
    if expected is None:
        with pytest.raises(InvalidGrid):
            values(cells, size)
    else:
        assert list(values(cells, size)) == expected


def test_a_long_word_in_a_cell_is_named_shortly() -> None:
    with pytest.raises(InvalidGrid, match=r"^'abcdefghijkl' at row 1, column 2 is not a digit$"):
        values(["1", "abcdefghijklmnop"], 4)
