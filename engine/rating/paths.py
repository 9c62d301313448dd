"""The static chains within a run: all cycles, and all chains to their own negation, on a grid."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.rating.board import BITS, CELLS, KINDS, PEER_CELLS, UNIT_OF, CandidateMasks
from engine.rating.cycles import MODES, Links, Mode, length_difficulty
from engine.rating.net import NO_CAUSE, OWN_CELL


@dataclass(frozen=True, slots=True)
class Path:
    """Candidates from the end of a chain back to its start; their truth alternates."""

    rank: tuple[float, int, int]
    nodes: tuple[int, ...]
    holds: bool
    """Whether the end is true."""
    cycle: bool
    gone: tuple[int, ...]

    def states(self) -> Iterator[tuple[int, bool]]:
        """Yields the candidates with their truth."""
        for index, node in enumerate(self.nodes):
            yield node, self.holds == (index % 2 == 0)


def paths(grid: CandidateMasks) -> list[Path]:
    """The best chains on a grid, one for each set of candidates removed, best first."""
    best: dict[tuple[int, ...], tuple[int, Path]] = {}
    turn = 0
    for mode in MODES:
        links = Links(grid, mode)
        for source in links.strong:
            own = len(BITS[grid.digits[source // 9]])
            if own < 2 or (own > 2 and not mode.x):
                continue
            for path in _paths_from(grid, links, mode, source):
                turn += 1
                if path.gone not in best or path.rank < best[path.gone][1].rank:
                    # Among equal ranks the one that was found first goes first.
                    best[path.gone] = (turn, path)
    return [p for _, p in sorted(best.values(), key=lambda found: (found[1].rank, found[0]))]


def _paths_from(grid: CandidateMasks, links: Links, mode: Mode, source: int) -> Iterator[Path]:
    for nodes in _cycles(links, source):
        gone = _removed_by_cycle(grid, nodes)
        if gone:
            yield Path(
                _rank(mode, mode.cycle.rating, nodes), nodes, holds=True, cycle=True, gone=gone
            )
    for holds in (True, False) if mode.chain else ():
        back = _to_negation(links, source, holds=holds)
        if back and mode.chain:
            cell, digit = divmod(source, 9)
            digits = 1 << digit if holds else grid.digits[cell] & ~(1 << digit)
            yield Path(
                _rank(mode, mode.chain.rating, back),
                back,
                holds=not holds,
                cycle=False,
                gone=tuple(9 * cell + other for other in BITS[digits]),
            )


def _rank(mode: Mode, base: float, nodes: tuple[int, ...]) -> tuple[float, int, int]:
    return base + length_difficulty(len(nodes)), len(nodes), mode.order


def _cycles(links: Links, source: int) -> Iterator[tuple[int, ...]]:
    """Yields ways from a true candidate back to itself, level by level."""
    ways: dict[int, tuple[int, ...]] = {source: ()}
    level, length = [source], 2
    while level:
        following: list[int] = []
        for candidate in level:
            way = ways[candidate]
            for denied in links.weak[candidate]:
                # The odd places of a way are its false candidates.
                if denied in way[1::2]:
                    continue
                for reached in links.strong[denied]:
                    if reached == source and length >= 4:
                        yield (source, denied, *way_of(candidate, way))
                    if reached not in ways:
                        ways[reached] = (candidate, denied, *way)
                        following.append(reached)
        level, length = following, length + 2


def way_of(candidate: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """The nodes of a way, from its last candidate back, without the start."""
    nodes: list[int] = []
    while way:
        nodes += [candidate, way[1]]
        candidate, way = way[0], way[2:]
    return tuple(nodes)


def _removed_by_cycle(grid: CandidateMasks, nodes: tuple[int, ...]) -> tuple[int, ...]:
    cells = 0
    seen = [[0] * 9, [0] * 9]
    for index, node in enumerate(nodes):
        cells |= 1 << node // 9
        seen[index % 2][node % 9] |= PEER_CELLS[node // 9]
    both = [one & other & ~cells for one, other in zip(*seen, strict=True)]
    return tuple(
        9 * cell + digit
        for cell in CELLS
        for digit in BITS[grid.digits[cell]]
        if both[digit] >> cell & 1
    )


def _to_negation(links: Links, source: int, *, holds: bool) -> tuple[int, ...]:
    """The shortest way from an assumption to its negation, from the end back; () if none."""
    back: dict[bool, dict[int, int]] = {True: {}, False: {}}
    back[holds][source] = -1
    level, truth = [source], holds
    while level:
        neighbours = links.weak if truth else links.strong
        following: list[int] = []
        for candidate in level:
            if holds and truth and candidate in links.near[source]:
                return (source, *_back(back, candidate, truth=truth, start=source))
            for other in neighbours[candidate]:
                if not (holds or truth) and other == source:
                    return (source, *_back(back, candidate, truth=truth, start=source))
                if other not in back[not truth]:
                    back[not truth][other] = candidate
                    following.append(other)
        level, truth = following, not truth
    return ()


def _back(
    back: dict[bool, dict[int, int]], candidate: int, *, truth: bool, start: int
) -> Iterator[int]:
    yield candidate
    while candidate != start:
        candidate = back[truth][candidate]
        truth = not truth
        yield candidate


def strong_cause(grid: CandidateMasks, denied: int, node: int) -> int:
    """Why a candidate is true once another is false: the last of its cell, or of a unit."""
    if denied // 9 == node // 9:
        return OWN_CELL
    for kind in KINDS:
        unit = UNIT_OF[node // 9][kind]
        if UNIT_OF[denied // 9][kind] == unit and len(BITS[grid.places[unit][node % 9]]) == 2:
            return kind
    return NO_CAUSE


def weak_cause(node: int, denied: int) -> int:
    """Why a candidate is false once another is true: they share a cell, or a unit."""
    if denied // 9 == node // 9:
        return OWN_CELL
    for kind in KINDS:
        if UNIT_OF[denied // 9][kind] == UNIT_OF[node // 9][kind]:
            return kind
    return NO_CAUSE
