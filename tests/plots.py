"""Plots the times of random puzzles, sorted: `python -m tests.plots N .github/random.png`.

Each puzzle is counted up to two solutions in a call of its own. The times are processor time,
because a plot of a million times would otherwise show what other programs did meanwhile.
"""

import sys
from collections.abc import Sequence
from math import log10
from time import thread_time_ns
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from engine.board.geometry import Geometry
from engine.board.rng import Rng
from engine.commands.benchmark import (
    RANDOM_COLUMNS,
    histogram,
    measure_counts,
    summarise,
    table_line,
)
from engine.make.random_givens import random_puzzle
from engine.search.budget import Budget

WIDTH: Final = 1200
HEIGHT: Final = 560
LEFT: Final = 110
BOTTOM: Final = 60
MARGIN: Final = 30
INK: Final = "#1f2937"
RULE: Final = "#d1d5db"
CURVE: Final = "#2563eb"
UNITS: Final = ("ns", "us", "ms", "s")  # the font has no mu


def label(power: int) -> str:
    """A power of ten of nanoseconds as a label."""
    unit, rest = divmod(power, 3)
    return f"{10**rest} {UNITS[unit]}"


def draw(nanoseconds: Sequence[int]) -> Image.Image:
    """The times from the shortest to the longest, on a logarithmic scale."""
    times = [max(time, 1) for time in sorted(nanoseconds)]
    low, high = int(log10(times[0])), int(log10(times[-1])) + 1
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=20)
    floor, wide = HEIGHT - BOTTOM, WIDTH - LEFT - MARGIN

    def y_of(power: float) -> float:
        return floor - (power - low) / (high - low) * (floor - MARGIN)

    for power in range(low, high + 1):
        pen.line([(LEFT, y_of(power)), (LEFT + wide, y_of(power))], RULE)
        pen.text((LEFT - 12, y_of(power)), label(power), INK, font, anchor="rm")
    for part in range(5):
        x = LEFT + wide * part / 4
        text = f"{len(times) * part // 4:,}"
        pen.text((x, floor + 12), text, INK, font, anchor="ra" if part == 4 else "ma")
    shown = [times[min(len(times) - 1, len(times) * x // wide)] for x in range(wide)]
    curve = [(LEFT + x, y_of(log10(time))) for x, time in enumerate(shown)]
    pen.line([*curve, (LEFT + wide, y_of(log10(times[-1])))], CURVE, 3, joint="curve")
    middle = times[len(times) // 2]
    words = f"median {middle / 1000:,.1f} us, longest {times[-1] / 1000:,.0f} us"
    pen.text((LEFT + 20, MARGIN + 10), words, INK, font)
    return image


def main(arguments: list[str]) -> int:
    wanted, path = int(arguments[0]), arguments[1]
    rng, shape = Rng(0), Geometry(3, 3)
    puzzles = (random_puzzle(shape, rng) for _ in range(wanted))
    times, counts = measure_counts(puzzles, Budget(60), thread_time_ns)
    row = summarise(times, counts.count(1)).row()
    lines = [table_line("random", RANDOM_COLUMNS, 8), table_line("", row, 8)]
    lines.append(f"{counts.count(0):,} without solution, {counts.count(2):,} with more than one")
    lines += [f"below {bound:>8,} µs {count:>9,}" for bound, count in histogram(times).items()]
    sys.stdout.write("\n".join([*lines, ""]))
    draw(times).save(path, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
