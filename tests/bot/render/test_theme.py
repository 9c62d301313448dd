import pytest

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
