"""Hidden and avoidable rectangles: four cells in two rows, two columns and two boxes."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Cells, Digits, Units, digits_of
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing


def hidden_rectangles(state: State) -> Iterator[Step]:
    """Rectangles with a bivalue corner and a digit that is confined to them opposite.

    In the row and in the column of the opposite corner, one of the two digits has places in the
    rectangle only. So the other digit falls in that corner.
    """
    for corner in bits(state.bivalue):
        pair = state.cells[corner]
        low, high = (digit + 1 for digit in bits(pair))
        shared = state.places[low] & state.places[high]
        for opposite in bits(shared & ~state.layout.peers[corner] & ~(1 << corner)):
            sides = _sides(state, corner, opposite)
            if sides and all(shared >> side & 1 for side in sides):
                yield from _hidden(state, corner, opposite, sides, (low, high))
                yield from _hidden(state, corner, opposite, sides, (high, low))


def _sides(state: State, corner: int, opposite: int) -> tuple[int, int] | None:
    """The two other corners: in the row and in the column of `opposite`, if there are two boxes."""
    shape = state.geometry
    (row, column), (far_row, far_column) = divmod(corner, shape.size), divmod(opposite, shape.size)
    if row == far_row or column == far_column:
        return None
    sides = shape.cell(far_row, column), shape.cell(row, far_column)
    boxes = {shape.box_of(cell) for cell in (corner, opposite, *sides)}
    return sides if len(boxes) == 2 else None


def _hidden(
    state: State, corner: int, opposite: int, sides: tuple[int, int], values: tuple[int, int]
) -> Iterator[Step]:
    """The step that takes the `weak` one of two values from the opposite corner.

    If it stood there, its row and its column would put `strong` into the corners beside it. That
    would make the bivalue corner `weak` as well, and the values could be exchanged.
    """
    strong, weak = values
    row, column, _ = state.geometry.units_of[opposite]
    units, places = state.layout.units, state.places[strong]
    own = 1 << opposite
    if places & units[row] & ~own & ~(1 << sides[0]):
        return
    if places & units[column] & ~own & ~(1 << sides[1]):
        return
    yield removing(
        state,
        HIDDEN_RECTANGLE,
        (Candidate(opposite, weak),),
        digits=Digits(tuple(sorted(values))),
        cells=Cells(tuple(sorted((corner, opposite, *sides)))),
        corner=Cells((corner,)),
        opposite=Cells((opposite,)),
        locked=Digits((strong,)),
        units=Units((row, column)),
        digit=Digits((weak,)),
    )


def avoidable_rectangles(state: State) -> Iterator[Step]:
    """Corners that the player filled must not leave two digits exchangeable."""
    own = state.layout.all_cells & ~state.given
    filled = own & ~state.placed[0]
    for first in bits(filled):
        # -(2 << first) masks the cells above `first`, so each pair comes once.
        for second in bits(filled & -(2 << first)):
            yield from _three_filled(state, first, second, filled)
    for first in bits(state.bivalue):
        for second in bits(state.bivalue & state.layout.peers[first] & -(2 << first)):
            yield from _two_filled(state, first, second, filled)


def _three_filled(state: State, first: int, second: int, filled: int) -> Iterator[Step]:
    """Type 1: equal digits in two opposite corners, the other digit in a third."""
    sides = _sides(state, first, second)
    if not sides or state.values[first] != state.values[second]:
        return
    # Either of the two other corners may be the filled one.
    for side, last in (sides, sides[::-1]):
        value = state.values[side]
        if filled >> side & 1 and state.cells[last] >> value - 1 & 1:
            yield removing(
                state,
                AVOIDABLE_RECTANGLE_1,
                (Candidate(last, value),),
                digits=Digits(tuple(sorted((value, state.values[first])))),
                cells=Cells(tuple(sorted((first, second, side, last)))),
                roof=Cells((last,)),
                digit=Digits((value,)),
            )


def _two_filled(state: State, first: int, second: int, filled: int) -> Iterator[Step]:
    """Type 2: two open corners have the digit that completes the exchange and one common extra."""
    shape, extra = state.geometry, state.cells[first] & state.cells[second]
    if extra.bit_count() != 1 or state.cells[first] == state.cells[second]:
        return
    removed = state.options(extra.bit_length(), state.layout.seen_by_all(1 << first | 1 << second))
    values = [(state.cells[cell] ^ extra).bit_length() for cell in (first, second)]
    for below, beside in _parallels(state, first, second) if removed else ():
        both = 1 << below | 1 << beside
        # The filled corners hold the same two digits, the other way round.
        crossed = state.values[below] == values[1] and state.values[beside] == values[0]
        boxes = {shape.box_of(cell) for cell in (first, second, below, beside)}
        if crossed and both & filled == both and len(boxes) == 2:
            yield removing(
                state,
                AVOIDABLE_RECTANGLE_2,
                removed,
                digits=Digits(tuple(sorted(values))),
                cells=Cells(tuple(sorted((first, second, below, beside)))),
                roof=Cells((first, second)),
                digit=digits_of(extra),
            )


def _parallels(state: State, first: int, second: int) -> Iterator[tuple[int, int]]:
    """Yields the pairs of cells beside two cells of a row or column, one in each parallel line."""
    shape = state.geometry
    (row, column), (other_row, other_column) = divmod(first, shape.size), divmod(second, shape.size)
    if row == other_row:
        for line in range(shape.size):
            if line != row:
                yield shape.cell(line, column), shape.cell(line, other_column)
    elif column == other_column:
        for line in range(shape.size):
            if line != column:
                yield shape.cell(row, line), shape.cell(other_row, line)


_avoidable: Final = partial(
    Technique,
    family=Family.UNIQUENESS,
    difficulty=Difficulty.EXPERT,
    finders=(avoidable_rectangles,),
    roles=("digits", "cells", "roof", "digit"),
    looks_at=(Look("cells"),),
)

HIDDEN_RECTANGLE: Final = Technique(
    "hidden_rectangle",
    "Hidden rectangle",
    Difficulty.EXPERT,
    rank=380,
    family=Family.UNIQUENESS,
    finders=(hidden_rectangles,),
    roles=("digits", "cells", "corner", "opposite", "locked", "units", "digit"),
    reason=(
        "with {digit} in {opposite}, {units} would put {locked} beside it and {digits} would be "
        "exchangeable in {cells}"
    ),
    looks_at=(Look("cells"), Look(digits="locked", units="units")),
)
AVOIDABLE_RECTANGLE_1: Final = _avoidable(
    "avoidable_rectangle_1",
    "Avoidable rectangle type 1",
    rank=390,
    reason="with {digit} in {roof}, {digits} would be exchangeable in {cells}, none of them given",
)
AVOIDABLE_RECTANGLE_2: Final = _avoidable(
    "avoidable_rectangle_2",
    "Avoidable rectangle type 2",
    rank=400,
    reason=(
        "unless {digit} is in {roof}, {digits} would be exchangeable in {cells}, none of them given"
    ),
)
