"""What a proof is made of: the parts that a step names, and what the state holds.

Nothing here uses the engine's finders, graphs or layouts. Sets of cells and candidates are plain
sets, so that a rule reads like the definition of its technique.
"""

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from engine.techniques import State, Step
from engine.techniques.layout import Candidate
from engine.techniques.parts import Cells, Digits, Groups, Part, Units


class Untrue(Exception):  # noqa: N818 - what is the case
    """Raised if a step claims something that is not so in its state."""


@dataclass(frozen=True, slots=True)
class Proven:
    """What follows from a true description: candidates to place, and candidates to remove."""

    placed: AbstractSet[Candidate] = field(default_factory=frozenset)
    removed: AbstractSet[Candidate] = field(default_factory=frozenset)


def require(*claims: bool) -> None:
    """Raises Untrue unless all claims are true."""
    if not all(claims):
        raise Untrue


@dataclass(frozen=True)
class Evidence:
    """A step in a state: its roles by name, and the candidates around them."""

    state: State
    step: Step

    def part(self, name: str) -> Part:
        return dict(self.step.roles)[name]

    def cells(self, name: str) -> tuple[int, ...]:
        """The cells of a role, which must be distinct."""
        part = self.part(name)
        if not isinstance(part, Cells):
            raise TypeError(part)
        require(len({*part.cells}) == len(part.cells))
        return part.cells

    def cell(self, name: str) -> int:
        (cell,) = self.cells(name)
        return cell

    def pair(self, name: str) -> tuple[int, int]:
        first, second = self.cells(name)
        return first, second

    def digits_of_groups(self, name: str) -> tuple[tuple[int, ...], ...]:
        part = self.part(name)
        if not isinstance(part, Groups):
            raise TypeError(part)
        return part.digits

    def groups(self, name: str) -> tuple[tuple[int, ...], ...]:
        part = self.part(name)
        if not isinstance(part, Groups):
            raise TypeError(part)
        return part.groups

    def units(self, name: str) -> tuple[int, ...]:
        """The units of a role, which must be distinct."""
        part = self.part(name)
        if not isinstance(part, Units):
            raise TypeError(part)
        require(len({*part.units}) == len(part.units))
        return part.units

    def unit(self, name: str) -> int:
        (unit,) = self.units(name)
        return unit

    def digits(self, name: str) -> tuple[int, ...]:
        part = self.part(name)
        if not isinstance(part, Digits):
            raise TypeError(part)
        return part.digits

    def digit(self, name: str = "digit") -> int:
        (digit,) = self.digits(name)
        return digit

    def inside(self, unit: int) -> set[int]:
        """All cells of a unit."""
        return {*self.state.geometry.units[unit]}

    def kind(self, unit: int) -> str:
        return self.state.geometry.unit_kind(unit)

    def places(self, value: int, unit: int) -> set[int]:
        """The cells of a unit in which a digit may be; none if it is filled in there."""
        return {cell for cell in self.inside(unit) if value in self.at(cell)}

    def at(self, cell: int) -> set[int]:
        """The candidates of a cell."""
        return {value for value in self.state.digits if self.state.has(Candidate(cell, value))}

    def among(self, cells: Iterable[int]) -> set[int]:
        """The candidates of some cells, taken together."""
        return {value for cell in cells for value in self.at(cell)}

    def see(self, first: int, second: int) -> bool:
        return second in self.state.geometry.peers[first]

    def seen_by_all(self, cells: Iterable[int]) -> set[int]:
        """The cells that see every one of some cells; there must be at least one of these."""
        first, *others = ({*self.state.geometry.peers[cell]} for cell in cells)
        return first.intersection(*others)

    def open(self, values: Iterable[int], cells: Iterable[int]) -> set[Candidate]:
        """The candidates of some values in some cells."""
        options = (Candidate(cell, value) for cell in cells for value in values)
        return {option for option in options if self.state.has(option)}

    def seen(self, value: int, cells: Iterable[int]) -> set[Candidate]:
        """The candidates of a value that see every one of some cells."""
        return self.open({value}, self.seen_by_all(cells))

    def blank(self, unit: int) -> set[int]:
        return {cell for cell in self.inside(unit) if not self.state.values[cell]}

    def touched(self, cells: Iterable[int]) -> Iterator[set[int]]:
        """For each unit that contains some of these cells, those of them that it contains."""
        own = {*cells}
        return (shared for unit in self.state.geometry.units if (shared := own & {*unit}))
