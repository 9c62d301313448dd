import pytest

from bot.game.entry.message import (
    Letters,
    NamedCell,
    TypedMessage,
    cell_at,
    count,
    no_such_cell,
    no_such_digit,
    shortened,
)
from engine.board.geometry import Geometry

FOUR, NINE, SIXTEEN = (Geometry.of_size(size) for size in (4, 9, 16))


def typed(text: str, geometry: Geometry = NINE, letters: Letters = Letters.ROW) -> TypedMessage:
    return TypedMessage.of(text, geometry, letters)


def named(text: str, geometry: Geometry = NINE, letters: Letters = Letters.ROW) -> NamedCell:
    cell = cell_at(typed(text, geometry, letters), 0)
    assert cell is not None
    return cell


@pytest.mark.parametrize("size", [4, 9, 16, 25])
def test_every_cell_is_named_by_its_row_and_column(size: int) -> None:
    geometry = Geometry.of_size(size)
    for cell in range(geometry.cell_count):
        row, column = divmod(cell, size)
        for text in (f"r{row + 1}c{column + 1}", f"col {column + 1}, row {row + 1}"):
            found = named(text, geometry)
            assert (found.cell, found.end, found.sure) == (cell, len(text), True)


def test_a_letter_names_a_row_or_a_column() -> None:
    for line, letter in enumerate("ABCDEFGHIJKLMNOP"):
        for other in (0, 8, 15):
            text = f"{letter}{other + 1}"
            row = named(text, SIXTEEN)
            assert (row.cell, row.written, row.sure) == (16 * line + other, text, False)
            assert named(text, SIXTEEN, Letters.COLUMN).cell == 16 * other + line


@pytest.mark.parametrize(
    "text", ["r0c1", "r1c0", "r10c1", "r1c10", "第十行第一列", "j1", "a0", "a10"]
)
def test_a_cell_beyond_the_board_has_a_name_but_is_none(text: str) -> None:
    found = named(text)
    assert (found.cell, found.end, found.glued) == (None, len(text), ())


@pytest.mark.parametrize(
    ("text", "geometry", "glued"),
    [
        ("r4c57", NINE, ((31, 7),)),
        ("c5r47", NINE, ((31, 7),)),
        ("d57", NINE, ((31, 7),)),
        ("r4c507", NINE, ()),
        ("r4c50", NINE, ()),
        ("r4c5", NINE, ()),
        ("r1c45", FOUR, ()),
        ("r1c44", FOUR, ((3, 4),)),
        ("r1c112", SIXTEEN, ((0, 12), (10, 2))),
        ("r1c1616", SIXTEEN, ((15, 16),)),
        ("r1c1617", SIXTEEN, ()),
        ("r1c12", SIXTEEN, ((0, 2),)),
    ],
)
def test_a_name_may_end_with_the_digit_to_place(
    text: str, geometry: Geometry, glued: tuple[tuple[int, int], ...]
) -> None:
    assert named(text, geometry).glued == glued


@pytest.mark.parametrize("text", ["", "5", "hello", "d", "dd5", "d5x", "row 4", "4行"])
def test_other_words_name_no_cell(text: str) -> None:
    assert cell_at(typed(text), 0) is None


def test_a_cell_is_named_at_the_place_that_is_asked_for() -> None:
    message = typed("put d5")
    assert cell_at(message, 0) is None
    found = cell_at(message, 4)
    assert found is not None
    assert (found.cell, found.end) == (31, 6)


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(("7", 7), ("12", 12), ("012", 12), ("一", 1), ("九", 9), ("十", 10), ("十二", 12)),
        *(("二十", 20), ("二十三", 23), ("九十九", 99)),
        *(("零", 0), ("x", 0), ("", 0), ("十十", 0), ("一二", 0)),
    ],
)
def test_numbers_are_counted_in_figures_or_in_chinese(written: str, number: int) -> None:
    assert count(written) == number


@pytest.mark.parametrize(
    ("written", "on_nine", "on_sixteen"),
    [
        *(("0", 0, 0), ("1", 1, 1), ("9", 9, 9), ("10", None, 10), ("16", None, 16)),
        *(("17", None, None), ("a", None, 10), ("G", None, 16), ("h", None, None)),
        *(("1e", None, None), ("?", None, None), ("", None, None)),
    ],
)
def test_a_digit_is_one_of_the_board(
    written: str, on_nine: int | None, on_sixteen: int | None
) -> None:
    assert typed("").digit(written) == on_nine
    assert typed("", SIXTEEN).digit(written) == on_sixteen


def test_digits_go_beyond_nine_on_boards_larger_than_9x9() -> None:
    sizes = (4, 6, 8, 9, 12, 16, 25)
    assert [typed("", Geometry.of_size(size)).large for size in sizes] == [False] * 4 + [True] * 3


def test_a_message_as_long_as_half_a_board_may_hold_one() -> None:
    assert [typed("1" * length).may_hold_board for length in (40, 41)] == [False, True]
    assert [typed("1" * length, FOUR).may_hold_board for length in (7, 8)] == [False, True]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("  R4C5 \t = 7  ", "r4c5 = 7"),
        ("a\r\n b\n\n  c", "a\nb\n\nc"),
        ("4\ufe0f\u20e35\ufe0f\u20e37", "457"),
        ("r4c5 \u2014", "r4c5 --"),
        ("４５７", "457"),
        ("第3列第5欄填7", "第3行第5列填7"),
        ("左欄第3列", "左列第3行"),
        ("第三橫列第五直行", "第三行第五列"),
        ("第3列第5行填7", "第3列第5行填7"),
        ("这个栏目有一列数", "这个栏目有一列数"),
    ],
)
def test_a_message_has_one_form(text: str, normal: str) -> None:
    assert typed(text).text == normal


def test_what_is_quoted_has_at_most_twenty_characters() -> None:
    assert shortened("x" * 20) == "x" * 20
    assert shortened("x" * 21) == "x" * 17 + "..."


def test_a_refusal_names_what_was_typed_and_what_the_board_has() -> None:
    cell = no_such_cell("r10c3", typed(""))
    assert (cell.key, cell.values) == ("no_such_cell", {"cell": "r10c3", "size": 9})
    digit = no_such_digit("h", "r1c1", typed("", SIXTEEN))
    assert digit.values == {"cell": "r1c1", "digit": "H", "highest": "16 (G)"}
