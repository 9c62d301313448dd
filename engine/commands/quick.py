"""`solve` and `count` of small files of plain lines, with hardly any import.

Most of the time that one puzzle takes in a shell is that of imports, and `typing` alone takes
longer than fifty puzzles. So what is usual is done here by the C core, from built-in modules only.
This module prints nothing and complains of nothing: whatever it does not know is left to the
ordinary commands, which begin anew and have the same answers.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISREG

# As in `typing`, whose import would take longer than the rest of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_STDIN = 0
_MOST_BYTES = 1 << 19
"""Six thousand puzzles of 9x9. More are worth a slower start: they are searched on all cores."""

_MOST_NODES = 10_000
"""For each puzzle. What takes more is rare, and then worth the ordinary command's start."""

_SECONDS = 10.0


def answers_of(argv: Sequence[str]) -> tuple[str, int] | None:
    """What a command without options prints, and its exit status; None if it is not done here.

    Standard input, if it is a file, is then read to its end; otherwise nothing is.
    """
    command, *files = argv or [""]
    files = files or ["-"]
    if command not in {"solve", "count"} or files.count("-") > 1:
        return None
    if any(file.startswith("-") and file != "-" for file in files):
        return None
    try:
        # Imported here because it may not have been built.
        from engine import _core  # noqa: PLC0415

        texts = [_small(file) for file in files]
    except (ImportError, OSError, ValueError):
        return None
    printed, is_unique = "", True
    for text in texts:
        answers = _core.plain(text, command == "solve", _MOST_NODES, _SECONDS)
        if not answers:
            return None
        printed += answers[0]
        is_unique = is_unique and answers[1]
    if "-" in files:
        os.lseek(_STDIN, 0, os.SEEK_END)
    return printed, 0 if is_unique else 1


def _small(file: str) -> bytes:
    """A file as a whole; raises ValueError for all that is large, or no file."""
    if file != "-":
        # Before it is opened: whoever writes into a named pipe would lose what they wrote when it
        # is closed again. As in engine/commands/puzzles.py, pathlib would take too long.
        if not S_ISREG(os.stat(file).st_mode):  # noqa: PTH116
            raise ValueError
        with open(file, "rb", buffering=0) as stream:  # noqa: PTH123
            return _rest(stream.fileno())
    if sys.stdin and sys.stdin is sys.__stdin__:
        return _rest(_STDIN)
    raise ValueError


def _rest(descriptor: int) -> bytes:
    """What is left of an open file, which stays where it is."""
    status, at = os.fstat(descriptor), os.lseek(descriptor, 0, os.SEEK_CUR)
    if not S_ISREG(status.st_mode) or status.st_size - at > _MOST_BYTES:
        raise ValueError
    return os.pread(descriptor, _MOST_BYTES, at)
