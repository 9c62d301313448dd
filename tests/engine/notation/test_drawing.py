import pytest

from engine.board.grid import SYMBOLS, InvalidGrid
from engine.notation.drawing import (
    banded_width,
    box_height,
    box_width,
    fits,
    misfit,
    read_rows,
    rows_of,
    written_lines,
)
from engine.notation.readings import SIZES

SOLVED = ["1234", "3412", "2143", "4321"]
BOXES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4), (5, 5)]
SQUARES = [(2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)]


def solved(high: int, wide: int) -> list[str]:
    """The rows of a solved board with boxes of this height and width."""
    size = high * wide
    shifts = [row % high * wide + row // high for row in range(size)]
    return [(SYMBOLS[:size] * 2)[shift : shift + size] for shift in shifts]


def drawn(rows: list[str], high: int, wide: int) -> list[str]:
    """The rows with bars between the boxes, and rules around and between them."""
    rule = "+".join("--" * wide for _ in range(high))
    barred = [
        " | ".join(" ".join(row[at : at + wide]) for at in range(0, len(row), wide)) for row in rows
    ]
    bands = [barred[top : top + high] for top in range(0, len(rows), high)]
    return [rule, *(line for band in bands for line in (*band, rule))]


def test_lines_around_a_board_are_left_out() -> None:
    text = "```\n#Aauthor\n[Puzzle]\n12.. // first\n..34\n\n[State]\n1234\n```"
    assert written_lines(text) == ["12..", "..34"]


def test_one_section_of_a_file_is_read_whatever_stands_around_it() -> None:
    assert written_lines("by me\n[Puzzle]\n12..\n..34") == ["12..", "..34"]
    assert written_lines("[Puzzle]\n12..\n[State]\n1...\n[Notes]\n3...") == ["12.."]
    assert written_lines("  ```\n[1234]\n 12 \n\n") == ["[1234]", " 12"]


@pytest.mark.parametrize("box", SQUARES)
def test_the_numbers_of_rows_and_columns_say_where_the_board_is(box: tuple[int, int]) -> None:
    rows = solved(*box)
    columns = "".join(str(number % 10) for number in range(1, len(rows) + 1))
    numbered = [f"{number} {row}" for number, row in enumerate(rows, 1)]
    caption, headed = "step 3: 1:1 2:2", [f"  {columns}", *numbered]
    for captions in ([], [caption, caption]):
        assert written_lines("\n".join([*captions, *headed, *captions])) == numbered
    lost = [caption, *headed[:-1]]
    assert written_lines("\n".join(lost)) == headed[:-1]
    assert written_lines("\n".join([caption, *numbered, caption])) == numbered
    assert written_lines("\n".join([*numbered, caption])) == numbered
    # Without room for the numbers of the rows, it is a row as others are.
    flush = [caption, columns, *rows]
    assert written_lines("\n".join(flush)) == flush
    unnumbered = [caption, f"  {columns}", *[f". {row}" for row in rows]]
    assert written_lines("\n".join(unnumbered)) == unnumbered


def test_a_row_is_not_numbered_where_its_neighbours_look_the_same() -> None:
    rows = ["1 2341", "2 1432", "3 4123", "4 3214"]
    other = "7 1234"
    assert written_lines("\n".join(["Level 1", *rows, "Level 2"])) == rows
    assert written_lines("\n".join([other, *rows])) == [other, *rows]
    assert written_lines("\n".join([*rows, other])) == [*rows, other]
    assert written_lines("\n".join([other, "Level 1", *rows, "Level 2", other])) == rows
    # Rows of another width than there are rows have no numbers.
    wide = [f"{row}5" for row in rows]
    assert written_lines("\n".join(["Level 1", *wide])) == ["Level 1", *wide]
    three = rows[:3]
    assert written_lines("\n".join(["Level 1", *three])) == ["Level 1", *three]


@pytest.mark.parametrize(
    "rule",
    ["--+--", "=====", "+--+--+", "*---*", ":--+--:", "'--'--'", "_____", ".--.--.", "~~~~~"],
)
def test_rules_are_not_rows(rule: str) -> None:
    lines = [rule, *SOLVED[:2], rule, *SOLVED[2:], rule]
    assert rows_of(lines, None) == SOLVED


@pytest.mark.parametrize("blank", "-_*")
def test_a_line_of_marks_is_a_row_only_where_one_is_missing(blank: str) -> None:
    marks = 4 * blank
    assert rows_of([*SOLVED[:2], marks, *SOLVED[2:]], None) == SOLVED
    assert rows_of([*SOLVED[:3], marks], None) == [*SOLVED[:3], marks]


def test_captions_are_words_before_and_after_the_rows() -> None:
    assert rows_of(["Puzzle 17:", *SOLVED, "good luck!"], None) == SOLVED
    assert rows_of(["no rows", "at all"], None) == []
    assert rows_of([], None) == []
    assert rows_of(["a caption", SOLVED[0], "another"], None) == [SOLVED[0]]
    # Between rows they stay, since something is wrong there.
    torn = [*SOLVED[:2], "what is this", *SOLVED[2:]]
    assert rows_of(torn, None) == torn


def test_blank_rows_count_where_they_are_written_out() -> None:
    for blank in ("....", ". . . .", "|. .|. .|", ".\t.\t.\t."):
        assert rows_of([*SOLVED[:2], blank, *SOLVED[2:]], None) == [*SOLVED[:2], blank, *SOLVED[2:]]
    assert rows_of(["-" * 16], None) == ["-" * 16]
    assert rows_of(["-" * 16, "-" * 16], None) == []
    # The size decides whether a line of dashes is missing.
    six = ["123456", "456123", "------", "231564", "564231", "312645"]
    assert rows_of(six, 6) == six
    assert rows_of([*SOLVED, "----"], 4) == SOLVED
    assert rows_of([*SOLVED[:3], "----"], 6) == SOLVED[:3]


@pytest.mark.parametrize("size", [16, 25])
def test_a_row_of_letters_is_no_caption_even_with_a_slip(size: int) -> None:
    rows = ["ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]] * size
    for slip in (-2, -1, 1, 2):
        wrong = ("AB" + rows[0])[2 - slip :] if slip > 0 else rows[0][-slip:]
        assert rows_of([wrong, *rows[1:]], None) == [wrong, *rows[1:]]
        assert rows_of([*rows[1:], wrong], None) == [*rows[1:], wrong]
    for caption in (rows[0][3:], "ABC" + rows[0], "Sudoku"):
        assert rows_of([caption, *rows, caption], None) == rows


@pytest.mark.parametrize("count", [9, 36, 64, 81])
def test_a_caption_may_be_as_long_as_a_row_of_digits(count: int) -> None:
    row = "1" * count
    for more in range(-2, 3):
        caption = "w" * (count + more)
        assert rows_of([caption, row, row, row, caption], None) == [row, row, row]


def test_what_stands_above_the_numbers_of_the_columns_is_no_row() -> None:
    board = ["  12|34", *(f"{number} {row}" for number, row in enumerate(SOLVED, 1))]
    assert written_lines("\n".join(["left: 1:2 2:3 3:1 4:4", *board])) == board[1:]
    assert written_lines("\n".join(SOLVED)) == SOLVED


@pytest.mark.parametrize(
    "rows",
    [
        SOLVED,
        ["1|2|3|4", "3|4|1|2", "2|1|4|3", "4|3|2|1"],
        ["  1 2 3 4", "1 1 2 3 4", "2 3 4 1 2", "3 2 1 4 3", "4 4 3 2 1"],
        ["4", *SOLVED],
        ["a 1234", "b 3412", "c 2143", "d 4321"],
        ["R1 1234", "R2 3412", "R3 2143", "R4 4321"],
        ["44", *SOLVED],
        ["   c1 c2 c3 c4", "r1 1 2 3 4", "r2 3 4 1 2", "r3 2 1 4 3", "r4 4 3 2 1"],
        ["  abcd", "1 1234", "2 3412", "3 2143", "4 4321"],
        ["".join(SOLVED)[:10], "".join(SOLVED)[10:]],
        ["".join(SOLVED)[at : at + 5] for at in (0, 5, 10, 15)],
        ["".join(SOLVED)[:15], "".join(SOLVED)[15:]],
    ],
)
def test_rows_are_read_whichever_way_they_are_written(rows: list[str]) -> None:
    assert read_rows(rows, None) == read_rows(rows, 4) == list("".join(SOLVED))
    with pytest.raises(InvalidGrid):
        read_rows(rows, 6)


@pytest.mark.parametrize("box", [(6, 2), (3, 4)])
def test_columns_may_stand_closer_at_the_end_of_numbered_rows(box: tuple[int, int]) -> None:
    high, wide = box
    rows = solved(high, wide)
    apart = len(rows) - wide
    close = [
        f"{number:>2} {' '.join(row[:apart])} |{row[apart:]}" for number, row in enumerate(rows, 1)
    ]
    assert read_rows(close, None) == list("".join(rows))


def test_a_word_of_two_letters_is_a_slip_where_numbers_stand() -> None:
    rows = [" ".join(str((row + at) % 16 + 1) for at in range(16)) for row in range(16)]
    rows[2] = rows[2].replace("10", "1O")
    assert read_rows(rows, None)[2 * 16 :].index("1O") == 7


@pytest.mark.parametrize("box", SQUARES)
def test_labels_of_rows_go_up_to_the_largest_board(box: tuple[int, int]) -> None:
    rows = solved(*box)
    cells = list("".join(rows))
    assert read_rows(rows, None) == cells
    assert read_rows([f"{at} {row}" for at, row in enumerate(rows, 1)], None) == cells
    assert read_rows([f"{SYMBOLS[at]}: {row}" for at, row in enumerate(rows)], None) == cells
    assert read_rows([f"{chr(97 + at)}: {row}" for at, row in enumerate(rows)], None) == cells
    assert read_rows([f"R{at} {row}" for at, row in enumerate(rows, 1)], None) == cells
    assert read_rows([SYMBOLS[: len(rows)], *rows], None) == cells


@pytest.mark.parametrize(
    ("shape", "heading"),
    [
        ((3, 4), "1234|5678|9"),
        ((4, 4), "1234|5678|9   |13"),
        ((6, 2), "12|34|56|78|9 |11"),
    ],
)
def test_a_heading_may_name_only_some_of_the_columns_from_10_on(
    shape: tuple[int, int], heading: str
) -> None:
    rows = solved(*shape)
    assert read_rows([heading, *rows], None) == list("".join(rows))
    with pytest.raises(InvalidGrid):
        read_rows(["123456789" + "11" + "10", *rows], None)


def test_a_heading_is_at_most_half_as_long_as_a_row() -> None:
    rows = solved(3, 3)
    assert read_rows(["9 9 9 9", *rows], None) == list("".join(rows))
    with pytest.raises(InvalidGrid, match=r"^row 1 has 5 cells, expected 9$"):
        read_rows(["9 9 9 9 9", *rows], None)


@pytest.mark.parametrize(
    ("rows", "size", "message"),
    [
        (["12345", "12345", "123456"], None, "16 cells do not make a board"),
        (["12345", "123", "12345", "123"], None, "row 1 has 5 cells, expected 4"),
        (["1" * 10, "1" * 10, "1" * 10, "1" * 6], 9, "row 1 has 10 cells, expected 9"),
        (["1" * 10, "1" * 10], 4, "row 1 has 10 cells, expected 4"),
        (["1" * 8, "1" * 8], None, "2 rows, expected 8"),
        (["1 1234", "2 341", "3 2143", "4 4321"], None, "row 2 has 3 cells, expected 4"),
        (["1" * 10, "1" * 10], None, "20 cells do not make a board"),
    ],
)
def test_what_makes_no_board_says_where_it_is_wrong(
    rows: list[str], size: int | None, message: str
) -> None:
    with pytest.raises(InvalidGrid, match=f"^{message}"):
        read_rows(rows, size)


@pytest.mark.parametrize(
    ("counts", "size", "message"),
    [
        ([81, 81], None, "2 puzzles where one was expected"),
        ([36, 64, 625], None, "3 puzzles where one was expected"),
        ([81], None, "81 cells do not make a board"),
        ([81, 80], None, "161 cells do not make a board"),
        ([25, 25], None, "2 rows, expected 25"),
        ([36, 25], None, "61 cells do not make a board"),
        ([16, 16], None, "2 rows, expected 16"),
        ([9, 9, *[1] * 5], None, "row 3 has 1 cells, expected 9"),
        ([5, 5, 5, 3], None, "row 1 has 5 cells, expected 4"),
        ([9, 9, 8, 9], 9, "row 3 has 8 cells, expected 9"),
        ([6] * 5, 4, "row 1 has 6 cells, expected 4"),
        ([6] * 7, None, "7 rows, expected 6"),
    ],
)
def test_the_error_tells_several_puzzles_from_rows_of_one(
    counts: list[int], size: int | None, message: str
) -> None:
    assert str(misfit([["1"] * count for count in counts], size)).startswith(message)


@pytest.mark.parametrize("box", BOXES)
def test_boxes_are_as_bars_and_rules_draw_them(box: tuple[int, int]) -> None:
    high, wide = box
    rows, size = solved(high, wide), high * wide
    lines = drawn(rows, high, wide)
    barred = rows_of(lines, None)
    assert box_width(barred, size) == wide
    assert box_height(lines, barred) == high
    # Without the frame, and with one of rules that stand twice.
    assert box_height(lines[1:-1], barred) == high
    assert box_height(
        [line for line in lines for _ in range(1 + (line not in barred))], barred
    ) == (high)
    framed = [line if line == lines[0] else f"|{line}|" for line in lines]
    assert box_width([f"|{row}|" for row in barred], size) == wide
    assert box_height(framed, [f"|{row}|" for row in barred]) == high
    labelled = [f"{number}  {row}" for number, row in enumerate(barred, 1)]
    named = iter(labelled)
    assert box_width(labelled, size) == wide
    assert box_height([next(named) if line in barred else line for line in lines], labelled) == high
    assert box_height(barred, barred) == 0
    assert box_height([lines[0], *barred, lines[0]], barred) == 0


def test_bars_and_rules_at_uneven_distances_draw_no_boxes() -> None:
    assert box_width(["1|2|34", "3|4|12", "2|1|43", "4|3|21"], 4) == 0
    assert box_width(["12|34", "34|12", "21|43", "4321"], 4) == 0
    assert box_width(["12|34|34|12", "21|43|43|21"], 4) == 0
    assert box_width(["||", "||"], 4) == 0
    rule = "--+--"
    assert box_height([SOLVED[0], rule, *SOLVED[1:]], SOLVED) == 0
    assert box_height([*SOLVED[:3], rule, SOLVED[3]], SOLVED) == 0
    assert box_height([SOLVED[0], rule, SOLVED[1], rule, *SOLVED[2:]], SOLVED) == 0
    assert box_height([line for row in SOLVED for line in (row, rule)], SOLVED) == 1


@pytest.mark.parametrize("box", [box for box in BOXES if min(box) > 1])
def test_every_other_band_of_boxes_may_lack_its_bars(box: tuple[int, int]) -> None:
    high, wide = box
    rows, size = solved(high, wide), high * wide
    barred = rows_of(drawn(rows, high, wide), None)
    banded = [row.replace("|", " ") if at // high % 2 else row for at, row in enumerate(barred)]
    assert banded_width(banded, size) == wide
    assert box_width(banded, size) == 0
    # Around a box that is pointed out stand angle brackets, in either kind of band.
    pointed = [
        f"{row[: 2 * wide]}<{row[2 * wide + 1 :]}" if at // high == 1 else row
        for at, row in enumerate(banded)
    ]
    assert banded_width(pointed, size) == wide
    assert banded_width([*barred[:-1], barred[-1].replace("|", " ")], size) == 0
    assert banded_width([*banded[1:], banded[0]], size) == 0
    assert banded_width(banded[:-1], size) == 0
    assert banded_width(["||1", *banded[1:]], size) == 0


def test_angle_brackets_around_a_box_are_bars() -> None:
    rows = ["1 2 < 3 4", "3 4 < 1 2", "2 1 | 4 3", "4 3 | 2 1"]
    assert box_width(rows, 4) == 2


@pytest.mark.parametrize("size", SIZES)
def test_the_only_square_of_bare_lines_is_the_board(size: int) -> None:
    rows = ["1" * size for _ in range(size)]
    around = ["25x25 . 300", "left"]
    assert written_lines("\n".join([*around, *rows, *reversed(around)])) == rows
    two = [*rows, "left", *rows]
    assert written_lines("\n".join(two)) == two
    for other in (rows[1:], [*rows, rows[0]], [*rows, "1" * (size + 1)]):
        lines = ["left", *other]
        assert written_lines("\n".join(lines)) == lines


def test_spaces_are_blanks_where_columns_line_up() -> None:
    assert read_rows(["1   3  ", "  4   2", "2      ", "      1"], None) == [
        *("1", "", "3", ""),
        *("", "4", "", "2"),
        *("2", "", "", ""),
        *("", "", "", "1"),
    ]


def test_a_missing_cell_among_full_rows_is_not_taken_for_a_blank() -> None:
    assert str(misfit([list(row) for row in ["1234", "341", "2143", "4321"]], None)) == (
        "row 2 has 3 cells, expected 4"
    )
    with pytest.raises(ValueError, match=r"^row 2 has 3 cells, expected 4$"):
        read_rows(["1234", "341", "2143", "4321"], None)


def test_four_rows_of_nine_are_not_a_board_of_six() -> None:
    with pytest.raises(ValueError, match=r"^4 rows, expected 9$"):
        read_rows(["12345678."] * 4, None)


def test_a_board_is_as_wide_as_it_is_high() -> None:
    rows = [list(row) for row in SOLVED]
    assert fits(rows, None)
    assert fits(rows, 4)
    assert not fits(rows, 6)
    assert not fits(rows[:3], None)
