"""The people who play one game together, as the others see them."""

import unicodedata
from dataclasses import dataclass, replace
from typing import Final

LETTERS: Final = "ABCDEFGH"

WIDEST: Final = 16
"""Columns of a name; a Chinese character takes two."""

MOST_MARKS: Final = 2
"""Accents on one letter; with more of them a name would climb out of its line."""

BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs without ink."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a part in a game; seats are numbered from 0 on, in the order of coming.

    `name` is None where it is not known, or no longer.
    """

    user_id: int
    seat: int
    name: str | None = None

    @property
    def letter(self) -> str:
        """The letter of the seat; empty for those who came when all were taken."""
        return LETTERS[self.seat : self.seat + 1]

    def in_columns(self, widest: int) -> "Player":
        """The same person with a name of at most so many columns, and without one in none."""
        return replace(self, name=_cut(self.name, widest) if self.name and widest else None)


def shown_name(name: str) -> str | None:
    """A name as the others see it: one short line; None where nothing of it is visible.

    Characters of the Unicode categories C are left out, as those that turn the direction of a text
    or join what stands beside them.
    """
    seen = " ".join("".join(_visible(unicodedata.normalize("NFC", name))).split())
    return _cut(seen, WIDEST) or None


def _visible(name: str) -> list[str]:
    found: list[str] = []
    marks = MOST_MARKS
    for sign in name:
        kind = unicodedata.category(sign)
        is_blank = sign in BLANK or sign.isspace()
        # An accent behind a blank has no letter to stand on: there all are used up.
        marks = marks + 1 if kind in {"Mn", "Me"} else MOST_MARKS * is_blank
        if is_blank:
            found.append(" ")
        elif kind[0] != "C" and marks <= MOST_MARKS:
            found.append(sign)
    return found


def _cut(name: str, widest: int) -> str:
    room, kept = widest, 0
    for at, sign in enumerate(name, start=1):
        room -= 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        if room < 0:
            return name[:kept].rstrip() + "…"
        if room:
            # The ellipsis still fits behind it.
            kept = at
    return name


@dataclass(frozen=True, slots=True)
class Part:
    """What somebody did in a game: digits that stand, wrong ones on the way, help asked for.

    `player` is None for all who are no longer known.
    """

    player: Player | None
    placed: int
    mistakes: int = 0
    hints: int = 0
