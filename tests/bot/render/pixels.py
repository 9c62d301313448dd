"""Measures what a drawn picture shows."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.render.layout import Layout

Size = tuple[int, int]


def opened(png: bytes) -> Image.Image:
    """The picture in RGB; fails unless it is a whole PNG."""
    with Image.open(BytesIO(png)) as image:
        assert image.format == "PNG"
        return image.convert("RGB")


def grey(png: bytes) -> Image.Image:
    """The picture as somebody sees it who sees no colours."""
    return opened(png).convert("L")


def cell_of(image: Image.Image, layout: Layout, cell: int, inset: int = 0) -> Image.Image:
    """The square of a cell, without this many pixels at its edges."""
    left, top, right, bottom = layout.box(cell)
    return image.crop((left + inset, top + inset, right - inset, bottom - inset))


def paper(image: Image.Image) -> int:
    """The most frequent grey."""
    counts = image.histogram()
    return counts.index(max(counts))


def shape(image: Image.Image, contrast: int = 60) -> Image.Image:
    """White where a grey picture differs clearly from its background, black elsewhere."""
    ground = paper(image)
    return image.point([255 if abs(value - ground) > contrast else 0 for value in range(256)])


def area(image: Image.Image) -> int:
    """How many pixels of a shape are white."""
    return image.histogram()[255]


def difference(one: Image.Image, other: Image.Image) -> int:
    """How many pixels differ between two pictures of the same size."""
    changed = ImageChops.difference(one, other).convert("L")
    return changed.width * changed.height - changed.histogram()[0]


def pieces(image: Image.Image, smallest: int = 12) -> list[tuple[int, int, int, int]]:
    """The boxes around the connected parts of a shape, from the left."""
    rest, found = image.copy(), []
    while box := rest.getbbox():
        left, top, right, _ = box
        row = rest.crop((left, top, right, top + 1)).tobytes()
        before = rest.copy()
        ImageDraw.floodfill(rest, (left + row.index(255), top), 0)
        part = ImageChops.difference(before, rest)
        if area(part) >= smallest:
            found.append(part.getbbox())
    return sorted(box for box in found if box)


def where(image: Image.Image, colour: tuple[int, int, int]) -> Image.Image:
    """White where a picture has exactly this colour."""
    bands = [
        band.point([255 if value == part else 0 for value in range(256)])
        for band, part in zip(image.split(), colour, strict=True)
    ]
    return ImageChops.darker(ImageChops.darker(bands[0], bands[1]), bands[2])


def read_symbol(image: Image.Image, symbols: str) -> str:
    """Which of the symbols is drawn in a grey picture that holds nothing else."""
    seen = _normal(shape(image, 90))
    return min(symbols, key=lambda symbol: difference_sum(seen, _template(symbol)))


def difference_sum(one: Image.Image, other: Image.Image) -> int:
    """How much two grey pictures differ, summed over all pixels."""
    counts = ImageChops.difference(one, other).histogram()
    return sum(value * count for value, count in enumerate(counts))


@cache
def _template(symbol: str) -> Image.Image:
    image = Image.new("L", (120, 120), 255)
    font = ImageFont.load_default(72)
    ImageDraw.Draw(image).text((60, 60), symbol, fill=0, font=font, anchor="mm", stroke_width=1)
    return _normal(shape(image, 90))


def _normal(drawn: Image.Image) -> Image.Image:
    """A shape scaled to 48 pixels high, in the middle of a square."""
    box = drawn.getbbox()
    assert box is not None, "nothing is drawn here"
    wide, high = box[2] - box[0], box[3] - box[1]
    scaled = drawn.crop(box).resize((max(1, round(48 * wide / high)), 48))
    square = Image.new("L", (64, 64))
    square.paste(scaled, ((64 - scaled.width) // 2, 8))
    return square
