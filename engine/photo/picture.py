"""A file as levels of grey, with limits on what it may cost.

The numbers of bytes and of pixels are looked at before anything is decoded, for a small file may
hold a picture of any size. Pillow decodes, never OpenCV, and only the kinds that people send.
"""

import warnings
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from engine.photo.reading import Unreadable, Why

Grey = NDArray[np.uint8]

MOST_BYTES: Final = 20_000_000
MOST_PIXELS: Final = {"JPEG": 60_000_000, "PNG": 20_000_000, "WEBP": 16_000_000}
"""By the kind of file: only JPEG can be decoded at a part of its size."""

LONGEST: Final = 16_000
LARGE: Final = 2_400
"""A longer picture is made smaller before anybody looks at it."""

SMALLEST: Final = 60

Image.MAX_IMAGE_PIXELS = None  # our own limits stand above, and are lower


def read_picture(content: bytes) -> tuple[Grey, NDArray[np.uint8]]:
    """The first frame as levels of grey, and in colours; it stands as its camera was held.

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
        if width * height > MOST_PIXELS[str(image.format)] or max(width, height) > LONGEST:
            raise Unreadable(Why.TOO_LARGE)
        if min(width, height) < SMALLEST:
            raise Unreadable(Why.TOO_SMALL)
        image.draft("RGB", (LARGE // 2, LARGE // 2))
        image.load()
        image.thumbnail((LARGE, LARGE), Image.Resampling.BOX)
        upright = ImageOps.exif_transpose(image)
        if upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info:
            upright = upright.convert("RGBA")
            paper = Image.new("RGBA", upright.size, "white")
            upright = Image.alpha_composite(paper, upright)
        return upright.convert("RGB")
