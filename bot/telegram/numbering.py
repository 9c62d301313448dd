"""Which numbers of messages are known, from updates and from Telegram's answers.

Telegram numbers messages upwards, without gaps. A supergroup or channel has a counter of its own;
all private chats and basic groups of one bot share one.

For each counter the newest known number is kept, and one bit for each of the numbers before it:
whether it is known. So noting a number is a shift of one integer, whatever came before.
"""

from collections.abc import Iterator
from itertools import count, islice
from typing import Final

SHARED: Final = 0
"""Stands for the counter of all private chats and basic groups."""

FIRST_SUPERGROUP: Final = -1_000_000_000_000
"""Supergroups and channels have smaller numbers than this one, basic groups larger ones."""

REMEMBERED: Final = 4096
"""Numbers of the shared counter that are remembered: of a busy bot about the last minute."""

REMEMBERED_OF_GROUP: Final = 256
MOST_COUNTERS: Final = 10_000


class Numbering:
    """The known numbers of messages in all chats; those of chats idle longest are forgotten."""

    def __init__(self) -> None:
        self._counters: dict[int, tuple[int, int]] = {}

    def note(self, chat_id: int, number: int) -> None:
        """Notes that a message with this number is known."""
        counter = counter_of(chat_id)
        # Popped and put back, so that the first of the dictionary is the one idle longest.
        newest, known = self._counters.pop(counter, (number, 0))
        most = remembered_of(counter)
        if number > newest:
            step = number - newest
            known = known << step & (1 << most) - 1 if step < most else 0
            newest = number
        if newest - number < most:
            known |= 1 << newest - number
        self._counters[counter] = newest, known
        if len(self._counters) > MOST_COUNTERS:
            del self._counters[next(iter(self._counters))]

    def newest(self, chat_id: int) -> int | None:
        """The largest known number of the chat's counter; None where none is known."""
        found = self._counters.get(counter_of(chat_id))
        return found[0] if found else None

    def is_known(self, chat_id: int, number: int) -> bool:
        """Whether the message with this number is known, as far as is remembered."""
        newest, known = self._counters.get(counter_of(chat_id), (0, 0))
        return number <= newest and bool(known >> newest - number & 1)

    def unknown(self, chat_id: int, after: int, most: int) -> tuple[int, ...]:
        """The smallest numbers above `after` that are not known, at most `most`.

        None where more have come since than are remembered.
        """
        newest = self.newest(chat_id)
        if newest is None or newest - after >= remembered_of(counter_of(chat_id)):
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
