"""What follows from the candidates of a board, in C where that can be had.

A 9x9 board is closed by the C core in a tenth of the time that `Candidates.close` takes, which is
what the search for nets consists of. The answers are the same.
"""

from typing import Final

from engine.board.candidates import Candidates
from engine.board.geometry import Geometry

try:
    from engine._core import close9
except ImportError:
    # Where the core was built but does not load, `engine.search.accelerate` says so.
    _CORE_CLOSES = False
else:
    _CORE_CLOSES = True

_NINE: Final = Geometry(3, 3)
_BYTES: Final = 92


def closed(candidates: Candidates, board: int, placed: int) -> tuple[int, int, int]:
    """The candidates left, candidates known to be placed, and the status, as `close` has them.

    Some that are placed may be missing: to place a candidate again changes nothing.
    """
    if not _CORE_CLOSES or candidates.geometry is not _NINE:
        return candidates.close(board, placed)
    status, left = close9(board.to_bytes(_BYTES, "little"))
    return int.from_bytes(left, "little"), placed, status
