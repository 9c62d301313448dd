"""Work cut into numbered pieces: ranges of seeds, or ranges of the bytes of input files.

A range of bytes begins and ends in the middle of lines, and nobody reads the whole file to find
out where lines begin. So a line belongs to the piece that has its first byte. A piece reads one
byte before its range, to see whether a line begins with the range, and reads past the range to the
end of its last line. Whatever the size, each line is in exactly one piece, and a worker needs no
other piece than its own.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, Protocol

from fsspec import AbstractFileSystem

LONGEST: Final = 65536
"""Bytes that are read of a line beyond the range of its piece."""

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a command that differs from piece to piece: some arguments, and its input."""

    arguments: dict[str, Any]
    stdin: bytes = b""

    @property
    def lines(self) -> int:
        """How many lines the input has."""
        text = self.stdin
        ends = text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
        return ends + (not text.endswith((b"\r", b"\n")) if text else 0)


class Pieces(Protocol):
    """Work that is cut into pieces, numbered from 0; a number always means the same piece.

    Weights are in seeds or bytes. The title of a piece names its file or its seeds, and
    `is_first` says whether it is the first piece of its file. `nothing` is a piece without work,
    for trying the command's arguments.
    """

    @property
    def count(self) -> int: ...
    @property
    def total(self) -> int: ...
    def weight(self, number: int) -> int: ...
    def title(self, number: int) -> str: ...
    def is_first(self, number: int) -> bool: ...
    def piece(self, number: int) -> Piece: ...
    def nothing(self) -> Piece: ...
    def identity(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seeds from `first` to `last`, `size` of them in a piece; each piece has this `stdin`."""

    first: int
    last: int
    size: int
    stdin: bytes = b""

    @property
    def count(self) -> int:
        return -(-self.total // self.size)

    @property
    def total(self) -> int:
        return self.last - self.first + 1

    def weight(self, number: int) -> int:
        first, last = self._range(number)
        return last - first + 1

    def title(self, number: int) -> str:
        return "seeds {}-{}".format(*self._range(number))

    def is_first(self, number: int) -> bool:
        return number == 0

    def piece(self, number: int) -> Piece:
        return Piece({"seeds": self._range(number)}, self.stdin)

    def nothing(self) -> Piece:
        return Piece({"seeds": (1, 0)}, self.stdin)

    def identity(self) -> dict[str, Any]:
        drawn = self.stdin.decode("utf-8", "replace")
        return {"seeds": f"{self.first}-{self.last}", "chunk": self.size, "mask": drawn}

    def _range(self, number: int) -> tuple[int, int]:
        first = self.first + number * self.size
        return first, min(first + self.size - 1, self.last)


@dataclass(frozen=True, slots=True)
class Input:
    """A file of puzzles that every worker can open; its `stamp` changes when the file does."""

    title: str
    system: AbstractFileSystem
    path: str
    size: int
    stamp: str

    def lines_between(self, start: int, end: int) -> bytes:
        """The lines whose first byte is in the range from `start` up to, but without, `end`.

        A line that goes on beyond LONGEST more bytes is cut off there.
        """
        # A line begins at `start` if the byte before ends one; else the search skips a line that
        # belongs to an earlier piece.
        before = max(start - 1, 0)
        text = self.system.cat_file(self.path, before, min(end + LONGEST, self.size))
        first = _LINE_END.search(text) if start else None
        if start and (not first or before + first.end() >= end):
            return b""
        # A line end in the last byte of the range, or else the next one, ends the last line.
        last = _LINE_END.search(text, end - 1 - before)
        return bytes(text[first.end() if first else 0 : last.end() if last else len(text)])


@dataclass(frozen=True, slots=True)
class Files:
    """The lines of some files, one after the other; a piece is `size` bytes of one file."""

    inputs: Sequence[Input]
    size: int

    @property
    def count(self) -> int:
        return sum(self._counts())

    @property
    def total(self) -> int:
        return sum(each.size for each in self.inputs)

    def weight(self, number: int) -> int:
        _, start, end = self._range(number)
        return end - start

    def title(self, number: int) -> str:
        return self._range(number)[0].title

    def is_first(self, number: int) -> bool:
        return self._range(number)[1] == 0

    def piece(self, number: int) -> Piece:
        file, start, end = self._range(number)
        return Piece({"files": ["-"]}, file.lines_between(start, end))

    def nothing(self) -> Piece:
        return Piece({"files": ["-"]})

    def identity(self) -> dict[str, Any]:
        files = [
            [each.system.unstrip_protocol(each.path), each.size, each.stamp] for each in self.inputs
        ]
        return {"files": files, "chunk": self.size}

    def _counts(self) -> list[int]:
        return [-(-each.size // self.size) for each in self.inputs]

    def _range(self, number: int) -> tuple[Input, int, int]:
        # An empty file has no piece, and begins where the next one does: bisect takes the last.
        starts = [0, *accumulate(self._counts())]
        at = bisect(starts, number) - 1
        file, start = self.inputs[at], (number - starts[at]) * self.size
        return file, start, min(start + self.size, file.size)
