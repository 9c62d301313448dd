"""A tiny honest game for the touch board's page: cells, notes, turns of people, and devices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from engine import Geometry, Symmetry, generate, solve
from engine.board import SYMBOLS

CLUES: Final = {4: 6, 6: 12, 8: 24, 9: 32, 16: 190}

Json = dict[str, Any]


class Refusal(Exception):  # noqa: N818 - what a game does to an act
    """Raised when an act is not carried out; `told` is what its result says besides the number."""

    def __init__(self, code: str, **told: Any) -> None:
        super().__init__(code)
        self.told: Json = {"refused": code, "words": f"Refused: {code}", **told}


@dataclass(frozen=True, slots=True)
class Turn:
    """What one person changed, with the digits and notes before and after it."""

    by: str
    cells: tuple[int, ...]
    before: "Position"
    after: "Position"


@dataclass(frozen=True, slots=True)
class Position:
    """The digits of all cells, 0 for a blank one, and the notes of those that have any."""

    values: tuple[int, ...]
    notes: Mapping[int, frozenset[int]] = field(default_factory=dict)


class Game:
    """One game that several people and devices play; `me` is who opened the page."""

    def __init__(self, line: str, name: str = "G1", *, group: bool = False) -> None:
        solution = solve(line)
        self.line, self.name, self.group = line, name, group
        self.solution = [_value(symbol) for symbol in str(solution)]
        self.givens = tuple(_value(symbol) for symbol in line)
        self.geometry = Geometry.of_size(round(len(line) ** 0.5))
        self.position = Position(self.givens)
        self.turns: list[Turn] = []
        self.done = 0
        self.version = 0
        self.me = "Me"
        self.title = "Daily · Hard"
        self.lines = ["Solved!", "4:05 · no hints"]
        self.highest: dict[str, int] = {}
        self.acts: list[Json] = []
        self.options: Json = {"timer": True, "may_play": True, "played": 61, "longest_break": 60}

    @classmethod
    def of(cls, size: int, seed: int = 1, **more: Any) -> "Game":
        made = generate(Geometry.of_size(size), Symmetry.CENTRAL, str(seed), CLUES[size])
        return cls(str(made.grid), **more)

    def act(self, act: Json, device: str) -> Json:
        """Carries an act out once; gives its result."""
        number = act["number"]
        if number <= self.highest.get(device, 0):
            return {"number": number, "done": True}
        self.highest[device] = number
        self.acts.append(act)
        try:
            self.play(act, self.me)
        except Refusal as refusal:
            return {"number": number, **refusal.told}
        return {"number": number, "done": True}

    def play(self, act: Json, by: str) -> None:
        kind = act["kind"]
        if self.is_solved:
            raise Refusal("over")
        if kind in {"undo", "redo"}:
            self._turn_back(act, by) if kind == "undo" else self._turn_forward()
        elif kind == "note":
            self._note(act, by)
        else:
            self._write(act, by)
        self.version += 1

    def _write(self, act: Json, by: str) -> None:
        cell, digit = act["cell"], act.get("digit", 0)
        if self.givens[cell]:
            raise Refusal("given", cell=cell)
        standing = self.position.values[cell]
        if standing != act["held"]:
            raise Refusal("taken", cell=cell, by=self._writer(cell))
        values = list(self.position.values)
        values[cell] = digit
        notes = {
            at: noted - ({digit} if digit and at in self.geometry.peers[cell] else frozenset())
            for at, noted in self.position.notes.items()
            if at != cell
        }
        self._add(by, (cell,), Position(tuple(values), notes))

    def _note(self, act: Json, by: str) -> None:
        notes = dict(self.position.notes)
        digit = frozenset({act["digit"]})
        for cell in act["cells"]:
            if self.position.values[cell]:
                raise Refusal("taken", cell=cell, by=self._writer(cell))
            noted = notes.get(cell, frozenset())
            notes[cell] = noted | digit if act["on"] else noted - digit
        self._add(by, tuple(act["cells"]), Position(self.position.values, notes))

    def _turn_back(self, act: Json, by: str) -> None:
        if act["version"] != self.version:
            raise Refusal("moved_on")
        if not self.done:
            raise Refusal("nothing")
        if self.turns[self.done - 1].by != by:
            raise Refusal("others_turn", by=self.turns[self.done - 1].by)
        self.done -= 1
        self.position = self.turns[self.done].before

    def _turn_forward(self) -> None:
        if self.done == len(self.turns):
            raise Refusal("nothing")
        self.position = self.turns[self.done].after
        self.done += 1

    def _add(self, by: str, cells: tuple[int, ...], after: Position) -> None:
        self.turns[self.done :] = [Turn(by, cells, self.position, after)]
        self.position = after
        self.done += 1

    def _writer(self, cell: int) -> str:
        turns = reversed(self.turns[: self.done])
        return next((turn.by for turn in turns if cell in turn.cells), "")

    @property
    def is_solved(self) -> bool:
        return list(self.position.values) == self.solution

    def state(self) -> Json:
        """The state as the protocol has it."""
        values, givens = self.position.values, self.givens
        last = self.turns[self.done - 1] if self.done else None
        is_others = last is not None and last.by != self.me
        return {
            "game": self.name,
            "version": self.version,
            "title": self.title,
            "size": self.geometry.size,
            "box": [self.geometry.box_rows, self.geometry.box_columns],
            "symbols": SYMBOLS[: self.geometry.size],
            "givens": _line(givens),
            "values": _line(values),
            "notes": {cell: sorted(noted) for cell, noted in self.position.notes.items() if noted},
            "wrong": [
                cell for cell, value in enumerate(values) if value not in {0, self.solution[cell]}
            ],
            "clashes": [
                cell
                for cell, value in enumerate(values)
                if value and value in [values[peer] for peer in self.geometry.peers[cell]]
            ],
            "undo": self.done > 0,
            "redo": self.done < len(self.turns),
            "open": not self.is_solved,
            "group": self.group,
            "last": list(last.cells) if last and is_others else [],
            "last_by": last.by if last and is_others else "",
            "ending": {"kind": "solved", "lines": self.lines, "cheer": True}
            if self.is_solved
            else None,
            **self.options,
        }


def _value(symbol: str) -> int:
    return SYMBOLS.find(symbol) + 1


def _line(values: Sequence[int]) -> str:
    return "".join(SYMBOLS[value - 1] if value else "." for value in values)
