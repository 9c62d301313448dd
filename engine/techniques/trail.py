"""Following an assumption step by step, and keeping only what the outcome needs.

A closure (`engine.board.candidates`) says what follows from an assumption, but not why. A trail
draws the same conclusions one by one and remembers for every candidate the deduction that made it
fall. The proof of an outcome is then found backwards: from the candidates that had to fall for it
to the deductions that made them fall, and on to what those needed. All other deductions are left
out, so that a person reads only what matters.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.board.grid import Contradiction
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Branch, Deduction
from engine.techniques.state import State


@dataclass(frozen=True, slots=True)
class Refutation:
    """A candidate that leads to a contradiction once those in `first` are refuted under it."""

    candidate: Candidate
    first: tuple["Refutation", ...] = ()


@dataclass(slots=True)
class _Entry:
    """A deduction, and the candidates that must be gone for it."""

    deduction: Deduction
    needs: frozenset[Candidate]


class Trail:
    """What follows from `premise`, deduction by deduction: singles, else locked candidates.

    `outer` is the trail inside which this one runs; its deductions hold here too.
    """

    def __init__(self, state: State, premise: Candidate, outer: "Trail | None" = None) -> None:
        self._layout = state.layout
        self._start = state
        self.cells: list[int] = list(outer.cells if outer else state.cells)
        self.places: list[int] = list(outer.places if outer else state.places)
        self.placed: dict[int, int] = dict(outer.placed) if outer else {}
        self._entries: list[_Entry] = []
        self._cause: dict[Candidate, int] = {}
        self._touched_cells = state.placed[0]
        self._touched_values = (2 << state.geometry.size) - 2
        self.premise = premise
        self._put(premise, -1)

    def _put(self, option: Candidate, cause: int) -> None:
        cell, value = option
        self.placed[cell] = value
        falling = [o for o in self._alive_in(cell) if o.value != value]
        seen = self.places[value] & self._layout.peers[cell]
        falling += [Candidate(peer, value) for peer in bits(seen)]
        self._drop(falling, cause)

    def _alive_in(self, cell: int) -> list[Candidate]:
        return [Candidate(cell, digit + 1) for digit in bits(self.cells[cell])]

    def _drop(self, falling: Iterable[Candidate], cause: int) -> None:
        for option in falling:
            # The first cause counts, so no proof goes in a circle.
            self._cause.setdefault(option, cause)
            self.cells[option.cell] &= ~(1 << option.value - 1)
            self.places[option.value] &= ~(1 << option.cell)
            self._touched_cells |= 1 << option.cell
            self._touched_values |= 1 << option.value

    def is_gone(self, option: Candidate) -> bool:
        return not self.places[option.value] >> option.cell & 1

    def run(self, until: Candidate | None = None) -> Contradiction | None:
        """Deduces until there is a contradiction, `until` is gone, or nothing more follows."""
        while True:
            cells, values = bits(self._touched_cells), bits(self._touched_values)
            broken = next(self._contradictions_in(cells, values), None)
            if broken or (until and self.is_gone(until)):
                return broken
            # Singles can only be new where something has gone since the last round.
            self._touched_cells = self._touched_values = 0
            if not self._singles(cells, values) and not self._locked():
                return None

    def contradictions(self) -> Iterator[Contradiction]:
        """The cells without a candidate, and the digits without a place."""
        return self._contradictions_in(bits(self._start.placed[0]), self._start.digits)

    def _contradictions_in(
        self, cells: Iterable[int], values: Iterable[int]
    ) -> Iterator[Contradiction]:
        shape = self._start.geometry
        for cell in cells:
            if not self.cells[cell]:
                yield Contradiction(shape, "no_candidate", (cell,))
        for value in values:
            left = self.places[value] | self._start.placed[value]
            for unit, mask in enumerate(self._layout.units):
                if not left & mask:
                    yield Contradiction(shape, "no_place", (), value, unit)

    def _singles(self, cells: Iterable[int], values: Iterable[int]) -> bool:
        """Places every single in what was touched; whether there was any there, new or not."""
        found: dict[Candidate, int] = {}
        for value in values:
            places = self.places[value]
            for unit, mask in enumerate(self._layout.units):
                inside = places & mask
                if inside and not inside & inside - 1:
                    cell = inside.bit_length() - 1
                    if cell not in self.placed:
                        found.setdefault(Candidate(cell, value), unit)
        for cell in cells:
            mask = self.cells[cell]
            if cell not in self.placed and mask and not mask & mask - 1:
                # -1 stands for the cell itself, which takes precedence over a unit.
                found[Candidate(cell, mask.bit_length())] = -1
        for option, unit in found.items():
            # A single placed just before may have ruled this one out.
            if not self.is_gone(option) and option.cell not in self.placed:
                self._add_single(option, unit)
        return bool(found)

    def _add_single(self, option: Candidate, unit: int) -> None:
        if unit < 0:
            needs = self._missing_in(option.cell) - {option}
        else:
            needs = self._missing_from(option.value, unit) - {option}
        reason = "only_candidate" if unit < 0 else "only_place"
        # The entry comes first, since `_put` names it as the cause of what falls.
        self._entries.append(_Entry(Deduction(reason, option, (), unit), needs))
        self._put(option, len(self._entries) - 1)

    def _missing_in(self, cell: int) -> frozenset[Candidate]:
        return frozenset(self._start.options_of(cell, ~self.cells[cell]))

    def _missing_from(self, value: int, unit: int) -> frozenset[Candidate]:
        mask = self._layout.units[unit] & ~self.places[value]
        return frozenset(self._start.options(value, mask))

    def _locked(self) -> bool:
        """Uses the first locked candidates that rule something out; whether there were any."""
        units = self._layout.units
        for value in self._start.digits:
            places = self.places[value]
            for box, line, crossing in self._layout.crossings:
                shared = places & crossing
                if not shared:
                    continue
                for source, target in ((box, line), (line, box)):
                    gone = places & units[target] & ~shared
                    if gone and not places & units[source] & ~shared:
                        falling = tuple(Candidate(cell, value) for cell in bits(gone))
                        needs = self._missing_from(value, source)
                        self._entries.append(
                            _Entry(Deduction("locked", None, falling, source), needs)
                        )
                        self._drop(falling, len(self._entries) - 1)
                        return True
        return False

    def refute(self, plan: Iterable[Refutation]) -> Contradiction | None:
        """Runs, and whenever nothing more follows rules out the next candidate of the plan."""
        broken = self.run()
        for refutation in plan:
            if broken:
                break
            option = refutation.candidate
            if self.is_gone(option):
                continue
            inner = Trail(self._start, option, self)
            clash = inner.refute(refutation.first)
            if clash is None:
                raise AssertionError("a refutation does not refute")
            proof, needs = inner.proof(inner.needs_of(clash), clash)
            deduction = Deduction("refuted", None, (option,), proof=proof)
            self._entries.append(_Entry(deduction, needs))
            self._drop((option,), len(self._entries) - 1)
            broken = self.run()
        return broken

    def needs_of(self, outcome: Contradiction | Candidate) -> frozenset[Candidate]:
        """The candidates that must have fallen for a contradiction, or for one that fell."""
        if isinstance(outcome, Candidate):
            return frozenset((outcome,))
        if outcome.kind == "no_candidate":
            return self._missing_in(outcome.cells[0])
        return self._missing_from(outcome.value, outcome.unit)

    def proof(
        self, needs: frozenset[Candidate], outcome: Contradiction | None
    ) -> tuple[Branch, frozenset[Candidate]]:
        """The deductions that are needed, and what they need of the trail around this one."""
        kept: set[int] = set()
        outer: set[Candidate] = set()
        waiting = list(needs)
        while waiting:
            option = waiting.pop()
            cause = self._cause.get(option)
            # What this trail did not remove was gone in `outer`; -1 is the premise, which needs
            # nothing.
            if cause is None:
                outer.add(option)
            elif cause >= 0 and cause not in kept:
                kept.add(cause)
                waiting.extend(self._entries[cause].needs)
        # In order of time, each deduction follows from those before it.
        deductions = tuple(self._entries[index].deduction for index in sorted(kept))
        return Branch(self.premise, deductions, outcome), frozenset(outer)

    def rules_out(self, option: Candidate) -> tuple[Branch, frozenset[Candidate]]:
        """The proof that `option` is gone."""
        return self.proof(self.needs_of(option), None)
