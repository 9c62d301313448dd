import json
import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import REASONS, SYMBOLS, Grid, InvalidGrid
from engine.notation.notation import MAX_LENGTH, parse, parse_line, to_board, to_line

SHAPES = [Geometry(*box) for box in ((2, 2), (2, 3), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5))]
TALL = [Geometry(*box) for box in ((3, 2), (4, 2), (4, 3))]

# The example of the Wikipedia article on Sudoku.
LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
DOTS = LINE.replace("0", ".")
ROWS = [DOTS[start : start + 9] for start in range(0, 81, 9)]
ZEROS = [LINE[start : start + 9] for start in range(0, 81, 9)]
NUMBERS = [[int(symbol) for symbol in row] for row in ZEROS]
WIKIPEDIA = Grid(Geometry(3, 3), bytes(int(symbol) for symbol in LINE))


def boxed(row: str, bar: str = "|", gap: str = " ") -> str:
    return f" {bar} ".join(gap.join(row[at : at + 3]) for at in (0, 3, 6))


def drawn(rows: list[str], rule: str, *, frame: bool = True) -> str:
    lines = [f"| {boxed(row)} |" if frame else boxed(row) for row in rows]
    bands = ["\n".join(lines[top : top + 3]) for top in (0, 3, 6)]
    body = f"\n{rule}\n".join(bands)
    return f"{rule}\n{body}\n{rule}" if frame else body


def spaced_out(rows: list[str]) -> list[str]:
    return [row.replace(".", " ") for row in rows]


