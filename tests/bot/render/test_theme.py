from itertools import combinations
from math import dist

import pytest

from bot.game.player import LETTERS
from bot.render.theme import CONTRAST, THEMES, Colour, Theme


def luminance(colour: Colour) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_ink_is_legible_on_every_paper(theme: Theme) -> None:
    least = 7.0 if theme is CONTRAST else 4.5
    pairs = {(paper, ink): contrast(paper, ink) for paper in theme.papers for ink in theme.inks}
    assert {pair: ratio for pair, ratio in pairs.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_no_two_colours_of_a_kind_are_the_same(theme: Theme) -> None:
    assert len(set(theme.papers)) == len(theme.papers)
    assert len(set(theme.inks)) == len(theme.inks)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_notes_are_legible_on_hatching_and_hatching_is_seen_on_paper(theme: Theme) -> None:
    assert contrast(theme.note, theme.hatch) >= 4.5
    assert contrast(theme.paper, theme.hatch) >= 1.5


def test_themes_are_found_by_the_names_they_carry() -> None:
    assert list(THEMES) == ["light", "dark", "contrast"]
    assert all(theme.name == name for name, theme in THEMES.items())


CONES = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no long ones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no middle ones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no short ones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What people with these cones see of red, green and blue (Machado, Oliveira, Fernandes 2009)."""

TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.95047, 1.0, 1.08883)

Vector = tuple[float, float, float]


def times(matrix: tuple[Vector, Vector, Vector], vector: Vector) -> Vector:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def lab(colour: Colour, cones: str) -> Vector:
    """The colour in CIELAB, as a person with that vision sees it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    seen = times(CONES[cones], (red, green, blue))
    clipped = min(max(seen[0], 0), 1), min(max(seen[1], 0), 1), min(max(seen[2], 0), 1)
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (a / b for a, b in zip(times(TO_XYZ, clipped), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("cones", CONES)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_players_are_told_apart_also_without_one_kind_of_cones(theme: Theme, cones: str) -> None:
    """Differ from each other, from givens, and from an alarm."""
    seen = [lab(colour, cones) for colour in (*theme.players, theme.ink, theme.alarm)]
    nearest = min(dist(one, other) for one, other in combinations(seen[:-1], 2))
    assert min(nearest, *(dist(one, seen[-1]) for one in seen[:-2])) >= 15


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_letter_has_a_colour_that_is_legible_where_it_stands(theme: Theme) -> None:
    least = 7.0 if theme is CONTRAST else 4.5
    assert len(theme.players) == len(LETTERS)
    assert theme.players[0] == theme.own
    for colour in theme.players:
        assert contrast(colour, theme.paper) >= least
        assert contrast(colour, theme.alarm_paper) >= least
    assert {(theme.paper, colour) for colour in theme.players} <= set(theme.blends)
