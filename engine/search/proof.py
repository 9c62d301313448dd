"""Proofs of how many solutions a puzzle has; check.py checks them, engine/README.md defines them.

A solution proves that there is one. That there is no other takes a refutation: clauses of which
each follows from those before by unit propagation, up to the empty clause. Conflict learning in
the C core writes down what it learns, with hints how it follows, and what it forgets.

Without the core the reference search is written down, without hints. For each of its nodes but the
first there is a clause: the choices that led to the node do not go together. It follows because all
that `close` concludes is unit propagation, given the variables for minirows and minicolumns; that
ends in a contradiction at a dead end, and at a solution, which is ruled out once it is found. At a
node with branches the clauses of the branches, written before, rule out each option of a cell or
unit.
"""

from array import array
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.board.arguments import instance
from engine.board.candidates import OPEN, SOLVED, candidates_of
from engine.board.grid import Grid, grid_of
from engine.search import accelerate
from engine.search._search import Meter, branch
from engine.search.accelerate import ACCELERATED
from engine.search.budget import DEFAULT_BUDGET, Budget, BudgetSpent

VERSION: Final = 2
"""Of the format. In the first one clauses had no hints, and were deleted by their literals."""

_FORGOTTEN: Final = -(2**31)
"""Stands before the numbers of clauses that the search forgets."""


class Proof(NamedTuple):
    """A proof, which `str` writes as one text and `lines`, where it may be long, line by line.

    It proves that the puzzle has no other solutions than these; with two it may have others. Its
    steps are clauses, each its literals, 0, its hints and 0, and deletions of clauses.
    """

    puzzle: Grid
    solutions: tuple[Grid, ...]
    steps: "array[int]"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        shape, steps = self.puzzle.geometry, self.steps
        yield f"proof {VERSION} {shape.box_rows}x{shape.box_columns} {self.puzzle}"
        for solution in self.solutions:
            yield f"solution {solution}"
        start, size = 0, len(steps)
        while start < size:
            end = steps.index(0, start)
            if steps[start] == _FORGOTTEN:
                yield f"d {_listed(steps[start + 1 : end])}"
            else:
                clause, start = _listed(steps[start:end]), end + 1
                end = steps.index(0, start)
                yield f"{clause} {_listed(steps[start:end])}" if end > start else clause
            start = end + 1


def _listed(numbers: "array[int]") -> str:
    return " ".join(map(str, [*numbers, 0]))


def prove(puzzle: Grid | str, budget: Budget = DEFAULT_BUDGET) -> Proof:
    """The proof that a puzzle has no solution, only one, or two and perhaps more.

    The puzzle is a Grid or its line. Raises BudgetSpent when the budget ends before that is
    decided. Proofs with and without the C core differ; what they prove does not.

    >>> print(prove("1234341221434321"))
    proof 2 2x2 1234341221434321
    solution 1234341221434321
    0
    """
    grid = grid_of(puzzle)
    instance("budget", budget, Budget)
    solutions, steps = accelerate.prove(grid, budget) if ACCELERATED else _search(grid, budget)
    if len(solutions) > 1:
        return Proof(grid, tuple(solutions), array("i"))
    # The empty clause ends the refutation; it has no hints.
    return Proof(grid, tuple(solutions), array("i", steps + array("i", [0, 0]).tobytes()))


def _search(grid: Grid, budget: Budget) -> tuple[list[Grid], bytes]:
    """Up to two solutions, and a clause for each node but the first, after those below it."""
    candidates, meter = candidates_of(grid.geometry), Meter(budget)
    found, steps = list[Grid](), array("i")
    waiting = [(*candidates.load(grid), list[int](), False)]
    while waiting and len(found) < 2:
        board, placed, choices, is_refuted = waiting.pop()
        if not is_refuted:
            try:
                meter.count()
            except BudgetSpent:
                raise BudgetSpent(len(found)) from None
            board, placed, status = candidates.close(board, placed)
            # Below its branches on the stack, so that it comes back when all of them are refuted.
            if status == OPEN:
                waiting.append((board, placed, choices, True))
                for option in branch(candidates, board):
                    literal = _literal(grid, option)
                    below = candidates.place(board, placed, option)
                    waiting.append((*below, [*choices, -literal], False))
                continue
            if status == SOLVED:
                found.append(candidates.grid(board))
        if choices:
            steps.extend([*choices, 0, 0])
    return found, steps.tobytes()


def _literal(grid: Grid, candidate: int) -> int:
    """The number of a candidate in a proof."""
    shape = grid.geometry
    digit, cell = divmod(candidate, shape.cell_count)
    return cell * shape.size + digit + 1
