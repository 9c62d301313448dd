"""The rules of patterns that a puzzle with one solution cannot have.

The published argument for rectangles and loops: suppose that some cells, none of them given, held
only two digits, and that each unit had two of those cells or none. Then each such unit would have
one cell of either digit. So the digits could change places in all of the cells without breaking any
unit, and there would be a second solution. In a bivalue universal grave every blank cell could take
its other candidate in the same way.

All rules here assume that the puzzle has one solution.
"""

from collections.abc import Callable, Iterable

from engine.techniques import Technique
from engine.techniques.graves import BUG_PLUS_1, BUG_TYPE_2, BUG_TYPE_3, BUG_TYPE_4
from engine.techniques.layout import Candidate
from engine.techniques.parts import Options
from engine.techniques.rectangles import (
    AVOIDABLE_RECTANGLE_1,
    AVOIDABLE_RECTANGLE_2,
    HIDDEN_RECTANGLE,
)
from engine.techniques.uniqueness import (
    UNIQUE_LOOP_1,
    UNIQUE_LOOP_2,
    UNIQUE_LOOP_3,
    UNIQUE_LOOP_4,
    UNIQUE_RECTANGLE_1,
    UNIQUE_RECTANGLE_2,
    UNIQUE_RECTANGLE_3,
    UNIQUE_RECTANGLE_4,
    UNIQUE_RECTANGLE_5,
    UNIQUE_RECTANGLE_6,
)
from tests.proofs.evidence import Evidence, Proven, require

LONGEST_LOOP = 10


def _exchangeable(said: Evidence, sizes: Iterable[int]) -> tuple[set[int], set[int]]:
    """Cells, none of them given, in which two digits could be exchanged, and those digits."""
    cells, pair = {*said.cells("cells")}, {*said.digits("digits")}
    require(len(cells) in sizes, len(pair) == 2)
    require(all(len(shared) == 2 for shared in said.touched(cells)))
    require(not any(said.state.given >> cell & 1 for cell in cells))
    # All cells must belong to one pattern, not to two that happen to be named together.
    reached = {min(cells)}
    while fresh := {one for one in cells - reached if reached & {*said.state.geometry.peers[one]}}:
        reached |= fresh
    require(reached == cells)
    return cells, pair


def _roof(said: Evidence) -> tuple[set[int], set[int], set[int]]:
    """The cells that have other candidates, those candidates, and the digits of the pattern."""
    is_loop = said.step.technique.startswith("unique_loop")
    cells, pair = _exchangeable(said, range(6, LONGEST_LOOP + 1, 2) if is_loop else (4,))
    roof = {*said.cells("roof")}
    require(all(said.at(cell) >= pair for cell in cells))
    require(roof == {cell for cell in cells if said.at(cell) != pair}, bool(roof))
    return roof, said.among(roof) - pair, pair


def type_1(said: Evidence) -> Proven:
    """The one cell with other candidates has one of those."""
    roof, _, pair = _roof(said)
    require(len(roof) == 1)
    return Proven(removed=said.open(pair, roof))


def type_2(said: Evidence) -> Proven:
    """Several cells have the same other candidate, which is true in one of them."""
    roof, others, _ = _roof(said)
    require(len(roof) > 1, others == {said.digit()})
    return Proven(removed=said.seen(said.digit(), roof))


def type_2_in_line(said: Evidence) -> Proven:
    require(_is_in_one_unit(said, said.cells("roof")))
    return type_2(said)


def type_5(said: Evidence) -> Proven:
    """Like type 2, but no unit has all of those cells."""
    require(not _is_in_one_unit(said, said.cells("roof")))
    return type_2(said)


def _is_in_one_unit(said: Evidence, cells: Iterable[int]) -> bool:
    return any({*cells} <= {*unit} for unit in said.state.geometry.units)


def type_3(said: Evidence) -> Proven:
    """The other candidates of two cells form a subset together with cells of a unit."""
    roof, others, _ = _roof(said)
    return _virtual_subset(said, roof, others)


def _virtual_subset(said: Evidence, roof: set[int], others: set[int]) -> Proven:
    # One of the two cells holds one of the others, so the two count as a single cell of the subset.
    unit, subset = said.inside(said.unit("unit")), {*said.cells("subset")}
    digits = {*said.digits("subset_digits")}
    require(len(roof) == 2, roof <= unit, subset <= said.blank(said.unit("unit")) - roof)
    require(bool(subset), said.among(subset) | others == digits, len(digits) == len(subset) + 1)
    return Proven(removed=said.open(digits, unit - roof - subset))


def type_4(said: Evidence) -> Proven:
    """A unit has one of the two digits only in two cells, so the other is in neither."""
    roof, _, pair = _roof(said)
    locked, digit = said.digit("locked"), said.digit()
    require(len(roof) == 2, {locked, digit} == pair)
    require(said.places(locked, said.unit("unit")) == roof)
    return Proven(removed=said.open({digit}, roof))


def type_6(said: Evidence) -> Proven:
    """Two parallel lines have a digit only in the rectangle, so it is in two opposite cells."""
    roof, _, pair = _roof(said)
    cells, digit, lines = {*said.cells("cells")}, said.digit(), said.units("units")
    require(len(roof) == 2, not said.see(*roof), digit in pair)
    require([said.kind(line) for line in lines] in (["row", "row"], ["column", "column"]))
    for line in lines:
        require(said.places(digit, line) == cells & said.inside(line) != set())
    return Proven(removed=said.open({digit}, roof))


