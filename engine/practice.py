"""Positions from real puzzles in which a technique is the next step, for whoever learns it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count
from time import monotonic
from typing import Final

from engine.budget import DEFAULT_BUDGET, Budget
from engine.generate import generate
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid
from engine.logic import next_step
from engine.notation import parse_line
from engine.symmetry import Symmetry
from engine.techniques import TAUGHT, State, Step, Technique
from engine.techniques.layout import Candidate

FILE: Final = "practice.txt"
"""The name of a file beside the techniques: on each line a technique and a position."""

_SYMMETRIES: Final = (Symmetry.NONE, Symmetry.CENTRAL, Symmetry.DIAGONAL)


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle on the way to its solution: its givens, its digits, and what was ruled out before.

    `gone` are candidates that the digits alone would leave.
    """

    givens: Grid
    values: Grid
    gone: tuple[Candidate, ...] = ()

    @property
    def state(self) -> State:
        return State.of(self.givens, self.values).after((), self.gone)

    def __str__(self) -> str:
        """The givens, the digits, and candidates as `r1c2-7`, separated by spaces."""
        name = self.givens.geometry.name
        gone = (f"{name(cell)}-{SYMBOLS[value - 1]}" for cell, value in self.gone)
        return " ".join([str(self.givens), str(self.values), *gone])


def read_position(words: Sequence[str]) -> Position:
    """The position that `str` writes as these words."""
    givens, values = (parse_line(word)[0] for word in words[:2])
    cells = {givens.geometry.name(cell): cell for cell in range(givens.geometry.cell_count)}
    pairs = (word.split("-") for word in words[2:])
    gone = tuple(Candidate(cells[name], SYMBOLS.index(symbol) + 1) for name, symbol in pairs)
    return Position(givens, values, gone)


@cache
def positions() -> Mapping[Technique, tuple[Position, ...]]:
    """The positions of the file, by technique."""
    found: dict[Technique, tuple[Position, ...]] = {}
    lines = files("engine.techniques").joinpath(FILE).read_text("utf-8").splitlines()
    for technique, *words in (line.split() for line in lines if not line.startswith("#")):
        known = found.get(Technique(technique), ())
        found[Technique(technique)] = (*known, read_position(words))
    return found


def find_positions(
    wanted: int, seed: str, budget: Budget = DEFAULT_BUDGET
) -> Iterator[tuple[Technique, Position]]:
    """Positions of random 9x9 puzzles, `wanted` for each technique or as many as time allows.

    Those in which nothing was ruled out before come as they are found, the others at the end, for
    techniques that have too few.
    """
    deadline = budget.deadline()
    left = dict.fromkeys(TAUGHT, wanted)
    others: dict[Technique, list[Position]] = {technique: [] for technique in TAUGHT}
    for number in count(1):
        symmetry = _SYMMETRIES[number % len(_SYMMETRIES)]
        givens = generate(Geometry(3, 3), symmetry, f"{seed}/{number}").grid
        for technique, position in _on_the_way(givens, left):
            if position.gone:
                others[technique] = [*others[technique], position][:wanted]
            else:
                left[technique] -= 1
                yield technique, position
        if not any(left.values()) or monotonic() > deadline:
            break
    for technique, several in others.items():
        yield from ((technique, position) for position in several[: left[technique]])


def _on_the_way(
    givens: Grid, left: Mapping[Technique, int]
) -> Iterator[tuple[Technique, Position]]:
    """The positions on the path of a puzzle in which the next technique is still wanted.

    Where that technique is also next by the digits alone, the position rules out nothing else.
    """
    for state, step in _walk(State.start(givens)):
        if not left[step.technique]:
            continue
        plain = Position(givens, state.grid)
        first = next_step(plain.state)
        if first and first.technique is step.technique:
            yield step.technique, plain
        else:
            yield step.technique, Position(givens, state.grid, _gone(plain.state, state))


def _gone(plain: State, state: State) -> tuple[Candidate, ...]:
    pairs = enumerate(zip(plain.cells, state.cells, strict=True))
    return tuple(
        option for cell, (all_, some) in pairs for option in plain.options_of(cell, all_ & ~some)
    )


def _walk(state: State) -> Iterator[tuple[State, Step]]:
    while step := next_step(state):
        yield state, step
        state = step.after(state)
