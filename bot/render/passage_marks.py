"""The marks of one passage of a long proof.

A passage must be understood from its picture alone, without the pictures before it. So only its own
links are drawn; candidates that earlier passages have found are marked as known, and the notes are
those that are left at that point, so that one sees which place or candidate is the only one.

A chain needs no more than its links. A net must be followed: a deduction takes candidates away, and
those make the next deduction possible. So the deductions up to the passage are repeated
(`bot.render.followed_net`).
"""

from dataclasses import replace
from functools import singledispatchmethod

from bot.render.followed_net import FollowedNet
from bot.render.marks import CandidateRole, CellRole
from bot.render.step_marks import StepMarks
from engine.techniques import (
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
        net = FollowedNet(self.state)
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
        if passage.is_end:
            self._add_contradiction(passage.branch)

    def _add_deduction(self, net: FollowedNet, deduction: Deduction) -> None:
        gone = (option for option in deduction.gone if net.has(option))
        self.candidates |= dict.fromkeys(gone, CandidateRole.ELIMINATE)
        if deduction.placed:
            self._add_own(deduction.placed)
        self._follow(net, deduction)

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
