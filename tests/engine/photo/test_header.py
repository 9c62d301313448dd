"""Headers of files that Pillow writes, and of files that no program writes."""

import struct
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from engine.photo.header import MOST_PARTS, MOST_SCANS, header_of
from engine.photo.reading import Unreadable, Why
from tests.engine.photo.forms import apart, chunk, flat_png, jpeg, saved, scanned, with_segments

PNG = b"\x89PNG\r\n\x1a\n"


def why(content: bytes) -> Why:
    with pytest.raises(Unreadable) as caught:
        header_of(content)
    return caught.value.why


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "L", "RGBA"])
def test_the_size_and_the_kind_are_those_that_were_saved(kind: str, mode: str) -> None:
    image = Image.new(mode, (301, 207))
    header = header_of(saved(image.convert("RGB") if kind == "JPEG" else image, kind))
    assert (header.kind, header.width, header.height, header.orientation) == (kind, 301, 207, 1)


@pytest.mark.parametrize(
    ("options", "size"), [({"lossless": True}, (16_000, 60)), ({"lossless": False}, (60, 16_000))]
)
def test_a_webp_says_its_size_in_three_ways(options: dict[str, Any], size: tuple[int, int]) -> None:
    plain = saved(Image.new("RGB", size), "WEBP", **options)
    extended = saved(Image.new("RGB", size), "WEBP", exif=Image.Exif(), xmp=b"x", **options)
    assert plain[12:16] != extended[12:16] == b"VP8X"
    for content in (plain, extended):
        header = header_of(content)
        assert (header.width, header.height) == size


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_exif_says_how_the_camera_was_held(kind: str, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x010F] = "a camera"
    exif[0x0112] = orientation
    content = saved(Image.new("RGB", (90, 80)), kind, exif=exif)
    assert header_of(content).orientation == orientation


@pytest.mark.parametrize("order", [b"II*\0", b"MM\0*"])
@pytest.mark.parametrize(("value", "said"), [(6, 6), (0, 1), (9, 1)])
def test_exif_may_have_either_byte_order(order: bytes, value: int, said: int) -> None:
    sign = "<" if order.startswith(b"I") else ">"
    tag = struct.pack(sign + "HHIHH", 0x0112, 3, 1, value, 0)
    exif = b"Exif\0\0" + order + struct.pack(sign + "IH", 8, 1) + tag
    assert header_of(with_segments(1, exif, 0xE1)).orientation == said
    # Cut short, or pointing beyond its end, it says nothing.
    assert header_of(with_segments(1, exif[:-6], 0xE1)).orientation == 1
    assert header_of(with_segments(1, exif[:12], 0xE1)).orientation == 1


@pytest.mark.parametrize(
    ("mode", "subsampling", "bytes_a_pixel"),
    [("RGB", 0, 6), ("RGB", 1, 4), ("RGB", 2, 3), ("L", -1, 2), ("CMYK", 0, 8)],
)
def test_a_progressive_jpeg_holds_two_bytes_for_each_coefficient(
    mode: str, subsampling: int, bytes_a_pixel: int
) -> None:
    options = {"grain": 0, "progressive": True, "subsampling": subsampling}
    content = jpeg(160, 160, mode, **options)
    assert header_of(content).held - len(content) == 160 * 160 * bytes_a_pixel
    # Blocks are whole, and so are groups of blocks: 161 pixels take 176 or 168.
    group = 16 if subsampling == 2 else 8
    more = jpeg(160, 161, mode, **options)
    assert header_of(more).held - len(more) == 160 * (160 + group) * bytes_a_pixel


def test_a_jpeg_of_one_scan_holds_no_coefficients() -> None:
    content = jpeg(800, 600)
    assert header_of(content).held == len(content)


def test_a_jpeg_with_a_scan_for_each_colour_is_held_whole() -> None:
    content = apart(160)
    with Image.open(BytesIO(content)) as image:
        image.load()
    assert header_of(content).held == len(content) + 160 * 160 * 6


