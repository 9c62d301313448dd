"""Files that are hostile, or that no camera has made."""

import random
import struct
import zlib
from io import BytesIO

import numpy as np
import pytest
from PIL import Image, ImageOps

from engine.photo.picture import LARGE, MOST_BYTES, Picture, read_picture
from engine.photo.reading import Unreadable, Why
from tests.engine.photo.forms import claiming, flat_png, jpeg, moving, saved


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


@pytest.mark.parametrize(
    ("mode", "subsampling", "most"),
    [("L", -1, 7_000), ("RGB", 2, 6_060), ("RGB", 1, 5_290), ("RGB", 0, 4_120), ("CMYK", 0, 3_640)],
)
def test_a_progressive_picture_may_be_as_large_as_its_coefficients_allow(
    mode: str, subsampling: int, most: int
) -> None:
    options = {"progressive": True, "subsampling": subsampling}
    grey, _ = read_picture(claiming(mode, most, most, **options))
    assert max(grey.shape) <= LARGE
    assert why(claiming(mode, most + 100, most + 100, **options)) is Why.TOO_LARGE


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_picture_of_one_scan_may_have_fifty_megapixels(mode: str) -> None:
    grey, _ = read_picture(claiming(mode, 8_000, 6_200))
    assert max(grey.shape) <= LARGE
    assert why(claiming(mode, 8_000, 6_300)) is Why.TOO_LARGE


def test_what_phones_make_is_decoded() -> None:
    for width, height in ((4_000, 3_000), (8_160, 6_120)):
        grey, _ = read_picture(claiming("RGB", width, height, subsampling=2))
        assert max(grey.shape) <= LARGE
    # Telegram makes photos this large at most, and progressive.
    sent = claiming("RGB", 2_560, 1_920, progressive=True, subsampling=2)
    assert read_picture(sent)[0].shape == (1_800, 2_400)
    # The screen of a tablet.
    assert read_picture(flat_png(2_064, 2_752, 6))[0].shape == (2_400, 1_800)


def test_a_slim_picture_is_decoded_at_a_fraction_of_its_size_too() -> None:
    assert read_picture(jpeg(9_700, 600))[0].shape == (148, 2_400)


def test_the_first_of_several_pictures_in_a_jpeg_is_decoded() -> None:
    _, colours = read_picture(moving(90, 3, "MPO"))
    assert abs(colours.reshape(-1, 3).mean(axis=0) - (9, 9, 9)).max() < 3


def test_other_kinds_and_broken_files_are_no_pictures() -> None:
    for content in (b"", b"hello", b"%PDF-1.7", saved(Image.new("RGB", (99, 99)), "BMP")):
        assert why(content) is Why.NO_PICTURE
    whole = saved(Image.effect_noise((400, 400), 50), "PNG")
    assert why(whole[: len(whole) // 2]) is Why.NO_PICTURE
    assert why(bytes(MOST_BYTES + 1)) is Why.TOO_LARGE
    assert why(saved(Image.new("L", (40, 900)), "PNG")) is Why.TOO_SMALL


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_stands_as_its_camera_was_held(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    content = saved(coloured(70, 90), "PNG", exif=exif)
    grey, colours = read_picture(content)
    with Image.open(BytesIO(content)) as image:
        upright = ImageOps.exif_transpose(image)
    assert np.array_equal(colours, np.asarray(upright))
    assert np.array_equal(grey, np.asarray(upright.convert("L")))


def coloured(width: int, height: int) -> Image.Image:
    noise = np.random.default_rng(3).integers(0, 256, (height, width, 3), np.uint8)
    return Image.fromarray(noise)


@pytest.mark.parametrize(("width", "height"), [(3_000, 1_111), (2_401, 2_400), (2_400, 130)])
def test_strips_join_to_what_the_whole_picture_looks_like(width: int, height: int) -> None:
    image = coloured(width, height)
    _, colours = read_picture(saved(image, "PNG", compress_level=1))
    image.thumbnail((LARGE, LARGE), Image.Resampling.BOX)
    assert np.array_equal(colours, np.asarray(image))


def test_a_picture_of_sixteen_bits_is_as_dark_as_one_of_eight() -> None:
    levels = np.tile(np.arange(0, 65_536, 257, dtype=np.uint16), (60, 1))
    grey, _ = read_picture(saved(Image.fromarray(levels), "PNG"))
    assert np.array_equal(grey[0], np.arange(256))


def test_the_colours_of_a_palette_are_mixed_where_it_becomes_smaller() -> None:
    image = Image.effect_noise((1_200, 60), 90).resize((4_800, 240), Image.Resampling.NEAREST)
    grey, _ = read_picture(saved(image.convert("P"), "PNG"))
    plain, _ = read_picture(saved(image, "PNG"))
    assert np.abs(grey.astype(int) - plain).max() <= 1


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
    assert read_picture(flat_png(5_000, 4_000, 6))[0].shape == (1_920, 2_400)
    assert why(flat_png(5_000, 4_001, 6)) is Why.TOO_LARGE
    assert read_picture(saved(Image.new("RGB", (4_080, 3_060)), "WEBP"))[0].shape == (1_800, 2_400)
    assert why(saved(Image.new("RGB", (4_100, 3_060)), "WEBP")) is Why.TOO_LARGE
    heavy = saved(Image.new("RGB", (4_032, 3_024)), "WEBP").ljust(4_700_000, b"\0")
    assert why(heavy) is Why.TOO_LARGE
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


def test_a_coarser_copy_has_half_the_size_and_nothing_fine() -> None:
    fine = np.tile(np.array([[0, 250], [250, 0]], np.uint8), (400, 300))
    picture = Picture.of(saved(Image.fromarray(fine), "PNG"))
    coarse = picture.coarser()
    assert coarse.small.shape == (400, 300)
    assert np.ptp(coarse.small[9:-9, 9:-9]) < 9
    places = np.array([[0, 0], [299, 399]], np.float32)
    assert coarse.places(places) == pytest.approx(np.array([[0.5, 0.5], [598.5, 798.5]]))


@pytest.mark.parametrize(
    ("side", "seen", "scale"), [(320, 1280, 1 / 4), (200, 800, 1 / 4), (1600, 1280, 1.25)]
)
def test_a_larger_copy_shows_what_is_small(side: int, seen: int, scale: float) -> None:
    picture = Picture.of(saved(Image.new("L", (side // 2, side)), "PNG"))
    larger = picture.larger()
    assert larger.small.shape == (seen, seen // 2)
    assert larger.grey is picture.grey
    assert larger.places(np.zeros((1, 2), np.float32)) == pytest.approx(scale / 2 - 0.5)
