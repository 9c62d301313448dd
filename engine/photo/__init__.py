"""Reads boards from photos and screenshots; it alone uses numpy and OpenCV.

It finds the lines of a board, reads each cell, tells print from handwriting, and lets the rules of
Sudoku correct what was misread. The names listed here are imported on first use, so that a process
may import `Reading` without loading OpenCV.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.photo.limits import limited_memory as limited_memory
    from engine.photo.reader import read as read
    from engine.photo.reader import read_within as read_within
    from engine.photo.reading import Reading as Reading
    from engine.photo.reading import Unreadable as Unreadable
    from engine.photo.reading import Why as Why

_MODULE_OF: Final = {
    "read": "reader",
    "read_within": "reader",
    "Reading": "reading",
    "Unreadable": "reading",
    "Why": "reading",
    "limited_memory": "limits",
}

__all__ = list(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
