import pytest

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.render.notes import notes_view
from bot.render.text_board import WIDTH
from engine import Geometry, Grid

NINE = Geometry(3, 3)


def candidates(givens: Grid) -> dict[int, int]:
    """The mask of the digits that no peer of a blank cell holds."""
    peers = givens.geometry.peers
    return {
        cell: sum(1 << v - 1 for v in range(1, givens.geometry.size + 1) if v not in seen)
        for cell in givens.blanks()
        for seen in [{givens[peer] for peer in peers[cell]}]
    }


def noted(givens: Grid, notes: dict[int, int], placed: dict[int, int] | None = None) -> Game:
    moves = [Move(Act.NOTES, cell, mask) for cell, mask in notes.items()]
    moves += [Move(Act.PLACE, cell, digit) for cell, digit in (placed or {}).items()]
    return Game(givens, givens).with_turn(Turn(7, tuple(moves)))


LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GIVENS = Grid(NINE, bytes(int(symbol) for symbol in LINE.replace(".", "0")))
GAME = noted(GIVENS, candidates(GIVENS), {32: 7})

BOX_5 = """\
    4     5     6
   ... |     |
4: .5. |  6  |  7
   ..9 |     |
   ----+-----+----
       | ... |
5:  8  | .5. |  3
       | ... |
   ----+-----+----
   ... |     | 1..
6: .5. |  2  | 4..
   ..9 |     | ..."""

ROW_4 = """\
r4c1 = 8
r4c2 12..5....
r4c3 12..5...9
r4c4 ....5...9
r4c5 = 6
r4c6 = 7
r4c7 ...45...9
r4c8 .2.45...9
r4c9 = 3"""

COLUMN_1 = """\
r1c1 = 5
r2c1 = 6
r3c1 12.......
r4c1 = 8
r5c1 = 4
r6c1 = 7
r7c1 1.3.....9
r8c1 .23......
r9c1 123......"""

TWO_ROWS = """\
r2 c2 247  c3 247
   c7 3478  c8 234
   c9 2478
r9 c1 123"""

SIX_BOX = """\
    1     2     3
1:  1  | ..3 |  2
       | 456 |
   ----+-----+----
2: ..3 | ... | ..3
   456 | ... | 456"""

EIGHT_BOX = """\
    1     2     3     4
   1.. | ... |     | ...
1: ... | ... |  5  | ...
   .8  | ..  |     | ..
   ----+-----+-----+----
   ... | ... | ... | ...
2: ... | ... | ... | ...
   ..  | ..  | ..  | .."""

SIXTEEN_BOX = """\
     5    6    7    8
    1...|    |....|....
 1: ....| A  |....|....
    ..B.|    |....|....
    ...G|    |....|....
    ----+----+----+----
    ....|....|....|....
 2: ....|....|....|....
    ....|....|....|....
    ....|....|....|....
    ----+----+----+----
    ....|....|....|....
 3: ....|....|....|....
    ....|....|....|....
    ....|....|....|....
    ----+----+----+----
    ....|....|....|....
 4: ....|....|....|....
    ....|....|....|....
    ....|....|....|...."""


@pytest.mark.parametrize(("unit", "shown"), [(22, BOX_5), (3, ROW_4), (9, COLUMN_1)])
def test_the_notes_of_a_unit(unit: int, shown: str) -> None:
    assert notes_view(GAME, unit) == shown


def test_the_notes_of_the_whole_board_are_told_by_cell() -> None:
    notes = {cell: mask for cell, mask in candidates(GIVENS).items() if cell // 9 == 1}
    assert notes_view(noted(GIVENS, notes | {72: 0b111})) == TWO_ROWS


def test_a_board_without_notes_has_nothing_to_tell() -> None:
    assert notes_view(noted(GIVENS, {2: 0})) == ""


def test_boxes_that_are_not_square() -> None:
    givens = Grid(Geometry(2, 3), bytes([1, 0, 2, *[0] * 33]))
    notes = {cell: mask for cell, mask in candidates(givens).items() if cell in {1, 6, 8}}
    assert notes_view(noted(givens, notes), 12) == SIX_BOX


def test_boxes_of_four_columns_just_fit_with_spaces() -> None:
    givens = Grid(Geometry(2, 4), bytes([0, 0, 5, *[0] * 61]))
    assert notes_view(noted(givens, {0: 1 | 1 << 7}), 16) == EIGHT_BOX


def test_boxes_with_digits_beyond_nine() -> None:
    givens = Grid(Geometry(4, 4), bytes([0] * 5 + [10] + [0] * 250))
    notes = {4: 1 | 1 << 10 | 1 << 15}
    assert notes_view(noted(givens, notes), 33) == SIXTEEN_BOX


def test_rows_with_digits_beyond_nine() -> None:
    game = noted(Grid.blank(Geometry(4, 4)), {4: 1 | 1 << 10 | 1 << 15}, {9: 15})
    lines = notes_view(game, 0).split("\n")
    assert lines[4] == "r1c5   1.........B....G"
    assert lines[9] == "r1c10  = F"
    assert notes_view(game) == "r1  c5 1BG"


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16])
def test_every_view_fits_a_phone_in_ascii(size: int) -> None:
    blank = Grid.blank(Geometry.of_size(size))
    game = noted(blank, dict.fromkeys(range(size * size), (1 << size) - 1))
    for unit in (None, *range(3 * size)):
        shown = notes_view(game, unit)
        assert shown.isascii()
        assert max(map(len, shown.split("\n"))) <= WIDTH
        cells = size * size if unit is None else size
        assert sum(shown.count(symbol) for symbol in "4") >= cells
