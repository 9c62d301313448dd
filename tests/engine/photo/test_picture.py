"""Files that are hostile, or that no camera has made."""

import random
import struct
import zlib
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from engine.photo.picture import LARGE, MOST_BYTES, Picture, read_picture
from engine.photo.reading import Unreadable, Why


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def why(content: bytes) -> Why:
    with pytest.raises(Unreadable) as caught:
        read_picture(content)
    return caught.value.why


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few kilobytes that claims to be of any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes(100_000))
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_the_usual_kinds_are_decoded(kind: str) -> None:
    grey, colours = read_picture(saved(Image.new("RGB", (300, 200), "red"), kind))
    assert grey.shape == (200, 300)
    assert colours.shape == (200, 300, 3)


@pytest.mark.parametrize(
    ("width", "height"), [(20_000, 20_000), (20_000, 1), (2**31 - 1, 2**31 - 1)]
)
def test_a_bomb_is_known_by_its_header(width: int, height: int) -> None:
    assert why(bomb(width, height)) is Why.TOO_LARGE


def claiming(mode: str, width: int, height: int) -> bytes:
    """A JPEG whose header says that it is larger than it is."""
    content = bytearray(saved(Image.new(mode, (80, 80)), "JPEG"))
    at = content.index(b"\xff\xc0") + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


@pytest.mark.parametrize(("mode", "most"), [("L", 7_000), ("RGB", 7_000), ("CMYK", 6_100)])
def test_a_picture_of_four_inks_may_have_fewer_pixels(mode: str, most: int) -> None:
    grey, _ = read_picture(claiming(mode, most, most))
    assert max(grey.shape) <= LARGE
    assert why(claiming(mode, most + 100, most + 100)) is Why.TOO_LARGE


def test_other_kinds_and_broken_files_are_no_pictures() -> None:
    for content in (b"", b"hello", b"%PDF-1.7", saved(Image.new("RGB", (99, 99)), "BMP")):
        assert why(content) is Why.NO_PICTURE
    whole = saved(Image.effect_noise((400, 400), 50), "PNG")
    assert why(whole[: len(whole) // 2]) is Why.NO_PICTURE
    assert why(bytes(MOST_BYTES + 1)) is Why.TOO_LARGE
    assert why(saved(Image.new("L", (40, 900)), "PNG")) is Why.TOO_SMALL


def test_a_picture_stands_as_its_camera_was_held() -> None:
    image = Image.new("RGB", (300, 200), "white")
    image.paste("black", (0, 0, 300, 20))
    exif = Image.Exif()
    exif[0x0112] = 6
    grey, _ = read_picture(saved(image, "JPEG", exif=exif))
    assert grey.shape == (300, 200)
    assert grey[:, -10:].mean() < 60


def test_what_is_transparent_shows_paper() -> None:
    grey, _ = read_picture(saved(Image.new("RGBA", (100, 100), (0, 0, 0, 0)), "PNG"))
    assert grey.min() == 255


def test_a_large_picture_becomes_smaller() -> None:
    grey, _ = read_picture(saved(Image.new("RGB", (4000, 3000), "white"), "JPEG"))
    assert max(grey.shape) <= LARGE


def test_boards_are_looked_for_in_a_picture_of_a_fit_size() -> None:
    for width, small in ((2000, 1000), (800, 800), (300, 600)):
        picture = Picture.of(saved(Image.new("RGB", (width, width), "white"), "PNG"))
        assert picture.grey.shape == (width, width)
        assert picture.small.shape == (small, small)
        (place,) = picture.places(np.array([[small - 1, 0]], np.float32))
        assert abs(place[0] - (width - 1)) < 1


@pytest.mark.parametrize(
    ("width", "height", "small"),
    [
        (60, 499, (998, 120)),
        (60, 500, (500, 60)),
        (1000, 900, (900, 1000)),
        (1001, 60, (60, 1000)),
        (1500, 300, (200, 1000)),
        (2400, 1200, (500, 1000)),
    ],
)
def test_the_copy_has_lines_far_enough_apart(
    width: int, height: int, small: tuple[int, int]
) -> None:
    picture = Picture.of(saved(Image.new("RGB", (width, height), "white"), "PNG"))
    assert picture.small.shape == small
    assert picture.small_colours().shape == (*small, 3)
    corner = np.array([[small[1] - 0.5, small[0] - 0.5], [-0.5, -0.5]], np.float32)
    assert picture.places(corner) == pytest.approx(
        np.array([[width - 0.5, height - 0.5], [-0.5, -0.5]]), abs=0.6
    )


def test_the_limits_are_those_that_are_told() -> None:
    assert why(saved(Image.new("L", (59, 900)), "PNG")) is Why.TOO_SMALL
    for kind in ("JPEG", "PNG", "WEBP"):
        assert read_picture(saved(Image.new("L", (60, 60), 255), kind))[0].shape == (60, 60)
    assert read_picture(saved(Image.new("1", (16_000, 60)), "PNG"))[0].shape == (9, 2400)
    assert why(saved(Image.new("1", (16_001, 60)), "PNG")) is Why.TOO_LARGE
    whole = saved(Image.new("L", (60, 60), 255), "PNG")
    assert read_picture(whole.ljust(MOST_BYTES, b"\0"))[0].shape == (60, 60)
    assert why(whole.ljust(MOST_BYTES + 1, b"\0")) is Why.TOO_LARGE


@pytest.mark.parametrize("mode", ["LA", "RGBA"])
def test_transparent_ink_is_as_dark_as_it_shows(mode: str) -> None:
    image = Image.new("LA", (100, 100), (0, 0))
    image.paste((0, 255), (20, 20, 60, 60))
    image.paste((0, 128), (60, 60, 90, 90))
    grey, _ = read_picture(saved(image.convert("RGBA").convert(mode), "PNG"))
    assert (grey[5, 5], grey[40, 40]) == (255, 0)
    assert grey[70, 70] in range(120, 135)


def test_any_bytes_are_refused_or_decoded_and_nothing_else_is_raised() -> None:
    rng = random.Random(5)
    whole = [saved(Image.effect_noise((90, 90), 50), kind) for kind in ("PNG", "JPEG", "WEBP")]
    for _ in range(150):
        content = bytearray(rng.choice(whole))
        for _ in range(rng.randint(1, 9)):
            content[rng.randrange(len(content))] = rng.randrange(256)
        try:
            grey, _colours = read_picture(bytes(content))
        except Unreadable:
            continue
        assert grey.ndim == 2
