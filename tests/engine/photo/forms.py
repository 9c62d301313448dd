"""Files that cost a decoder or the reader the most, each of another form.

Those that stand at a limit are the largest that are still read; others are refused by their header.
"""

import struct
import zlib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import BytesIO
from random import Random
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from engine.notation.notation import parse

Form = Callable[[], bytes]

SIDE: Final = 4_400
"""The side of a square picture with nearly as many pixels as a PNG may have."""

LETTERS: Final = "HJKLMNPQRSTUVWXYZ"
"""Letters that no board has."""

PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

_NUMBERS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""How many numbers a PNG has for each pixel, by the kind of its colours."""

_PASSES: Final = (
    (0, 0, 8, 8),
    (4, 0, 8, 8),
    (0, 4, 4, 8),
    (2, 0, 4, 4),
    (0, 2, 2, 4),
    (1, 0, 2, 2),
    (0, 1, 1, 2),
)
"""The first column and row of each pass of an interlaced PNG, and its steps."""


def saved(image: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def chunk(name: bytes, data: bytes) -> bytes:
    """A part of a PNG."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def flat_png(
    width: int,
    height: int,
    colour: int,
    depth: int = 8,
    *,
    interlaced: bool = False,
    extra: Iterable[tuple[bytes, bytes]] = (),
) -> bytes:
    """A black PNG, a few kilobytes for any size; `extra` are parts that come before the pixels."""
    bits = _NUMBERS[colour] * depth
    passes = _PASSES if interlaced else ((0, 0, 1, 1),)
    packed, body = zlib.compressobj(), []
    for left, top, across, down in passes:
        wide, high = -(-(width - left) // across), -(-(height - top) // down)
        row = bytes(1 + -(-wide * bits // 8))
        body += [packed.compress(row) for _ in range(high)]
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlaced)
    palette = [(b"PLTE", bytes(range(6)))] if colour == 3 else []
    pixels = b"".join([*body, packed.flush()])
    chunks = [(b"IHDR", header), *palette, *extra, (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def jpeg(width: int, height: int, mode: str = "RGB", *, grain: int = 10, **options: Any) -> bytes:
    """A JPEG of noise, whose grains are that large; flat if they are of no size."""
    size = (width, height)
    image = Image.new(mode, size)
    if grain:
        image = Image.effect_noise((width // grain, height // grain), 60).resize(size).convert(mode)
    return saved(image, "JPEG", **options)


def scanned(times: int, side: int, grain: int = 10) -> bytes:
    """A progressive JPEG whose last scan comes again and again."""
    content = jpeg(side, side, grain=grain, progressive=True, subsampling=0)
    last = content.rindex(b"\xff\xda")
    tables = content.rindex(b"\xff\xc4", 0, last)
    again = content[tables:-2]
    return content[:-2] + again * times + b"\xff\xd9"


def apart(side: int) -> bytes:
    """A baseline JPEG whose three colours have a scan each, so that it is held whole."""
    content = saved(Image.new("L", (side, side), 200), "JPEG")
    frame, scan = content.index(b"\xff\xc0"), content.index(b"\xff\xda")
    colours = b"".join(bytes([colour, 0x11, 0]) for colour in (1, 2, 3))
    whole = b"\xff\xc0\0\x11\x08" + content[frame + 5 : frame + 9] + b"\x03" + colours
    pixels = content[scan + 10 : -2]
    scans = (b"\xff\xda\0\x08\x01" + bytes([c, 0, 0, 63, 0]) + pixels for c in (1, 2, 3))
    between = content[frame + 2 + int.from_bytes(content[frame + 2 : frame + 4]) : scan]
    return content[:frame] + whole + between + b"".join(scans) + b"\xff\xd9"


def claiming(mode: str, width: int, height: int, **options: Any) -> bytes:
    """A JPEG whose header says that it is larger than it is."""
    content = bytearray(saved(Image.new(mode, (80, 80)), "JPEG", **options))
    frame = b"\xff\xc2" if options.get("progressive") else b"\xff\xc0"
    at = content.index(frame) + 5
    content[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(content)


def with_segments(count: int, data: bytes, marker: int = 0xE5) -> bytes:
    """A small JPEG with so many segments before its picture."""
    content = saved(Image.new("RGB", (300, 300), "white"), "JPEG")
    segment = bytes([0xFF, marker]) + struct.pack(">H", 2 + len(data)) + data
    return content[:2] + segment * count + content[2:]


def repeating_exif() -> bytes:
    """Exif of 64 kB with 5,000 tags, each of which says that all of it is its data."""
    tags = 5_000
    entries = (struct.pack("<HHII", 40_000 + tag, 7, 60_000, 8) for tag in range(tags))
    exif = b"Exif\0\0II*\0" + struct.pack("<IH", 8, tags) + b"".join(entries)
    content = with_segments(1, exif.ljust(65_500, b"\0"), 0xE1)
    # Without the density in the first segment, Pillow looks for it in Exif.
    return content.replace(b"JFIF\0", b"JFXX\0", 1)


def turned(width: int, height: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = 6
    return jpeg(width, height, exif=exif)


def moving(side: int, frames: int, kind: str, **options: Any) -> bytes:
    """Frames of changing colours."""
    colours = [(9 + frame % 200, 9, 9, 99) for frame in range(frames)]
    mode = "RGB" if kind == "MPO" else "RGBA"
    first, *others = (Image.new(mode, (side, side), colour[: len(mode)]) for colour in colours)
    return saved(first, kind, append_images=others, save_all=True, **options)


def noisy_webp(width: int, height: int, **options: Any) -> bytes:
    noise = Image.effect_noise((width // 4, height // 4), 90).resize((width, height))
    return saved(noise.convert("RGB"), "WEBP", method=0, **options)


def lattice(side: int, step: int) -> Image.Image:
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    for at in range(0, side, step):
        draw.line((at, 0, at, side), 0, 2)
        draw.line((0, at, side, at), 0, 2)
    return image


def squares(side: int) -> Image.Image:
    image = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(image)
    for across in range(0, side, 6):
        for down in range(0, side, 6):
            draw.rectangle((across, down, across + 3, down + 3), outline=0)
    return image


def boards(side: int, size: int) -> Image.Image:
    """Many boards, full of digits that clash."""
    image = lattice(side, side // (4 * size))
    draw = ImageDraw.Draw(image)
    wide = side // (4 * size)
    for across in range(4 * size):
        for down in range(4 * size):
            draw.text((wide * (across + 0.3), wide * (down + 0.2)), str(1 + across % 9), 0)
    for at in range(0, side, wide * size):
        draw.line((at, 0, at, side), 0, 6)
        draw.line((0, at, side, at), 0, 6)
    return image


def letters(side: int) -> Image.Image:
    """A table of 16 rows of letters, as for a search for words."""
    image = lattice(side + 2, side // 16)
    draw = ImageDraw.Draw(image)
    font, drawn_by_lot = ImageFont.load_default(side // 25), Random(1)
    for cell in range(256):
        row, column = divmod(cell, 16)
        middle = side * (column + 0.5) / 16, side * (row + 0.5) / 16
        draw.text(middle, drawn_by_lot.choice(LETTERS), 0, font, anchor="mm")
    return image


def beside_letters(board: bytes) -> bytes:
    """The picture of a board beside three tables of letters that are larger."""
    page = Image.new("L", (1_400, 1_400), 255)
    with Image.open(BytesIO(board)) as image:
        page.paste(image.resize((500, 500)), (60, 60))
    for place in ((720, 40), (40, 720), (720, 720)):
        page.paste(letters(640), place)
    return saved(page, "PNG")


def photo(width: int, height: int) -> bytes:
    """A board as a phone would take it."""
    # Only here: whoever measures memory decides when numpy is loaded.
    from tests.engine.photo.drawn import drawn  # noqa: PLC0415

    grid = parse(
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    with Image.open(BytesIO(drawn(grid))) as image:
        return saved(image.resize((width, height)), "JPEG", quality=90)


_COMPRESSED: Final = zlib.compress(bytes(1_000_000))

FILES: Final[Mapping[str, Form]] = {
    "baseline, 49 MP": partial(jpeg, 8_100, 6_100),
    "baseline, 14 MB": partial(jpeg, 6_000, 4_500, grain=1, quality=80),
    "baseline, slim": partial(jpeg, 16_000, 3_100),
    "baseline, turned": partial(turned, 8_100, 6_100),
    "baseline, four inks": partial(jpeg, 7_000, 7_000, "CMYK", grain=0),
    "baseline, a scan a colour": partial(apart, 4_000),
    "baseline, too large so": partial(apart, 6_500),
    "progressive 4:4:4": partial(jpeg, 4_700, 3_500, progressive=True, subsampling=0),
    "progressive 4:2:2": partial(jpeg, 5_500, 4_150, progressive=True, subsampling=1),
    "progressive 4:2:0": partial(jpeg, 6_800, 5_150, progressive=True, subsampling=2),
    "progressive grey": partial(jpeg, 7_900, 6_000, "L", progressive=True),
    "progressive, four inks": partial(jpeg, 4_200, 3_050, "CMYK", progressive=True, subsampling=0),
    "progressive, 300 kB": partial(jpeg, 6_800, 5_100, grain=0, progressive=True),
    "progressive, too large": partial(jpeg, 8_000, 6_000, progressive=True, subsampling=0),
    "progressive, 39 scans": partial(scanned, 29, 3_300),
    "progressive, 39 empty scans": partial(scanned, 29, 4_100, 0),
    "progressive, 500 scans": partial(scanned, 490, 4_000, 0),
    "progressive, claimed": partial(claiming, "RGB", 6_000, 5_900, progressive=True),
    "JPEG of several pictures": partial(moving, 3_000, 3, "MPO"),
    "JPEG of a million parts": partial(with_segments, 3_500_000, b""),
    "JPEG of 2,000 parts": partial(with_segments, 2_000, bytes(7_000)),
    "JPEG with Exif that repeats": repeating_exif,
    "PNG": partial(flat_png, SIDE, SIDE, 2),
    "PNG, transparent": partial(flat_png, SIDE, SIDE, 6),
    "PNG, transparent grey": partial(flat_png, SIDE, SIDE, 4),
    "PNG, palette": partial(flat_png, SIDE, SIDE, 3),
    "PNG, black and white": partial(flat_png, 16_000, 1_240, 0, 1),
    "PNG, 16 bits": partial(flat_png, SIDE, SIDE, 2, 16),
    "PNG, 16 bits, transparent": partial(flat_png, SIDE, SIDE, 6, 16),
    "PNG, 16 bits, grey": partial(flat_png, SIDE, SIDE, 0, 16),
    "PNG, interlaced": partial(flat_png, SIDE, SIDE, 2, interlaced=True),
    "PNG, interlaced, 16 bits": partial(flat_png, SIDE, SIDE, 6, 16, interlaced=True),
    "PNG, too large": partial(flat_png, 15_000, 15_000, 6),
    "PNG that moves": partial(moving, 3_000, 5, "PNG"),
    "PNG of a million parts": lambda: flat_png(99, 99, 0, extra=[(b"prVt", b"")] * 1_000_000),
    "PNG with 60 MB of remarks": lambda: flat_png(
        99, 99, 0, extra=[(b"zTXt", b"%d\0\0" % each + _COMPRESSED) for each in range(60)]
    ),
    "WEBP": partial(noisy_webp, 4_032, 3_024),
    "WEBP, transparent": lambda: saved(Image.new("RGBA", (4_080, 3_060), (9, 9, 9, 9)), "WEBP"),
    "WEBP, lossless": partial(noisy_webp, 3_500, 2_700, lossless=True),
    "WEBP, too large": lambda: saved(Image.new("RGB", (4_100, 3_100)), "WEBP"),
    "WEBP that moves": partial(moving, 3_500, 3, "WEBP"),
    "WEBP of 1,000 frames": partial(moving, 300, 1_000, "WEBP"),
}
"""Files that are costly to decode."""

SIGHTS: Final[Mapping[str, Form]] = {
    "a usual photo": partial(photo, 4_000, 3_000),
    "noise": lambda: saved(Image.effect_noise((2_400, 2_400), 90), "PNG"),
    "coarse noise": lambda: saved(
        Image.effect_noise((300, 300), 90).resize((SIDE, SIDE), 0), "PNG"
    ),
    "a lattice": lambda: saved(lattice(2_400, 20), "PNG"),
    "a wide lattice": lambda: saved(lattice(2_400, 150), "PNG"),
    "squares": lambda: saved(squares(2_400), "PNG"),
    "a board beside letters": lambda: beside_letters(photo(500, 500)),
    "sixteen boards": lambda: saved(boards(2_304, 9), "PNG"),
    "sixteen large boards": lambda: saved(boards(2_304, 16), "PNG"),
}
"""Pictures that are costly to look at, and one that is not."""

PICTURES: Final[Mapping[str, Form]] = {**FILES, **SIGHTS}

SHORT: Final = (
    "a usual photo",
    "baseline, 14 MB",
    "progressive 4:4:4",
    "progressive, 39 scans",
    "PNG, transparent",
    "WEBP",
    "squares",
    "sixteen large boards",
)
"""A usual photo, and the costliest of each kind."""
