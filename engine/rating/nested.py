"""Nested forcing chains: where nothing more follows in a run, whole chains on its grid do.

A chain on the grid that a run has left may hold only because the run removed other candidates
before. Its conclusion rests on those false candidates. A chain that rests on none was there before
the run, and does not count.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.rating.advance import Advance, Extend, NestedChain, in_buckets
from engine.rating.board import BITS, UNIT_OF, UNITS, Board, CandidateMasks
from engine.rating.forcing import (
    CONTRADICTION,
    DYNAMIC,
    MULTIPLE,
    Mode,
    NetConclusion,
    all_conclusions,
    removed_by,
)
from engine.rating.locked_sets import locked_sets
from engine.rating.net import FALSE, NO_CAUSE, OWN_CELL, Implication, Run, opposite
from engine.rating.paths import Path, paths, strong_cause, weak_cause
from engine.techniques.scale import NESTED_FORCING_CHAINS


class _Proof:
    """A chain on the grid of a run, node by node, and what the run had to remove for it."""

    __slots__ = ("ends", "grid", "rest", "start")

    def __init__(self, start: CandidateMasks, grid: CandidateMasks) -> None:
        self.start = start
        self.grid = grid
        self.rest: dict[int, None] = {}
        self.ends: list[tuple[int, ...]] = []

    def add(self, nodes: Sequence[tuple[int, int]]) -> None:
        """Takes up nodes with their causes, from an end of the chain back."""
        for node, cause in nodes:
            # A false node follows from its one parent; only being the last one rests on removals.
            if node < FALSE and cause != NO_CAUSE:
                self.rest.update(dict.fromkeys(self._gone(node, cause)))
        self.ends.append(tuple(node for node, _ in nodes))

    def _gone(self, node: int, cause: int) -> Iterator[int]:
        """Yields what the run removed so that a node is the last of its cell or unit."""
        cell, digit = divmod(node, 9)
        if cause == OWN_CELL:
            for other in BITS[self.start.digits[cell] & ~self.grid.digits[cell]]:
                yield 9 * cell + other
            return
        unit = UNIT_OF[cell][cause]
        for place in BITS[self.start.places[unit][digit] & ~self.grid.places[unit][digit]]:
            yield 9 * UNITS[unit][place] + digit

    def advance(self, gone: Sequence[int], complexity: int) -> Advance:
        """The removals that the chain proves."""
        chain = NestedChain(tuple(self.ends), complexity)
        return Advance(in_buckets(gone), tuple(self.rest), chain)


def _by_paths(_board: Board, start: CandidateMasks, grid: CandidateMasks) -> list[Advance]:
    advances = []
    for path in paths(grid):
        proof = _Proof(start, grid)
        proof.add(_forward(path, grid))
        # A cycle proves its removals only when it is read both ways.
        if path.cycle:
            proof.add(_reversed(path))
        advances.append(proof.advance(path.gone, len(path.nodes)))
    return [advance for advance in advances if advance.rest]


def _forward(path: Path, grid: CandidateMasks) -> list[tuple[int, int]]:
    """The nodes from the end back, with causes; the start has none unless it is the end as well."""
    nodes = []
    before = (*path.nodes[1:], None)
    for (node, holds), denied in zip(path.states(), before, strict=True):
        if not holds:
            nodes.append((node + FALSE, NO_CAUSE))
        else:
            cause = NO_CAUSE if denied is None else strong_cause(grid, denied, node)
            nodes.append((node, cause))
    return nodes


def _reversed(path: Path) -> list[tuple[int, int]]:
    """A cycle read the other way: what was false is true, for the reason why it was false."""
    end, *others = path.nodes
    nodes = [(end + FALSE, NO_CAUSE)]
    before = (*others[1:], end)
    for index, (node, source) in reversed(list(enumerate(zip(others, before, strict=True)))):
        if index % 2 == 0:
            nodes.append((node, weak_cause(source, node)))
        else:
            nodes.append((node + FALSE, NO_CAUSE))
    return nodes


def _by_conclusions(
    board: Board, start: CandidateMasks, grid: CandidateMasks, mode: Mode
) -> list[Advance]:
    advances = []
    for found in all_conclusions(board, grid, mode):
        proof = _Proof(start, grid)
        # A contradiction has two ends: the clash and what it contradicts.
        for run, link in _ends(found):
            proof.add([(step.node, _cause(step, found)) for step in run.way_back(link)])
        advances.append(proof.advance(removed_by(grid, found.target), found.complexity))
    return [advance for advance in advances if advance.rest]


def _cause(step: Implication, found: NetConclusion) -> int:
    # An assumption rests on there being no other choice.
    return step.cause if step.parents else found.assumed


def _ends(found: NetConclusion) -> Iterator[tuple[Run, Implication]]:
    """Where the chains of a conclusion end."""
    for run in found.runs:
        if found.kind != CONTRADICTION:
            yield run, run.links[found.target]
        elif run.clash:
            yield run, run.clash
            yield run, run.links[opposite(run.clash.node)]


def _first_of(*extensions: Extend) -> Extend:
    """An extension that gives the advances of the first of some that has any."""

    def extend(board: Board, start: CandidateMasks, grid: CandidateMasks) -> Sequence[Advance]:
        found = (extension(board, start, grid) for extension in extensions)
        return next((advances for advances in found if advances), ())

    return extend


WITH_CHAINS = Mode(
    NESTED_FORCING_CHAINS,
    NESTED_FORCING_CHAINS.rating,
    extend=_first_of(locked_sets, _by_paths),
)
WITH_MULTIPLE = Mode(
    NESTED_FORCING_CHAINS,
    10.0,
    extend=_first_of(locked_sets, _by_paths, partial(_by_conclusions, mode=MULTIPLE)),
)
WITH_DYNAMIC = Mode(
    NESTED_FORCING_CHAINS,
    10.5,
    extend=_first_of(locked_sets, partial(_by_conclusions, mode=DYNAMIC)),
)
