"""XY-Wing and XYZ-Wing."""

from engine.rating.board import BITS, PEER_CELLS, Board, cells_of
from engine.rating.step import RatedStep, elimination
from engine.techniques.wings import XY_WING, XYZ_WING

_WINGS = {2: XY_WING, 3: XYZ_WING}


def wing(board: Board, size: int) -> RatedStep | None:
    """A pivot of two (4.2) or three (4.4) digits that sees two cells with two digits each."""
    for pivot, digits in enumerate(board.candidates.digits):
        if len(BITS[digits]) == size and (step := _wing_of(board, pivot, digits)):
            return step
    return None


def _wing_of(board: Board, pivot: int, digits: int) -> RatedStep | None:
    candidates = board.candidates.digits
    pairs = [cell for cell in cells_of(PEER_CELLS[pivot]) if len(BITS[candidates[cell]]) == 2]
    for one in pairs:
        if len(BITS[digits & ~candidates[one]]) != 1:
            continue
        for other in pairs:
            if _is_wing(digits, candidates[one], candidates[other]) and (
                step := _eliminate(board, pivot, one, other)
            ):
                return step
    return None


def _is_wing(digits: int, one: int, other: int) -> bool:
    return (
        len(BITS[digits | one | other]) == 3
        and len(BITS[digits & one & other]) == len(BITS[digits]) - 2
    )


def _eliminate(board: Board, pivot: int, one: int, other: int) -> RatedStep | None:
    candidates = board.candidates.digits
    size = len(BITS[candidates[pivot]])
    common = candidates[one] & candidates[other]
    seen = PEER_CELLS[one] & PEER_CELLS[other] & ~(1 << pivot)
    # In an XYZ-wing the pivot may hold the common digit, too.
    if size == 3:
        seen &= PEER_CELLS[pivot]
    return elimination(_WINGS[size], board.holding(common & -common, seen))
