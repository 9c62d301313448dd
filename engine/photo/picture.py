"""Decodes a picture file, with limits on what that may cost.

A small file may hold a picture of any size, so bytes and pixels are counted before anything is
decoded. Only Pillow decodes, never OpenCV, and only the formats that people send.
"""

import warnings
from dataclasses import dataclass
from io import BytesIO
from typing import Final, Self

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from engine.photo.cells import Pixels
from engine.photo.reading import Unreadable, Why

Grey = NDArray[np.uint8]

MOST_BYTES: Final = 20_000_000
MOST_PIXELS: Final = {"JPEG": 50_000_000, "PNG": 20_000_000, "WEBP": 16_000_000}
"""The limit of each format for pixels of three channels; of four there may be fewer.

A JPEG is decoded at a fraction of its size. But one of several scans (a progressive one) is held
whole first, with two bytes for each channel.
"""

_NUMBERS: Final = 3

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

Image.MAX_IMAGE_PIXELS = None  # our own limits stand above, and are lower


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
    try:
        with warnings.catch_warnings(action="ignore"):
            image = _decoded(content)
    except Unreadable:
        raise
    except Exception as error:  # decoders raise whatever they like at a broken file
        raise Unreadable(Why.NO_PICTURE) from error
    colours = np.asarray(image)
    return np.asarray(image.convert("L")), colours


def _decoded(content: bytes) -> Image.Image:
    with Image.open(BytesIO(content), formats=list(MOST_PIXELS)) as image:
        width, height = image.size
        numbers = width * height * max(len(image.getbands()), _NUMBERS)
        most = _NUMBERS * MOST_PIXELS[str(image.format)]
        if numbers > most or max(width, height) > LONGEST:
            raise Unreadable(Why.TOO_LARGE)
        if min(width, height) < SMALLEST:
            raise Unreadable(Why.TOO_SMALL)
        # A JPEG is decoded at 1/2, 1/4 or 1/8 of its size; other formats ignore this.
        image.draft("RGB", (LARGE // 2, LARGE // 2))
        image.load()
        image.thumbnail((LARGE, LARGE), Image.Resampling.BOX)
        ImageOps.exif_transpose(image, in_place=True)
        if image.mode in {"RGBA", "LA", "PA"} or "transparency" in image.info:
            # Transparent pixels may be black underneath, so white paper is put behind them.
            ink = image.convert("RGBA")
            paper = Image.new("RGBA", ink.size, "white")
            return Image.alpha_composite(paper, ink).convert("RGB")
        return image.convert("RGB")
