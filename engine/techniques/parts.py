"""The parts of an explanation, as values without words that any language can put into words."""

from dataclasses import dataclass

from engine.board.grid import Contradiction
from engine.techniques.layout import Candidate, bits


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells that play one role, ascending unless their order has a meaning."""

    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Groups:
    """Sets of cells, such as the almost locked sets of a chain in its order.

    `digits` are the candidates of each set, or empty where nothing follows from them.
    """

    groups: tuple[tuple[int, ...], ...]
    digits: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Units:
    """Units by their number in the geometry."""

    units: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Digits:
    """Values, ascending unless their order has a meaning."""

    digits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """Candidates that prove something."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many there are of something; more than that unless it `is_exact`."""

    number: int
    is_exact: bool


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

    Strong: if the source is false, the target is true. Weak: if the source is true, the target is
    false. `unit` is the unit that both share, or -1 where they share a cell. Where a strong link
    goes through an almost locked set, `cells` are the cells of the set: without the source, they
    hold all its other digits, `digits`.
    """

    source: Node
    target: Node
    strong: bool
    unit: int
    cells: tuple[int, ...] = ()
    digits: tuple[int, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is true once it is done: the same values and candidates, told as facts."""

    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]


Part = (
    Cells
    | Groups
    | Units
    | Digits
    | Options
    | Count
    | Blockers
    | Chain
    | Chains
    | Branches
    | Conclusion
    | Outcome
)


@dataclass(frozen=True, slots=True)
class ChainPassage:
    """The links of a chain from `first` up to, but not including, `until`, told on their own."""

    chain: Chain
    first: int
    until: int

    @property
    def links(self) -> tuple[Link, ...]:
        return self.chain.links[self.first : self.until]


@dataclass(frozen=True, slots=True)
class Followed:
    """A branch up to its first `done` deductions."""

    branch: Branch
    done: int


@dataclass(frozen=True, slots=True)
class NetPassage:
    """The deductions of a branch from `first` up to, but not including, `until`, told on their own.

    The branch stands inside the branches `around` it, the outermost first, and what they have
    deduced holds here. The proofs of what it refutes are passages before it.
    """

    branch: Branch
    first: int
    until: int
    around: tuple[Followed, ...] = ()

    @property
    def deductions(self) -> tuple[Deduction, ...]:
        return self.branch.deductions[self.first : self.until]

    @property
    def is_end(self) -> bool:
        """Whether the branch ends here, in its contradiction or its conclusion."""
        return self.until == len(self.branch.deductions)

    @property
    def premises(self) -> tuple[Candidate, ...]:
        """All that is assumed here, the outermost first."""
        return (*(each.branch.premise for each in self.around), self.branch.premise)


@dataclass(frozen=True, slots=True)
class EndPassage:
    """The common conclusion of chains or branches that were told one by one."""

    part: Chain | Chains | Branches


Passage = ChainPassage | NetPassage | EndPassage
"""A piece of a long proof that is told on its own."""


def digits_of(mask: int) -> Digits:
    """The digits of a mask of values."""
    return Digits(tuple(digit + 1 for digit in bits(mask)))
