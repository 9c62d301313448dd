"""Checks whether a net, deduction by deduction, holds in a state with other candidates.

A net that is derived again often takes another way, which may be much longer. So its deductions are
first followed as they stand.
"""

from collections.abc import Iterable

from engine.board.grid import Contradiction
from engine.techniques.layout import Candidate, bits, mask_of
from engine.techniques.parts import Branch, Branches, Deduction
from engine.techniques.state import State
from engine.techniques.technique import Step


def still_holds(step: Step, state: State, choices: Iterable[Candidate]) -> bool:
    """Whether a net rules out the same in a state, where it must try `choices`."""
    branches, (target, *_) = dict(step.roles)["branches"], step.eliminations
    if not isinstance(branches, Branches):
        raise TypeError(step)
    premises = {branch.premise for branch in branches.branches}
    return premises.issuperset(choices) and all(
        state.has(branch.premise)
        and _Followed(state, state.cells, state.places).leads(branch, target)
        for branch in branches.branches
    )


class _Followed:
    """The candidates of a state once some assumptions and deductions are done."""

    def __init__(self, state: State, cells: Iterable[int], places: Iterable[int]) -> None:
        self._state = state
        self._cells = [*cells]
        self._places = [*places]

    def place(self, option: Candidate) -> None:
        cell, value = option
        # Placing only drops others, so a later contradiction still shows as no candidate or place.
        for digit in bits(self._cells[cell] & ~(1 << value - 1)):
            self._places[digit + 1] &= ~(1 << cell)
        self._cells[cell] &= 1 << value - 1
        seen = self._places[value] & self._state.layout.peers[cell]
        for peer in bits(seen):
            self._cells[peer] &= ~(1 << value - 1)
        self._places[value] ^= seen

    def drop(self, options: Iterable[Candidate]) -> None:
        for cell, value in options:
            self._cells[cell] &= ~(1 << value - 1)
            self._places[value] &= ~(1 << cell)

    def has(self, option: Candidate) -> bool:
        return bool(self._cells[option.cell] >> option.value - 1 & 1)

    def leads(self, branch: Branch, target: Candidate) -> bool:
        """Whether all of a branch follows, to a contradiction or until the target is gone."""
        self.place(branch.premise)
        for deduction in branch.deductions:
            if not self.follows(deduction):
                return False
            self.drop(deduction.gone)
            if deduction.placed:
                self.place(deduction.placed)
        return (
            self.is_broken(branch.contradiction) if branch.contradiction else not self.has(target)
        )

    def is_broken(self, end: Contradiction) -> bool:
        if end.kind == "no_candidate":
            return not self._cells[end.cells[0]] and not self._state.values[end.cells[0]]
        # A unit that has the digit already needs no place for it.
        filled = self._state.placed[end.value] & self._state.layout.units[end.unit]
        return not filled and not self.places(end.value, end.unit)

    def places(self, value: int, unit: int) -> int:
        return self._places[value] & self._state.layout.units[unit]

    def follows(self, deduction: Deduction) -> bool:
        """Whether a deduction can be drawn now, and all that goes by it is still there."""
        if not all(map(self.has, deduction.gone)):
            return False
        placed = deduction.placed
        match deduction.reason:
            case "only_candidate" if placed:
                return self._cells[placed.cell] == 1 << placed.value - 1
            case "only_place" if placed:
                return self.places(placed.value, deduction.unit) == 1 << placed.cell
            case "locked":
                left = self.places(deduction.gone[0].value, deduction.unit)
                gone = mask_of(option.cell for option in deduction.gone)
                # What goes must see all places that the unit has left.
                return bool(left) and not gone & ~self._state.layout.seen_by_all(left)
            case "refuted" if deduction.proof:
                # A copy: what follows from an inner premise does not hold outside.
                inner = _Followed(self._state, self._cells, self._places)
                return inner.leads(deduction.proof, deduction.gone[0])
        return False
