"""How long a 9x9 takes people, told from its givens.

People's times follow less from the hardest step than from how much there is to see at each moment.
So the puzzle is filled in by singles, and each moment is asked how many digits can be seen in a
box, and how many in any unit. Where no single is left, the cell with fewest candidates is filled in
as if somebody had found out, since the rating says already how hard that is. The logarithm of the
time is the sum of these counts, each with its weight.

The weights were fitted to the mean times of 1,533 puzzles, each of at least ten people:
`python -m tests.times`, which also says where these times are found. They come from one app and its
players, so they say what is usual there; `bot.play.pace` has each person's own.
"""

from math import exp, log
from typing import Final, NamedTuple

from engine.board.grid import Grid
from engine.difficulty.grade import rate
from engine.search.budget import DEFAULT_BUDGET, Budget
from engine.search.search import solve
from engine.techniques import State
from engine.techniques.layout import Candidate, bits

EARLY: Final = 20
"""The moments at the beginning, where a puzzle is hard to get into."""


SPREAD: Final = (-0.306, 0.343)
"""Between which one in ten times is below, and one in ten above, as logarithms."""


class Structure(NamedTuple):
    """What a puzzle is like to fill in: the features from which its time is told.

    `scarcity` sums over all moments the logarithm of how many blank cells there are for each digit
    that can be seen in a unit, `early` what one such digit is worth among the first EARLY moments.
    `unboxed` counts the moments at which no box shows a digit. `first` are the digits that units
    show at first, and `rating` is the logarithm of the rating in tenths.
    """

    scarcity: float
    early: float
    unboxed: float
    first: float
    rating: float


class Pace(NamedTuple):
    """The seconds between which eight in ten puzzles like this lie, and the middle of them."""

    low: int
    middle: int
    high: int

    @staticmethod
    def around(middle: int) -> "Pace":
        """The pace of which the middle is so many seconds."""
        low, high = (round(middle * exp(spread)) for spread in SPREAD)
        return Pace(low, middle, high)


WEIGHTS: Final = Structure(0.00440, 0.03685, 0.01577, -0.01461, 0.36657)
BASE: Final = 4.52031
"""What the logarithm of the seconds is, with nothing of each feature."""


def pace_of(puzzle: Grid, budget: Budget = DEFAULT_BUDGET) -> Pace:
    """How long most people take for a 9x9; raises as `rate` does."""
    pairs = zip(WEIGHTS, structure_of(puzzle, budget), strict=True)
    return Pace.around(round(exp(BASE + sum(weight * feature for weight, feature in pairs))))


def structure_of(puzzle: Grid, budget: Budget = DEFAULT_BUDGET) -> Structure:
    """The structure of a 9x9; raises as `rate` does."""
    rating = log(rate(puzzle, budget).tenths)
    solution, state = solve(puzzle), State.start(puzzle)
    scarcity = early = 0.0
    unboxed = first = number = 0
    while not state.is_solved:
        boxed, lined = _hidden(state, state.layout.boxes), _hidden(state, state.layout.lines)
        seen, blank = len(boxed | lined), state.placed[0].bit_count()
        scarcity += log((blank + 1) / (seen + 0.5))
        early += 1 / (seen + 0.5) if number < EARLY else 0
        unboxed += not boxed
        first = first if number else seen
        naked = [cell for cell, mask in enumerate(state.cells) if mask.bit_count() == 1]
        state = state.after((_next(state, solution, boxed or lined, naked),), ())
        number += 1
    return Structure(scarcity, early, unboxed, first, rating)


def _hidden(state: State, units: range) -> set[Candidate]:
    """The digits that have one place in one of some units."""
    found = set()
    for value in state.digits:
        for unit in units if state.places[value] else ():
            inside = state.places[value] & state.layout.units[unit]
            if inside and not inside & inside - 1:
                found.add(Candidate(inside.bit_length() - 1, value))
    return found


def _next(state: State, solution: Grid, hidden: set[Candidate], naked: list[int]) -> Candidate:
    """The digit that is filled in next, always the same one."""
    if hidden:
        return min(hidden)
    cells = naked or bits(state.placed[0])
    cell = min(cells, key=lambda cell: (state.cells[cell].bit_count(), cell))
    return Candidate(cell, solution[cell])
