"""Positions from real puzzles in which a technique is the next step, for whoever learns it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import count
from typing import Final

from engine.generate import generate
from engine.geometry import Geometry
from engine.grid import Grid
from engine.logic import next_step
from engine.notation import parse_line
from engine.symmetry import Symmetry
from engine.techniques import State, Step, Technique

FILE: Final = "practice.txt"
"""Beside the techniques: a technique, the givens, and the digits so far, on each line."""

_SYMMETRIES: Final = (Symmetry.NONE, Symmetry.CENTRAL, Symmetry.DIAGONAL)


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle on the way to its solution, with all candidates that the digits leave."""

    givens: Grid
    values: Grid

    @property
    def state(self) -> State:
        return State.of(self.givens, self.values)


@cache
def positions() -> Mapping[Technique, tuple[Position, ...]]:
    """What the file holds, by technique."""
    found: dict[Technique, list[Position]] = {}
    lines = files("engine.techniques").joinpath(FILE).read_text("utf-8").splitlines()
    for technique, givens, values in (line.split() for line in lines if line[0] != "#"):
        position = Position(parse_line(givens)[0], parse_line(values)[0])
        found.setdefault(Technique(technique), []).append(position)
    return {technique: tuple(several) for technique, several in found.items()}


def find_positions(wanted: int, seed: str) -> Iterator[tuple[Technique, Position]]:
    """Positions of random 9x9 puzzles, up to `wanted` for each technique; without end."""
    left = dict.fromkeys(Technique, wanted)
    for number in count(1):
        symmetry = _SYMMETRIES[number % len(_SYMMETRIES)]
        givens = generate(Geometry(3, 3), symmetry, f"{seed}/{number}").grid
        for technique, position in _on_the_way(givens):
            if left[technique]:
                left[technique] -= 1
                yield technique, position
        if not any(left.values()):
            return


def _on_the_way(givens: Grid) -> Iterator[tuple[Technique, Position]]:
    """The positions in which the digits alone lead to the step that is taken there."""
    for state, step in _walk(State.start(givens)):
        position = Position(givens, state.grid)
        if position.state.cells == state.cells:
            yield step.technique, position
            continue
        plain = next_step(position.state)
        if plain and plain.technique is step.technique:
            yield step.technique, position


def _walk(state: State) -> Iterator[tuple[State, Step]]:
    while step := next_step(state):
        yield state, step
        state = step.after(state)
