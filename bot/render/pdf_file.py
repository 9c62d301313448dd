"""Vector pages and the PDF file that holds them (ISO 32000-1, version 1.4).

Puzzles to print are lines and digits, so a page is a short list of operators: `m` and `l` lead a
line, `S` strokes it, `Tj` shows a text. Pillow can save a PDF too, but only of pixels, which are
coarse on paper and large; a library for PDF would be a dependency for two hundred lines.

A PDF file is a list of numbered objects, then a table with the byte at which each of them begins,
then a trailer that says which object to start with. The numbers are given out here like this:

    1 the catalogue    2 the list of pages    3 the title    4 to 7 the fonts
    8 the first page   9 its content         10 the second page, and so on

No font is embedded, since a font with Chinese has megabytes. Latin text is set in Helvetica, one
of the 14 fonts that every reader has; everything else in STSong-Light, which readers bring for
Chinese (Adobe-GB1). A reader does not tell how wide its fonts are, so the widths of Helvetica
stand below; a Chinese character is as wide as it is high. A character beyond U+FFFF is shown as
`?`.

Nothing in the file depends on the time or on chance: equal pages give equal bytes.
"""

import zlib
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final
from unicodedata import normalize

A4: Final = (595.28, 841.89)
"""Width and height of a page in points of 1/72 inch."""

CAPITAL_HEIGHT: Final = 0.718
"""The height of capitals in Helvetica, as a part of the font's size."""

_WIDTHS: Final = {
    letter: width
    for width, letters in (
        (191, "'"),
        (222, "ijl‘’"),
        (260, "|"),
        (278, " !,./:;I[\\]ft·íìîï"),
        (333, "()-`r“”¡"),
        (334, "{}"),
        (355, '"'),
        (389, "*"),
        (469, "^"),
        (500, "Jckvsxyz"),
        (556, "#$?L_abdeghnopqu0123456789–"),
        (584, "+<=>~×"),
        (611, "FTZ"),
        (667, "ABEKPSVXY&"),
        (722, "CDHNRUw"),
        (778, "GOQ"),
        (833, "Mm"),
        (889, "%"),
        (944, "W"),
        (1000, "—…"),
        (1015, "@"),
    )
    for letter in letters
}
"""Advance widths of Helvetica in thousandths of its size, from Adobe's metrics."""

_LIKE_MOST: Final = 556

_FULL: Final = 1000

_FONTS: Final = tuple(
    " ".join(font.split()).encode()
    for font in (
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        """<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light-UniGB-UCS2-H
        /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>""",
        """<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /DW 1000
        /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >>
        /FontDescriptor 7 0 R >>""",
        """<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0
        /FontBBox [-25 -254 1000 880] /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>""",
    )
)
"""The objects 4 to 7; pages use 4 as /L (Latin) and 5 as /C (Chinese)."""

_FIRST_PAGE: Final = 8
"""The number of the first page's object; its content follows, then the next page."""


class Page:
    """A page being drawn; lengths are points, counted from the bottom left."""

    def __init__(self, size: tuple[float, float] = A4) -> None:
        self.size: Final = size
        self._operators: list[str] = []

    def lines(
        self, lines: Iterable[tuple[float, float, float, float]], width: float, grey: float = 0
    ) -> None:
        """Draws straight lines, each from (x, y) to (x, y), with square ends; grey 0 is black."""
        self._operators.append(f"{grey:g} G {width:g} w 2 J")
        for x, y, to_x, to_y in lines:
            self._operators.append(f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l S")

    def text(self, x: float, y: float, text: str, size: float, grey: float = 0) -> None:
        """Writes a line that starts at x on the baseline y."""
        shown = " ".join(_shown(run, size, latin=latin) for latin, run in _runs(text))
        self._operators.append(f"BT {grey:g} g {x:.2f} {y:.2f} Td {shown} ET")

    def centred(self, x: float, y: float, text: str, size: float, grey: float) -> None:
        """Writes a line with its middle at x and the middle of its capitals at y."""
        left = x - text_width(text, size) / 2
        self.text(left, y - CAPITAL_HEIGHT * size / 2, text, size, grey)

    def content(self) -> bytes:
        """The operators that draw the page."""
        return "\n".join(self._operators).encode("ascii")


def text_width(text: str, size: float) -> float:
    """The width of a line; accented letters are as wide as their bases."""
    return sum(_width(letter) for letter in map(_settable, text)) * size / 1000


def pdf_bytes(pages: Sequence[Page], title: str) -> bytes:
    """The file of the pages; equal pages give equal bytes."""
    kids = " ".join(f"{_FIRST_PAGE + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids.encode(), len(pages)),
        b"<< /Title <feff%b> >>" % title.encode("utf-16-be").hex().encode(),
        *_FONTS,
    ]
    for page in pages:
        objects += _page_objects(page, content=len(objects) + 2)
    return _file(objects)


def _page_objects(page: Page, content: int) -> tuple[bytes, bytes]:
    """A page and its content, which will be the object of the number `content`."""
    packed = zlib.compress(page.content(), 9)
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Contents %d 0 R"
        b" /Resources << /Font << /L 4 0 R /C 5 0 R >> >> >>" % (*page.size, content),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(packed), packed),
    )


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects numbered from 1, and the table that says where each begins."""
    # Four bytes beyond ASCII in a comment tell programs that the file is binary (7.5.2).
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    table = [b"0000000000 65535 f \n"]
    # Each entry must have exactly 20 bytes, so its line ends with a space and a line feed (7.5.4).
    for number, body in enumerate(objects, 1):
        table.append(b"%010d 00000 n \n" % len(file))
        file += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(file)
    file += b"xref\n0 %d\n%b" % (len(table), b"".join(table))
    file += b"trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\n" % len(table)
    file += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(file)


def _is_latin(letter: str) -> bool:
    """Whether Helvetica has a letter."""
    try:
        letter.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _width(letter: str) -> int:
    """The advance width of a letter in thousandths of the size."""
    if not _is_latin(letter):
        return _FULL
    base = normalize("NFD", letter)[0]
    return _WIDTHS.get(letter) or _WIDTHS.get(base, _LIKE_MOST)


def _runs(text: str) -> list[tuple[bool, str]]:
    """The text in parts that one font can set: whether it is Latin, and the part."""
    known = "".join(map(_settable, text))
    return [(latin, "".join(letters)) for latin, letters in groupby(known, key=_is_latin)]


def _settable(letter: str) -> str:
    """The letter, or `?` where neither font can have it."""
    if letter.isspace():
        return " "
    return letter if letter.isprintable() and letter <= "\uffff" else "?"


def _shown(run: str, size: float, *, latin: bool) -> str:
    code = run.encode("cp1252" if latin else "utf-16-be").hex()
    return f"/{'L' if latin else 'C'} {size:g} Tf <{code}> Tj"
