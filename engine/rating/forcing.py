"""Forcing chains: what holds whichever candidate of a cell, or place of a digit, is true.

A run (`engine.rating.net`) says what one assumption implies. The search here compares runs: those
of all candidates of a cell, those of all places of a digit in a unit, and those of one candidate
that is true and that is false. A run that contradicts itself proves the opposite of its assumption.
Of all conclusions the one that rests on the fewest nodes is taken. To count them takes long, so
each run is made once, and nodes are counted only where the depths of the runs leave a conclusion a
chance.

The modes differ in what a run may use. Nishio stays with one digit. Multiple chains leave the grid
as it is; dynamic ones remove what is false from it as they go. Those with an extension add locked
sets, and the nested ones of `engine.rating.nested` whole chains.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rating.advance import Extend
from engine.rating.board import BITS, PLACE_IN, UNIT_OF, UNITS, Board, CandidateMasks
from engine.rating.cycles import length_difficulty
from engine.rating.locked_sets import locked_sets
from engine.rating.net import FALSE, NO_CAUSE, OWN_CELL, Run, Spread
from engine.rating.step import RatedStep
from engine.techniques import scale
from engine.techniques.forcing import CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN
from engine.techniques.technique import Technique

# The kinds of conclusions; among equals the lower number is taken.
DOUBLE, BY_CELL, BY_UNIT, CONTRADICTION = 1, 5, 6, 7


@dataclass(frozen=True, slots=True)
class Mode:
    """Which chains are looked for, and what the scale says of them."""

    technique: Technique
    difficulty: float
    by_unit: Technique | None = None
    dynamic: bool = True
    nishio: bool = False
    extend: Extend | None = None


@dataclass(frozen=True, slots=True)
class NetConclusion:
    """A node that follows from every run, or the opposite of an assumption that is contradicted."""

    complexity: int
    kind: int
    target: int
    runs: tuple[Run, ...]
    assumed: int = NO_CAUSE
    """Why one of the assumptions must hold: their cell, or their unit, has no others."""

    @property
    def rank(self) -> tuple[int, int]:
        """Of two conclusions the one with the lower rank is taken."""
        return self.complexity, self.kind


NISHIO = Mode(scale.NISHIO, scale.NISHIO.rating, nishio=True)
MULTIPLE = Mode(
    CELL_FORCING_CHAIN,
    CELL_FORCING_CHAIN.rating,
    by_unit=UNIT_FORCING_CHAIN,
    dynamic=False,
)
DYNAMIC = Mode(scale.DYNAMIC_FORCING_CHAINS, scale.DYNAMIC_FORCING_CHAINS.rating)
PLUS = Mode(
    scale.DYNAMIC_FORCING_CHAINS_PLUS,
    scale.DYNAMIC_FORCING_CHAINS_PLUS.rating,
    extend=locked_sets,
)


def forcing_chains(board: Board, mode: Mode) -> RatedStep | None:
    """The conclusion that rests on the fewest nodes; among equals by kind, then the first met."""
    best = _Search(board, board.candidates, mode, every=False).conclusions()
    return _step(board, mode, best[0]) if best else None


def all_conclusions(board: Board, grid: CandidateMasks, mode: Mode) -> list[NetConclusion]:
    """The best conclusions on a grid, one for each set of candidates removed, best first."""
    return sorted(
        _Search(board, grid, mode, every=True).conclusions(), key=lambda found: found.rank
    )


def _step(board: Board, mode: Mode, found: NetConclusion) -> RatedStep:
    technique = (mode.by_unit if found.kind == BY_UNIT else None) or mode.technique
    difficulty = mode.difficulty + length_difficulty(found.complexity)
    removed: dict[int, int] = {}
    for candidate in removed_by(board.candidates, found.target):
        removed[candidate // 9] = removed.get(candidate // 9, 0) | 1 << candidate % 9
    if found.target >= FALSE:
        return RatedStep(technique, difficulty, removed)
    return RatedStep(technique, difficulty, removed, *divmod(found.target, 9))


def removed_by(grid: CandidateMasks, target: int) -> list[int]:
    """The candidates that a concluded node takes off a grid."""
    if target >= FALSE:
        return [target - FALSE]
    cell, digit = divmod(target, 9)
    return [9 * cell + other for other in BITS[grid.digits[cell] & ~(1 << digit)]]


class _Search:
    """Compares the runs of a grid, cell by cell; a run is made when it is first needed."""

    __slots__ = ("best", "every", "grid", "mode", "runs", "spread", "turn")

    def __init__(self, board: Board, grid: CandidateMasks, mode: Mode, *, every: bool) -> None:
        self.grid = grid
        self.mode = mode
        self.every = every
        self.spread = Spread(
            board, grid, dynamic=mode.dynamic, nishio=mode.nishio, extend=mode.extend
        )
        self.runs: dict[int, Run] = {}
        self.turn = 0
        self.best: dict[tuple[int, ...], tuple[int, NetConclusion]] = {}

    def conclusions(self) -> list[NetConclusion]:
        """The best one, or with `every` the best by what is removed, in the order met."""
        for cell, digits in enumerate(self.grid.digits):
            if len(BITS[digits]) > (1 if self.mode.dynamic else 2):
                self._search_cell(cell, BITS[digits])
        return [found for _, found in sorted(self.best.values(), key=lambda pair: pair[0])]

    def _run(self, node: int) -> Run:
        if node not in self.runs:
            self.runs[node] = self.spread.run(node)
        return self.runs[node]

    def _key(self, target: int) -> tuple[int, ...]:
        return tuple(removed_by(self.grid, target)) if self.every else ()

    def _offer(self, found: NetConclusion) -> None:
        key = self._key(found.target)
        self.turn += 1
        if key not in self.best or found.rank < self.best[key][1].rank:
            self.best[key] = (self.turn, found)

    def _search_cell(self, cell: int, digits: Sequence[int]) -> None:
        for digit in digits:
            candidate = 9 * cell + digit
            # Contradictions of static runs were found before, as chains to their own negation.
            if self.mode.dynamic:
                self._both_ways(candidate, len(digits))
            if not self.mode.nishio:
                self._units_first_met(cell, digit)
        if not self.mode.nishio:
            runs = tuple(self._run(9 * cell + digit) for digit in digits)
            self._conclude(runs, BY_CELL, OWN_CELL)

    def _both_ways(self, candidate: int, in_cell: int) -> None:
        """A candidate taken as true, then as false."""
        true, false = self._run(candidate), self._run(FALSE + candidate)
        for run, target in ((true, FALSE + candidate), (false, candidate)):
            if run.contradiction:
                self._offer(NetConclusion(run.contradiction, CONTRADICTION, target, (run,)))
        if in_cell >= 3 and not self.mode.nishio:
            self._conclude((true, false), DOUBLE, NO_CAUSE)

    def _units_first_met(self, cell: int, digit: int) -> None:
        """The units in which the cell is the first place of the digit, so that each is met once."""
        for unit, own in zip(UNIT_OF[cell], PLACE_IN[cell], strict=True):
            places = BITS[self.grid.places[unit][digit]]
            if len(places) > 1 and places[0] == own:
                runs = tuple(self._run(9 * UNITS[unit][place] + digit) for place in places)
                self._conclude(runs, BY_UNIT, unit // 9)

    def _conclude(self, runs: tuple[Run, ...], kind: int, assumed: int) -> None:
        """Offers all that every run implies, in the order of the first."""
        first, *others = runs
        for node in (*first.true, *first.false):
            if not all(node in run.links for run in others):
                continue
            # A true candidate that is alone in its cell changes nothing.
            if node < FALSE and len(BITS[self.grid.digits[node // 9]]) < 2:
                continue
            rival = self.best.get(self._key(node))
            # Depths are lower bounds of the numbers of nodes, which take longer to count.
            least = sum(run.depths[node] for run in runs)
            if rival is None or (least, kind) < rival[1].rank:
                self._offer(NetConclusion(_complexity(runs, node), kind, node, runs, assumed))


def _complexity(runs: Sequence[Run], node: int) -> int:
    chains = {chain for run in runs for chain in run.chains_behind([node])}
    return sum(run.nodes(node) for run in runs) + sum(chain.complexity for chain in chains)
