"""Which numbers of messages are known, from updates and from Telegram's answers.

Telegram numbers messages upwards, without gaps. A supergroup or channel has a counter of its own;
all private chats and basic groups of one bot share one.

For each counter the newest known number is kept, and one bit for each of the numbers before it:
whether it is known. So noting a number is a shift of one integer, whatever came before.

A number of an update says little about what the bot itself has sent: the update may have waited
while an earlier process answered others, so that numbers above it are answers which this process
does not know, although nobody doubts them. Only a `current` number is above all of them: one that
this process got for a message of its own, or of a message that was written later than such a one.
A process that may get the chats of others begins anew (`may_get_chats`).
"""

from collections.abc import Iterator
from itertools import count, islice
from typing import Final, NamedTuple

SHARED: Final = 0
"""Stands for the counter of all private chats and basic groups."""

FIRST_SUPERGROUP: Final = -1_000_000_000_000
"""Supergroups and channels have smaller numbers than this one, basic groups larger ones."""

REMEMBERED: Final = 4096
"""Numbers of the shared counter that are remembered: of a busy bot about the last minute."""

REMEMBERED_OF_GROUP: Final = 256
MOST_COUNTERS: Final = 10_000


class _Counter(NamedTuple):
    """The newest known number, the bits of those known, and whether it was current in an era."""

    newest: int
    known: int
    era: int


class Numbering:
    """The known numbers of messages in all chats; those of chats idle longest are forgotten."""

    def __init__(self) -> None:
        self._counters: dict[int, _Counter] = {}
        self._era = 1
        self._sent_at: float | None = None

    def note(self, chat_id: int, number: int, written_at: float = 0.0) -> None:
        """Notes that a message with this number is known, written at a time by Telegram's clock."""
        is_current = self._sent_at is not None and written_at > self._sent_at
        self._note(chat_id, number, self._era if is_current else 0)

    def note_sent(self, chat_id: int, number: int, sent_at: float) -> None:
        """Notes the number that Telegram gave a message of this process at a time of its clock."""
        if self._sent_at is None:
            self._sent_at = sent_at
        self._note(chat_id, number, self._era)

    def may_get_chats(self) -> None:
        """Prepares for chats in which another process has sent messages until now."""
        self._era += 1
        self._sent_at = None

    def _note(self, chat_id: int, number: int, current: int) -> None:
        counter = counter_of(chat_id)
        # Popped and put back, so that the first of the dictionary is the one idle longest.
        newest, known, era = self._counters.pop(counter, _Counter(number, 0, 0))
        most = remembered_of(counter)
        if number > newest:
            step = number - newest
            known = known << step & (1 << most) - 1 if step < most else 0
            newest = number
        if newest - number < most:
            known |= 1 << newest - number
        self._counters[counter] = _Counter(newest, known, max(era, current))
        if len(self._counters) > MOST_COUNTERS:
            del self._counters[next(iter(self._counters))]

    def current(self, chat_id: int) -> int | None:
        """The largest known number of the chat's counter, if it is above all that others sent.

        None where that is not certain.
        """
        found = self._counters.get(counter_of(chat_id))
        return found.newest if found and found.era == self._era else None

    def is_known(self, chat_id: int, number: int) -> bool:
        """Whether the message with this number is known, as far as is remembered."""
        newest, known, _ = self._counters.get(counter_of(chat_id), _Counter(0, 0, 0))
        return number <= newest and bool(known >> newest - number & 1)

    def unknown(self, chat_id: int, after: int, most: int) -> tuple[int, ...]:
        """The smallest numbers above `after` that are not known, at most `most`.

        None where more have come since than are remembered.
        """
        found = self._counters.get(counter_of(chat_id))
        if found is None or found.newest - after >= remembered_of(counter_of(chat_id)):
            return ()
        return tuple(islice(self._unknown(chat_id, after), most))

    def _unknown(self, chat_id: int, after: int) -> Iterator[int]:
        return (number for number in count(after + 1) if not self.is_known(chat_id, number))


def counter_of(chat_id: int) -> int:
    """The counter from which the messages of a chat have their numbers."""
    return chat_id if chat_id < FIRST_SUPERGROUP else SHARED


def remembered_of(counter: int) -> int:
    """How many numbers of a counter are remembered."""
    return REMEMBERED if counter == SHARED else REMEMBERED_OF_GROUP
