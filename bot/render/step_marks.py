"""The marks of a step on a board: the units, cells, candidates and links that its parts name.

A step names its parts (`roles`) and does not know how they look. Here the type of a part decides
which marks it makes, and its name which of two looks they have: that of the main pattern, or that
of the second set (fins, wings, the other colour), which is listed in SECOND.

Parts overlap, and these rules decide between them. A candidate keeps the role that it got first.
A cell of the second set loses its place in the main pattern. A cell with candidates of both looks
has no look of its own, since its candidates tell enough.

A mark must not tell more than the words beside it. So whatever gives the move away (a placement
that is seen without notes, eliminations) is left out until a caller asks for the marks
`concluding` the step.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatchmethod
from string import ascii_uppercase
from typing import Final

from bot.render.followed_net import FollowedNet
from bot.render.marks import (
    CandidateMark,
    CandidateRole,
    CellDigit,
    CellRole,
    Highlight,
    LinkMark,
)
from engine.techniques import (
    NAKED_SINGLE,
    WITHOUT_NOTES,
    Blockers,
    Branch,
    Branches,
    Candidate,
    Cells,
    Chain,
    Chains,
    Deduction,
    Digits,
    Family,
    Groups,
    Node,
    Options,
    Part,
    State,
    Step,
    Units,
)

SECOND: Final = frozenset(
    {
        "bridge",
        "ends",
        "extras",
        "fins",
        "opposite",
        "other_partner",
        "partner",
        "pincers",
        "roof",
        "second",
        "seen",
        "subset",
    }
)
"""Names of parts that are drawn apart from the main cells of a pattern."""

LETTERED: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(
        ("als_xz", "doubly_linked_als_xz", "wxyz_wing", "sue_de_coq"), ("first", "second")
    ),
    **dict.fromkeys(("als_xy_wing", "als_chain"), ("sets",)),
    **dict.fromkeys(
        ("multi_coloring_1", "multi_coloring_2"), ("first", "partner", "other", "other_partner")
    ),
}
"""For each technique whose words call sets or colours A, B and so on, those parts in order."""

CLASH: Final = "clash"
"""The name of a part whose cells or candidates exclude each other; it only gets a frame on top."""

APART: Final = frozenset({"other", "other_partner"})
"""Names of parts of a second cluster, whose cells are left plain."""


class StepMarks:
    """The marks of one step: the cells, candidates, units and links that its parts name.

    `left` holds the masks of candidates that the picture shows as notes; `known` are the cells of
    candidates that an earlier passage has found.
    """

    def __init__(self, state: State, step: Step) -> None:
        self.state, self.step = state, step
        self.left: tuple[int, ...] = state.cells
        self.known: set[int] = set()
        self.units: frozenset[int] = frozenset()
        self.cells: dict[int, CellRole | None] = {}
        self.candidates: dict[Candidate, CandidateRole] = {}
        self.links: tuple[LinkMark, ...] = ()
        self.second: set[int] = set()
        for name, part in step.roles:
            if name != CLASH:
                self._name, self._second = name, name in SECOND
                self._add(part)
        if step.technique is NAKED_SINGLE:
            self.units = self.first_units
        # In this order, since digits are marked only in the cells that are left.
        self._hide_the_move()
        self._mark_digits()

    @property
    def first_units(self) -> frozenset[int]:
        """The units to look at first; none where the step names none."""
        if self.step.technique is NAKED_SINGLE:
            shape, (single, *_) = self.state.geometry, self.step.placements
            return frozenset({shape.units_of[single.cell][-1]})
        parts = (part for _, part in self.step.roles if isinstance(part, Units))
        return next((frozenset(part.units) for part in parts), frozenset())

    def looked_at(self) -> tuple[Highlight, ...]:
        """The cells marked at stage WHERE: none where a unit is tinted, else the first cells."""
        if self.first_units:
            return ()
        parts = (part for _, part in self.step.roles if isinstance(part, Cells))
        cells = next((part.cells for part in parts), tuple(self.cells))
        return tuple(Highlight(cell, CellRole.TARGET) for cell in cells)

    def highlights(self, *, concluding: bool) -> tuple[Highlight, ...]:
        """The cells of the pattern, and the cells that lose candidates.

        A cell of the pattern that loses some is marked as such only at the end.
        """
        roles = {cell: role for cell, role in self.cells.items() if role}
        if concluding or self.step.technique not in WITHOUT_NOTES:
            roles |= dict.fromkeys((each.cell for each in self.step.placements), CellRole.TARGET)
        shown = tuple(Highlight(cell, role) for cell, role in roles.items())
        shown += tuple(Highlight(cell, CellRole.TARGET) for cell in self._clash())
        targets = self.step.targets if self.step.eliminations else ()
        affected = (cell for cell in targets if concluding or cell not in self.cells)
        return shown + tuple(Highlight(cell, CellRole.AFFECTED) for cell in affected)

    def _clash(self) -> tuple[int, ...]:
        match dict(self.step.roles).get(CLASH):
            case Cells(cells):
                return cells
            case Options(options):
                return tuple(sorted({option.cell for option in options}))
            case _:
                return ()

    def candidate_marks(self, *, concluding: bool) -> tuple[CandidateMark, ...]:
        """The candidates of the pattern; at the end also those that are placed and eliminated."""
        roles = dict(self.candidates)
        if concluding:
            roles |= dict.fromkeys(self.step.eliminations, CandidateRole.ELIMINATE)
            roles |= dict.fromkeys(self.step.placements, CandidateRole.PLACE)
        return tuple(CandidateMark(*option, role) for option, role in roles.items())

    def letters(self) -> dict[int, str]:
        """By what letters the words call the sets or the colours of a cell."""
        found = dict[int, str]()
        for letter, cells in zip(ascii_uppercase, self._lettered(), strict=False):
            for cell in cells:
                found[cell] = found.get(cell, "") + letter
        return found

    def _lettered(self) -> Iterator[tuple[int, ...]]:
        parts = dict(self.step.roles)
        for name in LETTERED.get(self.step.technique, ()):
            match parts.get(name):
                case Groups(groups):
                    yield from groups
                case Cells(cells):
                    yield cells

    @singledispatchmethod
    def _add(self, part: Part) -> None:
        """Adds the marks of one part; a part of digits alone has none."""

    @_add.register
    def _(self, part: Units) -> None:
        self.units |= frozenset(part.units)

    @_add.register
    def _(self, part: Cells) -> None:
        self._add_cells(part.cells, second=self._second)

    @_add.register
    def _(self, part: Groups) -> None:
        for number, group in enumerate(part.groups):
            self._add_cells(group, second=self._second or bool(number % 2))

    @_add.register
    def _(self, part: Options) -> None:
        for option in part.candidates:
            self._add_candidate(option, second=self._second)

    @_add.register
    def _(self, part: Blockers) -> None:
        self._add_cells((cell for cell, _ in part.pairs), second=True)

    @_add.register
    def _(self, part: Chain) -> None:
        # A chain that begins with a weak link begins with something true.
        is_true = not part.links[0].strong
        for number, node in enumerate(part.nodes):
            holds = is_true == (number % 2 == 0)
            role = CandidateRole.PATTERN if holds else CandidateRole.OTHER
            for cell in node.cells:
                self.candidates.setdefault(Candidate(cell, node.value), role)
            self._add_cells(node.cells, second=False)
        for cell in (cell for link in part.links for cell in link.cells):
            self.cells.setdefault(cell, CellRole.OTHER)
        for link in part.links:
            self._add_link(_end(link.source), _end(link.target), strong=link.strong)

    @_add.register
    def _(self, part: Chains) -> None:
        for chain in part.chains:
            self._add(chain)

    @_add.register
    def _(self, part: Branches) -> None:
        for branch in part.branches:
            net = FollowedNet(self.state)
            net.place(branch.premise)
            self._add_candidate(branch.premise, second=False)
            for deduction in branch.deductions:
                if deduction.placed:
                    self._add_candidate(deduction.placed, second=True)
                self._follow(net, deduction)
            self._add_contradiction(branch)

    def _follow(self, net: FollowedNet, deduction: Deduction) -> None:
        """Follows a deduction, with an arrow from the digit that made it possible."""
        cause, placed = net.cause(deduction), deduction.placed
        if cause and placed:
            start, end = (cause.cell, cause.value), (placed.cell, placed.value)
            self._add_link(start, end, strong=True)
        net.deduce(deduction)

    def _add_contradiction(self, branch: Branch) -> None:
        """Marks the cell or the unit in which a branch fails, if it does."""
        end = branch.contradiction
        if end and end.kind == "no_candidate":
            self.cells[end.cells[0]] = CellRole.TARGET
        elif end:
            self.units |= {end.unit}

    def _add_link(self, start: CellDigit, end: CellDigit, *, strong: bool) -> None:
        """Adds a link with the next number; a link that two chains share is drawn only once.

        Numbers go on from chain to chain, as in the words.
        """
        ends = {(link.start, link.end, link.strong) for link in self.links}
        if (start, end, strong) not in ends:
            self.links += (LinkMark(start, end, strong, len(self.links) + 1),)

    def _add_cells(self, cells: Iterable[int], *, second: bool) -> None:
        for cell in cells:
            # A fin or a wing must stay visible where it overlaps the main pattern.
            if second or cell not in self.cells:
                role = CellRole.OTHER if second else CellRole.PATTERN
                self.cells[cell] = None if self._name in APART else role
                if second:
                    self.second.add(cell)

    def _add_candidate(self, option: Candidate, *, second: bool) -> None:
        role = CandidateRole.OTHER if second else CandidateRole.PATTERN
        self.candidates.setdefault(option, role)
        own = CellRole.OTHER if second else CellRole.PATTERN
        # A cell with candidates of both looks is left plain.
        if self.cells.setdefault(option.cell, own) is not own:
            self.cells[option.cell] = None

    def _hide_the_move(self) -> None:
        """Takes out the cell of a placement that is seen without notes: that is the move itself."""
        if self.step.technique in WITHOUT_NOTES:
            for cell, _ in self.step.placements:
                self.cells.pop(cell, None)

    def _mark_digits(self) -> None:
        """Marks the digits that a pattern of cells is about, where they are candidates.

        Where no notes are needed, these are the digits that fill its cells.
        """
        if self.links or self.step.technique.family is Family.NETS:
            return
        is_direct = self.step.technique in WITHOUT_NOTES
        match dict(self.step.roles):
            case {"sets": Groups(groups), "linked": Digits(linked), "digit": Digits(shared)}:
                self._mark_chained(groups, linked, shared)
                return
        for name, part in self.step.roles:
            if isinstance(part, Digits) and (name == "digits" or not is_direct):
                is_deadly = name == "digits" and self.step.technique.family is Family.UNIQUENESS
                self._mark(part.digits, is_deadly=is_deadly)

    def _mark_chained(
        self, groups: Sequence[tuple[int, ...]], linked: Sequence[int], shared: Sequence[int]
    ) -> None:
        """Marks each link in the two sets that it joins, and what is concluded in the outer two."""
        for digit, *both in zip(linked, groups, groups[1:], strict=False):
            self._mark((digit,), is_deadly=False, cells=(cell for each in both for cell in each))
        self._mark(shared, is_deadly=False, cells=(*groups[0], *groups[-1]))

    def _mark(
        self, digits: Iterable[int], *, is_deadly: bool, cells: Iterable[int] | None = None
    ) -> None:
        """Marks digits where they are candidates; a deadly pair looks the same in all its cells."""
        for cell in self.cells if cells is None else cells:
            is_other = cell in self.second and not is_deadly
            mark = CandidateRole.OTHER if is_other else CandidateRole.PATTERN
            for digit in digits:
                if self.state.cells[cell] >> digit - 1 & 1:
                    self.candidates.setdefault(Candidate(cell, digit), mark)


def _end(node: Node) -> CellDigit:
    """The end of a link on the board: the first cell of its node."""
    return node.cells[0], node.value