FORMS = {
    "zeros": LINE,
    "dots": DOTS,
    "stars": DOTS.replace(".", "*"),
    "underscores": DOTS.replace(".", "_"),
    "dashes": DOTS.replace(".", "-"),
    "question marks": DOTS.replace(".", "?"),
    "comment": f"{DOTS} # from Wikipedia, 81 cells",
    "comma and comment": f"{DOTS}, # easy",
    "slashes and comment": f"{DOTS} // easy",
    "rating": f"{LINE} 2.5",
    "rating after semicolon": f"{LINE}; 1.2; singles",
    "solution beside it": f"{LINE},{LINE}",
    "identifier before it": f"0000183b305c {LINE}  1.2",
    "quoted": f'"{DOTS}",',
    "rows in one line": " ".join(ROWS),
    "rows between slashes": "/".join(ROWS),
    "cells in one line": " ".join(LINE),
    "link": f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE}",
    "link in a sentence": f"Try www.sudokuwiki.org/X_Wing_Strategy?bd={LINE}&x=1 please",
    "link to an exchange": f"https://sudokuexchange.com/play/?s={LINE}",
    "link with escaped dots": "https://example.org/" + DOTS.replace(".", "%2E") + "/solve",
    "list of strings": repr(ROWS),
    "list of quoted strings": json.dumps(ROWS),
    "list with trailing commas": "[\n" + "".join(f"  '{row}',\n" for row in ROWS) + "]",
    "list with spaces for blanks": repr(spaced_out(ROWS)),
    "list of numbers": repr(NUMBERS),
    "list of numbers, indented": json.dumps(NUMBERS, indent=2),
    "list of numbers and None": repr([[n or None for n in row] for row in NUMBERS]),
    "list of numbers and null": json.dumps([[n or None for n in row] for row in NUMBERS]),
    "list of one string a cell": repr([list(row) for row in ROWS]),
    "list of empty strings": json.dumps([["" if c == "." else c for c in row] for row in ROWS]),
    "flat list": repr([number for row in NUMBERS for number in row]),
    "tuples": repr(tuple(map(tuple, NUMBERS))),
    "array of C": "int b[9][9] = {" + ",".join("{" + ",".join(row) + "}" for row in ZEROS) + "};",
    "array of numpy": "[[" + "]\n [".join(" ".join(row) for row in ZEROS) + "]]",
    "object": json.dumps({"puzzle": LINE, "rating": 1.2}),
    "keycaps": "".join(f"{symbol}\ufe0f\u20e3" for symbol in LINE),
    **{
        f"keycaps in a line, blank {blank}": "".join(
            f"{symbol}\ufe0f\u20e3" if symbol in "123456789" else blank for symbol in LINE
        )
        for blank in (".", "⬜", "◻️", "⬛️")
    },
    "full width": LINE.translate({ord("0") + n: 0xFF10 + n for n in range(10)}),
    "Arabic-Indic": LINE.translate({ord("0") + n: 0x660 + n for n in range(10)}),
    "extended Arabic-Indic": LINE.translate({ord("0") + n: 0x6F0 + n for n in range(10)}),
    "byte order mark": f"\ufeff{LINE}",
    "zero-width spaces": "\u200b".join(LINE),
    "ellipses": DOTS.replace("...", "…"),
    "middle dots": DOTS.replace(".", "·"),
    "white squares": DOTS.replace(".", "⬜"),
}
DRAWINGS = {
    "list with comments": "board = [\n" + "".join(f"  '{row}',  # row\n" for row in ROWS) + "]",
    "rows": "\n".join(ROWS),
    "rows with CRLF": "\r\n".join(ZEROS) + "\r\n",
    "rows of dashes": "\n".join(ROWS).replace(".", "-"),
    "rows of underscores": "\n".join(ROWS).replace(".", "_"),
    "rows of stars": "\n".join(ROWS).replace(".", "*"),
    "rows of keycaps": "\n".join("".join(f"{c}\ufe0f\u20e3" for c in row) for row in ZEROS),
    "non-breaking spaces": "\n".join("\xa0".join(row) for row in ROWS),
    "drawn": drawn(ROWS, "+-------+-------+-------+"),
    "drawn, no frame": drawn(ROWS, "------+-------+------", frame=False),
    "drawn, plain rules": drawn(ROWS, "---------------------", frame=False),
    "drawn, bars in rules": drawn(ROWS, "------|-------|------", frame=False),
    "drawn, dashes for blanks": drawn(ROWS, "+-------+-------+-------+").replace(" .", " -"),
    "drawn, underscores for blanks": drawn(ROWS, "=========================").replace(".", "_"),
    "drawn, spaces for blanks": drawn(spaced_out(ROWS), "------+-------+------", frame=False),
    "Simple Sudoku": (
        "*-----------*\n"
        + "\n|---+---+---|\n".join(
            "\n".join("|" + "|".join(row[a : a + 3] for a in (0, 3, 6)) + "|" for row in band)
            for band in (ROWS[:3], ROWS[3:6], ROWS[6:])
        )
        + "\n*-----------*"
    ),
    "HoDoKu": (
        ".-------.-------.-------.\n"
        + "\n:-------+-------+-------:\n".join(
            "\n".join(f"| {boxed(row)} |" for row in band)
            for band in (ROWS[:3], ROWS[3:6], ROWS[6:])
        )
        + "\n'-------'-------'-------'"
    ),
    "box drawing": (
        "╔═══╤═══╤═══╗\n"
        + "\n╟───┼───┼───╢\n".join("║ " + " │ ".join(row) + " ║" for row in spaced_out(ROWS))
        + "\n╚═══╧═══╧═══╝"
    ),
    "table of markdown": "\n".join(
        "|" + "|".join(f" {c} " for c in row) + "|" for row in spaced_out(ROWS)
    ),
    "spaces for blanks": "\n".join(" ".join(row) for row in spaced_out(ROWS)),
    "headings of numbers": "    1 2 3 | 4 5 6 | 7 8 9\n"
    + "\n".join(f"{n}   {boxed(row)}" for n, row in enumerate(ROWS, 1)),
    "headings of letters": "    A B C   D E F   G H I\n"
    + "\n".join(f"{n} | {boxed(row)}" for n, row in enumerate(ROWS, 1)),
    "rows with letters before": "\n".join(
        f"{name}: {row}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)
    ),
    "rows with r1 before": "\n".join(f"r{n} {row}" for n, row in enumerate(ROWS, 1)),
    "size before": "9\n" + "\n".join(" ".join(row) for row in ZEROS),
    "fields between commas": "\n".join(
        ",".join("" if c == "." else c for c in row) for row in ROWS
    ),
    "fields between tabs": "\n".join("\t".join("" if c == "." else c for c in row) for row in ROWS),
    "fields between tabs, those at the ends lost": "\n".join(
        "\t".join(row).rstrip() for row in spaced_out(ROWS)
    ),
    "fields between tabs with room": "\n".join(" \t ".join(row) for row in spaced_out(ROWS)),
    "fields between tabs of Windows": "\r\n".join(
        "\t".join("" if c == "." else c for c in row) for row in ROWS
    ),
    "bands between tabs apart": "\n\n".join(
        "\n".join("\t".join("" if c == "." else c for c in row) for row in band)
        for band in (ROWS[:3], ROWS[3:6], ROWS[6:])
    ),
    "the bot's board with a caption": "9×9 · easy · #12\n"
    + "\n".join(f"{n}: {boxed(row, bar='>')}" for n, row in enumerate(ROWS, 1))
    + "\n⏱ 1:15 · 51 格",
    "code fence": "```text\n" + "\n".join(ROWS) + "\n```",
    "quoted by mail": "> " + "\n> ".join(ROWS),
    "captions": "Can you solve this?\n\n" + drawn(ROWS, "+---+---+---+") + "\nTime: 3:25",
    "Project Euler": "Grid 01\n" + "\n".join(ZEROS),
    "SudoCue": "#AWikipedia\n#LEasy\n#Uhttp://en.wikipedia.org/wiki/Sudoku\n" + "\n".join(ROWS),
    "SadMan": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(reversed(ROWS)),
    "text of Python": 'grid = """\n' + "\n".join(ROWS) + '\n"""',
    "broken after 27 cells": "\n".join(LINE[at : at + 27] for at in (0, 27, 54)),
    "one cell a line": "\n".join(LINE),
}


