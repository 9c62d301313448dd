import unicodedata
from string import printable

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


def test_plain_text_stays_and_controls_are_replaced() -> None:
    for code in range(128):
        symbol = chr(code)
        assert fold(symbol) == (symbol if symbol in printable else "\ufffd")
    assert {fold(chr(code)) for code in range(0x80, 0xA0)} == {"\ufffd", "\n"}
    # Letters, parts of formulas, notes and what stands for more than one character.
    for symbol in "éßЖ中½⁵₅⑴⒈★":
        assert fold(symbol) == symbol


@pytest.mark.parametrize(
    ("kinds", "folded"), [(("Zs",), " "), (("Pd",), "-"), (("Cf", "Mn", "Me"), "")]
)
def test_a_kind_of_sign_becomes_one_sign(kinds: tuple[str, ...], folded: str) -> None:
    keycap = "\u20e3"
    signs = [chr(code) for code in range(0x80, 0x10000) if code != ord(keycap)]
    assert {fold(sign) for sign in signs if unicodedata.category(sign) in kinds} == {folded}
    assert fold(keycap) == " "


def test_all_of_box_drawing_is_bars_rules_and_crossings() -> None:
    assert {fold(chr(code)) for code in range(0x2500, 0x2580)} == set("|=+")
    assert fold("\u24ff\u2580") == "\u24ff\u2580"
    assert fold("╭╳╬") == "+++"


def test_circled_signs_stand_apart() -> None:
    assert fold("①②⑩⑳Ⓐⓩ") == " 1  2  10  20  A  z "


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
        ("1" + "0" * 16, 16, [2, *[1] * 16]),
        ("1" + "0" * 17, 16, [1, *[0] * 17]),
        ("1." + "0" * 17, 16, [2, 0, *[1] * 17]),
        ("1G" + "0" * 16, 16, [1, 16, *[0] * 16]),
        (["1", "16", *["0"] * 16], 16, [1, 16, *[0] * 16]),
        ("0BC", 12, [0, 11, 12]),
        ("0B9", 12, [1, 12, 10]),
        ("0D9", 12, None),
        ("19A", 9, None),
        ("019", 9, [0, 1, 9]),
        ("0AC.", 12, [0, 10, 12, 0]),
        ("AL.", 12, [1, 12, 0]),
        ("ABC.", 12, [10, 11, 12, 0]),
        ("AM.", 12, None),
        ("@", 16, None),
        (["016", "001"], 16, [16, 1]),
        (["0016"], 16, None),
        ("²", 16, None),
        (["AB"], 16, None),
        (["-1", "nil", "NaN", "none", "..", "-_-"], 4, [0] * 6),
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


def test_the_first_cell_without_a_value_is_named_by_its_row_and_column() -> None:
    with pytest.raises(InvalidGrid, match=r"^5 at row 2, column 3 is more than 4$"):
        values("1234..5x........", 4)
    with pytest.raises(InvalidGrid, match=r"^'x' at row 4, column 1 is not a digit$"):
        values("1234........x..5", 4)
