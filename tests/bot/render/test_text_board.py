import re
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.render.text_board import (
    WIDTH,
    WIDTH_ALONE,
    columns,
    grid_html,
    marked_cells,
    own_cells,
    text_board,
)
from engine import Geometry, Grid, parse

SOLUTION = parse("1234341221434321")
PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLVED = parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179")
SYMBOLS = "123456789ABCDEFGHIJKLMNOP"
SIZES = (4, 6, 8, 9, 12, 16, 25)
ORDER_3 = Geometry(3, 3)


def grid(line: str) -> Grid:
    return Grid(ORDER_3, bytes(int(symbol) for symbol in line.replace(".", "0")))


GIVENS = grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
BOARD = GIVENS.with_values({2: 4, 8: 2, 40: 5, 51: 8})

FULL = """\
   1 2 3 | 4 5 6 | 7 8 9
1: 5 3 4'| . 7 . | . . 2'
2: 6 . . | 1 9 5 | . . .
3: . 9 8 | . . . | . 6 .
   ------+-------+-------
4: 8 . . | . 6 . | . . 3
5: 4 . . | 8 5'3 | . . 1
6: 7 . . | . 2 . | 8'. 6
   ------+-------+-------
7: . 6 . | . . . | 2 8 .
8: . . . | 4 1 9 | . . 5
9: . . . | . 8 . | . 7 9"""

COMPACT = """\
  1 2 3 |4 5 6 |7 8 9
1 5 3 4'|. 7 . |. . 2'
2 6 . . |1 9 5 |. . .
3 . 9 8 |. . . |. 6 .
  ------+------+------
4 8 . . |. 6 . |. . 3
5 4 . . |8 5'3 |. . 1
6 7 . . |. 2 . |8'. 6
  ------+------+------
7 . 6 . |. . . |2 8 .
8 . . . |4 1 9 |. . 5
9 . . . |. 8 . |. 7 9"""


TEN = """\
   1 2 3 4 5 |6 7 8 9 10
 1 .?2 3!4 5 <6'7 8 9 A
 2 1(2)3 4 5 <6 7 8 9 A
   ----------+==========
 3 1 2 3 4 5 |6 7 8 9 A"""

TEN_TIGHT = """\
 1 . 2 3 4 5 |6'7 8 9 A
 2 1 . 3 4 5 |6 7 8 9 A
 3 1 2 3 4 5  6 7 8 9 A
 4 1 2 3 4 5  6 7 8 9 A
 5 1 2 3 4 5 |6 7 8 9 A"""

TWELVE = """\
   1 2 3 4 |5 6 7 8 |9
 1 .?2 3!4 <5'6 7 8 >9ABC
 2 1(2)3 4 <5 6 7 8 >9ABC
 3 1 2 3 4 <5 6 7 8 >9ABC
   --------+========+----
 4 1 2 3 4 |5 6 7 8 |9ABC"""

TWELVE_RIGHT = """\
   1234|5 6 7 8 |9 101112
 1 ?234|5'6 7 8 <9 A'B C'
 2 1_34|5 6 7 8 <9 A B C
 3 1234|5 6 7 8 <9 A B C
   ----+--------+========
 4 1234|5 6 7 8 |9 A B C"""

TWELVE_ALONE = """\
   1 2 3 4 |5 6 7 8 |9 101112
 1 .?2 3!4 |5'6 7 8 <9 A'B C'
 2 1(2)3 4 |5 6 7 8 <9 A B C
 3 1 2 3 4 |5 6 7 8 <9 A B C
 4 1 2 3 4  5 6 7 8  9 A B C"""

SIXTEEN = """\
   1234|5678|9   |13
 1 ?234>5678|9ABC|DEFG
 2 1_34>5678|9ABC|DEFG"""

SIXTEEN_LAST = """\
   1234|5678|9   |13
 1 ?234|5678|9ABC<DEFG
 2 1_34|5678|9ABC<DEFG"""

