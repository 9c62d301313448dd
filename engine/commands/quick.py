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
    from collections.abc import Iterator, Sequence

_BOXES = {16: (2, 2), 36: (2, 3), 64: (2, 4), 81: (3, 3)}
"""The usual box for a number of cells, of boards whose lines are plain."""

_BLANKS = b".0*_-"
_DIGITS = b"123456789"
_LETTERS = (b"." + _DIGITS).ljust(256, b"?")
_NO_SYMBOL = 255
_WORTH = bytes(
    0 if code in _BLANKS else _DIGITS.find(code) + 1 or _NO_SYMBOL for code in range(256)
)
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
    printed: list[str] = []
    is_unique = True
    for text in texts:
        board = _packed(text.split(b"\n"))
        if board is None:
            return None
        step, cells = board
        counts, grids = _core.batch(*_BOXES[step], cells, 2, _MOST_NODES, _SECONDS)
        if max(counts) > 2:
            return None
        is_unique = is_unique and not counts.strip(b"\1")
        printed += _solved(counts, grids, step) if command == "solve" else map(str, counts)
    if "-" in files:
        os.lseek(_STDIN, 0, os.SEEK_END)
    return "\n".join([*printed, ""]), 0 if is_unique else 1


def _small(file: str) -> bytes:
    """A file as a whole; raises ValueError for all that is large, or no file, or unusual."""
    if file != "-":
        # Before it is opened: whoever writes into a named pipe would lose what they wrote when it
        # is closed again. As in engine/commands/puzzles.py, pathlib would take too long.
        if not S_ISREG(os.stat(file).st_mode):  # noqa: PTH116
            raise ValueError
        with open(file, "rb", buffering=0) as stream:  # noqa: PTH123
            text = _rest(stream.fileno())
    elif sys.stdin and sys.stdin is sys.__stdin__:
        text = _rest(_STDIN)
    else:
        raise ValueError
    # Ends of lines that are not those of Unix, and what may be UTF-16.
    if b"\r" in text or b"\0" in text:
        raise ValueError
    return text


def _rest(descriptor: int) -> bytes:
    """What is left of an open file, which stays where it is."""
    status, at = os.fstat(descriptor), os.lseek(descriptor, 0, os.SEEK_CUR)
    if not S_ISREG(status.st_mode) or status.st_size - at > _MOST_BYTES:
        raise ValueError
    return os.pread(descriptor, _MOST_BYTES, at)


def _packed(lines: Sequence[bytes]) -> tuple[int, bytes] | None:
    """The number of cells of a puzzle, and the values of all; None where a line is not plain."""
    written = [line for line in lines if line.strip(b" \t") and line[:1] != b"#"]
    words = written[0].split(None, 1) if written else []
    step = len(words[0]) if words else 0
    box = _BOXES.get(step)
    if not box or b"".join([line[step : step + 1] for line in written]).strip(b" \t,;"):
        return None
    cells = b"".join([line[:step] for line in written]).translate(_WORTH)
    is_whole = len(cells) == step * len(written)
    return (step, cells) if is_whole and max(cells) <= box[0] * box[1] else None


def _solved(counts: bytes, grids: bytes, step: int) -> Iterator[str]:
    text = grids.translate(_LETTERS).decode("ascii")
    boards = (text[start : start + step] for start in range(0, len(text), step))
    words = ("none", "", "many")
    return (words[count] or board for count, board in zip(counts, boards, strict=True))