@pytest.mark.parametrize(
    ("colour", "depth", "numbers"),
    [(0, 1, 1), (0, 8, 1), (0, 16, 2), (2, 8, 4), (2, 16, 4), (3, 4, 1), (4, 8, 4), (6, 16, 4)],
)
def test_a_png_holds_its_pixels_as_pillow_does(colour: int, depth: int, numbers: int) -> None:
    content = flat_png(70, 90, colour, depth)
    assert header_of(content).held == len(content) + 70 * 90 * numbers


def test_a_webp_is_held_three_times() -> None:
    content = saved(Image.new("RGB", (70, 90)), "WEBP")
    assert header_of(content).held == 3 * (len(content) + 70 * 90 * 4)


def test_a_file_of_very_many_parts_is_refused() -> None:
    assert header_of(with_segments(MOST_PARTS - 100, b""))
    assert why(with_segments(MOST_PARTS, b"")) is Why.TOO_HARD
    assert header_of(flat_png(60, 60, 0, extra=[(b"prVt", b"")] * (MOST_PARTS - 100)))
    assert why(flat_png(60, 60, 0, extra=[(b"prVt", b"")] * MOST_PARTS)) is Why.TOO_HARD
    webp = saved(Image.new("RGB", (70, 90)), "WEBP", exif=Image.Exif(), xmp=b"x")
    empty = struct.pack("<4sI", b"none", 0)
    for count, is_refused in ((MOST_PARTS - 100, False), (MOST_PARTS, True)):
        size = struct.pack("<I", len(webp) - 8 + count * len(empty))
        content = webp[:4] + size + webp[8:] + count * empty
        if is_refused:
            assert why(content) is Why.TOO_HARD
        else:
            assert header_of(content)


def test_what_lies_between_the_segments_of_a_jpeg_is_passed_over_and_ends() -> None:
    content = jpeg(80, 60)
    for junk in (b"\xff" * 9, b"\xff\0" * 9, b"any" * 9):
        assert header_of(content[:2] + junk + content[2:]).width == 80
    assert why(content[:2] + b"\xff\0" * MOST_PARTS + content[2:]) is Why.TOO_HARD


def test_a_progressive_jpeg_of_very_many_scans_is_refused() -> None:
    usual = jpeg(80, 80, progressive=True, subsampling=0).count(b"\xff\xda")
    assert header_of(scanned(MOST_SCANS - usual, 80))
    assert why(scanned(MOST_SCANS - usual + 1, 80)) is Why.TOO_HARD


@pytest.mark.parametrize("marker", [0xC3, 0xC5, 0xC9, 0xCA, 0xCF])
def test_kinds_of_jpeg_that_no_camera_makes_are_no_pictures(marker: int) -> None:
    content = jpeg(80, 60)
    assert why(content.replace(b"\xff\xc0", bytes([0xFF, marker]), 1)) is Why.NO_PICTURE


def test_a_size_that_is_said_twice_is_not_believed() -> None:
    content = jpeg(80, 60)
    at = content.index(b"\xff\xc0")
    assert why(content[:at] + content[at : at + 19] + content[at:]) is Why.NO_PICTURE
    again = struct.pack(">IIBBBBB", 9_000, 9_000, 8, 0, 0, 0, 0)
    assert why(flat_png(60, 60, 0, extra=[(b"IHDR", again)])) is Why.NO_PICTURE


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xd8",
        b"\xff\xd8\xff",
        jpeg(80, 60)[:300],
        PNG,
        PNG + chunk(b"IDAT", bytes(13)),
        PNG + chunk(b"IHDR", bytes(9)),
        b"RIFF\0\0\0\0WEBP",
        b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0",
        b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0",
        b"RIFF\0\0\0\0WEBPnone" + bytes(20),
        b"GIF89a" + bytes(20),
    ],
)
def test_files_without_a_whole_header_are_no_pictures(content: bytes) -> None:
    assert why(content) is Why.NO_PICTURE


def test_a_colour_without_samples_is_no_picture() -> None:
    content = bytearray(jpeg(80, 60, progressive=True))
    at = content.index(b"\xff\xc2")
    for colour in range(3):
        content[at + 11 + 3 * colour] = 0
    assert why(bytes(content)) is Why.NO_PICTURE
