"""The marks of one passage of a long proof.

A passage must be understood from its picture alone, without the pictures before it. So only its own
links are drawn; candidates that earlier passages have found are marked as known, and the notes are
those that are left at that point, so that one sees which place or candidate is the only one.

A chain needs no more than its links. A net must be followed: a deduction takes candidates away, and
those make the next deduction possible. `_Net` repeats the deductions up to the passage, and notes
for each candidate which digit took it away. The arrow of a deduction starts at the newest of the
digits that took away the alternatives, since that one completed the reason.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import singledispatchmethod

from bot.game.move import digits_of
from bot.render.marks import CandidateRole, CellRole
from bot.render.step_marks import StepMarks
from engine.techniques import (
    Branch,
    Branches,
    Candidate,
    Chain,
    ChainPassage,
    Chains,
    Deduction,
    EndPassage,
    NetPassage,
    Node,
    Passage,
    State,
    Step,
)


class PassageMarks(StepMarks):
    """The marks of one passage of a step."""

    def __init__(self, state: State, step: Step, passage: Passage) -> None:
        # Without its parts, so that nothing of the whole proof is drawn.
        super().__init__(state, replace(step, roles=()))
        self._name, self._second = "", False
        self._draw(passage)
        if isinstance(passage, EndPassage):
            self.step = step

    @singledispatchmethod
    def _draw(self, passage: Passage) -> None:
        raise TypeError(passage)

    @_draw.register
    def _(self, passage: ChainPassage) -> None:
        links = passage.chain.links[: passage.first]
        # The target of a strong link is true; the source of the first link is so if that is weak.
        nodes = [(link.target, link.strong) for link in links]
        if links:
            nodes.insert(0, (links[0].source, not links[0].strong))
        for node, is_true in nodes:
            if is_true and len(node.cells) == 1:
                self._add_known(Candidate(node.cells[0], node.value))
        self._add(Chain(passage.links))

    @_draw.register
    def _(self, passage: NetPassage) -> None:
        net = _Net(self.state)
        for followed in passage.around:
            net.follow(followed.branch, followed.done)
        if passage.first:
            net.follow(passage.branch, passage.first)
        for option in net.placed:
            self._add_known(option)
        # The notes are those at the beginning of the passage, before its own deductions.
        self.left = tuple(net.cells)
        self._own = CandidateRole.OTHER if passage.around else CandidateRole.PATTERN
        if not passage.first:
            self._add_own(passage.branch.premise)
            net.place(passage.branch.premise)
        for deduction in passage.deductions:
            self._add_deduction(net, deduction)
        self.cells[passage.branch.premise.cell] = CellRole.PATTERN
        self._add_contradiction(passage)

    def _add_deduction(self, net: "_Net", deduction: Deduction) -> None:
        gone = (option for option in deduction.gone if net.has(option))
        self.candidates |= dict.fromkeys(gone, CandidateRole.ELIMINATE)
        if deduction.placed:
            self._add_own(deduction.placed)
            cause = net.cause(deduction)
            if cause:
                start, end = (cause.cell, cause.value), deduction.placed
                self._add_link(start, (end.cell, end.value), strong=True)
        net.deduce(deduction)

    def _add_contradiction(self, passage: NetPassage) -> None:
        end = passage.branch.contradiction if passage.is_end else None
        if end and end.kind == "no_candidate":
            self.cells[end.cells[0]] = CellRole.TARGET
        elif end:
            self.units |= {end.unit}

    @_draw.register
    def _(self, passage: EndPassage) -> None:
        match passage.part:
            case Chain() as chain:
                self._add_ends(chain)
            case Chains(chains):
                for chain in chains:
                    self._add_ends(chain)
            case Branches(branches):
                for branch in branches:
                    self._add_candidate(branch.premise, second=False)

    def _add_ends(self, chain: Chain) -> None:
        first, last = chain.links[0], chain.links[-1]
        self._add_end(first.source, is_true=not first.strong)
        self._add_end(last.target, is_true=last.strong)

    def _add_end(self, node: Node, *, is_true: bool) -> None:
        role = CandidateRole.PATTERN if is_true else CandidateRole.OTHER
        for cell in node.cells:
            self.candidates.setdefault(Candidate(cell, node.value), role)
        self._add_cells(node.cells, second=False)

    def _add_own(self, option: Candidate) -> None:
        self.candidates[option] = self._own
        self.cells.setdefault(option.cell, None)

    def _add_known(self, option: Candidate) -> None:
        self.candidates[option] = CandidateRole.KNOWN
        self.cells[option.cell] = None
        self.known.add(option.cell)


class _Net:
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
