"""The colours of pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, each 0..255."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Papers (backgrounds of cells) and inks (what is drawn on them).

    Every ink is legible on every paper. Marks differ in shape too, never in colour alone.
    """

    name: str
    paper: Colour
    given_paper: Colour
    alarm_paper: Colour
    unit_paper: Colour
    pattern_paper: Colour
    other_paper: Colour
    ink: Colour
    own: Colour
    note: Colour
    alarm: Colour
    place: Colour
    pattern: Colour
    other: Colour
    line: Colour
    hatch: Colour

    @property
    def papers(self) -> tuple[Colour, ...]:
        """The backgrounds that cells can have."""
        return (
            self.paper,
            self.given_paper,
            self.alarm_paper,
            self.unit_paper,
            self.pattern_paper,
            self.other_paper,
        )

    @property
    def inks(self) -> tuple[Colour, ...]:
        """The colours of digits and marks."""
        return (self.ink, self.own, self.note, self.alarm, self.place, self.pattern, self.other)


def _rgb(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


LIGHT: Final = Theme(
    name="light",
    paper=_rgb("ffffff"),
    given_paper=_rgb("eceef2"),
    alarm_paper=_rgb("ffe3dc"),
    unit_paper=_rgb("e2f0fb"),
    pattern_paper=_rgb("cfe6f8"),
    other_paper=_rgb("fbe8c8"),
    ink=_rgb("14161a"),
    own=_rgb("0b55c4"),
    note=_rgb("50565f"),
    alarm=_rgb("b3261e"),
    place=_rgb("00614a"),
    pattern=_rgb("005a94"),
    other=_rgb("8a4b00"),
    line=_rgb("9aa1ab"),
    hatch=_rgb("f5c4bc"),
)

DARK: Final = Theme(
    name="dark",
    paper=_rgb("15191f"),
    given_paper=_rgb("262c35"),
    alarm_paper=_rgb("4a1d1a"),
    unit_paper=_rgb("1a3042"),
    pattern_paper=_rgb("1d4160"),
    other_paper=_rgb("4d3512"),
    ink=_rgb("f5f7fa"),
    own=_rgb("8ec5ff"),
    note=_rgb("b9c1cc"),
    alarm=_rgb("ff9d92"),
    place=_rgb("56e0b2"),
    pattern=_rgb("7fd0ff"),
    other=_rgb("ffc46b"),
    line=_rgb("59626e"),
    hatch=_rgb("7a332d"),
)

CONTRAST: Final = Theme(
    name="contrast",
    paper=_rgb("000000"),
    given_paper=_rgb("26262b"),
    alarm_paper=_rgb("4d0000"),
    unit_paper=_rgb("00263d"),
    pattern_paper=_rgb("003a5c"),
    other_paper=_rgb("4a2d00"),
    ink=_rgb("ffffff"),
    own=_rgb("ffee33"),
    note=_rgb("f0f0f0"),
    alarm=_rgb("ffbdb3"),
    place=_rgb("5dffb9"),
    pattern=_rgb("9be0ff"),
    other=_rgb("ffcb5c"),
    line=_rgb("d0d0d0"),
    hatch=_rgb("8c1f14"),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}
)
"""Every theme by its name."""
