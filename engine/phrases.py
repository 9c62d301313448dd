"""The parts of a step as phrases of a language."""

from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import groupby
from typing import Final

from engine.geometry import Geometry
from engine.grid import SYMBOLS, Contradiction
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Blockers,
    Branch,
    Branches,
    Cells,
    Chain,
    Chains,
    Conclusion,
    Deduction,
    Digits,
    Groups,
    Link,
    Node,
    Options,
    Part,
    Units,
)
from engine.techniques.step import Step


@dataclass(frozen=True, slots=True)
class Words:
    """What a language needs to say the parts of a step.

    `row`, `column` and `box` hold {number}; `comma` and `and_` join lists; the others are
    templates with the names that their defaults in ENGLISH have.
    """

    row: str
    column: str
    box: str
    comma: str
    and_: str
    semicolon: str
    place: str
    remove: str
    blocked: str
    ruled_out: str
    filled: str
    only_candidate: str
    only_place: str
    locked: str
    refuted: str
    no_candidate: str
    no_place: str
    if_: str
    brackets: str
    so: str
    is_: str
    is_not: str
    one_is: str
    none_is: str
    other_candidate: str
    other_place: str
    other_digits: str
    same_cell: str
    same_unit: str


ENGLISH: Final = Words(
    row="row {number}",
    column="column {number}",
    box="box {number}",
    comma=", ",
    and_=" and ",
    semicolon="; ",
    place="put {digit} in {cell}",
    remove="remove {digits} from {cells}",
    blocked="{unit} already has one at {cell}",
    ruled_out="{cells} lost it before",
    filled="its other cells are filled",
    only_candidate="{option} (nothing else fits there)",
    only_place="{option} (the only place in {unit})",
    locked="not {options} (locked in {unit})",
    refuted="not {option} (else {branch})",
    no_candidate="nothing is left for {cell}",
    no_place="no place is left for {digit} in {unit}",
    if_="if {option}: {consequences}",
    brackets="{{{inside}}}",
    so=", so ",
    is_="{cells} is {digit}",
    is_not="{cells} is not {digit}",
    one_is="one of {cells} is {digit}",
    none_is="none of {cells} is {digit}",
    other_candidate="{claim} (its only other candidate)",
    other_place="{claim} (nowhere else in {unit})",
    other_digits="{claim} ({cells} keep their other digits)",
    same_cell="{claim} (one digit in a cell)",
    same_unit="{claim} (also in {unit})",
)


def phrases(step: Step, words: Words) -> dict[str, str]:
    """The phrases for a step's parts, by the names of the parts."""
    speaker = _Speaker(step.geometry, words)
    return {name: speaker.say(part) for name, part in step.parts().items()}


@dataclass(frozen=True)
class _Speaker:
    geometry: Geometry
    words: Words

    @singledispatchmethod
    def say(self, part: Part) -> str:
        raise TypeError(f"no words for {part!r}")

    @say.register
    def _(self, part: Cells) -> str:
        return self._cells(part.cells)

    @say.register
    def _(self, part: Groups) -> str:
        groups = (self._plain(group) for group in part.groups)
        return self._list([self.words.brackets.format(inside=group) for group in groups])

    @say.register
    def _(self, part: Units) -> str:
        return self._list([self._unit(unit) for unit in part.units])

    @say.register
    def _(self, part: Digits) -> str:
        return self._list([SYMBOLS[digit - 1] for digit in part.digits])

    @say.register
    def _(self, part: Options) -> str:
        return self._list([self._option(option) for option in part.candidates])

    @say.register
    def _(self, part: Blockers) -> str:
        blocked = [
            self.words.blocked.format(unit=self._unit(unit), cell=self.geometry.name(cell))
            for cell, unit in part.pairs
        ]
        if part.ruled_out:
            blocked.append(self.words.ruled_out.format(cells=self._cells(part.ruled_out)))
        return self._list(blocked) or self.words.filled

    @say.register
    def _(self, part: Chain) -> str:
        first = part.links[0]
        said = [self._claim(first.source, is_true=not first.strong)]
        return self.words.so.join(said + [self._inference(link) for link in part.links])

    @say.register
    def _(self, part: Chains) -> str:
        return self.words.semicolon.join(self.say(chain) for chain in part.chains)

    @say.register
    def _(self, part: Branches) -> str:
        return self.words.semicolon.join(self._branch(branch) for branch in part.branches)

    @say.register
    def _(self, part: Conclusion) -> str:
        said = [
            self.words.place.format(digit=SYMBOLS[value - 1], cell=self.geometry.name(cell))
            for cell, value in part.placements
        ]
        removed = sorted(part.eliminations, key=lambda option: (option.value, option.cell))
        for value, options in groupby(removed, key=lambda option: option.value):
            cells = self._cells(tuple(option.cell for option in options))
            said.append(self.words.remove.format(digits=SYMBOLS[value - 1], cells=cells))
        return self._list(said)

    def _cells(self, cells: tuple[int, ...]) -> str:
        return self._list([self.geometry.name(cell) for cell in cells])

    def _plain(self, cells: tuple[int, ...]) -> str:
        return self.words.comma.join(self.geometry.name(cell) for cell in cells)

    def _list(self, said: list[str]) -> str:
        if len(said) < 2:
            return "".join(said)
        return self.words.comma.join(said[:-1]) + self.words.and_ + said[-1]

    def _unit(self, unit: int) -> str:
        template = str(getattr(self.words, self.geometry.unit_kind(unit)))
        return template.format(number=self.geometry.unit_number(unit))

    def _option(self, option: Candidate) -> str:
        return f"{self.geometry.name(option.cell)}={SYMBOLS[option.value - 1]}"

    def _inference(self, link: Link) -> str:
        """What follows from the source of a link, with the reason."""
        words, claim = self.words, self._claim(link.target, is_true=link.strong)
        if link.cells:
            return words.other_digits.format(claim=claim, cells=self._cells(link.cells))
        if link.unit < 0:
            template = words.other_candidate if link.strong else words.same_cell
        else:
            template = words.other_place if link.strong else words.same_unit
        unit = self._unit(link.unit) if link.unit >= 0 else ""
        return template.format(claim=claim, unit=unit)

    def _claim(self, node: Node, *, is_true: bool) -> str:
        words = self.words
        if len(node.cells) > 1:
            template = words.one_is if is_true else words.none_is
        else:
            template = words.is_ if is_true else words.is_not
        return template.format(cells=self._cells(node.cells), digit=SYMBOLS[node.value - 1])

    def _branch(self, branch: Branch) -> str:
        said = [self._deduction(deduction) for deduction in branch.deductions]
        if branch.contradiction:
            said.append(self._contradiction(branch.contradiction))
        consequences = self.words.comma.join(said)
        return self.words.if_.format(option=self._option(branch.premise), consequences=consequences)

    def _deduction(self, deduction: Deduction) -> str:
        unit = self._unit(deduction.unit) if deduction.unit >= 0 else ""
        options = deduction.gone or (deduction.placed,)
        said = [self._option(option) for option in options if option]
        proof = self._branch(deduction.proof) if deduction.proof else ""
        template = str(getattr(self.words, deduction.reason))
        return template.format(
            option=said[0], options=self.words.comma.join(said), unit=unit, branch=proof
        )

    def _contradiction(self, found: Contradiction) -> str:
        if found.kind == "no_candidate":
            return self.words.no_candidate.format(cell=self.geometry.name(found.cells[0]))
        digit = SYMBOLS[found.value - 1]
        return self.words.no_place.format(digit=digit, unit=self._unit(found.unit))
