"""What an explanation is made of: values without words, to be worded in any language."""

from dataclasses import dataclass

from engine.grid import Contradiction
from engine.techniques.layout import Candidate, bits


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells that play one role, ascending unless their order says something."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Groups:
    """Sets of cells, such as the almost locked sets of a chain in its order."""

    groups: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Units:
    """Units by their number in the geometry."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Digits:
    """Values, ascending unless their order says something."""

    digits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """Candidates that prove something."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Blockers:
    """Why a digit cannot stand in the other cells of a unit.

    `pairs` are cells that hold the digit and the unit through which each of them blocks;
    `ruled_out` are cells that lost the candidate in earlier steps.
    """

    pairs: tuple[tuple[int, int], ...]
    ruled_out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """One candidate, or the candidates of one value in several cells taken together (a group)."""

    value: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """An inference between two nodes.

    Strong: if the source is false the target is true. Weak: if the source is true the target is
    false. `unit` is the unit that both share, or -1 where they share a cell. Where a strong link is
    one of an almost locked set, `cells` are those of the set: without the source all its other
    digits are in them.
    """

    source: Node
    target: Node
    strong: bool
    unit: int
    cells: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """Links in which each source is the target of the one before."""

    links: tuple[Link, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        return (self.links[0].source, *(link.target for link in self.links))


@dataclass(frozen=True, slots=True)
class Deduction:
    """One consequence inside a forcing net, which follows from the premise and those before it.

    `reason` is `only_candidate` (of the cell), `only_place` (in `unit`), `locked` (the places of
    the value in `unit` rule out the candidates in `gone`) or `refuted` (`proof` leads to a
    contradiction, so `gone` is false). `placed` is None where nothing is placed.
    """

    reason: str
    placed: Candidate | None
    gone: tuple[Candidate, ...]
    unit: int = -1
    proof: "Branch | None" = None


@dataclass(frozen=True, slots=True)
class Branch:
    """What follows from a premise: deductions in an order in which each can be checked.

    `contradiction` is where it ends, or None if it ends in the conclusion of the step.
    """

    premise: Candidate
    deductions: tuple[Deduction, ...]
    contradiction: Contradiction | None = None


@dataclass(frozen=True, slots=True)
class Chains:
    """Chains that all start from what is assumed, or from the choices of a cell or a unit."""

    chains: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Branches:
    """Branches of a forcing net: one that fails, or all choices of a cell or a unit."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What to do: values to place and candidates to remove."""

    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]


Part = Cells | Groups | Units | Digits | Options | Blockers | Chain | Chains | Branches | Conclusion


def digits_of(mask: int) -> Digits:
    """The digits of a mask of values."""
    return Digits(tuple(digit + 1 for digit in bits(mask)))
