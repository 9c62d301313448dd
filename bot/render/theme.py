"""The colours of pictures."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, each 0..255."""


@dataclass(frozen=True, slots=True)
class Theme:
    """Papers (backgrounds of cells) and inks (what is drawn on them).

    Every ink is legible on every paper. Marks differ in shape too, never in colour alone. `players`
    are the colours of digits by the letters of the people who placed them, the first one `own`. To
    people who lack one kind of cones none of them looks like another one, a given or an alarm.
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
    players: tuple[Colour, ...]

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
    def blends(self) -> tuple[tuple[Colour, Colour], ...]:
        """The pairs of a paper and an ink that meet; players' digits stand on few papers."""
        few = product((self.paper, self.alarm_paper), self.players)
        return (*product(self.papers, self.inks), *few)

    @property
    def inks(self) -> tuple[Colour, ...]:
        """The colours of digits and marks."""
        return (self.ink, self.own, self.note, self.alarm, self.place, self.pattern, self.other)


def _rgb(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def _inks(codes: str) -> tuple[Colour, ...]:
    return tuple(map(_rgb, codes.split()))


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
    players=_inks("0b55c4 540c00 b40084 840cfc 007830 0c009c a84860 3c0c48"),
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
    players=_inks("8ec5ff fc6000 a878fc b4fc6c fc54b4 24a854 3cfc00 b4b448"),
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
    players=_inks("ffee33 84d8fc a8b46c f09c00 9ca8fc b4fc90 48e454 f090cc"),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}
)
"""Every theme by its name."""