SIXTEEN_ALONE = """\
   1 2 3 4 |5 6 7 8 |9   |13
 1 .?2 3!4 >5'6 7 8 |9ABC|DEFG
 2 1(.)3 4 >5 6 7 8 |9ABC|DEFG"""

SIXTEEN_RIGHT = """\
   1234|5678|9 101112|13141516
 1 ?234|5678|9 A'B C'<D E F G
 2 1_34|5678|9 A B C <D E F G"""

SIX_TIGHT = """\
   1 2 3 | 4 5 6
1: 1'. 3'| 4'5'6'
2: 1'. 3'| 4'5'6'
3: 1'. 3'  4'5'6'
4: 1'. 3'  4'5'6'
5: 1'. 3'< 4'.)6'
6: 1'. 3'< 4'5'6'"""

FOUR_TIGHT = """\
   1 2 | 3 4
1: 1'. | 3'.
2: 1'. | 3'.
3: 1'. < 3'.
4: 1'. < 3'.)"""

FOUR_FRAMED = """\
   1 2 | 3 4
1:(1)2 > 3 .
2: 1 . > 3 .
   ====+-----
3: 1 . | 3 .
4: 1 . | 3 ."""


def rows_of(shape: Geometry, row: list[int], blank: tuple[int, ...] = ()) -> Grid:
    """A board with the same row everywhere, and some blank cells."""
    return Grid(shape, bytes(row * shape.size)).with_values(dict.fromkeys(blank, 0))


def test_a_10x10_has_room_for_marks_beside_its_digits_and_none_beside_its_bars() -> None:
    shape = Geometry(2, 5)
    board = rows_of(shape, [*range(1, 11)], (0, 11))
    givens, marks = board.with_values({5: 0}), {0: "?", 2: "!"}
    drawn = text_board(
        board, givens, here=shape.boxes[1], chosen=11, marks=marks, candidates={11: "2", 2: "9"}
    )
    assert drawn.startswith(TEN)
    assert len(drawn.splitlines()) == 1 + 10 + 4
    assert text_board(board, givens, tight=True).startswith(TEN_TIGHT)
    assert text_board(board, givens, compact=True) == text_board(board, givens)


def test_a_12x12_has_marks_in_the_columns_around_its_buttons_and_else_in_blank_cells() -> None:
    shape = Geometry(3, 4)
    board = rows_of(shape, [*range(1, 13)], (0, 13))
    givens, marks = board.with_values({4: 0, 9: 0, 11: 0}), {0: "?", 2: "!"}
    for box, start in ((1, TWELVE), (2, TWELVE_RIGHT)):
        drawn = text_board(
            board, givens, here=shape.boxes[box], chosen=13, marks=marks, candidates={13: "2"}
        )
        assert drawn.startswith(start)
        assert len(drawn.splitlines()) == 1 + 12 + 3


def test_alone_with_the_bot_a_12x12_has_marks_everywhere() -> None:
    shape = Geometry(3, 4)
    board = rows_of(shape, [*range(1, 13)], (0, 13))
    drawn = text_board(
        board,
        board.with_values({4: 0, 9: 0, 11: 0}),
        here=shape.boxes[2],
        chosen=13,
        marks={0: "?", 2: "!"},
        candidates={13: "2"},
        tight=True,
        widest=WIDTH_ALONE,
    )
    assert drawn.startswith(TWELVE_ALONE)
    assert len(drawn.splitlines()) == 1 + 12


