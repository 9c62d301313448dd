"""How a person wants boards to be shown."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game.person import Policy


class Look(StrEnum):
    """The forms of a board; the store keeps them by these values.

    `TALL` is the text with more keys of a 9x9, for phones that have room for them. A look that a
    newer version has stored is `FULL`: while an upgrade runs, a board must be drawn all the same.
    """

    FULL = "full"
    COMPACT = "compact"
    SPEAK = "speak"
    IMAGE = "image"
    TALL = "tall"

    @classmethod
    def _missing_(cls, _: object) -> "Look":
        return cls.FULL


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices; `theme` is the name of a Theme."""

    look: Look = Look.FULL
    policy: Policy = Policy.CONFLICTS
    theme: str = "light"
    timer: bool = True
    digit_first: bool = False
