"""A hint as marks on a board: where to look, the pattern, and what follows from it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import singledispatchmethod
from typing import Final

from bot.render.marks import (
    BoardPicture,
    CandidateMark,
    CandidateRole,
    CellRole,
    Highlight,
    LinkMark,
)
from bot.render.theme import LIGHT, Theme
from engine.grid import Grid
from engine.logic import Mistake
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Blockers,
    Branches,
    Cells,
    Chain,
    Chains,
    Digits,
    Groups,
    Node,
    Options,
    Part,
    Units,
)
from engine.techniques.state import State
from engine.techniques.step import Step
from engine.techniques.technique import WITHOUT_NOTES, Technique


class Stage(IntEnum):
    """How much of a hint is told."""

    QUESTION = 0
    WHERE = 1
    WHY = 2
    MOVE = 3


NOTHING: Final = Mistake()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint on a board: a step as far as `stage`, or a mistake, whose cells WHY names."""

    found: Step | Mistake
    stage: int

    @property
    def named(self) -> Mistake:
        """The mistake whose cells are told."""
        if isinstance(self.found, Mistake) and self.stage >= Stage.WHY:
            return self.found
        return NOTHING


SECOND: Final = frozenset(
    {
        "bridge",
        "clash",
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

LOOKED_AT: Final = "?"
PATTERN: Final = "*"
FILLED: Final = "="
"""Beside a digit of the pattern, which is no candidate as one beside PATTERN is."""

PLACED: Final = "+"
REMOVED: Final = "-"


def hint_picture(
    state: State, givens: Grid, step: Step, stage: Stage, theme: Theme = LIGHT
) -> BoardPicture:
    """The board of a state with as much of a step as the stage tells.

    Where the technique speaks of candidates, those of all cells are shown as notes.
    """
    marks = _Marks(state, step)
    notes = () if step.technique in WITHOUT_NOTES else state.cells
    plain = BoardPicture(values=state.grid, givens=givens, notes=notes, theme=theme)
    if stage is Stage.QUESTION:
        return plain
    if stage is Stage.WHERE:
        return replace(plain, units=marks.first_units, highlights=marks.looked_at())
    return replace(
        plain,
        units=marks.units,
        highlights=marks.highlights(concluding=stage is Stage.MOVE),
        candidates=marks.candidate_marks(concluding=stage is Stage.MOVE),
        links=marks.links,
    )


def with_choice(picture: BoardPicture, unit: int | None, cell: int | None) -> BoardPicture:
    """The board with what somebody has chosen of it: a unit, and a cell in it."""
    units = picture.units if unit is None else picture.units | {unit}
    chosen = () if cell is None else (Highlight(cell, CellRole.TARGET),)
    return replace(picture, units=units, highlights=(*picture.highlights, *chosen))


def text_marks(state: State, step: Step, stage: Stage) -> dict[int, str]:
    """The marks of a step on a text board at a stage: an ASCII character for each marked cell."""
    marks = _Marks(state, step)
    if stage is Stage.QUESTION:
        return {}
    if stage is Stage.WHERE:
        inside = {cell for unit in marks.first_units for cell in state.geometry.units[unit]}
        inside |= {each.cell for each in marks.looked_at()}
        return dict.fromkeys(sorted(inside & set(state.grid.blanks())), LOOKED_AT)
    shown = {cell: FILLED if state.grid[cell] else PATTERN for cell in marks.cells}
    if stage is Stage.MOVE:
        shown |= dict.fromkeys((option.cell for option in step.eliminations), REMOVED)
        shown |= dict.fromkeys((option.cell for option in step.placements), PLACED)
    return shown


def spoken_of(state: State, step: Step, stage: Stage) -> dict[int, int]:
    """The candidates of blank cells that a stage speaks of, as masks by cell."""
    if stage < Stage.WHY:
        return {}
    found = dict[int, int]()
    for mark in _Marks(state, step).candidate_marks(concluding=stage is Stage.MOVE):
        found[mark.cell] = found.get(mark.cell, 0) | 1 << mark.digit - 1
    return found


class _Marks:
    """The marks of one step: the cells, candidates, units and links that its parts name."""

    def __init__(self, state: State, step: Step) -> None:
        self.state, self.step = state, step
        self.units: frozenset[int] = frozenset()
        self.cells: dict[int, CellRole] = {}
        self.candidates: dict[Candidate, CandidateRole] = {}
        self.links: tuple[LinkMark, ...] = ()
        for name, part in step.roles:
            self._second = name in SECOND
            self._add(part)
        self._hide_the_move()
        self._mark_digits()

    @property
    def first_units(self) -> frozenset[int]:
        """The units that one looks at first, where there are any."""
        if self.step.technique is Technique.NAKED_SINGLE:
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
        """The cells of the pattern; at the end also those that lose candidates."""
        roles = dict(self.cells)
        if concluding or self.step.technique not in WITHOUT_NOTES:
            roles |= dict.fromkeys((each.cell for each in self.step.placements), CellRole.TARGET)
        shown = tuple(Highlight(cell, role) for cell, role in roles.items())
        affected = sorted({each.cell for each in self.step.eliminations}) if concluding else []
        return shown + tuple(Highlight(cell, CellRole.AFFECTED) for cell in affected)

    def candidate_marks(self, *, concluding: bool) -> tuple[CandidateMark, ...]:
        """The candidates of the pattern; at the end also those that are placed and eliminated."""
        roles = dict(self.candidates)
        if concluding:
            roles |= dict.fromkeys(self.step.eliminations, CandidateRole.ELIMINATE)
            roles |= dict.fromkeys(self.step.placements, CandidateRole.PLACE)
        return tuple(CandidateMark(*option, role) for option, role in roles.items())

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
        self.links += tuple(_drawn(part))

    @_add.register
    def _(self, part: Chains) -> None:
        for chain in part.chains:
            self._add(chain)

    @_add.register
    def _(self, part: Branches) -> None:
        for branch in part.branches:
            self._add_candidate(branch.premise, second=False)
            for deduction in branch.deductions:
                if deduction.placed:
                    self._add_candidate(deduction.placed, second=True)

    def _add_cells(self, cells: Iterable[int], *, second: bool) -> None:
        for cell in cells:
            if second or cell not in self.cells:
                self.cells[cell] = CellRole.OTHER if second else CellRole.PATTERN

    def _add_candidate(self, option: Candidate, *, second: bool) -> None:
        role = CandidateRole.OTHER if second else CandidateRole.PATTERN
        self.candidates.setdefault(option, role)
        self._add_cells([option.cell], second=second)

    def _hide_the_move(self) -> None:
        """Leaves to the last stage where the digit of a step goes that is seen without notes."""
        if self.step.technique in WITHOUT_NOTES:
            for cell, _ in self.step.placements:
                self.cells.pop(cell, None)

    def _mark_digits(self) -> None:
        """Marks the digits that a pattern of cells is about, where they are candidates.

        Where no notes are needed, these are the digits that fill its cells.
        """
        if self.links:
            return
        is_direct = self.step.technique in WITHOUT_NOTES
        roles = (role for role in self.step.roles if role[0] == "digits" or not is_direct)
        parts = (part for _, part in roles if isinstance(part, Digits))
        digits = {digit for part in parts for digit in part.digits}
        for cell, role in self.cells.items():
            mark = CandidateRole.OTHER if role is CellRole.OTHER else CandidateRole.PATTERN
            for digit in digits:
                if self.state.cells[cell] >> digit - 1 & 1:
                    self.candidates.setdefault(Candidate(cell, digit), mark)


def _drawn(chain: Chain) -> Iterator[LinkMark]:
    for number, link in enumerate(chain.links, 1):
        yield LinkMark(_end(link.source), _end(link.target), link.strong, number)


def _end(node: Node) -> tuple[int, int]:
    """Where a link to a group of cells ends: at its first."""
    return node.cells[0], node.value