@pytest.mark.parametrize("text", (FORMS | DRAWINGS).values(), ids=(FORMS | DRAWINGS).keys())
def test_a_published_puzzle_reads_the_same_in_every_notation(text: str) -> None:
    assert parse(text) == WIKIPEDIA
    assert parse(text, Geometry(3, 3)) == WIKIPEDIA


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS.keys())
def test_notations_of_one_line_are_read_from_files_of_one_puzzle_a_line(text: str) -> None:
    assert parse_line(text.replace("\n", " "))[0] == WIKIPEDIA


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        (LINE, ""),
        (f"{LINE} 2.5\n", "2.5"),
        (f"{LINE}\t2.5\teasy\r\n", "2.5\teasy"),
        (f"{DOTS}; 7.1", "7.1"),
        (f"{DOTS}, # hard one", "hard one"),
        (f"{LINE},{ZEROS[0]}", ZEROS[0]),
        (f"{NUMBERS} # by hand", "by hand"),
        (f"{' '.join(ROWS)} # by hand", "by hand"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE} easy", "easy"),
    ],
)
def test_a_line_gives_the_puzzle_and_what_follows_it(line: str, rest: str) -> None:
    assert parse_line(line) == (WIKIPEDIA, rest)


@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_a_table_of_a_spreadsheet_is_read_with_its_empty_cells(size: int) -> None:
    """The first row begins with blanks, the second has only blanks, and one is full.

    A chat message loses the tabs at its beginning and at its end.
    """
    shape = Geometry.of_size(size)
    full = {3 * size + column: column + 1 for column in range(size)}
    board = Grid.blank(shape).with_values({2: 1, 3: size, size * size - 2: 2} | full)
    text = "\n".join(
        "\t".join(str(board[cell] or "") for cell in row) for row in board.geometry.rows
    )
    assert parse(text) == parse(text.strip()) == parse(text.strip(), shape) == board


def test_a_short_first_line_of_a_table_ends_with_blanks_where_others_do() -> None:
    assert str(parse("1\t2\n\t\t1\t2\n2\n\t\t2\t1")) == "12....122.....21"


