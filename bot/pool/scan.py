"""The picture of a scanned page: the largest one on the first page of a PDF.

Scanners and phones put one picture on each page, nearly always a JPEG, which is taken as it is. Raw
pixels become a PNG, row by row, so that a small file never becomes more than MOST_PIXEL_BYTES nor
lies unpacked in memory. A page that is typed or drawn has no such picture; drawing it would take a
renderer, so its sender is asked for a screenshot.
"""

import struct
import zlib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from bot.pool.pdf import Pdf, Stream, unpacked
from bot.pool.pdf_values import BrokenPdf

MARK: Final = b"%PDF-"
MARKED_WITHIN: Final = 1_024
"""The mark of a PDF stands within so many bytes."""

LEAST_SIDE: Final = 200
"""A picture with a shorter side is a logo."""

MOST_PICTURES: Final = 200
"""Pictures of a page that are looked at."""

LONGEST_SIDE: Final = 30_000
MOST_PIXEL_BYTES: Final = 60_000_000
MOST_PACKED: Final = 20_000_000
"""Bytes of a picture that was packed once more, or of raw pixels packed again."""

_FLATE: Final = ("FlateDecode", "Fl")
_JPEG: Final = ("DCTDecode", "DCT")
_COLOURS: Final = {"DeviceGray": 1, "CalGray": 1, "G": 1, "DeviceRGB": 3, "CalRGB": 3, "RGB": 3}
_PNG_COLOUR: Final = {1: 0, 3: 2}
_PNG_PREDICTOR: Final = 10
_CHUNK: Final = 1 << 16


class WhyNoScan(StrEnum):
    """Why the first page of a PDF cannot be read."""

    BROKEN = "pdf_broken"
    LOCKED = "pdf_locked"
    NO_PICTURE = "pdf_no_picture"
    OTHER_KIND = "pdf_other_kind"
    NO_BOARD = "pdf_no_board"


class NoScan(Exception):  # noqa: N818 - what is the case with a file, not a fault
    """Raised with the reason when the first page of a PDF cannot be read."""

    def __init__(self, why: WhyNoScan) -> None:
        super().__init__(why)
        self.why = why


def is_pdf(content: bytes | bytearray) -> bool:
    """Whether these are the first bytes of a PDF."""
    return MARK in content[:MARKED_WITHIN]


def scanned(content: bytes) -> bytes:
    """The largest picture on the first page of a PDF, as a JPEG or a PNG; raises NoScan."""
    try:
        return _scanned(Pdf(content))
    except (BrokenPdf, MemoryError) as broken:
        raise NoScan(WhyNoScan.BROKEN) from broken


def _scanned(pdf: Pdf) -> bytes:
    trailer = pdf.trailer()
    if "Encrypt" in trailer:
        raise NoScan(WhyNoScan.LOCKED)
    root = pdf.dictionary(trailer.get("Root"))
    if not root:
        raise BrokenPdf
    resources = _first_page(pdf, root)
    pictures = [
        one for one in _pictures(pdf, resources) if min(_sides(pdf, one.about)) >= LEAST_SIDE
    ]
    if not pictures:
        raise NoScan(WhyNoScan.NO_PICTURE)
    largest = max(pictures, key=lambda one: int.__mul__(*_sides(pdf, one.about)))
    return _file_of(pdf, largest)


def _first_page(pdf: Pdf, root: Mapping[str, object]) -> Mapping[str, object]:
    """The resources of the first page, which it may have from the nodes above it."""
    node = pdf.dictionary(root.get("Pages"))
    resources: Mapping[str, object] = {}
    for _ in range(30):
        resources = pdf.dictionary(node.get("Resources")) or resources
        if "Kids" not in node:
            return resources
        kids = (pdf.dictionary(kid) for kid in pdf.array(node["Kids"])[:MOST_PICTURES])
        # A node without pages says that it counts none.
        filled = (kid for kid in kids if kid and ("Count" not in kid or pdf.number(kid["Count"])))
        node = next(filled, {})
    raise BrokenPdf


