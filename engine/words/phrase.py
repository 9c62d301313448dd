"""The parts of a step as phrases of a language."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from itertools import groupby
from string import ascii_uppercase

from engine.board.geometry import Geometry
from engine.board.grid import SYMBOLS, Contradiction
from engine.techniques.layout import Candidate
from engine.techniques.length import WORTH_SHARING, shared
from engine.techniques.parts import (
    Blockers,
    Branch,
    Branches,
    Cells,
    Chain,
    ChainPassage,
    Chains,
    Conclusion,
    Count,
    Deduction,
    Digits,
    EndPassage,
    Groups,
    Link,
    NetPassage,
    Node,
    Options,
    Outcome,
    Part,
    Passage,
    Units,
)
from engine.techniques.technique import Step
from engine.words.wording import Words


def phrases(step: Step, words: Words) -> dict[str, str]:
    """The phrases for a step's parts, by the names of the parts."""
    speaker = _Speaker(step.geometry, words, step.eliminations)
    return {name: speaker.say(part) for name, part in step.parts().items()}


def passage_phrase(step: Step, passage: Passage, words: Words) -> str:
    """The phrase for a piece of a step's proof."""
    return _Speaker(step.geometry, words, step.eliminations).tell(passage)


@dataclass(frozen=True)
class _Speaker:
    """Puts the parts of one step into words."""

    geometry: Geometry
    words: Words
    eliminations: tuple[Candidate, ...]

    @singledispatchmethod
    def say(self, part: Part) -> str:
        raise TypeError(f"no words for {part!r}")

    @say.register
    def _(self, part: Cells) -> str:
        return self._cells(part.cells)

    @say.register
    def _(self, part: Groups) -> str:
        plain = (self._plain(group) for group in part.groups)
        said = [self.words.brackets.format(inside=group) for group in plain]
        if part.digits:
            digits = (self._symbols(each) for each in part.digits)
            both = zip(said, digits, strict=True)
            said = [self.words.holding.format(cells=one, digits=own) for one, own in both]
        # Several sets are called A, B and so on in their order.
        if len(said) > 1 and part.digits:
            said = [f"{letter} {one}" for letter, one in zip(ascii_uppercase, said, strict=False)]
        return self._list(said)

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
    def _(self, part: Count) -> str:
        return f"{part.number}" if part.is_exact else f"{part.number}+"

    @say.register
    def _(self, part: Blockers) -> str:
        blocked = [
            self.words.blocked.format(unit=self._unit(unit), cell=self.geometry.name(cell))
            for cell, unit in part.pairs
        ]
        if part.ruled_out:
            blocked.append(self.words.ruled_out.format(cells=self._cells(part.ruled_out)))
        return self.words.semicolon.join(blocked) or self.words.filled

    @say.register
    def _(self, part: Chain) -> str:
        return self._start(part) + self._links(part.links)

    @say.register
    def _(self, part: Chains) -> str:
        said = (self._beside(chain, part.chains[:at]) for at, chain in enumerate(part.chains))
        return self.words.semicolon.join(said)

    @say.register
    def _(self, part: Branches) -> str:
        return self.words.semicolon.join(self._branch(branch) for branch in part.branches)

    @say.register
    def _(self, part: Conclusion) -> str:
        said = [
            self.words.place.format(digit=SYMBOLS[value - 1], cell=self.geometry.name(cell))
            for cell, value in part.placements
        ]
        for cells, digits in _together(part.eliminations).items():
            removed = (self.words.removed.format(digit=SYMBOLS[digit - 1]) for digit in digits)
            listed = self._list([*removed])
            said.append(self.words.remove.format(digits=listed, cells=self._cells(cells)))
        return self.words.semicolon.join(said)

    @say.register
    def _(self, part: Outcome) -> str:
        said = [self._claim(Node(value, (cell,)), is_true=True) for cell, value in part.placements]
        said += [
            self._claim(Node(digit, cells), is_true=False)
            for cells, digits in _together(part.eliminations).items()
            for digit in digits
        ]
        return self._list(said)

    @singledispatchmethod
    def tell(self, passage: Passage) -> str:
        raise TypeError(f"no words for {passage!r}")

    @tell.register
    def _(self, passage: ChainPassage) -> str:
        if passage.first:
            before = passage.chain.links[passage.first - 1]
            start, template = self._claim(before.target, is_true=before.strong), self.words.go_on
        else:
            start, template = self._start(passage.chain), self.words.suppose_this
        return template.format(chain=start + self._links(passage.links))

    @tell.register
    def _(self, passage: NetPassage) -> str:
        words, branch = self.words, passage.branch
        *outer, option = map(self._option, passage.premises)
        said = words.clause.join(self._consequences(passage.deductions))
        ends = self._ends(branch) if passage.is_end else []
        consequences = words.so.join(part for part in (said, *ends) if part)
        if passage.is_end and branch.contradiction:
            claim = self._is_not(branch.premise)
            consequences = words.impossible.format(
                consequences=consequences, option=option, claim=claim
            )
        # A later passage of a branch reminds of what is assumed.
        if passage.first or (passage.deductions and passage.deductions[0].proof):
            options = self._list([*outer, option])
            return words.still.format(options=options, consequences=consequences)
        template, options = words.suppose_too if outer else words.suppose, self._list(outer)
        return template.format(options=options, option=option, consequences=consequences)

    @tell.register
    def _(self, passage: EndPassage) -> str:
        match passage.part:
            case Chain(links) as chain:
                return self._start(chain) + self.words.so + self._end(links)
            case Chains(chains):
                return self.words.semicolon.join(dict.fromkeys(self._end(c.links) for c in chains))
            case Branches():
                return self.words.semicolon.join(map(self._is_not, self.eliminations))

    def _end(self, links: Sequence[Link]) -> str:
        return self._claim(links[-1].target, is_true=links[-1].strong)

    def _consequences(self, deductions: Iterable[Deduction]) -> Iterator[str]:
        """Yields deductions; the proofs of some of them were passages of their own."""
        for is_shown, run in groupby(deductions, key=lambda each: each.proof is not None):
            if is_shown:
                gone = [each.gone[0] for each in run]
                options = self.words.comma.join(map(self._option, gone))
                claim = self.words.clause.join(map(self._is_not, gone))
                yield self.words.shown.format(options=options, claim=claim)
            else:
                yield from map(self._deduction, run)

    def _cells(self, cells: tuple[int, ...]) -> str:
        return self._list([self.geometry.name(cell) for cell in cells])

    def _plain(self, cells: tuple[int, ...]) -> str:
        return self.words.comma.join(self.geometry.name(cell) for cell in cells)

    def _symbols(self, digits: Iterable[int]) -> str:
        return self.words.comma.join(SYMBOLS[digit - 1] for digit in digits)

    def _list(self, said: list[str]) -> str:
        if len(said) < 2:
            return "".join(said)
        return self.words.comma.join(said[:-1]) + self.words.and_ + said[-1]

    def _unit(self, unit: int) -> str:
        template = str(getattr(self.words, self.geometry.unit_kind(unit)))
        return template.format(number=self.geometry.unit_number(unit))

    def _option(self, option: Candidate) -> str:
        return f"{self.geometry.name(option.cell)}={SYMBOLS[option.value - 1]}"

    def _beside(self, chain: Chain, others: Sequence[Chain]) -> str:
        """A chain without the start or the end that it shares with one told before it."""
        links, words = chain.links, self.words
        # `engine.techniques.length` counts chains in the same way.
        start = max((shared(links, other.links) for other in others), default=0)
        back = links[::-1]
        end = max((shared(back, other.links[::-1]) for other in others), default=0)
        if WORTH_SHARING <= start < len(links):
            before, links = links[start - 1], links[start:]
            claim = words.as_above.format(claim=self._claim(before.target, is_true=before.strong))
            return claim + self._links(links)
        if WORTH_SHARING <= end < len(links):
            whole = self._start(chain) + self._links(links[:-end])
            return words.on_as_above.format(chain=whole)
        return self.say(chain)

    def _start(self, chain: Chain) -> str:
        first = chain.links[0]
        return self._claim(first.source, is_true=not first.strong)

    def _links(self, links: Sequence[Link]) -> str:
        return "".join(map(self._inference, links))

    def _inference(self, link: Link) -> str:
        """What follows from the source of a link, and why; goes behind the words for the source."""
        words, claim = self.words, self._claim(link.target, is_true=link.strong)
        if link.cells:
            cells, digit = self._cells(link.cells), SYMBOLS[link.source.value - 1]
            digits = self._list([SYMBOLS[each - 1] for each in link.digits])
            return words.so + words.other_digits.format(
                claim=claim, cells=cells, digit=digit, digits=digits
            )
        if link.unit >= 0:
            template = words.other_place if link.strong else words.same_unit
            return words.so + template.format(claim=claim, unit=self._unit(link.unit))
        digit = SYMBOLS[link.target.value - 1]
        if link.strong:
            return words.other_candidate.format(claim=words.but.format(digit=digit))
        return words.and_not.format(digit=digit)

    def _claim(self, node: Node, *, is_true: bool) -> str:
        words = self.words
        if len(node.cells) > 1:
            template = words.one_is if is_true else words.none_is
        else:
            template = words.is_ if is_true else words.is_not
        return template.format(cells=self._cells(node.cells), digit=SYMBOLS[node.value - 1])

    def _is_not(self, option: Candidate) -> str:
        return self._are_not((option,))

    def _are_not(self, options: Sequence[Candidate]) -> str:
        """The claim that candidates of one digit are false."""
        cells = tuple(option.cell for option in options)
        return self._claim(Node(options[0].value, cells), is_true=False)

    def _branch(self, branch: Branch) -> str:
        words = self.words
        said = words.clause.join(map(self._deduction, branch.deductions))
        consequences = words.so.join(part for part in (said, *self._ends(branch)) if part)
        return words.if_.format(option=self._option(branch.premise), consequences=consequences)

    def _ends(self, branch: Branch) -> list[str]:
        if branch.contradiction:
            return [self._contradiction(branch.contradiction)]
        return [self._outcome(branch, option) for option in self.eliminations]

    def _outcome(self, branch: Branch, gone: Candidate) -> str:
        """The claim that a branch rules a candidate out, with the unit through which it does."""
        claim = self._is_not(gone)
        placed = (branch.premise, *(deduction.placed for deduction in branch.deductions))
        shape = self.geometry
        units = (
            unit
            for option in placed
            if option and option.value == gone.value and option.cell != gone.cell
            for unit in shape.units_of[gone.cell]
            if unit in shape.units_of[option.cell]
        )
        unit = next(units, None)
        return (
            claim
            if unit is None
            else self.words.same_unit.format(claim=claim, unit=self._unit(unit))
        )

    def _deduction(self, deduction: Deduction) -> str:
        unit = self._unit(deduction.unit) if deduction.unit >= 0 else ""
        options = deduction.gone or (deduction.placed,)
        said = [self._option(option) for option in options if option]
        proof = self._branch(deduction.proof) if deduction.proof else ""
        template = str(getattr(self.words, deduction.reason))
        return template.format(
            option=said[0],
            options=self.words.comma.join(said),
            claim=self._are_not(deduction.gone) if deduction.gone else "",
            unit=unit,
            branch=proof,
        )

    def _contradiction(self, found: Contradiction) -> str:
        if found.kind == "no_candidate":
            return self.words.no_candidate.format(cell=self.geometry.name(found.cells[0]))
        digit = SYMBOLS[found.value - 1]
        return self.words.no_place.format(digit=digit, unit=self._unit(found.unit))


def _together(options: Iterable[Candidate]) -> dict[tuple[int, ...], list[int]]:
    """The digits of some candidates by the cells that have them, the lowest digit first."""
    removed = sorted(options, key=lambda option: (option.value, option.cell))
    found = dict[tuple[int, ...], list[int]]()
    for value, group in groupby(removed, key=lambda option: option.value):
        found.setdefault(tuple(option.cell for option in group), []).append(value)
    return found