@pytest.mark.parametrize("text", ["1\t2\t3\n1\t2\t3", "12\t34\n34\t12\n21\t43\n4\t321\t1"])
def test_tabs_alone_do_not_make_a_table(text: str) -> None:
    with pytest.raises(InvalidGrid):
        parse(text)


def test_rows_that_begin_with_their_numbers_by_chance_are_all_of_the_board() -> None:
    rows = [f"{first} . . . . . . . ." for first in "12345678."]
    assert [parse("\n".join(rows))[cell] for cell in range(0, 81, 9)] == [*range(1, 9), 0]


def test_the_example_of_sudocues_file_format() -> None:
    text = """\
#ARuud
#DA random puzzle created by SudoCue
#CJust start plugging in the numbers
#B03-08-2006
#SSudoCue
#LEasy
#Uhttp://www.sudocue.net/
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
    line = "2..1.5..3.54...71..1.2.3.8.6.28.73.4.........1.53.98.6.2.7.1.6..81...24.7..4.2..1"
    assert to_line(parse(text)) == line


def test_a_full_hexadecimal_grid_needs_no_other_sign() -> None:
    row = "0123456789ABCDEF"
    text = "".join(row[shift:] + row[:shift] for shift in range(16))
    assert parse(text).values[:16] == bytes(range(1, 17))


def test_numbers_from_zero_to_fifteen_count_zero_as_a_digit() -> None:
    rows = [[(row + column) % 16 for column in range(16)] for row in range(16)]
    blanked = [[None, *row[1:]] for row in rows]
    assert parse(repr(blanked)).values[:3] == bytes([0, 2, 3])


def test_a_board_is_drawn_in_ascii() -> None:
    assert (
        to_board(parse("12.43412....4.21"))
        == "1 2 | . 4\n3 4 | 1 2\n----+----\n. . | . .\n4 . | 2 1"
    )
    assert to_board(WIKIPEDIA).isascii()


def squared(size: int) -> list[str]:
    """The rows of a full square, in which each digit stands once in a row."""
    return [(SYMBOLS[:size] * 2)[row : row + size] for row in range(size)]


@pytest.mark.parametrize("shape", [*SHAPES, *TALL])
def test_boards_of_every_shape_are_drawn_with_bars_and_rules(shape: Geometry) -> None:
    high, wide, size = shape.box_rows, shape.box_columns, shape.size
    lines = to_board(Grid.blank(shape)).splitlines()
    rules = [at for at, line in enumerate(lines) if set(line) == set("-+")]
    assert rules == [at for at in range(len(lines)) if at % (high + 1) == high]
    assert {line for at, line in enumerate(lines) if at not in rules} == {
        " | ".join([" ".join("." * wide)] * high)
    }
    bars = {tuple(at for at, sign in enumerate(line) if sign in "|+") for line in lines}
    assert len(bars) == 1
    assert {len(line) for line in lines} == {2 * size - 1 + 2 * (high - 1)}


@pytest.mark.parametrize(
    "text", ["１" + LINE[1:], "1" + LINE[1:], f"{NUMBERS}".replace("5", "1", 1)]
)
def test_a_text_may_be_as_long_as_the_longest(text: str) -> None:
    padded = f"{text} #"
    padded += "x" * (MAX_LENGTH - len(padded))
    assert parse(padded).values == b"\1" + WIKIPEDIA.values[1:]
    with pytest.raises(InvalidGrid, match=r"^8193 characters are too many"):
        parse(f"{padded}x")


def test_half_a_pair_of_utf_16_is_no_digit() -> None:
    with pytest.raises(InvalidGrid, match="at row 1, column 1 is not a digit"):
        parse("\ud800" + LINE[1:])


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16, 25])
def test_a_square_of_every_size_is_read_from_lists_lines_and_cells(size: int) -> None:
    rows = squared(size)
    line, cells = "".join(rows), [[[symbol] for symbol in row] for row in rows]
    numbers = [[SYMBOLS.index(symbol) + 1 for symbol in row] for row in rows]
    grid = Grid(Geometry.of_size(size), bytes(number for row in numbers for number in row))
    column = "\n".join(str(number) for row in numbers for number in row)
    for text in (line, "\n".join(rows), repr(rows), repr(numbers), repr(cells), column):
        assert parse(text) == parse(text, grid.geometry) == grid
    flat = column.replace("\n", " ")
    assert parse(flat) == parse_line(f"{flat} # by hand")[0] == grid
    assert parse("\n".join(["[", *(f"{row}," for row in numbers), "]"])) == grid
    # Below and above the largest board there may be a few captions.
    assert parse("\n".join([column, *["+"] * 25])) == grid
    with pytest.raises(InvalidGrid):
        parse("\n".join([*"1" * 625, *["+"] * 26]))


@pytest.mark.parametrize(
    ("line", "cells", "rest"),
    [
        # The longest word that is a board, wherever it stands.
        (f"x 1234341221434321 {LINE}", LINE, ""),
        (f"{LINE} 1234341221434321 x", LINE, "1234341221434321 x"),
        # Words make a board only where they are most of the line.
        (f"{'11 ' * 8}1234341221434321", "1234341221434321", ""),
        (f"{'11 ' * 8}12343412214343", "1" * 16, "12343412214343"),
        # Rows of a board are as many as they are wide.
        ("1234 3412 2143 4321 2.5", "1234341221434321", "2.5"),
        ("12 34 34 12 21 43 43 21", "1234341221434321", ""),
        # A part that is no board does not hide one that is.
        (f"https://example.org/{'x' * 81}/{LINE}/?n=1 easy", LINE, "easy"),
        (f"www.example.org {LINE}", LINE, ""),
        (f"{['x' * 81, LINE]} easy", LINE, "easy"),
        # A list ends where its outermost bracket closes, or its last row.
        (f"{NUMBERS} [[1, 2]]", LINE, "[[1, 2]]"),
        (f"{ZEROS[0]} = {NUMBERS}; x[1]", LINE, "x[1]"),
        (f"{', '.join(map(repr, NUMBERS))}, easy", LINE, "easy"),
        (f"{[number for row in NUMBERS for number in row]} easy", LINE, "easy"),
        (f"{[[n] for row in NUMBERS for n in row]} easy", LINE, "easy"),
        ("['1234 3412 2143 4321'] easy", "1234341221434321", "easy"),
        ("['12 4', '34  ', '2  3', '    '] easy", "12.434..2..3....", "easy"),
        ("[['1234'], ['3412'], ['2143'], ['4321']] easy", "1234341221434321", "easy"),
    ],
)
def test_the_board_of_a_line_is_found_among_other_words(line: str, cells: str, rest: str) -> None:
    assert parse_line(line) == (parse(cells), rest)


def test_rules_between_all_rows_draw_no_boxes() -> None:
    rows = ["1 2 3 4", "3 4 1 2", "2 1 4 3", "4 3 2 1"]
    assert parse("\n-------\n".join(rows)).geometry is Geometry(2, 2)
    bars = [row.replace(" ", "|") for row in rows]
    assert parse("\n-+-+-+-\n".join(bars)).geometry is Geometry(2, 2)
    six = ["1 2 | 3 4 | 5 6"] * 6
    assert parse("\n".join(six)).geometry is Geometry(2, 3)
    assert parse("\n----+----+----\n".join(six)).geometry is Geometry(2, 3)


def without_a_cell(rows: list[str]) -> str:
    return "\n".join([*rows[:3], rows[3][:-1], *rows[4:]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no puzzle in this text"),
        (" \n\n ", "there is no puzzle in this text"),
        ("hello, how are you?", "there is no puzzle in this text"),
        ("[]", "there is no puzzle in this text"),
        ("<b>", "there is no puzzle in this text"),
        ("😀😀😀", "there is no puzzle in this text"),
        (without_a_cell(ROWS), "row 4 has 8 cells, expected 9"),
        (without_a_cell(ZEROS), "row 4 has 8 cells, expected 9"),
        (repr([NUMBERS[0], [1] * 8, *NUMBERS[2:]]), "row 2 has 8 cells, expected 9"),
        ("\n".join(ROWS[:8]), "8 rows, expected 9"),
        (drawn(ROWS[:8], "------+-------+------"), "8 rows, expected 9"),
        (repr(NUMBERS[:8]), "8 rows, expected 9"),
        ("\n".join([*ROWS, ROWS[0]]), "10 rows, expected 9"),
        (LINE[:11] + "x" + LINE[12:], "'x' at row 2, column 3 is not a digit"),
        ("\n".join([ROWS[0], "60x195000", *ROWS[2:]]), "'x' at row 2, column 3 is not a digit"),
        (repr([["5", "x", *ROWS[0][2:]], *map(list, ROWS[1:])]), "'x' at row 1, column 2"),
        ("²" + LINE[1:], "'²' at row 1, column 1 is not a digit"),
        ("7" + "." * 35, "7 at row 1, column 1 is more than 6"),
        (repr([[10, *NUMBERS[0][1:]], *NUMBERS[1:]]), "10 at row 1, column 1 is more than 9"),
        ("Z" + "1" * 255, "'Z' at row 1, column 1 is not a digit"),
        (LINE[1:], "80 cells do not make a board: expected 16, 36, 64, 81"),
        ("12345", "5 cells do not make a board: expected 16, 36, 64, 81"),
        ("1 2 3", "there is no puzzle in this text"),
        ("1234\n" * 700, "2800 cells do not make a board"),
        ("🔟" * 4000, "16000 characters are too many for one puzzle"),
        (f"{LINE}1 2.5", "82 cells do not make a board"),
        (" ".join(LINE[1:]), "80 cells do not make a board"),
        (" ".join([*ROWS[:4], ROWS[4][1:], *ROWS[5:]]), "row 5 has 8 cells, expected 9"),
        (" ".join(["12345...."] * 4), "4 rows, expected 9"),
        (f"{LINE}\n{LINE}", "2 puzzles where one was expected"),
        ("https://www.sudokuwiki.org/X_Wing_Strategy", "there is no puzzle in this link"),
        (f"https://www.sudokuwiki.org/sudoku.htm?bd={LINE[1:]}", "80 cells do not make a board"),
        ("https://example.org/?p=" + "1" * 25, "there is no puzzle in this link"),
        ("https://example.org/?p=" + "1" * 26, "26 cells do not make a board"),
        ("https://example.org/12/?p=" + "1" * 30, "30 cells do not make a board"),
        ("see https://example.org/?p=" + "x" * 30, "there is no puzzle in this link"),
        ("1 2 3 4", "4 cells do not make a board"),
        ("1" * 25 + " 12", "27 cells do not make a board"),
        ("1" * 26 + " 12", "26 cells do not make a board"),
        ("1234 3412", "8 cells do not make a board"),
        ("1234 3412 2143", "3 rows, expected 4"),
        ("1234 3412 12 1", "11 cells do not make a board"),
        ("12345 12345 12345 12345", "20 cells do not make a board"),
        (f"{'7' + '.' * 35} {'8' + '.' * 35}", "7 at row 1, column 1 is more than 6"),
        ("[1, 2, 3]", "3 cells do not make a board"),
        ("['1', '100', '2', '3']", "5 cells do not make a board"),
        ("[[1, 2], [3, 4]]", "4 cells do not make a board"),
        ("1" * 10_000, "10000 characters are too many for one puzzle"),
        ("[('\"" * 250_000, "1000000 characters are too many for one puzzle"),
    ],
)
def test_what_cannot_be_read_names_the_place(text: str, message: str) -> None:
    with pytest.raises(InvalidGrid, match=re.escape(message)) as caught:
        parse(text)
    assert str(caught.value) == REASONS[caught.value.reason].format(**caught.value.details)


@pytest.mark.parametrize("text", [LINE, "\n".join(ROWS), repr(NUMBERS), " ".join(LINE)])
def test_a_given_geometry_refuses_other_sizes(text: str) -> None:
    with pytest.raises(InvalidGrid, match=r"expected (36|6)$"):
        parse(text, Geometry(3, 2))


@given(
    st.one_of(
        st.text(max_size=300), st.text(alphabet="12.0-|+_* \n\t,[]{}'\"#/:xAé１", max_size=300)
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse, lambda text: parse_line(text)[0]):
        try:
            grid = read(text)
        except InvalidGrid:
            continue
        assert parse(to_line(grid)) == grid


@pytest.mark.parametrize("piece", ["1\n", "[ ", "\"'", "1 2 10\n", "http://1 ", "ﷺ", "= {", "-\n"])
def test_the_longest_junk_is_refused(piece: str) -> None:
    with pytest.raises(InvalidGrid):
        parse(piece * (MAX_LENGTH // len(piece)))


def grids(*shapes: Geometry) -> st.SearchStrategy[Grid]:
    def of(shape: Geometry) -> st.SearchStrategy[Grid]:
        # About half of the cells are blank. Drawing bytes is fast; a list of numbers takes ages.
        values = (*[0] * (shape.size + 1), *range(1, shape.size + 1))
        cells = st.binary(min_size=shape.cell_count, max_size=shape.cell_count)
        return cells.map(lambda drawn: Grid(shape, bytes(values[n % len(values)] for n in drawn)))

    return st.sampled_from(shapes).flatmap(of)


def rows_of(grid: Grid) -> list[list[int]]:
    size = grid.geometry.size
    return [list(grid.values[start : start + size]) for start in range(0, size * size, size)]


def as_numbers(grid: Grid) -> str:
    return repr([[value or None for value in row] for row in rows_of(grid)])


def as_quoted_numbers(grid: Grid) -> str:
    return "\n".join(
        "['" + "', '".join(str(value or ".") for value in row) + "']," for row in rows_of(grid)
    )


def as_two_columns(grid: Grid) -> str:
    return "\n".join(" ".join(f"{value or '..':>2}" for value in row) for row in rows_of(grid))


def as_headed_table(grid: Grid) -> str:
    head = "    " + " ".join(f"{n:2}" for n in range(1, grid.geometry.size + 1))
    lines = as_two_columns(grid).splitlines()
    return "\n".join([head, *(f"{n:2} | {line}" for n, line in enumerate(lines, 1))])


def as_rows(grid: Grid) -> str:
    line, size = to_line(grid), grid.geometry.size
    return "\n".join(line[start : start + size] for start in range(0, size * size, size))


def full_width(text: str) -> str:
    letters = {code: code + 0xFEE0 for code in map(ord, SYMBOLS + "|.")}
    return text.translate(letters)


def keycaps(text: str) -> str:
    return "".join(f"{c}\ufe0f\u20e3" if c in "123456789" else c for c in text)


WRITTEN: list[Callable[[Grid], str]] = [
    to_line,
    to_board,
    as_rows,
    as_numbers,
    as_quoted_numbers,
    as_two_columns,
    as_headed_table,
]


@pytest.mark.parametrize("write", WRITTEN)
@given(grid=grids(*SHAPES))
def test_what_is_written_is_read_again(write: Callable[[Grid], str], grid: Grid) -> None:
    assert parse(write(grid)) == grid


@pytest.mark.long
@pytest.mark.parametrize("write", WRITTEN)
@given(grid=grids(*TALL))
def test_a_given_geometry_turns_the_boxes(write: Callable[[Grid], str], grid: Grid) -> None:
    assert parse(write(grid), grid.geometry) == grid
    shape = grid.geometry if write is to_board else Geometry.of_size(grid.geometry.size)
    assert parse(write(grid)).geometry is shape


def framed(board: str) -> str:
    """With a rule and bars around it, and numbers beside and above it."""
    body = board.splitlines()
    rule = "+" + next(line for line in body if "+" in line) + "+"
    numbers = iter(range(1, len(body) + 1))
    rows = [f"   {rule}" if "+" in line else f"{next(numbers):2} |{line}|" for line in body]
    return "\n".join([f"   {rule}", *rows, f"   {rule}"])


@pytest.mark.long
@given(grid=grids(*TALL, *SHAPES, Geometry(2, 8), Geometry(8, 2)))
def test_boxes_are_those_that_are_drawn(grid: Grid) -> None:
    board = to_board(grid)
    shape = grid.geometry
    assert parse(board) == grid
    assert parse(framed(board)).geometry is shape
    without_rules = "\n".join(line for line in board.splitlines() if "+" not in line)
    assert parse(without_rules).geometry is Geometry.of_size(shape.size)
    halved = as_rows(grid).splitlines()
    halved.insert(shape.size // 2, "-" * shape.size)
    assert parse("\n".join(halved)).geometry is Geometry.of_size(shape.size)


@pytest.mark.parametrize(
    "decorate",
    [
        str.lower,
        full_width,
        keycaps,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace(" ", "\xa0"),
        lambda text: text.replace(" ", "&nbsp;"),
        lambda text: f"\ufeff\n\n{text}\n\n",
        lambda text: f"```\n{text}\n```",
        lambda text: text.replace("\n", " # a comment\n"),
        lambda text: text.replace("|", "│").replace("-", "─").replace("+", "┼"),
    ],
)
@given(grid=grids(*SHAPES))
def test_decoration_does_not_change_the_value(decorate: Callable[[str], str], grid: Grid) -> None:
    assert parse(decorate(to_board(grid))) == grid


@given(grids(*SHAPES), st.sampled_from("*_-?"))
def test_blanks_are_written_in_many_ways(grid: Grid, blank: str) -> None:
    assert parse(to_line(grid).replace(".", blank)) == grid
    assert parse(as_rows(grid).replace(".", blank)) == grid


@st.composite
def large_grids(draw: st.DrawFn, shape: Geometry) -> Grid:
    """Grids in which every digit occurs, as it does in real large puzzles."""
    rest = (shape.cell_count - shape.size) // 2
    any_values = [n % (shape.size + 1) for n in draw(st.binary(min_size=rest, max_size=rest))]
    values = [*any_values, *range(1, shape.size + 1)]
    values += [0] * (shape.cell_count - len(values))
    order = draw(st.binary(min_size=len(values), max_size=len(values)))
    return Grid(shape, bytes(value for _, value in sorted(zip(order, values, strict=True))))


@pytest.mark.long
@pytest.mark.parametrize(
    ("shape", "alphabet", "blank"),
    [
        (Geometry(4, 4), "123456789ABCDEFG", "0"),
        (Geometry(4, 4), "0123456789ABCDEF", "."),
        (Geometry(4, 4), "ABCDEFGHIJKLMNOP", "."),
        (Geometry(4, 4), "ABCDEFGHIJKLMNOP", "0"),
        (Geometry(3, 4), "0123456789AB", "-"),
        (Geometry(5, 5), "ABCDEFGHIJKLMNOPQRSTUVWXY", "."),
        (Geometry(5, 5), "123456789ABCDEFGHIJKLMNOP", "0"),
    ],
)
@given(data=st.data())
def test_alphabets_are_told_apart_by_the_symbols_that_occur(
    shape: Geometry, alphabet: str, blank: str, data: st.DataObject
) -> None:
    grid = data.draw(large_grids(shape))
    text = to_line(grid).translate(str.maketrans(SYMBOLS[: shape.size] + ".", alphabet + blank))
    # It begins a link, and no puzzle has three equal digits side by side.
    assume("WWW." not in text)
    assert parse(text) == grid
    assert parse(text.lower()) == grid


def test_a_line_of_keycaps_may_have_a_comment() -> None:
    caps = keycaps(LINE.replace("0", "."))
    assert parse_line(f"{caps} hard 4.2") == (parse(LINE), "hard 4.2")
    assert parse_line(f"{caps} # easy")[0] == parse(LINE)


def test_too_few_rows_in_a_line_are_no_smaller_board() -> None:
    with pytest.raises(InvalidGrid, match="4 rows, expected 9"):
        parse(" ".join(f"{'.' * 8}{digit}" for digit in "1234"))
