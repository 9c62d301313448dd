"""The picture of a milestone shows the days, whole, in every theme."""

import pytest
from PIL import Image, ImageOps

from bot.chat.outcome import MILESTONES
from bot.render.streak_card import CELL, MARGIN, SIDE, streak_png
from bot.render.theme import LIGHT, THEMES, Theme
from tests.bot.render.pixels import opened, pieces, read_symbol, where

MIDDLE = (MARGIN + CELL, MARGIN + CELL, MARGIN + 2 * CELL, MARGIN + 2 * CELL)
BESIDE = 6
"""Pixels between the figures and the edge of their cell."""


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("days", MILESTONES)
def test_the_days_stand_in_the_middle_of_a_box(days: int, theme: Theme) -> None:
    image = opened(streak_png(days, theme))
    assert image.size == (SIDE, SIDE)
    ink = where(image.crop(MIDDLE), theme.own)
    figures = pieces(ink, 60)
    assert len(figures) == len(str(days))
    assert figures[0][0] > BESIDE
    assert figures[-1][2] < CELL - BESIDE, "nothing is cut off"
    read = [read_symbol(alone(ink.crop(box)), "0123456789") for box in figures]
    assert "".join(read) == str(days)


def alone(figure: Image.Image) -> Image.Image:
    """A figure with much paper around it."""
    return ImageOps.expand(figure, figure.height)


def test_equal_pictures_have_equal_bytes_and_are_small() -> None:
    assert streak_png(30) == streak_png(30, LIGHT) != streak_png(100)
    assert len(streak_png(365)) < 30_000
