"""Whether passages tell a whole proof, so that each of them follows from those before it.

A proof that is too long to read in one go is told in passages. A chain is easy: its links must come
in order, each passage beginning where the chain stopped. A net is a tree of assumptions: a passage
tells some deductions of one branch, inside the branches around it. It may use what those have told
before, and a refuted assumption only once the passages inside it have reached the contradiction.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.techniques import State, Step
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Branch,
    Branches,
    Chain,
    ChainPassage,
    Chains,
    Deduction,
    EndPassage,
    Link,
    NetPassage,
    Passage,
)
from tests.proofs.evidence import Untrue, require
from tests.proofs.nets import REASONS, after_placing, is_broken

Path = tuple[Candidate, ...]
"""The assumptions that hold at some point, the outermost first."""


def is_told(state: State, step: Step, passages: Sequence[Passage]) -> bool:
    """Whether passages tell all links of a step in their order, none before what it rests on."""
    try:
        _check(state, step, passages)
    except Untrue:
        return False
    return True


def _check(state: State, step: Step, passages: Sequence[Passage]) -> None:
    roles = dict(step.roles)
    part = roles.get("chain") or roles.get("chains") or roles.get("branches")
    if not isinstance(part, Chain | Chains | Branches):
        raise Untrue
    is_alone = isinstance(part, Branches) and len(part.branches) == 1
    ends = [at for at, each in enumerate(passages, 1) if isinstance(each, EndPassage)]
    require(ends == ([] if is_alone else [len(passages)]))
    require(is_alone or passages[-1] == EndPassage(part))
    if isinstance(part, Branches):
        told = _Told(state, step)
        for passage in passages:
            if isinstance(passage, NetPassage):
                told.hear(passage)
        told.require_all(part.branches)
        return
    chains = (part,) if isinstance(part, Chain) else part.chains
    require(_links(passages) == [link for chain in chains for link in chain.links])


def _links(passages: Iterable[Passage]) -> list[Link]:
    """The links in the order in which they are told; a chain continues where it stopped."""
    found, until = list[Link](), dict[Chain, int]()
    for passage in passages:
        if isinstance(passage, ChainPassage):
            require(passage.first == until.get(passage.chain, 0) % len(passage.chain.links))
            until[passage.chain] = passage.until
            found += passage.links
    return found


@dataclass
class _Told:
    """What has been told of a net: how far each branch goes, and which assumptions are refuted."""

    state: State
    step: Step
    until: dict[Path, int] = field(default_factory=dict)
    refuted: set[Path] = field(default_factory=set)

    def hear(self, passage: NetPassage) -> None:
        """Raises Untrue if something does not follow from what was told before."""
        path, cells = passage.premises, list(self.state.cells)
        # From the outermost branch in, rebuild the candidates that are left under each assumption.
        for at, around in enumerate(passage.around, 1):
            before = around.branch.deductions[: around.done]
            self._require_known(path[:at], before)
            cells = self._after(after_placing(cells, self.state, path[at - 1]), before)
        require(passage.first == self.until.get(path, 0))
        known = passage.branch.deductions[: passage.first]
        cells = self._after(after_placing(cells, self.state, path[-1]), known)
        for deduction in passage.deductions:
            # A nested refutation must have been told already; any other reason is checked here.
            if deduction.proof:
                require((*path, deduction.gone[0]) in self.refuted)
            else:
                require(REASONS[deduction.reason](cells, self.state, deduction))
            cells = self._after(cells, [deduction])
        self.until[path] = passage.until
        if passage.is_end:
            self._end(passage, cells)

    def _end(self, passage: NetPassage, cells: list[int]) -> None:
        contradiction = passage.branch.contradiction
        if contradiction:
            require(is_broken(cells, self.state, contradiction))
            self.refuted.add(passage.premises)
        else:
            gone = self.step.eliminations
            require(not passage.around, not any(cells[c] >> v - 1 & 1 for c, v in gone))

    def _require_known(self, path: Path, deductions: Sequence[Deduction]) -> None:
        """Requires that each deduction was told, or its proof was."""
        for at, deduction in enumerate(deductions):
            is_proved = bool(deduction.proof) and (*path, *deduction.gone) in self.refuted
            require(at < self.until.get(path, 0) or is_proved)

    def _after(self, cells: list[int], deductions: Iterable[Deduction]) -> list[int]:
        for deduction in deductions:
            if deduction.placed:
                cells = after_placing(cells, self.state, deduction.placed)
            for cell, value in deduction.gone:
                cells[cell] &= ~(1 << value - 1)
        return cells

    def require_all(self, branches: Iterable[Branch], path: Path = ()) -> None:
        """Raises Untrue unless each branch was told to its end, including all proofs inside it."""
        for branch in branches:
            here = (*path, branch.premise)
            require(self.until.get(here) == len(branch.deductions))
            proofs = (deduction.proof for deduction in branch.deductions)
            self.require_all((proof for proof in proofs if proof), here)
