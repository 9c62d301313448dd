"""Decodes a picture file, with limits on what that may cost.

A small file may hold a picture of any size, so its header is asked what decoding would take before
anything is decoded (`engine/photo/header.py`). Only Pillow decodes, never OpenCV, and only the
formats that people send.

A decoded picture may be many times as large as the copy that is read. So that copy is made in
strips of some rows: each is cut out of the picture, laid on white paper, made smaller and put in
its place before the next one. To convert or scale the picture as a whole would hold it two or three
times over.
"""

import warnings
from dataclasses import dataclass, replace
from io import BytesIO
from math import ceil
from typing import Final, Self, cast

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin, WebPImagePlugin

from engine.photo.cells import Pixels
from engine.photo.header import Header, header_of
from engine.photo.reading import Unreadable, Why

Grey = NDArray[np.uint8]

MOST_BYTES: Final = 20_000_000
MOST_PIXELS: Final = {"JPEG": 50_000_000, "PNG": 20_000_000, "WEBP": 12_500_000}
"""So many are decoded within a second or so of processor time."""

MOST_HELD: Final = {"JPEG": 120_000_000, "PNG": 120_000_000, "WEBP": 160_000_000}
"""Bytes that a decoder may hold, with the file: those of a WEBP of 12 megapixels, a PNG of 20, and
a progressive JPEG of 36 or, if its colours are as fine as its light, of 17. A WEBP's decoder is
gone before a copy is made, while that of the others is not.
"""

LONGEST: Final = 16_000
LARGE: Final = 2_400
"""A picture whose longer side has more pixels is made smaller first."""

SMALLEST: Final = 60

SEARCHED: Final = 1000
"""The longer side, in pixels, of the picture in which boards are looked for; the cells are cut from
the larger one.
"""

FINE: Final = 500
"""A picture whose longer side is shorter than this is searched at twice its size, since its lines
lie close together.
"""

LARGER: Final = 1280
"""The longer side of the copy in which boards with small cells are looked for."""

_LARGEST: Final = 4
"""No such copy is more times as long as its picture."""

_SMOOTH: Final = 2.0
"""How far, in pixels, a coarser copy is blurred, which takes noise and moire away."""

_ROWS: Final = 64
"""Rows of the copy in a strip."""

_MOST_TEXT: Final = 4_000_000

