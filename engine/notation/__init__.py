"""Text in and out: every usual way to write a grid, from a line of digits to a drawn board.

A text is read as a whole, or refused with the place that is wrong. The names listed here are
imported when they are first used, because lines of digits alone do not need the tables of Unicode.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.notation.lines import pack_lines as pack_lines
    from engine.notation.notation import parse as parse
    from engine.notation.notation import parse_line as parse_line
    from engine.notation.notation import to_board as to_board
    from engine.notation.notation import to_line as to_line
    from engine.notation.readings import SIZES as SIZES
    from engine.notation.symbols import fold as fold

_MODULE_OF: Final = {
    "parse": "notation",
    "parse_line": "notation",
    "to_board": "notation",
    "to_line": "notation",
    "pack_lines": "lines",
    "SIZES": "readings",
    "fold": "symbols",
}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
