"""Why each deduction of a net can be made: which digit took the other choices away.

A net must be followed on the board: a deduction takes candidates away, and those make the next one
possible. Its words name the cells in order, but not what led from one to the next. So the net is
followed once more here, and each candidate that falls remembers the digit that took it away. The
arrow of a deduction starts at the newest of the digits that took away the alternatives, since that
one completed the reason.
"""

from collections.abc import Iterable

from bot.game.move import digits_of
from engine.techniques import Branch, Candidate, Deduction, State


class FollowedNet:
    """The candidates that are left when assumptions are followed, and why each other one fell."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.cells = [*state.cells]
        self.placed: list[Candidate] = []
        self._causes: dict[Candidate, Candidate] = {}

    def has(self, option: Candidate) -> bool:
        return bool(self.cells[option.cell] >> option.value - 1 & 1)

    def follow(self, branch: Branch, done: int) -> None:
        self.place(branch.premise)
        for deduction in branch.deductions[:done]:
            self.deduce(deduction)

    def deduce(self, deduction: Deduction) -> None:
        for option in deduction.gone:
            self.cells[option.cell] &= ~(1 << option.value - 1)
        if deduction.placed:
            self.place(deduction.placed)

    def place(self, option: Candidate) -> None:
        self.placed.append(option)
        others = digits_of(self.cells[option.cell])
        falling = [Candidate(option.cell, value) for value in others if value != option.value]
        peers = self._state.geometry.peers[option.cell]
        falling += [Candidate(peer, option.value) for peer in peers]
        for each in filter(self.has, falling):
            self._causes[each] = option
            self.cells[each.cell] &= ~(1 << each.value - 1)

    def cause(self, deduction: Deduction) -> Candidate | None:
        """The newest of the digits that took the alternatives of a deduction away."""
        causes = {self._causes.get(option) for option in self._rivals(deduction)}
        return next((option for option in reversed(self.placed) if option in causes), None)

    def _rivals(self, deduction: Deduction) -> Iterable[Candidate]:
        placed = deduction.placed
        if placed is None:
            return ()
        if deduction.unit < 0:
            return (Candidate(placed.cell, digit) for digit in self._state.digits)
        cells = self._state.geometry.units[deduction.unit]
        return (Candidate(cell, placed.value) for cell in cells)
