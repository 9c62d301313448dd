"""Positions from real puzzles in which a technique shows, for those who learn it.

Each technique has a file of positions. Learners would soon know these by heart, so each position
stands for all boards that follow from it when digits are renamed, bands and stacks and their lines
change places, and rows become columns. No technique tells these boards apart, and there are more
than a million millions of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Final

from engine.board.grid import SYMBOLS, Grid
from engine.board.rearrange import rearrangement
from engine.notation.notation import parse_line
from engine.techniques import State, Technique
from engine.techniques.layout import Candidate

FOLDER: Final = "found"
"""In this room: a file for each technique, with a position on each line."""


@dataclass(frozen=True, slots=True)
class Position:
    """A puzzle on the way to its solution: its givens, its digits, and what was ruled out before.

    `gone` are candidates that the digits alone would leave.
    """

    givens: Grid
    values: Grid
    gone: tuple[Candidate, ...] = ()

    @staticmethod
    def of(givens: Grid, state: State) -> "Position":
        """The position that a puzzle has come to in a state."""
        plain = State.of(givens, state.grid)
        pairs = enumerate(zip(plain.cells, state.cells, strict=True))
        gone = (plain.options_of(cell, all_ & ~some) for cell, (all_, some) in pairs)
        return Position(givens, state.grid, tuple(chain.from_iterable(gone)))

    @property
    def state(self) -> State:
        return State.of(self.givens, self.values).after((), self.gone)

    def rearranged(self, seed: str) -> "Position":
        """The position as it looks once its lines and digits have changed places."""
        order = rearrangement(self.givens.geometry, seed)
        gone = sorted(
            Candidate(order.cells[cell], order.digits[value]) for cell, value in self.gone
        )
        return Position(order.of(self.givens), order.of(self.values), tuple(gone))

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
def positions(technique: Technique) -> tuple[Position, ...]:
    """The positions found for a technique; the first is its example."""
    file = files("engine.practice").joinpath(FOLDER, f"{technique}.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else ()
    return tuple(read_position(line.split()) for line in lines)


def exercise(technique: Technique, number: int) -> Position | None:
    """The position with a number, from 0 on: never the example, and never one twice in a row.

    None where too few were found.
    """
    known = positions(technique)[1:]
    return known[number % len(known)].rearranged(f"{technique}/{number}") if known else None
