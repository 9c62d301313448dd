"""Finds positions to practise on: puzzles are generated, and their way to the end is followed.

In the best position of a technique it is the next step, and nothing was ruled out before. For rare
techniques it would take days to find one, so there are three ranks, from good to passable:

1. The technique is the easiest that shows, and the digits alone tell the candidates.
2. It is the easiest that shows, once some candidates were ruled out.
3. Something easier shows beside it, but no single.

Some techniques are so rare that this finds one position in a minute, or none in many. For those of
`engine.positions.deadly_patterns`, puzzles are built instead (`engine.positions.pattern_search`).
Each position found in this way is taken, whether something easier shows beside it or not.

Slow finders are asked only where little else shows: that of forcing chains beside extreme
techniques, since a chain that contradicts itself always shows beside another chain, and those of
nets beside forcing chains and nets.
"""

from collections.abc import Collection, Iterator
from enum import IntEnum
from itertools import chain, count, islice
from time import monotonic
from typing import Final

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.symmetry import Symmetry
from engine.difficulty.band import Difficulty
from engine.difficulty.grade import rate
from engine.make.puzzle import generate
from engine.positions.deadly_patterns import PATTERNS
from engine.positions.pattern_search import built_position
from engine.practice.position import Position
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent
from engine.techniques import LADDER, SLOW, TAUGHT, Finder, State, Step, Technique
from engine.techniques.forcing import forcing_chains
from engine.techniques.singles import placed_singles
from engine.techniques.technique import Family
from engine.way.easiest import next_step

MOST_GONE: Final = 40
"""A position in which more candidates were ruled out before is hard to take in."""

MOST_LOOKED_AT: Final = 20
"""Steps of one finder to look at, which may be of several techniques."""

_SINGLES: Final = {each for each in TAUGHT if each.family is Family.SINGLES}

_SYMMETRIES: Final = (Symmetry.NONE, Symmetry.CENTRAL, Symmetry.DIAGONAL)

Found = tuple[Technique, Position]


class Rank(IntEnum):
    """How good a position is: the three ranks at the head of this file."""

    PLAIN = 0
    NEXT = 1
    BESIDE = 2


def find_positions(
    wanted: int,
    seed: str,
    budget: Budget = DEFAULT_BUDGET,
    techniques: Collection[Technique] = TAUGHT,
) -> Iterator[Found]:
    """Yields positions of random 9x9 puzzles, `wanted` per technique or as many as time allows.

    Plain and built ones come as they are found, the others at the end, for techniques that have too
    few. No puzzle gives two positions of one technique.
    """
    search = _Search(wanted, [each for each in techniques if each not in PATTERNS])
    lacking = dict.fromkeys((each for each in techniques if each in PATTERNS), wanted)
    deadline = budget.deadline()
    for number in count(1):
        if not search.is_over:
            givens = _puzzle(seed, number)
            if search.is_worth(givens, budget.until(deadline)):
                yield from search.plain_ones(givens)
        if left := [technique for technique, several in lacking.items() if several]:
            technique = left[number % len(left)]
            name = f"{seed}/{technique}/{number}"
            if position := built_position(technique, name, budget.until(deadline)):
                lacking[technique] -= 1
                yield technique, position
        if (search.is_over and not left) or monotonic() > deadline:
            break
    yield from search.others()


def _puzzle(seed: str, number: int) -> Grid:
    symmetry = _SYMMETRIES[number % len(_SYMMETRIES)]
    return generate(Geometry(3, 3), symmetry, f"{seed}/{number}").grid


class _Search:
    """The positions found so far, by technique and rank."""

    def __init__(self, wanted: int, techniques: Collection[Technique]) -> None:
        self._wanted = wanted
        self._found: dict[Technique, dict[Rank, list[Position]]] = {
            technique: {rank: [] for rank in Rank} for technique in techniques
        }

    @property
    def is_over(self) -> bool:
        """Whether nothing better can be found."""
        return not any(self._wants(technique, Rank.PLAIN) for technique in self._found)

    def is_worth(self, givens: Grid, budget: Budget) -> bool:
        """Whether a puzzle is at least as hard as the easiest technique that is wanted.

        It counts as easier where the time is too short to rate it.
        """
        wanted = min(each.difficulty for each in self._found)
        try:
            return wanted is Difficulty.EASY or rate(givens, budget).difficulty >= wanted
        except BudgetSpent:
            return False

    def plain_ones(self, givens: Grid) -> Iterator[Found]:
        """Yields the plain positions on the way of a puzzle, and keeps the others for later."""
        best = dict[Technique, tuple[Rank, Position]]()
        for technique, rank, position in self._on_the_way(givens):
            if technique not in best or rank < best[technique][0]:
                best[technique] = rank, position
        for technique, (rank, position) in best.items():
            self._found[technique][rank].append(position)
            if rank is Rank.PLAIN:
                yield technique, position

    def others(self) -> Iterator[Found]:
        """Yields the best of those that are not plain, as many as are still wanted."""
        for technique, found in self._found.items():
            ranked = chain.from_iterable(found.values())
            yield from (
                (technique, position)
                for position in islice(ranked, len(found[Rank.PLAIN]), self._wanted)
            )

    def _wants(self, technique: Technique, rank: Rank) -> bool:
        found = self._found.get(technique)
        return (
            found is not None
            and sum(len(found[each]) for each in Rank if each <= rank) < self._wanted
        )

    def _on_the_way(self, givens: Grid) -> Iterator[tuple[Technique, Rank, Position]]:
        """Yields the positions on the way of a puzzle that show a wanted technique."""
        state = self._settled(State.start(givens))
        while step := next_step(state):
            position = Position.of(givens, state)
            if len(position.gone) <= MOST_GONE:
                yield from self._next(step, position)
                if step.technique.family is not Family.SINGLES:
                    beside = self._beside(state, step.technique)
                    yield from ((technique, Rank.BESIDE, position) for technique in beside)
            state = self._settled(step.after(state))

    def _settled(self, state: State) -> State:
        """The state with all singles placed, which most of a way is, unless singles are wanted."""
        return state if self._found.keys() & _SINGLES else placed_singles(state)

    def _next(self, step: Step, position: Position) -> Iterator[tuple[Technique, Rank, Position]]:
        """Yields the position; without what was ruled out, if its next technique stays the same."""
        plain = Position(position.givens, position.values)
        if self._wants(step.technique, Rank.PLAIN) and _is_next(step.technique, plain):
            yield step.technique, Rank.PLAIN, plain
        elif self._wants(step.technique, Rank.NEXT):
            yield step.technique, Rank.NEXT, position

    def _beside(self, state: State, first: Technique) -> Iterator[Technique]:
        """Yields the other techniques that show, each once."""
        seen = {first}
        for finder, several in LADDER:
            wanted = {each for each in several if self._wants(each, Rank.BESIDE)} - seen
            # Finders are asked only for techniques that still lack positions.
            if wanted and _may_ask(finder, first):
                shown = {step.technique for step in islice(finder(state), MOST_LOOKED_AT)}
                yield from sorted(shown & wanted)
                seen |= shown


def _may_ask(finder: Finder, first: Technique) -> bool:
    """Whether a finder is asked where `first` is the technique of the next step."""
    if finder is forcing_chains:
        return first.difficulty is Difficulty.EXTREME
    return finder not in SLOW or first.family in {Family.FORCING, Family.NETS}


def _is_next(technique: Technique, position: Position) -> bool:
    step = next_step(position.state)
    return step is not None and step.technique is technique