@pytest.mark.parametrize(
    ("box", "alone", "shared"), [(0, SIXTEEN_ALONE, SIXTEEN), (3, SIXTEEN_RIGHT, SIXTEEN_LAST)]
)
def test_alone_with_the_bot_a_16x16_has_marks_in_the_half_with_its_buttons(
    box: int, alone: str, shared: str
) -> None:
    shape = Geometry(4, 4)
    board = rows_of(shape, [*range(1, 17)], (0, 17))
    givens, marks = board.with_values({4: 0, 9: 0, 11: 0}), {0: "?", 2: "!"}
    for widest, start in ((WIDTH_ALONE, alone), (WIDTH, shared)):
        drawn = text_board(
            board, givens, here=shape.boxes[box], chosen=17, marks=marks, tight=True, widest=widest
        )
        assert drawn.startswith(start)


def test_a_25x25_is_bare_rows_with_signs_in_the_blanks_that_the_buttons_show() -> None:
    shape = Geometry(5, 5)
    board = rows_of(shape, [0, 0, *range(3, 26)])
    lines = text_board(
        board, board, here=shape.boxes[0], chosen=27, marks={1: "?", 5: "!"}
    ).splitlines()
    rest = SYMBOLS[2:]
    assert lines == [f"_?{rest}", *[f"__{rest}"] * 4, *[f"..{rest}"] * 20]


def test_a_4x4_is_framed_only_where_its_edge_is_not_the_boards() -> None:
    shape = Geometry(2, 2)
    board = rows_of(shape, [1, 0, 3, 0])
    drawn = text_board(board, Grid.blank(shape), here=shape.boxes[3], chosen=15, tight=True)
    assert drawn == FOUR_TIGHT
    with_two = board.with_values({1: 2})
    assert text_board(with_two, here=shape.boxes[0], chosen=0, candidates={0: "4"}) == FOUR_FRAMED


def test_a_tight_6x6_has_the_numbers_of_its_columns_that_a_typed_move_needs() -> None:
    shape = Geometry(2, 3)
    board = rows_of(shape, [1, 0, 3, 4, 5, 6], (28,))
    blank = Grid.blank(shape)
    assert text_board(board, blank, here=shape.boxes[5], chosen=28, tight=True) == SIX_TIGHT
    small = text_board(board, blank, compact=True, tight=True).splitlines()
    assert small[:2] == ["  1 2 3 |4 5 6", "1 1'. 3'|4'5'6'"]
    assert len(small) == 1 + 6


@pytest.mark.parametrize(
    ("rows", "columns", "has_room"),
    [
        *((2, 2, True), (2, 3, True), (2, 4, True), (3, 3, True), (2, 5, True)),
        *((2, 6, False), (3, 4, False), (4, 4, False), (5, 5, False)),
    ],
)
def test_boards_up_to_ten_have_room_for_marks(rows: int, columns: int, has_room: bool) -> None:  # noqa: FBT001 - a parameter
    shape = Geometry(rows, columns)
    assert len(marked_cells(shape)) == has_room * shape.cell_count


def test_larger_boards_have_room_for_marks_near_their_buttons_and_alone_with_the_bot() -> None:
    twelve, sixteen, largest = (Geometry.of_size(size) for size in (12, 16, 25))
    right = {cell for column in twelve.columns[4:] for cell in column}
    assert marked_cells(twelve, twelve.boxes[2]) == right
    assert len(marked_cells(twelve, widest=WIDTH_ALONE)) == 144
    left = {cell for column in sixteen.columns[:8] for cell in column}
    assert marked_cells(sixteen, sixteen.boxes[13], WIDTH_ALONE) == left
    assert not marked_cells(sixteen, sixteen.boxes[13])
    assert not marked_cells(largest, largest.boxes[0], WIDTH_ALONE)


def test_own_digits_are_those_that_are_not_given() -> None:
    assert own_cells(BOARD, GIVENS) == [2, 8, 40, 51]
    assert own_cells(BOARD, None) == []


@st.composite
def boards(draw: st.DrawFn) -> Grid:
    geometry = Geometry.of_size(draw(st.sampled_from(SIZES)))
    random = draw(st.randoms(use_true_random=False))
    values = bytes(random.randint(0, geometry.size) for _ in range(geometry.cell_count))
    return Grid(geometry, values)