def hidden_rectangle(said: Evidence) -> Proven:
    """With one digit in a corner the other one would have to be in both cells beside it."""
    cells, pair = _exchangeable(said, (4,))
    corner, opposite = said.cell("corner"), said.cell("opposite")
    locked, digit = said.digit("locked"), said.digit()
    require({corner, opposite} <= cells, corner != opposite, not said.see(corner, opposite))
    require(said.at(corner) == {locked, digit} == pair)
    require(all(said.at(cell) >= pair for cell in cells))
    row, column = said.units("units")
    require((said.kind(row), said.kind(column)) == ("row", "column"))
    for unit in (row, column):
        beside = cells & said.inside(unit)
        require(opposite in beside, said.places(locked, unit) == beside)
    return Proven(removed={Candidate(opposite, digit)})


def avoidable_1(said: Evidence) -> Proven:
    """Three cells are filled, and the fourth must not complete the exchange."""
    cells, pair = _exchangeable(said, (4,))
    roof, digit, values = said.cell("roof"), said.digit(), said.state.values
    require({cell for cell in cells if not values[cell]} == {roof}, digit in said.at(roof))
    _alternates(said, {cell: values[cell] or digit for cell in cells}, pair)
    return Proven(removed={Candidate(roof, digit)})


def avoidable_2(said: Evidence) -> Proven:
    """Two cells are filled, and the others must not both complete the exchange."""
    cells, pair = _exchangeable(said, (4,))
    roof, digit, values = {*said.cells("roof")}, said.digit(), said.state.values
    require(len(roof) == 2, roof == {cell for cell in cells if not values[cell]})
    require(all(digit in said.at(cell) and len(said.at(cell)) == 2 for cell in roof))
    _alternates(said, {cell: values[cell] or min(said.at(cell) - {digit}) for cell in cells}, pair)
    return Proven(removed=said.seen(digit, roof))


def _alternates(said: Evidence, filling: dict[int, int], pair: set[int]) -> None:
    """Requires that each unit has both digits in those cells of the filling that are in it."""
    require(all({filling[cell] for cell in shared} == pair for shared in said.touched(filling)))


def _grave(said: Evidence) -> list[Candidate]:
    """The candidates without which each blank cell, and each digit in each unit, has only two."""
    extras = said.part("extras")
    if not isinstance(extras, Options):
        raise TypeError(extras)
    gone = {*extras.candidates}
    require(all(map(said.state.has, gone)), len(gone) == len(extras.candidates), bool(gone))
    require({*said.cells("cells")} == {option.cell for option in gone})
    shape = said.state.geometry
    for unit in range(len(shape.units)):
        require(all(len(said.at(cell) - _values(gone, cell)) == 2 for cell in said.blank(unit)))
        for value in said.state.digits:
            left = said.places(value, unit) - {one.cell for one in gone if one.value == value}
            # There is no place in a unit in which the digit is filled in.
            require(len(left) in {0, 2})
    return [*extras.candidates]


def _values(options: Iterable[Candidate], cell: int) -> set[int]:
    return {option.value for option in options if option.cell == cell}


def grave_1(said: Evidence) -> Proven:
    """The candidates that keep the board from being a grave are all in one cell."""
    extras = _grave(said)
    cell = said.cell("cells")
    others = said.open(said.at(cell) - _values(extras, cell), {cell})
    return Proven(placed={*extras} if len(extras) == 1 else set(), removed=others)


def grave_2(said: Evidence) -> Proven:
    """These candidates are all of one digit, which is true in one of the cells."""
    extras = _grave(said)
    require({option.value for option in extras} == {said.digit()})
    return Proven(removed=said.seen(said.digit(), said.cells("cells")))


def grave_3(said: Evidence) -> Proven:
    """These candidates are in two cells, which form a subset together with cells of a unit."""
    extras = _grave(said)
    return _virtual_subset(said, {*said.cells("cells")}, {option.value for option in extras})


def grave_4(said: Evidence) -> Proven:
    """These candidates are in two cells, and another digit of a unit is locked in the two."""
    extras, locked, cells = _grave(said), said.digit("locked"), said.pair("cells")
    require(said.places(locked, said.unit("unit")) == {*cells})
    require(locked not in {option.value for option in extras})
    gone = [said.open(said.at(one) - {locked} - _values(extras, one), {one}) for one in cells]
    return Proven(removed=gone[0] | gone[1])


DEADLY: dict[Technique, Callable[[Evidence], Proven]] = {
    UNIQUE_RECTANGLE_1: type_1,
    UNIQUE_RECTANGLE_2: type_2_in_line,
    UNIQUE_RECTANGLE_3: type_3,
    UNIQUE_RECTANGLE_4: type_4,
    UNIQUE_RECTANGLE_5: type_5,
    UNIQUE_RECTANGLE_6: type_6,
    UNIQUE_LOOP_1: type_1,
    UNIQUE_LOOP_2: type_2,
    UNIQUE_LOOP_3: type_3,
    UNIQUE_LOOP_4: type_4,
    HIDDEN_RECTANGLE: hidden_rectangle,
    AVOIDABLE_RECTANGLE_1: avoidable_1,
    AVOIDABLE_RECTANGLE_2: avoidable_2,
    BUG_PLUS_1: grave_1,
    BUG_TYPE_2: grave_2,
    BUG_TYPE_3: grave_3,
    BUG_TYPE_4: grave_4,
}
"""For each technique that assumes one solution, the rule that derives what follows."""
