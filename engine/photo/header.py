"""What a picture file says of itself: its size, how it was held, and what decoding it takes.

A file of 300 kB may make a decoder set aside hundreds of megabytes, or work for minutes, before the
first pixel can be seen. What counts is not only the number of pixels:

- A JPEG is decoded row by row, at a fraction of its size. But one of several scans, as every
  progressive one is, is held whole, with two bytes for each coefficient, and all of it is gone
  through for each scan. How many coefficients there are depends on the sampling of its colours.
- A PNG is decoded whole, with one to four bytes for each pixel.
- A WEBP is held three times over, with four bytes for each pixel: the frame, a copy on which the
  next frame would be drawn, and the answer. So is its file.

Decoders also keep what comes before the pixels. Each of a million empty parts of a file costs them
more memory than its own twelve bytes, so the parts are counted as well.

All of it can be known without decoding, by walking from part to part. The walk touches a few bytes
of each part and ends at MOST_PARTS. It need not find every fault: what it refuses would be too
costly, and what it lets pass is decoded by Pillow under the limits of `engine/photo/limits.py`,
which also hold if the two disagree about a file.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.photo.reading import Unreadable, Why

MOST_PARTS: Final = 4_000
"""A PNG of 20 MB in parts of 8 kB, which is the least that common programs write, has 2,500."""

MOST_SCANS: Final = 40
"""Progressive pictures have about ten."""

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

_FRAMES: Final = frozenset({0xC0, 0xC1, 0xC2})
"""Baseline, extended and progressive: other JPEGs are those of scanners in hospitals."""

_OTHER_FRAMES: Final = frozenset({0xC3, *range(0xC5, 0xC8), *range(0xC9, 0xCC), *range(0xCD, 0xD0)})
_PROGRESSIVE: Final = 0xC2
_SCAN: Final = 0xDA
_APP1: Final = 0xE1
_BARE: Final = frozenset({0x00, 0x01, 0xFF, *range(0xD0, 0xD9)})
"""Markers without a length, and what is no marker."""

_BLOCK: Final = 8
_MOST_SAMPLES: Final = 4
_ORIENTATION: Final = 0x0112
_MOST_TAGS: Final = 200


@dataclass(frozen=True, slots=True)
class Header:
    """What a file says: its kind, its pixels, and how its camera was held, from 1 to 8 as in Exif.

    `held` counts the bytes that a decoder holds, with the file itself, and for a JPEG without the
    pixels that it answers, which may be fewer.
    """

    kind: str
    width: int
    height: int
    held: int
    orientation: int = 1


def header_of(content: bytes) -> Header:
    """The header of a JPEG, PNG or WEBP; raises Unreadable for other and for broken files."""
    try:
        if content.startswith(b"\xff\xd8"):
            return _jpeg(content)
        if content.startswith(_SIGNATURE):
            return _png(content)
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _webp(content)
    except (struct.error, IndexError):
        pass
    raise Unreadable(Why.NO_PICTURE)


def _jpeg(content: bytes) -> Header:
    frame: tuple[int, int] | None = None  # the marker, and where its segment begins
    orientation = 1
    for marker, at in _segments(content):
        if marker in _OTHER_FRAMES or (marker in _FRAMES and frame):
            raise Unreadable(Why.NO_PICTURE)
        if marker in _FRAMES:
            frame = marker, at
        elif marker == _APP1 and content.startswith(b"Exif\0\0", at + 2):
            orientation = _orientation(content[at + 8 : at + _length(content, at)])
        elif marker == _SCAN and frame:
            height, width, colours = struct.unpack_from(">HHB", content, frame[1] + 3)
            is_whole = frame[0] == _PROGRESSIVE or content[at + 2] < colours
            if is_whole and content.count(b"\xff\xda", at) >= MOST_SCANS:
                raise Unreadable(Why.TOO_HARD)
            held = len(content) + (2 * _coefficients(content, frame[1]) if is_whole else 0)
            return Header("JPEG", width, height, held, orientation)
    raise Unreadable(Why.NO_PICTURE)


def _segments(content: bytes) -> Iterator[tuple[int, int]]:
    """The markers up to the first scan, and where the length that follows each of them stands."""
    at = 2
    for _ in range(MOST_PARTS):
        # Whatever stands between two segments is passed over, as decoders do.
        at = content.find(b"\xff", at)
        if at < 0:
            return
        marker = content[at + 1]
        if marker in _BARE:
            at += 1 if marker == 0xFF else 2
            continue
        yield marker, at + 2
        at += 2 + _length(content, at + 2)
    raise Unreadable(Why.TOO_HARD)


def _length(content: bytes, at: int) -> int:
    return int.from_bytes(content[at : at + 2])


def _coefficients(content: bytes, at: int) -> int:
    """How many coefficients a JPEG has: whole blocks of each colour, in whole groups of blocks."""
    height, width, colours = struct.unpack_from(">HHB", content, at + 3)
    sampled = [content[at + 9 + 3 * colour] for colour in range(colours)]
    factors = [(each >> 4, each & 15) for each in sampled]
    if not factors or not all(1 <= factor <= _MOST_SAMPLES for each in factors for factor in each):
        raise Unreadable(Why.NO_PICTURE)
    across, down = (max(each) * _BLOCK for each in zip(*factors, strict=True))
    groups = -(-width // across) * -(-height // down)
    blocks: int = groups * sum(wide * high for wide, high in factors)
    return blocks * _BLOCK**2


def _png(content: bytes) -> Header:
    orientation, at = 1, len(_SIGNATURE)
    length, name, width, height, depth, colour = struct.unpack_from(">I4sIIBB", content, at)
    if (length, name) != (13, b"IHDR"):
        raise Unreadable(Why.NO_PICTURE)
    for _ in range(MOST_PARTS):
        at += 12 + length
        if at + 8 > len(content):
            break
        length, name = struct.unpack_from(">I4s", content, at)
        if name == b"IEND":
            break
        if name == b"IHDR":  # a second one, which would count
            raise Unreadable(Why.NO_PICTURE)
        if name == b"eXIf":
            orientation = _orientation(content[at + 8 : at + 8 + length])
    else:
        raise Unreadable(Why.TOO_HARD)
    is_grey = colour in {0, 3}
    numbers = 4 if not is_grey else 1 if depth <= _BLOCK else 2
    held = len(content) + width * height * numbers
    return Header("PNG", width, height, held, orientation)


def _webp(content: bytes) -> Header:
    width, height = _canvas(content)
    orientation, at = 1, 12
    end = min(len(content), 8 + int.from_bytes(content[4:8], "little"))
    for _ in range(MOST_PARTS):
        if at + 8 > end:
            held = 3 * len(content) + width * height * 12
            return Header("WEBP", width, height, held, orientation)
        name, length = struct.unpack_from("<4sI", content, at)
        if name == b"EXIF":
            orientation = _orientation(content[at + 8 : at + 8 + length])
        at += 8 + length + length % 2
    raise Unreadable(Why.TOO_HARD)


def _canvas(content: bytes) -> tuple[int, int]:
    kind = content[12:16]
    if kind == b"VP8 " and content[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", content, 26)
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L" and content[20] == 0x2F:
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8X" and len(content) >= 30:
        width, height = (int.from_bytes(content[at : at + 3], "little") for at in (24, 27))
        return width + 1, height + 1
    raise Unreadable(Why.NO_PICTURE)


def _orientation(exif: bytes) -> int:
    """How the camera was held, 1 where that is not said.

    Pillow would copy the data of all tags, which may be thousands of times the same bytes.
    """
    exif = exif.removeprefix(b"Exif\0\0")
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(order + "I", exif, 4)
        (count,) = struct.unpack_from(order + "H", exif, at)
        for tag in range(min(count, _MOST_TAGS)):
            number, _, _, value = struct.unpack_from(order + "HHIH", exif, at + 2 + 12 * tag)
            if number == _ORIENTATION:
                return int(value) if value in range(1, 9) else 1
    except struct.error:
        pass
    return 1
