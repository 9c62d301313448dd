"""The objects of a PDF file (ISO 32000-1), as far as it takes to find a page's picture.

The file comes from anybody, and much of it may be wrong, or made to be slow or huge. So nothing in
it is believed:

- The table of where the objects begin is not used, because editors and mail programs leave it
  wrong. Every `obj` in the file is looked at instead, up to MOST_MARKS of them, and of two objects
  with one number the last counts.
- Values are read only as deep as DEEPEST, and up to MOST_VALUES of them in a file.
- What is packed is unpacked only as far as the Room that is left, over the whole file.

Newer files pack objects into streams; those are unpacked the first time that an object is missing.
The page itself is never drawn. A library such as pypdf was weighed: it reads far more of a PDF than
is needed here, and would be one more dependency to watch for what a hostile file can do to it.
"""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.pool.pdf_values import DEEPEST, BrokenPdf, Count, Name, Reader, Reference

MOST_MARKS: Final = 100_000
MOST_VALUES: Final = 50_000
MOST_STREAMS: Final = 200
MOST_UNPACKED: Final = 16_000_000
"""Bytes that all objects in streams of a file may take unpacked."""

_MARK: Final = re.compile(rb"(?<!\d)(\d{1,9})\s{1,4}\d{1,5}\s{1,4}$")
_STREAM: Final = re.compile(rb"\s{0,4}stream(\r\n|\n|\r)?")

_Place = tuple[bytes, int]
"""Where an object begins in the unpacked content of a stream."""


@dataclass(frozen=True, slots=True)
class Stream:
    """The dictionary of a stream and its bytes, packed as they are in the file."""

    about: Mapping[str, object]
    packed: bytes


class Pdf:
    """The objects of a PDF by their numbers. Every method raises BrokenPdf."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._begins = _marks(content)
        self._packed: dict[int, _Place] | None = None
        self._room = MOST_UNPACKED
        self._count = Count(MOST_VALUES)

    def trailer(self) -> Mapping[str, object]:
        """What says where the pages are, and whether the file is encrypted."""
        found: dict[str, object] = {}
        at = self._content.find(b"trailer")
        for _ in range(MOST_STREAMS):
            if at < 0:
                break
            value = self._reader(at + len(b"trailer")).value()
            found |= value if isinstance(value, dict) else {}
            at = self._content.find(b"trailer", at + 1)
        if "Root" not in found:
            for stream in self._streams("XRef"):
                found |= stream.about
        return found

    def resolved(self, value: object) -> object:
        """The value itself, or the object that it stands for; None where that is missing."""
        for _ in range(DEEPEST):
            if not isinstance(value, Reference):
                return value
            value = self._object(value.number)
        raise BrokenPdf

    def dictionary(self, value: object) -> Mapping[str, object]:
        """A dictionary, also that of a stream; empty where the value is something else."""
        found = self.resolved(value)
        found = found.about if isinstance(found, Stream) else found
        return found if isinstance(found, dict) else {}

    def array(self, value: object) -> list[object]:
        """An array; of another value one that holds just this, of a missing one none."""
        found = self.resolved(value)
        return found if isinstance(found, list) else [] if found is None else [found]

    def number(self, value: object) -> int:
        """A whole number; 0 where the value is none."""
        found = self.resolved(value)
        return int(found) if isinstance(found, int | float) else 0

    def name(self, value: object) -> str:
        """The text of a name; empty where the value is none."""
        found = self.resolved(value)
        return found.text if isinstance(found, Name) else ""

    def _reader(self, at: int) -> Reader:
        return Reader(self._content, at, self._count)

    def _object(self, number: int) -> object:
        at = self._begins.get(number)
        if at is not None:
            return self._at(at)
        content, place = self._from_streams().get(number, (b"null", 0))
        return Reader(content, place, self._count).value()

    def _at(self, at: int) -> object:
        reader = self._reader(at)
        value = reader.value()
        begins = _STREAM.match(self._content, reader.at) if isinstance(value, dict) else None
        if not isinstance(value, dict) or not begins:
            return value
        start, length = begins.end(), value.get("Length")
        # A length that is an object of its own may be the stream itself, in a file made for that.
        if isinstance(length, Reference):
            place = self._begins.get(length.number)
            length = self._reader(place).value() if place is not None else None
        end = start + length if isinstance(length, int) and length >= 0 else -1
        if end < start or not self._content[end : end + 16].lstrip().startswith(b"endstream"):
            end = self._content.find(b"endstream", start)
        return Stream(value, self._content[start : end if end >= 0 else None])

    def _streams(self, kind: str) -> list[Stream]:
        """The streams of a type, of which the first MOST_STREAMS are looked at."""
        found: list[Stream] = []
        written = re.compile(rb"/Type\s{0,4}/" + kind.encode())
        for at in self._begins.values():
            # Reading every object of the file would take long.
            if written.search(self._content, at, at + 1_000) and len(found) < MOST_STREAMS:
                value = self._at(at)
                if isinstance(value, Stream) and self.name(value.about.get("Type")) == kind:
                    found.append(value)
        return found

    def _from_streams(self) -> Mapping[int, _Place]:
        if self._packed is None:
            self._packed = {}
            for stream in self._streams("ObjStm"):
                self._unpack_objects(stream, self._packed)
        return self._packed

    def _unpack_objects(self, stream: Stream, into: dict[int, _Place]) -> None:
        content = unpacked(stream.packed, self._room)
        self._room -= len(content)
        first, count = self.number(stream.about.get("First")), self.number(stream.about.get("N"))
        numbers = content[:first].split()[: 2 * min(count, MOST_VALUES)]
        if not all(number.isdigit() and len(number) < 10 for number in numbers):
            raise BrokenPdf
        for number, offset in zip(numbers[::2], numbers[1::2], strict=False):
            if len(into) >= MOST_MARKS:
                raise BrokenPdf
            into[int(number)] = content, first + int(offset)


def unpacked(packed: bytes, most: int) -> bytes:
    """What `/FlateDecode` has packed; raises BrokenPdf for more than `most` bytes."""
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(packed, most + 1)
    except zlib.error as broken:
        raise BrokenPdf from broken
    if len(content) > most:
        raise BrokenPdf
    return content


def _marks(content: bytes) -> dict[int, int]:
    """Where each object begins, behind its `obj`."""
    found: dict[int, int] = {}
    at = content.find(b"obj")
    for _ in range(MOST_MARKS):
        if at < 0:
            return found
        mark = _MARK.search(content[max(0, at - 24) : at])
        if mark:
            found[int(mark[1])] = at + 3
        at = content.find(b"obj", at + 3)
    raise BrokenPdf
