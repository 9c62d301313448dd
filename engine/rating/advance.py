"""What more a run can take off its grid, and on what grounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.rating.board import Board, Candidates


@dataclass(frozen=True, slots=True)
class NestedChain:
    """A chain within a run: its nodes, end by end, and how many nodes it takes in all."""

    nodes: tuple[tuple[int, ...], ...]
    complexity: int


@dataclass(frozen=True, slots=True)
class Advance:
    """The candidates that go, those that had to be false first, and the chain that shows it."""

    gone: Sequence[int]
    rest: Sequence[int]
    chain: NestedChain | None = None


Extend: TypeAlias = Callable[[Board, Candidates, Candidates], Sequence[Advance]]
"""From a board, the grid at the start of a run and its grid now, to what is new there."""


def in_buckets(gone: Sequence[int]) -> list[int]:
    """The order of a hash table of 16 buckets by cell (32 beyond 12 cells), as the scale has it."""
    buckets = 16 if len({candidate // 9 for candidate in gone}) <= 12 else 32
    return sorted(gone, key=lambda candidate: candidate // 9 % buckets)