def _pictures(pdf: Pdf, resources: Mapping[str, object]) -> Iterator[Stream]:
    """The pictures among resources, also those within forms."""
    waiting, seen = [resources], 0
    while waiting:
        for one in pdf.dictionary(waiting.pop(0).get("XObject")).values():
            seen += 1
            if seen > MOST_PICTURES:
                return
            found = pdf.resolved(one)
            if not isinstance(found, Stream):
                continue
            match pdf.name(found.about.get("Subtype")):
                case "Form":
                    waiting.append(pdf.dictionary(found.about.get("Resources")))
                case "Image" if pdf.resolved(found.about.get("ImageMask")) is not True:
                    yield found


def _sides(pdf: Pdf, about: Mapping[str, object]) -> tuple[int, int]:
    return max(0, pdf.number(about.get("Width"))), max(0, pdf.number(about.get("Height")))


def _file_of(pdf: Pdf, picture: Stream) -> bytes:
    packed = picture.packed
    match [pdf.name(one) for one in pdf.array(picture.about.get("Filter"))]:
        case [last] if last in _JPEG:
            return packed
        case [first, last] if first in _FLATE and last in _JPEG:
            return unpacked(packed, MOST_PACKED)
        case [only] if only in _FLATE:
            return _png(pdf, picture)
    raise NoScan(WhyNoScan.OTHER_KIND)


def _png(pdf: Pdf, picture: Stream) -> bytes:
    """Raw pixels as a PNG; raises NoScan for colours that a PNG does not have."""
    about = picture.about
    width, height = _sides(pdf, about)
    depth, colours = pdf.number(about.get("BitsPerComponent")), _colours(pdf, about)
    parameters = pdf.dictionary(next(iter(pdf.array(about.get("DecodeParms"))), None))
    has_filters = pdf.number(parameters.get("Predictor")) >= _PNG_PREDICTOR
    row = (width * depth * colours + 7) // 8
    if depth not in {1, 2, 4, 8} or colours not in _PNG_COLOUR or (colours == 3 and depth != 8):
        raise NoScan(WhyNoScan.OTHER_KIND)
    if (row + 1) * height > MOST_PIXEL_BYTES or max(width, height) > LONGEST_SIDE:
        raise BrokenPdf
    rows = _packed_again(picture.packed, row, height, has_filters=has_filters)
    head = struct.pack(">IIBBBBB", width, height, depth, _PNG_COLOUR[colours], 0, 0, 0)
    chunks = (b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _colours(pdf: Pdf, about: Mapping[str, object]) -> int:
    """How many numbers a pixel has; 0 where that is none of the usual ways."""
    space = pdf.array(about.get("ColorSpace"))
    kind = pdf.name(space[0]) if space else ""
    if kind == "ICCBased" and len(space) > 1:
        return pdf.number(pdf.dictionary(space[1]).get("N"))
    return _COLOURS.get(kind, 0)


def _packed_again(packed: bytes, row: int, height: int, *, has_filters: bool) -> bytes:
    """The rows of a PNG, each behind the number of its filter, packed anew."""
    unpacker, packer = zlib.decompressobj(), zlib.compressobj(1)
    length, left, kept, size = row + has_filters, height, bytearray(), 0
    parts: list[bytes] = []
    waiting = packed
    while left and not unpacker.eof and (waiting or kept):
        try:
            more = unpacker.decompress(waiting, _CHUNK)
        except zlib.error as broken:
            raise BrokenPdf from broken
        kept += more
        whole = min(len(kept) // length, left)
        told = b"" if has_filters else b"\0"
        rows = (told + kept[at : at + length] for at in range(0, whole * length, length))
        parts.append(packer.compress(b"".join(rows)))
        size += len(parts[-1])
        del kept[: whole * length]
        left -= whole
        if size > MOST_PACKED or (not more and not unpacker.unconsumed_tail):
            break
        waiting = unpacker.unconsumed_tail
    if left or size > MOST_PACKED:
        raise BrokenPdf
    return b"".join([*parts, packer.flush()])


def _chunk(name: bytes, data: bytes) -> bytes:
    check = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
