"""By what an act is recognized when it comes again, so that it happens only once.

An update of Telegram is handled again after a crash, and a page sends again what was not confirmed.
The transaction of a change stores the mark of what made it, in the same transaction.
"""

from dataclasses import dataclass
from typing import NamedTuple


class AlreadyDone(Exception):  # noqa: N818 - an answer to a page, not a fault
    """Raised in the transaction of a change that was made before; nothing is written."""


@dataclass(frozen=True, slots=True)
class UpdateMark:
    """The update behind a visit.

    `took_effect` says that an earlier process had made the change when it was killed; `game_id` is
    the game that it changed, if it changed one.
    """

    bot_id: int
    update_id: int
    took_effect: bool = False
    game_id: int | None = None


class Device(NamedTuple):
    """A device of a person, by the name that it has given itself."""

    person: int
    name: str


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """The `number`th act on a device of the person; numbers rise."""

    device: str
    number: int


Mark = UpdateMark | DeviceMark
