"""Deadly patterns in solutions, and the candidates that a technique needs around them.

A unique rectangle or loop, or an avoidable rectangle, lies on cells in which two digits could
change places, but for some that hold another digit in the solution. Here there is only one of
those, the odd cell; all others hold the two digits in turn. An aim says which candidates the
technique needs in these cells and beside them. `engine.positions.pattern_search` looks for givens
that lead to it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.techniques.layout import Candidate, bits, layout_of, mask_of
from engine.techniques.loops import LONGEST, loops
from engine.techniques.rectangles import AVOIDABLE_RECTANGLE_2
from engine.techniques.state import State
from engine.techniques.technique import Technique
from engine.techniques.uniqueness import (
    UNIQUE_LOOP_2,
    UNIQUE_LOOP_3,
    UNIQUE_LOOP_4,
    UNIQUE_RECTANGLE_5,
)

_LACKING: Final = 2
"""The distance for each missing candidate; a surplus one, which can be mended, counts 1."""

_FILLED: Final = 2
"""The distance for a cell that holds a digit, on top of its candidates."""

_ATTEMPTS: Final = 100
"""Most cells and pairs of digits are on no loop, so this many are tried."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The candidates that are wanted: masks of values by cell.

    Each cell of `must` has all of its mask and is not given; a cell of `may` has nothing besides
    its mask. At least one of `targets` has a candidate of `extras`, so that there is something to
    remove.
    """

    must: Mapping[int, int]
    may: Mapping[int, int]
    targets: int = 0
    extras: int = 0

    def distance(self, state: State) -> int:
        """How far a state is from the aim; 0 where it fits."""
        far = int(not self._has_target(state))
        for cell, must in self.must.items():
            mask = state.cells[cell]
            far += _LACKING * (must & ~mask).bit_count() + _FILLED * bool(must and not mask)
        return far + sum((state.cells[cell] & ~may).bit_count() for cell, may in self.may.items())

    def has_all(self, state: State) -> bool:
        """Whether no candidate is missing; there may be surplus ones."""
        lacking = (must & ~state.cells[cell] for cell, must in self.must.items())
        return not any(lacking) and self._has_target(state)

    def surplus(self, state: State) -> set[Candidate]:
        """The candidates that the aim does not allow."""
        return {option for cell, may in self.may.items() for option in state.options_of(cell, ~may)}

    def _has_target(self, state: State) -> bool:
        return not self.targets or any(
            state.cells[cell] & self.extras for cell in bits(self.targets)
        )

    def blockers(self, solution: Grid) -> int:
        """The cells that cannot be given: those of the aim, and peers that rule out its needs."""
        layout = layout_of(solution.geometry)
        found = mask_of(self.must)
        for cell, must in self.must.items():
            peers = bits(layout.peers[cell])
            found |= mask_of(peer for peer in peers if _held(solution, peer) & must)
        return found


class Loop(NamedTuple):
    """Cells of a solution that hold two digits in turn, except for one `odd` cell.

    `pair` is the mask of the two digits, `cells` that of all cells.
    """

    solution: Grid
    pair: int
    cells: int
    odd: int

    @property
    def extra(self) -> int:
        return _held(self.solution, self.odd)


def random_aim(technique: Technique, solution: Grid, rng: Rng) -> Aim | None:
    """A random place for a technique in a solution; None where some attempts find none."""
    lengths, aim_at = PATTERNS[technique]
    for _ in range(_ATTEMPTS):
        loop = _random_loop(solution, lengths, rng)
        if loop and (aim := aim_at(loop, rng)):
            return aim
    return None


def _random_loop(solution: Grid, lengths: range, rng: Rng) -> Loop | None:
    """A loop through a random cell, of a random pair of digits."""
    shape = solution.geometry
    odd = rng.below(shape.cell_count)
    digits = [value for value in range(1, shape.size + 1) if value != solution[odd]]
    rng.shuffle(digits)
    pair = mask_of(value - 1 for value in digits[:2])
    # A made-up state in which only cells with the two digits, and the odd one, are open.
    cells = [pair if _held(solution, cell) & pair else 0 for cell in range(shape.cell_count)]
    cells[odd] = pair | _held(solution, odd)
    state = State(shape, bytes(shape.cell_count), 0, tuple(cells))
    found = [cells for _, cells in loops(state, lengths) if cells >> odd & 1]
    return Loop(solution, pair, found[rng.below(len(found))], odd) if found else None


def _common_extra(loop: Loop, rng: Rng) -> Aim | None:
    """Types 2 and 5: one or two more cells have the digit of the odd one as an extra."""
    layout = layout_of(loop.solution.geometry)
    others = [cell for cell in bits(loop.cells) if cell != loop.odd]
    rng.shuffle(others)
    roof = mask_of((loop.odd, *others[: 1 + rng.below(2)]))
    targets = layout.seen_by_all(roof) & ~loop.cells
    exact = {cell: loop.pair | (loop.extra if roof >> cell & 1 else 0) for cell in bits(loop.cells)}
    return Aim(exact, exact, targets, loop.extra) if targets else None


def _common_extra_around_a_corner(loop: Loop, rng: Rng) -> Aim | None:
    """Type 5 with an extra in three of four corners: with two, other techniques come first."""
    layout = layout_of(loop.solution.geometry)
    others = [cell for cell in bits(loop.cells) if cell != loop.odd]
    floor = others[rng.below(len(others))]
    exact = {cell: loop.pair | (0 if cell == floor else loop.extra) for cell in bits(loop.cells)}
    targets = layout.seen_by_all(loop.cells & ~(1 << floor)) & ~loop.cells
    return Aim(exact, exact, targets, loop.extra) if targets else None


def _virtual_pair(loop: Loop, rng: Rng) -> Aim | None:
    """Type 3: two cells with an extra each, and beside them a cell that has these two extras."""
    roof, unit = _random_roof(loop, rng)
    inside = layout_of(loop.solution.geometry).units[unit] & ~loop.cells
    # A cell with a digit of the pair could not have the two extras alone.
    third = [cell for cell in bits(inside) if not _held(loop.solution, cell) & loop.pair]
    if not third:
        return None
    mate = third[rng.below(len(third))]
    extras = loop.extra | _held(loop.solution, mate)
    exact = dict.fromkeys(bits(loop.cells), loop.pair)
    exact |= {loop.odd: loop.pair | loop.extra, mate: extras}
    exact[roof] |= extras & ~loop.extra
    return Aim(exact, exact, inside & ~(1 << mate), extras)


def _locked_digit(loop: Loop, rng: Rng) -> Aim | None:
    """Type 4: two cells with any extras hold all places of a digit in a unit."""
    roof, unit = _random_roof(loop, rng)
    layout = layout_of(loop.solution.geometry)
    must = dict.fromkeys(bits(loop.cells), loop.pair)
    may = {cell: loop.pair for cell in must if cell not in {loop.odd, roof}}
    elsewhere = ~_held(loop.solution, roof)
    may |= dict.fromkeys(bits(layout.units[unit] & ~loop.cells), elsewhere)
    return Aim(must, may)


def _two_filled(loop: Loop, rng: Rng) -> Aim:
    """Avoidable rectangle type 2: the corners beside two with a common extra are to be filled.

    Singles never fill them, since each has both digits as long as the other has. So they stay open
    as in a unique rectangle, and some technique has to remove the wrong digit there.
    """
    layout = layout_of(loop.solution.geometry)
    line = layout.units[loop.solution.geometry.units_of[loop.odd][rng.below(2)]]
    roof = (loop.cells & line & ~(1 << loop.odd)).bit_length() - 1
    both, own = 1 << loop.odd | 1 << roof, _held(loop.solution, roof)
    filled = bits(loop.cells & ~both)
    must = {loop.odd: loop.pair & ~own | loop.extra, roof: own | loop.extra}
    may = dict.fromkeys(must, loop.pair | loop.extra)
    may |= {cell: _held(loop.solution, cell) for cell in filled}
    targets = layout.seen_by_all(both) & ~loop.cells
    return Aim(must | dict.fromkeys(filled, 0), may, targets, loop.extra)


def _random_roof(loop: Loop, rng: Rng) -> tuple[int, int]:
    """A cell of a loop that shares a unit with the odd one, and that unit."""
    layout = layout_of(loop.solution.geometry)
    beside = bits(loop.cells & layout.peers[loop.odd])
    roof = beside[rng.below(len(beside))]
    units = layout.shared_units(1 << loop.odd | 1 << roof)
    return roof, units[rng.below(len(units))]


def _held(solution: Grid, cell: int) -> int:
    """The mask of the digit that a cell holds."""
    return 1 << solution[cell] - 1


_CORNERS: Final = range(4, 5)
_LONGER: Final = range(6, LONGEST + 1, 2)

PATTERNS: Final[Mapping[Technique, tuple[range, Callable[[Loop, Rng], Aim | None]]]] = {
    UNIQUE_RECTANGLE_5: (_CORNERS, _common_extra_around_a_corner),
    AVOIDABLE_RECTANGLE_2: (_CORNERS, _two_filled),
    UNIQUE_LOOP_2: (_LONGER, _common_extra),
    UNIQUE_LOOP_3: (_LONGER, _virtual_pair),
    UNIQUE_LOOP_4: (_LONGER, _locked_digit),
}
"""By technique, the lengths of its loops and the function that makes its aim around one."""