def read_back(drawing: str, size: int) -> list[int]:
    """The values in the labelled rows of a drawing, or in all lines if there are no labels."""
    labels = [] if size == 25 else [str(number) for number in range(1, size + 1)]
    values: list[int] = []
    for line in drawing.split("\n"):
        label, _, body = line.strip().replace(":", "").partition(" ")
        if labels and not (label == labels[0] and re.search(r"^ ?\d+:? ", line)):
            continue
        cells = re.sub(r"[|' ]", "", body if labels else line)
        assert len(cells) == size
        values += [SYMBOLS.find(normalize("NFKC", cell).upper()) + 1 for cell in cells]
        labels = labels[1:]
    return values


def columns_under_headings(drawing: str, label_width: int) -> dict[str, str]:
    """What is below each heading in the first row."""
    heading, first, *_ = drawing.split("\n")
    return {mark: first[at] for at, mark in enumerate(heading) if at >= label_width and mark != " "}


def test_the_full_form_tells_own_digits_from_givens() -> None:
    assert text_board(BOARD, GIVENS) == FULL


def test_the_compact_form() -> None:
    assert text_board(BOARD, GIVENS, compact=True) == COMPACT


def test_without_givens_no_digit_is_marked() -> None:
    assert "'" not in text_board(BOARD)


def test_a_mark_stands_behind_its_cell_in_place_of_the_apostrophe() -> None:
    lines = text_board(BOARD, GIVENS, marks={40: "!", 41: "?"}).split("\n")
    assert lines[6] == "5: 4 . . | 8 5!3?| . . 1"


@given(boards(), st.booleans())
def test_every_value_stands_at_its_place(board: Grid, compact: bool) -> None:  # noqa: FBT001 - drawn by Hypothesis
    drawing = text_board(board, Grid.blank(board.geometry), compact=compact)
    assert read_back(drawing, board.geometry.size) == list(board.values)


@pytest.mark.long
@given(boards(), st.booleans())
def test_every_line_fits_a_phone_and_is_ascii(board: Grid, compact: bool) -> None:  # noqa: FBT001 - drawn by Hypothesis
    drawing = text_board(board, Grid.blank(board.geometry), compact=compact)
    assert drawing.isascii()
    lines = drawing.split("\n")
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() and line.isprintable() for line in lines)


@pytest.mark.parametrize(
    ("size", "compact", "width"),
    [
        (4, False, 13),
        (6, False, 17),
        (9, False, 25),
        (9, True, 22),
        (16, False, 22),
        (25, True, 25),
    ],
)
def test_the_width_of_each_size(size: int, compact: bool, width: int) -> None:  # noqa: FBT001 - a parameter
    geometry = Geometry.of_size(size)
    board = Grid(geometry, bytes([1]) * geometry.cell_count)
    drawing = text_board(board, Grid.blank(geometry), compact=compact)
    assert max(map(len, drawing.split("\n"))) == width


@pytest.mark.parametrize("compact", [False, True])
def test_headings_stand_over_their_columns(compact: bool) -> None:  # noqa: FBT001 - a parameter
    board = Grid(ORDER_3, bytes([*range(1, 10)] * 9))
    under = columns_under_headings(text_board(board, board, compact=compact), 2)
    assert all(mark == symbol for mark, symbol in under.items())
    assert under.keys() >= set("123456789")


def test_no_number_over_a_column_is_that_of_another_one() -> None:
    """`3456` over the last columns of a 16x16 would be read as their numbers."""
    heads = {
        (4, 4): "   1234|5678|9   |13",
        (3, 4): "   1234|5678|9",
        (4, 3): "   123|456|789|10",
        (3, 5): "   12345|6789 |11",
        (2, 6): "   123456|789",
        (6, 2): "   12|34|56|78|9 |11",
    }
    for (rows, wide), head in heads.items():
        assert text_board(Grid.blank(Geometry(rows, wide))).split("\n")[0] == head


