"""Combines photographs: phones side by side, and frames into an animation."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from tests.bot.playground.browsing import PHONE

SMALL: Final = (round(0.7 * PHONE["width"]), round(0.7 * PHONE["height"]))
FRAME_MS: Final = 900
GAP: Final = 12
COLOURS: Final = 128
SHEET: Final = (round(0.5 * PHONE["width"]), round(0.5 * PHONE["height"]))
CAPTION: Final = 28


def montage(folder: Path, names: Sequence[str]) -> Image.Image:
    """Phones side by side, small and with few colours."""
    width, height = SMALL
    whole = Image.new("RGB", (len(names) * (width + GAP) - GAP, height), "white")
    for number, name in enumerate(names):
        whole.paste(_small(folder / f"{name}-phone.png"), (number * (width + GAP), 0))
    return whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)


def sheet(rows: Mapping[str, Sequence[Path]]) -> Image.Image:
    """Photographs of phones in rows, each below its caption."""
    width, height = SHEET
    longest, step = max(map(len, rows.values())), height + CAPTION + GAP
    whole = Image.new("RGB", (longest * (width + GAP) - GAP, len(rows) * step), "white")
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(16)
    for number, (caption, paths) in enumerate(rows.items()):
        top = number * step
        pen.text((0, top + 4), caption, "black", font)
        for place, path in enumerate(paths):
            whole.paste(_small(path, SHEET), (place * (width + GAP), top + CAPTION))
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)


def animate(folder: Path, target: Path) -> None:
    """The frames as an endless animation; the last one stays longest."""
    frames = [_small(path).quantize(COLOURS) for path in sorted(folder.glob("film-*.png"))]
    if not frames:
        return
    times = [FRAME_MS] * (len(frames) - 1) + [3 * FRAME_MS]
    first, *others = frames
    first.save(target, save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def _small(path: Path, size: tuple[int, int] = SMALL) -> Image.Image:
    return Image.open(path).convert("RGB").resize(size, Image.Resampling.LANCZOS)
