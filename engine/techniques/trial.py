"""A digit by trial: what is left where no short reason was found.

In a few positions every proof that the finders know is so long that nobody would read it to its
end. To call such a proof a hint would be no help, and to call the digit proved would be no use. So
the digit is offered as what it is: the other candidates of its cell were tried, and all ways on
from there have ended in contradictions.

How much that is says how hard the digit is to reach by hand. So the cell is the one whose other
candidates meet the fewest dead ends, where each trial draws all conclusions of singles and locked
candidates and then goes on with the candidates of the cell that has the fewest. The work is counted
in trials, so the same digit is offered everywhere.
"""

from typing import Final

from engine.board.candidates import BROKEN
from engine.board.grid import Grid
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import ClosedBoard
from engine.techniques.parts import Cells, Count, Options
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Step, Technique, placing

MOST_ENDS: Final = (30, 300)
"""Dead ends that are counted for a cell; more only where no cell takes fewer."""

TRIALS: Final = 3000
"""Candidates that are tried before the best cell so far is taken."""


def by_trial(state: State, solution: Grid) -> Step:
    """The digit of a cell that takes the fewest dead ends to find by trying its other candidates.

    The state must be one of a puzzle with this solution and without a naked single.
    """
    cells = sorted(state.grid.blanks(), key=lambda cell: state.cells[cell].bit_count())
    for most in MOST_ENDS:
        trials, best, fewest = _Trials(ClosedBoard.of(state)), cells[0], most + 1
        for cell in cells:
            ends = trials.dead_ends(_others(state, solution, cell), fewest - 1)
            if ends < fewest:
                best, fewest = cell, ends
        if fewest <= most:
            break
    return placing(
        state,
        DIGIT_BY_TRIAL,
        (Candidate(best, solution[best]),),
        cell=Cells((best,)),
        tried=Options(_others(state, solution, best)),
        dead_ends=Count(min(fewest, most), is_exact=fewest <= most),
    )


def _others(state: State, solution: Grid, cell: int) -> tuple[Candidate, ...]:
    """The wrong candidates of a cell."""
    return state.options_of(cell, ~(1 << solution[cell] - 1))


class _Trials:
    """Trials on a board; `left` candidates may be tried."""

    def __init__(self, board: ClosedBoard) -> None:
        self._board = board
        self._left = TRIALS

    def dead_ends(self, options: tuple[Candidate, ...], most: int) -> int:
        """How many dead ends refute wrong candidates; more than `most` where it takes more."""
        number = self._board.candidates.candidate
        return self._all(self._board, [number(*option) for option in options], most)

    def _all(self, board: ClosedBoard, numbers: list[int], most: int) -> int:
        found = 0
        for number in numbers:
            found += self._one(board, number, most - found)
            if found > most:
                break
        return found

    def _one(self, board: ClosedBoard, number: int, most: int) -> int:
        if most < 1 or not self._left:
            return most + 1
        self._left -= 1
        after, status = board.assuming(number)
        return 1 if status == BROKEN else self._all(after, after.choices(), most)


DIGIT_BY_TRIAL: Final = Technique(
    "digit_by_trial",
    "Digit by trial",
    Difficulty.EXTREME,
    rank=980,
    family=Family.NETS,
    nearest=NESTED_NET,
    roles=("cell", "tried", "dead_ends"),
    reason="no short reason was found; with {tried} every way on ends in a contradiction "
    "(dead ends: {dead_ends})",
)