@pytest.mark.parametrize("size", SIZES[:-1])
def test_rules_and_bars_stand_between_boxes(size: int) -> None:
    geometry = Geometry.of_size(size)
    lines = text_board(Grid.blank(geometry)).split("\n")[1:]
    rules = [at for at, line in enumerate(lines) if "-" in line]
    tall = geometry.box_rows
    assert rules == [band * (tall + 1) + tall for band in range(size // tall - 1)]
    bars = {tuple(at for at, mark in enumerate(line) if mark in "|+") for line in lines}
    assert len(bars) == 1
    assert len(bars.pop()) == geometry.box_rows - 1


def test_a_board_alone_shows_all_digits_alike() -> None:
    assert grid_html(SOLUTION).startswith("<pre>")
    assert "&#39;" not in grid_html(SOLUTION)


def test_the_chosen_cell_stands_in_parentheses_and_no_mark_is_lost() -> None:
    moves = (Move(Act.PLACE, 2, 4), Move(Act.PLACE, 5, 8))
    values = Game(PUZZLE, SOLVED).with_turn(Turn(1, moves)).values
    for cell, row in (
        (3, "1: 5 3 4'|(.)7 8'| . . ."),
        (2, "1: 5 3(4)| . 7 8'| . . ."),
        (6, "1: 5 3 4'| . 7 8'|(.). ."),
        (8, "1: 5 3 4'| . 7 8'| . .(.)"),
    ):
        assert text_board(values, PUZZLE, chosen=cell).splitlines()[1] == row
    for cell, row in ((2, "1 5 3(4)|. 7 8'|. . ."), (4, "1 5 3 4'|.(7)8'|. . .")):
        assert text_board(values, PUZZLE, compact=True, chosen=cell).splitlines()[1] == row


def test_the_chosen_cell_of_a_board_without_room_for_marks_is_drawn_differently() -> None:
    blank = Grid.blank(Geometry.of_size(16))
    assert text_board(blank, blank, chosen=3).splitlines()[1] == " 1 ..._|....|....|...."


def test_a_box_that_the_buttons_show_is_framed() -> None:
    drawn = text_board(PUZZLE, PUZZLE, here=PUZZLE.geometry.boxes[4]).splitlines()
    assert [drawn[at] for at in (4, 5, 7, 8, 9)] == [
        "   ------+-======+-------",
        "4: 8 . . < . 6 . > . . 3",
        "6: 7 . . < . 2 . > . . 6",
        "   ------+-======+-------",
        "7: . 6 . | . . . | 2 8 .",
    ]
    corner = text_board(PUZZLE, PUZZLE, compact=True, here=PUZZLE.geometry.boxes[8]).splitlines()
    assert corner[8:] == [
        "  ------+------+======",
        "7 . 6 . |. . . <2 8 .",
        "8 . . . |4 1 9 <. . 5",
        "9 . . . |. 8 . <. 7 9",
    ]


def test_a_tight_board_is_framed_in_every_band_and_a_large_one_keeps_its_numbers() -> None:
    nine = Grid.blank(Geometry.of_size(9))
    here = [cell for row in nine.geometry.rows for cell in row[3:]]
    lines = text_board(nine, tight=True, here=here).splitlines()
    assert [line.count("<") for line in lines] == [1] * 9
    assert not any(">" in line for line in lines)
    large = Geometry.of_size(16)
    lines = text_board(Grid.blank(large), tight=True, here=large.boxes[5]).splitlines()
    assert len(lines) == 17
    assert lines[0].split() == ["1234|5678|9", "|13"]
    assert [at for at, line in enumerate(lines) if "<....>" in line] == [5, 6, 7, 8]


def test_a_chinese_character_takes_two_columns() -> None:
    assert [columns(text) for text in ("", "r1c5=7", "第 2 宫")] == [0, 6, 7]
