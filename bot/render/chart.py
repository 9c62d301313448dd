"""Solving times as a chart."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from statistics import median_low
from typing import Final

from bot.render import stamps
from bot.render.canvas import Canvas
from bot.render.layout import Point
from bot.render.theme import LIGHT, Theme

WIDTH: Final = 1080
HEIGHT: Final = 540
LEFT: Final = 150
RIGHT: Final = 150
TOP: Final = 40
BOTTOM: Final = 60

LETTERS: Final = 28
"""The size of numbers."""

STEPS: Final = (
    *(1, 2, 5, 10, 15, 30),
    *(minutes * 60 for minutes in (1, 2, 5, 10, 15, 30)),
    *(hours * 3600 for hours in (1, 2, 5, 10, 24, 48, 120, 240, 720, 2400, 8760)),
)
"""Seconds that read as round times."""

WIDE: Final = 8
"""The ratio of the slowest time to the fastest from which the scale is logarithmic."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps seconds to heights: 0 is the bottom of the chart, 1 its top."""

    low: float
    high: float
    logarithmic: bool

    def part(self, seconds: float) -> float:
        """The height of a time."""
        if self.logarithmic:
            return log(seconds / self.low) / log(self.high / self.low)
        return (seconds - self.low) / (self.high - self.low)


def history_png(times: Sequence[int], theme: Theme = LIGHT) -> bytes:
    """Solving times in seconds, the oldest first, as PNG of 1080x540; digits are its only text.

    A dashed line with its time at the right is the median, the one of `/stats`; a ring marks the
    first fastest time. The scale is linear from zero, or logarithmic where times differ eightfold.
    Raises ValueError without times.
    """
    if not times:
        raise ValueError("no times to draw")
    shown = [max(1, seconds) for seconds in times]
    scale = scale_of(shown)
    canvas = Canvas(WIDTH, HEIGHT, theme)
    _draw_scale(canvas, scale)
    _draw_counts(canvas, len(shown))
    _draw_median(canvas, scale, median_low(shown))
    _draw_times(canvas, scale, shown)
    return canvas.png()


def scale_of(times: Sequence[int]) -> Scale:
    """The scale on which all of these times, which must not be zero, are well apart."""
    slowest, fastest = max(times), min(times)
    if slowest >= WIDE * fastest:
        return Scale(fastest / 1.3, slowest * 1.3, logarithmic=True)
    return Scale(0, slowest * 1.15, logarithmic=False)


def ticks(scale: Scale) -> list[int]:
    """Three to six round times that lie on the scale."""
    if scale.logarithmic:
        inside = [step for step in STEPS if scale.low <= step <= scale.high]
        return inside[:: 1 + (len(inside) - 1) // 5]
    step = next((step for step in STEPS if scale.high / step < 6), STEPS[-1])
    return [step * k for k in range(int(scale.high / step) + 1)]


def clock(seconds: float) -> str:
    """A time as digits: `4:05`, `1:02:03`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _y(scale: Scale, seconds: float) -> float:
    return HEIGHT - BOTTOM - scale.part(seconds) * (HEIGHT - BOTTOM - TOP)


def _x(number: int, count: int) -> float:
    """Where the solve `number`, counted from 0, stands among `count` of them."""
    inset = 24
    room = WIDTH - LEFT - RIGHT - 2 * inset
    return LEFT + inset + (number / (count - 1) if count > 1 else 0.5) * room


def _draw_scale(canvas: Canvas, scale: Scale) -> None:
    for seconds in ticks(scale):
        y = round(_y(scale, seconds))
        canvas.fill((LEFT, y - 1, WIDTH - RIGHT, y + 1), canvas.theme.line)
        canvas.text((LEFT / 2, y), clock(seconds), LETTERS, canvas.theme.note)


def _draw_counts(canvas: Canvas, count: int) -> None:
    """Numbers the first, a middle and the last solve."""
    y = HEIGHT - BOTTOM / 2
    for number in sorted({0, (count - 1) // 2, count - 1}):
        canvas.text((_x(number, count), y), str(number + 1), LETTERS, canvas.theme.note)


def _draw_median(canvas: Canvas, scale: Scale, seconds: float) -> None:
    y = _y(scale, seconds)
    dashes = [[(x, y), (x + 16, y)] for x in range(LEFT, WIDTH - RIGHT - 15, 28)]
    canvas.strokes(dashes, canvas.theme.other, 4)
    canvas.text((WIDTH - RIGHT / 2, y), clock(seconds), LETTERS, canvas.theme.other, stroke=0.8)


def _draw_times(canvas: Canvas, scale: Scale, times: Sequence[int]) -> None:
    theme, count = canvas.theme, len(times)
    points: list[Point] = [
        (_x(number, count), _y(scale, seconds)) for number, seconds in enumerate(times)
    ]
    radius = 9 if count <= 40 else 5
    if count > 1:
        canvas.strokes([points], theme.pattern, 3)
    for point in points:
        canvas.stamp(stamps.disc(radius), point, theme.own)
    best = points[times.index(min(times))]
    canvas.stamp(stamps.ring(radius + 9, 4), best, theme.place)
