"""Cells with one candidate and digits with one place."""

from collections.abc import Iterator
from typing import Final

from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Blockers, Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, placing


def full_houses(state: State) -> Iterator[Step]:
    """The last blank cell of a unit; boxes first, as they are seen best."""
    layout, blank = state.layout, state.placed[0]
    for unit in (*layout.boxes, *layout.lines):
        left = blank & layout.units[unit]
        if left.bit_count() == 1:
            cell = left.bit_length() - 1
            for option in state.options_of(cell, state.cells[cell]):
                yield _placing(state, FULL_HOUSE, option, unit=Units((unit,)))


def hidden_singles(state: State) -> Iterator[Step]:
    """A digit with one place in a box, then in a row or column; fewest blank cells first."""
    layout = state.layout
    for units in (layout.boxes, layout.lines):
        found = []
        for value in state.digits:
            places = state.places[value]
            for unit in units if places else ():
                inside = places & layout.units[unit]
                # Exactly one bit is set.
                if inside and not inside & inside - 1:
                    blanks = (state.placed[0] & layout.units[unit]).bit_count()
                    found.append((blanks, unit, value, inside.bit_length() - 1))
        for _, unit, value, cell in sorted(found):
            option = Candidate(cell, value)
            why = blockers(state, option, unit)
            yield _placing(state, HIDDEN_SINGLE, option, unit=Units((unit,)), blockers=why)


def naked_singles(state: State) -> Iterator[Step]:
    """A cell whose other digits are all ruled out; fewest blank cells around it first."""
    singles = [cell for cell, mask in enumerate(state.cells) if mask and not mask & mask - 1]
    peers, blank = state.layout.peers, state.placed[0]
    for cell in sorted(singles, key=lambda cell: ((peers[cell] & blank).bit_count(), cell)):
        option = Candidate(cell, state.cells[cell].bit_length())
        seen = _witnesses(state, cell)
        yield _placing(state, NAKED_SINGLE, option, seen=Cells(seen))


def next_single(state: State) -> Step | None:
    """The easiest single of a state, if there is one."""
    finders = (full_houses, hidden_singles, naked_singles)
    return next((step for finder in finders for step in finder(state)), None)


def placed_singles(state: State) -> State:
    """The state after placing all singles, and those that follow from them.

    The order in which they are placed makes no difference as long as the puzzle has a solution.
    """
    cells, values = list(state.cells), bytearray(state.values)
    while found := [*_naked(cells)] or [*_hidden(state, cells)]:
        for cell, bit in found:
            # An earlier single of this round may have filled the cell already.
            if cells[cell] & bit:
                values[cell] = bit.bit_length()
                for peer in state.geometry.peers[cell]:
                    cells[peer] &= ~bit
                cells[cell] = 0
    return State(state.geometry, bytes(values), state.given, tuple(cells))


def _naked(cells: list[int]) -> Iterator[tuple[int, int]]:
    return ((cell, mask) for cell, mask in enumerate(cells) if mask and not mask & mask - 1)


def _hidden(state: State, cells: list[int]) -> Iterator[tuple[int, int]]:
    """Candidates that stand once in a unit: those seen in it once and never again."""
    for unit in state.geometry.units:
        once = again = 0
        for cell in unit:
            again |= once & cells[cell]
            once |= cells[cell]
        left = once & ~again
        for cell in unit if left else ():
            if cells[cell] & left:
                yield cell, cells[cell] & left


def blockers(state: State, option: Candidate, unit: int) -> Blockers:
    """A few placed digits that rule the option's value out for the other blank cells of a unit."""
    layout, value = state.layout, option.value
    left = layout.units[unit] & state.placed[0] & ~(1 << option.cell)
    pairs: list[tuple[int, int]] = []
    while True:
        holders = [(left & layout.peers[cell], cell) for cell in bits(state.placed[value])]
        # Greedy: the holder that blocks most of what is left, the lowest one among equals.
        covered, cell = max(
            holders, key=lambda pair: (pair[0].bit_count(), -pair[1]), default=(0, 0)
        )
        if not covered:
            return Blockers(tuple(sorted(pairs)), tuple(bits(left)))
        pairs.append((cell, _blocking_unit(state, cell, covered)))
        left &= ~covered


def _blocking_unit(state: State, cell: int, covered: int) -> int:
    """The unit of `cell` that holds most of the cells it blocks; lines before boxes."""
    units = state.layout.units
    return max(state.geometry.units_of[cell], key=lambda unit: (units[unit] & covered).bit_count())


def _witnesses(state: State, cell: int) -> tuple[int, ...]:
    """One placed peer for each digit that the peers rule out."""
    seen = (state.layout.peers[cell] & placed for placed in state.placed[1:])
    return tuple(sorted((mask & -mask).bit_length() - 1 for mask in seen if mask))


def _placing(state: State, technique: Technique, option: Candidate, **roles: Part) -> Step:
    cell, digit = Cells((option.cell,)), Digits((option.value,))
    return placing(state, technique, (option,), cell=cell, digit=digit, **roles)


FULL_HOUSE: Final = Technique(
    "full_house",
    "Full house",
    Difficulty.EASY,
    rank=10,
    family=Family.SINGLES,
    rating=1.0,
    finders=(full_houses,),
    roles=("cell", "digit", "unit"),
    reason="{cell} is the last blank cell of {unit}",
    looks_at=(Look("cell"),),
    is_seen_without_notes=True,
)
HIDDEN_SINGLE: Final = Technique(
    "hidden_single",
    "Hidden single",
    Difficulty.EASY,
    rank=20,
    family=Family.SINGLES,
    rating=1.2,
    finders=(hidden_singles,),
    roles=("cell", "digit", "unit", "blockers"),
    reason="{digit} has only {cell} left in {unit}: {blockers}",
    looks_at=(Look(digits="digit", units="unit"),),
    is_seen_without_notes=True,
)
NAKED_SINGLE: Final = Technique(
    "naked_single",
    "Naked single",
    Difficulty.MEDIUM,
    rank=30,
    family=Family.SINGLES,
    rating=2.3,
    finders=(naked_singles,),
    roles=("cell", "digit", "seen"),
    reason="every digit but {digit} is ruled out for {cell}",
    looks_at=(Look("cell"),),
    is_seen_without_notes=True,
)
