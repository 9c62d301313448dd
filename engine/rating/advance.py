"""What an extension removes from the grid of a run, and what that rests on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.rating.board import Board, CandidateMasks


@dataclass(frozen=True, slots=True)
class NestedChain:
    """A chain within a run: its nodes from each end back, and the number of nodes it counts for."""

    nodes: tuple[tuple[int, ...], ...]
    complexity: int


@dataclass(frozen=True, slots=True)
class Advance:
    """Candidates to remove, those that had to be false first, and the chain that proves it."""

    gone: Sequence[int]
    rest: Sequence[int]
    chain: NestedChain | None = None


Extend: TypeAlias = Callable[[Board, CandidateMasks, CandidateMasks], Sequence[Advance]]
"""Finds new removals, given a board, the grid at the start of a run, and its grid so far."""


def in_buckets(gone: Sequence[int]) -> list[int]:
    """In the order of Sudoku Explainer's hash table: 16 buckets by cell, 32 above 12 cells."""
    buckets = 16 if len({candidate // 9 for candidate in gone}) <= 12 else 32
    return sorted(gone, key=lambda candidate: candidate // 9 % buckets)