Image.MAX_IMAGE_PIXELS = None  # our own limits stand above, and are lower
PngImagePlugin.MAX_TEXT_MEMORY = _MOST_TEXT  # Pillow unpacks 64 MB of remarks in a PNG


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in grey and in colours, and `small`, the grey copy in which boards are looked for.

    The cells are cut from the first two, which are `scale` times as large as the copy.
    """

    grey: Grey
    colours: NDArray[np.uint8]
    small: Grey
    scale: float

    @classmethod
    def of(cls, content: bytes) -> Self:
        """The picture in a file; raises Unreadable."""
        grey, colours = read_picture(content)
        longest = max(grey.shape)
        scale = max(longest / SEARCHED, 1.0) if longest >= FINE else 0.5
        return cls(grey, colours, _scaled(grey, scale), scale)

    def coarser(self) -> Self:
        """The same picture, with a copy of half the size and without anything fine in it."""
        smooth = cv2.GaussianBlur(self.small, (0, 0), _SMOOTH)
        return replace(self, small=_scaled(np.asarray(smooth, np.uint8), 2), scale=2 * self.scale)

    def larger(self) -> Self:
        """The same picture, with a copy that shows what is small."""
        scale = max(max(self.grey.shape) / LARGER, 1 / _LARGEST)
        return replace(self, small=_scaled(self.grey, scale), scale=scale)

    def small_colours(self) -> NDArray[np.uint8]:
        """The copy in colours, which only a thorough look needs."""
        return _scaled(self.colours, self.scale)

    def places(self, found: Pixels) -> Pixels:
        """Places in the copy as places in `grey` and `colours`."""
        # The place of a pixel is its middle.
        return np.asarray((found + 0.5) * self.scale - 0.5, np.float32)


def _scaled(pixels: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    if scale == 1:
        return pixels
    size = round(pixels.shape[1] / scale), round(pixels.shape[0] / scale)
    kind = cv2.INTER_AREA if scale > 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=kind), np.uint8)


def read_picture(content: bytes) -> tuple[Grey, NDArray[np.uint8]]:
    """The first frame of a file in grey and in colours, turned as its camera was held.

    Raises Unreadable.
    """
    if len(content) > MOST_BYTES:
        raise Unreadable(Why.TOO_LARGE)
    header = header_of(content)
    _check(header)
    try:
        with warnings.catch_warnings(action="ignore"):
            grey, colours = _decoded(content, header)
    except MemoryError as error:  # a decoder has taken more than the header let expect
        raise Unreadable(Why.TOO_LARGE) from error
    except Exception as error:  # decoders raise whatever they like at a broken file
        raise Unreadable(Why.NO_PICTURE) from error
    return _turned(grey, header.orientation), _turned(colours, header.orientation)


def _check(header: Header) -> None:
    pixels = header.width * header.height
    longest, shortest = max(header.width, header.height), min(header.width, header.height)
    held = header.held
    if header.kind == "JPEG":
        held += 4 * pixels // _part(header.width, header.height) ** 2
    if pixels > MOST_PIXELS[header.kind] or held > MOST_HELD[header.kind] or longest > LONGEST:
        raise Unreadable(Why.TOO_LARGE)
    if shortest < SMALLEST:
        raise Unreadable(Why.TOO_SMALL)
    _ask_for(held)


def _ask_for(size: int) -> None:
    """Raises Unreadable if the system has not so many bytes; the decoders themselves say other
    things then, as of a broken file.
    """
    try:
        np.empty(size, np.uint8)  # nothing is written, so no memory is taken
    except MemoryError:
        raise Unreadable(Why.TOO_LARGE) from None


def _decoded(content: bytes, header: Header) -> tuple[Grey, NDArray[np.uint8]]:
    if header.kind == "WEBP":
        return _in_strips(_webp_frame(content, header))
    with Image.open(BytesIO(content), formats=[header.kind]) as image:
        _require(image.size == (header.width, header.height))
        # A JPEG is decoded at 1/2, 1/4 or 1/8 of its size; a PNG ignores this.
        part = _part(*image.size)
        image.draft("RGB", (image.width // part, image.height // part))
        image.load()
        return _in_strips(image)


def _webp_frame(content: bytes, header: Header) -> Image.Image:
    """The first frame, whose pixels stay where the decoder has put them.

    `load` would copy them while the decoder still holds two more copies, so that a picture of 12
    megapixels took 240 MB. Hence the decoder inside the Image is asked, for which Pillow has no
    other name; it is gone with the Image when this returns.
    """
    with Image.open(BytesIO(content), formats=["WEBP"]) as image:
        _require(image.size == (header.width, header.height))
        opened = cast(WebPImagePlugin.WebPImageFile, image)
        pixels, _ = opened._decoder.get_next()  # noqa: SLF001 - see above
        return Image.frombuffer(opened.rawmode, image.size, pixels, "raw", opened.rawmode, 0, 1)


def _require(is_as_expected: bool) -> None:  # noqa: FBT001 - an assertion that stays
    if not is_as_expected:
        raise ValueError("the decoder and the header disagree")


def _part(width: int, height: int) -> int:
    """1, 2, 4 or 8: a JPEG is decoded at this fraction of its size.

    It keeps 1,200 pixels along the shorter side, or LARGE along the longer one of a slim picture.
    """
    most = max(min(width, height) // (LARGE // 2), max(width, height) // LARGE, 1)
    return next(part for part in (8, 4, 2, 1) if part <= most)


def _in_strips(image: Image.Image) -> tuple[Grey, NDArray[np.uint8]]:
    """A copy whose longer side has at most LARGE pixels, in grey and in colours."""
    scale = max(max(image.size) / LARGE, 1.0)
    width, height = (max(round(side / scale), 1) for side in image.size)
    grey, colours = np.empty((height, width), np.uint8), np.empty((height, width, 3), np.uint8)
    for top in range(0, height, _ROWS):
        rows = slice(top, min(top + _ROWS, height))
        strip = _strip(image, rows, (width, height))
        colours[rows], grey[rows] = np.asarray(strip), np.asarray(strip.convert("L"))
    return grey, colours


def _strip(image: Image.Image, rows: slice, size: tuple[int, int]) -> Image.Image:
    """Some rows of a copy of that size."""
    width, height = size
    top, bottom = (row * image.height / height for row in (rows.start, rows.stop))
    first = int(top)
    strip = _on_paper(image.crop((0, first, image.width, ceil(bottom))))
    box = 0, top - first, image.width, bottom - first
    return strip.resize((width, rows.stop - rows.start), Image.Resampling.BOX, box)


def _on_paper(image: Image.Image) -> Image.Image:
    """A picture in three colours, on white where it is transparent."""
    if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
        # Transparent pixels may be black underneath, so white paper is put behind them.
        ink = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", ink.size, "white"), ink)
    if image.mode.startswith("I;16"):
        # Pillow would make everything white but the darkest of 65,536 levels.
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    return image.convert("RGB")


def _turned(pixels: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """A picture as its camera was held, which Exif numbers from 1 to 8."""
    turns, is_mirrored = _TURNS[orientation]
    if is_mirrored:
        pixels = pixels[:, ::-1]
    return np.ascontiguousarray(np.rot90(pixels, turns))


_TURNS: Final = {
    1: (0, False),
    2: (0, True),
    3: (2, False),
    4: (2, True),
    5: (1, True),
    6: (3, False),
    7: (3, True),
    8: (1, False),
}
"""Quarters to the left, after the picture was mirrored or not."""
