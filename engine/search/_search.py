"""The reference search, for any shape of board: close, then branch where the choice is smallest.

It answers where the C core was not built, and defines what the core must answer. Above size 9 it
defines the count of nodes as well: there the making of puzzles gives up on a question after a
number of nodes, so a seed makes the same puzzle everywhere only if both searches count the same.
That holds because closing a board has one result in whatever order, and because the branch is
canonical: `search` says which set of options is taken, and in which order.

To find the smallest set without a loop over cells, `_fewest` counts for all cells in one pass. It
keeps a binary counter for each cell, of which `planes[k]` holds bit k of every counter: to add a
digit's candidates takes one XOR and one AND for each plane that a carry reaches. The same pass
over the n-th cells of all units counts the places of every digit in every unit.
"""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import final

from engine.board.candidates import BROKEN, SOLVED, Candidates
from engine.search.budget import Budget, BudgetSpent


@final
class Meter:
    """Counts the nodes of one or more searches against one budget, whose time starts now."""

    __slots__ = ("_deadline", "_whole", "nodes_left")

    def __init__(self, budget: Budget) -> None:
        self._deadline = budget.deadline()
        self.nodes_left = budget.nodes
        self._whole: Meter | None = None

    def part(self, nodes: int) -> "Meter":
        """A meter for at most `nodes` of this one's nodes; what it counts, this one counts too."""
        # Not Meter(...): the part ends at the deadline of the whole, and starts no time of its own.
        part = object.__new__(Meter)
        part._deadline, part.nodes_left, part._whole = self._deadline, nodes, self
        return part

    @property
    def is_spent(self) -> bool:
        """Whether the next node would raise BudgetSpent."""
        return self.nodes_left <= 0 or monotonic() >= self._deadline

    def count(self) -> None:
        """Counts a node; raises BudgetSpent, and counts nothing, when the budget is spent."""
        if self._whole:
            if self.nodes_left <= 0:
                raise BudgetSpent
            self._whole.count()
        elif self.is_spent:
            raise BudgetSpent
        self.nodes_left -= 1


def search(candidates: Candidates, board: int, placed: int, meter: Meter) -> Iterator[int]:
    """Each solution of a board once, as solved candidates, depth first.

    A node is one closure, the first one included. An OPEN board branches on the smallest set of
    options, which are the candidates of a cell or the places of a digit in a unit; among equals
    cells come before units, then the lowest cell, or the lowest unit and the lowest digit in it.
    Options are tried in ascending order of digit or cell. Raises BudgetSpent.
    """
    waiting = [(board, placed)]
    while waiting:
        meter.count()
        board, placed, status = candidates.close(*waiting.pop())
        if status == SOLVED:
            yield board
        elif status != BROKEN:
            options = branch(candidates, board)
            # The stack gives back the last one first, so the lowest option goes in last.
            waiting.extend(candidates.place(board, placed, option) for option in reversed(options))


def branch(candidates: Candidates, board: int) -> list[int]:
    """The smallest set of options of a closed, OPEN board, as `search` defines it."""
    count, cells = fewest_candidates(candidates, board)
    best = candidates.of_cell(board, (cells & -cells).bit_length() - 1)
    shape = candidates.geometry
    # No set is smaller than two, and among equals cells come first.
    if count == 2:
        return best
    kinds = (
        (candidates.rows, shape.rows),
        (candidates.columns, shape.columns),
        (candidates.boxes, shape.boxes),
    )
    for firsts, units in kinds:
        # Every unit of a kind is the first one moved, so a shift by one of its cells brings that
        # cell of all units to their first bits.
        fewer, marks = _fewest((board >> cell & firsts for cell in units[0]), shape.size)
        if fewer < count:
            count, best = fewer, _places(candidates, board, marks, units)
    return best


def fewest_candidates(candidates: Candidates, board: int) -> tuple[int, int]:
    """The least number of candidates, above one, that a cell has, and the cells that have it."""
    size = candidates.geometry.size
    parts = (board >> digit * candidates.cell_count & candidates.cells for digit in range(size))
    return _fewest(parts, size)


def _fewest(parts: Iterable[int], size: int) -> tuple[int, int]:
    """The least number, above one, of `parts` that share a bit, and the bits that this many share.

    Bits of fewer than two parts do not count. If there are no others, the number is the largest
    that the counters hold, and no bit is marked.
    """
    planes = [0] * size.bit_length()
    for part in parts:
        carry = part
        for power, plane in enumerate(planes):
            if not carry:
                break
            planes[power] = plane ^ carry
            carry &= plane
    # Bits with a count of two or more have a bit in a plane above the lowest.
    marks = 0
    for plane in planes[1:]:
        marks |= plane
    # From the highest plane down: keep the bits without it while there are any, else all have it.
    count = 0
    for power in range(len(planes) - 1, -1, -1):
        without = marks & ~planes[power]
        if without:
            marks = without
        else:
            count |= 1 << power
    return count, marks


def _places(
    candidates: Candidates, board: int, marks: int, units: tuple[tuple[int, ...], ...]
) -> list[int]:
    """The places in the first of `units` that is marked, for the lowest digit marked in it."""
    for cells in units:
        marked = marks & candidates.digits << cells[0]
        if marked:
            # The length is one more than the bit's number, but no unit begins in the last cell.
            digit = (marked & -marked).bit_length() // candidates.cell_count
            places = (digit * candidates.cell_count + cell for cell in cells)
            return [place for place in places if board >> place & 1]
    raise AssertionError("no unit is marked")
