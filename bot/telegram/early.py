"""Updates that are handled before they are stored, while SQLite can be read but not written.

The problem: every update is stored before it is handled (`bot/telegram/inbox.py`). So a program
that keeps the file locked, such as a shell in the middle of a transaction, a full disk, or a file
that somebody has moved away silenced even /help, although what is stored can be read meanwhile.

What is done: a batch that cannot be stored, because of a lock not within LOCK_SECONDS, is handed to
its handlers all the same. They may only read (`bot/store/seam/reading.py`), and that divides the
updates:

- An update whose handler needs to write nothing is answered, and dealt with.
- An update whose handler would write is put off at its first write. Its chat goes on. The update
  stays at Telegram, which sends it again until it is stored; then it is handled from the beginning,
  in the order of its chat. Whoever sent it is told so if that takes three seconds.

What holds:

- Nothing is changed twice: an update that is not stored changes nothing.
- Nothing is lost: no update is confirmed unless it is stored or was answered in full. With polling
  only the oldest ones in a row can be confirmed, so while the first of a hundred is put off, no
  more than those hundred come. A call of the webhook is answered with 200 if its update needed
  nothing stored.
- Nothing is answered twice: the process remembers which updates it has answered. Once they are
  stored they count as finished. After a kill meanwhile, the answers that were not confirmed come
  again.
- The order: behind an update that was put off, all that its chat says is put off too, and is
  handled in its order. Only what shows what is stored, such as /help or /board, may overtake it
  (`may_overtake` in `bot/handlers/routes.py`). An undo behind a move that waits would be refused
  otherwise, although there will be something to undo.

An update may be stored while it waits for its turn in its chat, or while its handler is at work.
Then it is queued once more, behind those that were put off. The copy that came first gives way: it
does nothing if it has not begun, and if it was answered, the second one only counts as finished.

A handler may note which message shows a board. That does not count as a write: the note is kept
here as a record, and written when the update is stored, in the turn of its chat. After a kill in
between, the update is handled again, and the board comes twice.

None of this happens on PostgreSQL, where another replica might be the holder of a chat.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from time import monotonic
from typing import Final

from telegram import Update

from bot.store.seam.source import Source
from bot.telegram.updates import ReadUpdate

LOCK_SECONDS: Final = 0.5
"""How long a batch waits to be stored before it is handled without that."""

TOLD_SECONDS: Final = 3.0 - LOCK_SECONDS
"""How long after it was handed over somebody is told that an update is put off."""

KNOWN_SECONDS: Final = 3_600.0
"""How long an answered update is known that was never stored, since it may be delivered twice."""

Record = Callable[[Source], Awaitable[object]]
"""Writes which message shows what."""


class _Stage(Enum):
    AT_WORK = auto()
    PUT_OFF = auto()
    ANSWERED = auto()


@dataclass(slots=True)
class _Early:
    """One update that was handed over; `has_ended` is set when its handler has ended."""

    update: Update
    arrived: float
    stage: _Stage = _Stage.AT_WORK
    has_ended: asyncio.Event = field(default_factory=asyncio.Event)


class EarlyUpdates:
    """The updates that this process handles or has handled without having stored them."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._updates: dict[int, _Early] = {}
        # Stored while they were at work, so that a second copy of each is queued.
        self._first_copies: dict[int, _Early] = {}
        # What is to be written, instead of handling an update that was answered.
        self._records: dict[int, list[Record]] = {}

    def __contains__(self, update_id: int) -> bool:
        return update_id in self._updates

    def hand_over(self, batch: Iterable[ReadUpdate]) -> tuple[Update, ...]:
        """The updates of a batch that can be read and were not handed over yet."""
        new = [one.update for one in batch if one.update and one.number not in self._updates]
        for update in new:
            self._updates[update.update_id] = _Early(update, self._clock())
        return tuple(new)

    def is_early(self, update: Update) -> bool:
        """Whether this is a copy that was handed over, and not one that was stored before."""
        number = update.update_id
        early = self._updates.get(number) or self._first_copies.get(number)
        return early is not None and early.update is update

    def begins(self, update_id: int) -> bool:
        """Whether a copy that was handed over is to be handled; else a second one is queued."""
        return self._first_copies.pop(update_id, None) is None

    def answered(self, update_id: int) -> None:
        """Notes that an update was answered in full."""
        if self._first_copies.pop(update_id, None) is not None:
            self._records.setdefault(update_id, [])
        else:
            self._end(update_id, _Stage.ANSWERED)

    def put_off(self, update_id: int) -> bool:
        """Notes that an update would write; False where a second copy of it is stored by now."""
        self._records.pop(update_id, None)
        if self._first_copies.pop(update_id, None) is not None:
            return False
        self._end(update_id, _Stage.PUT_OFF)
        return True

    def is_behind(self, chat_id: int) -> bool:
        """Whether an update of the chat is put off."""
        return any(
            early.stage is _Stage.PUT_OFF and _chat_of(early.update) == chat_id
            for early in self._updates.values()
        )

    def is_put_off(self, update_id: int) -> bool:
        """Whether an update waits until it is stored."""
        early = self._updates.get(update_id)
        return early is not None and early.stage is _Stage.PUT_OFF

    def patience(self, update_id: int) -> float:
        """The seconds until somebody is to be told that an update is put off."""
        early = self._updates.get(update_id)
        return max(early.arrived + TOLD_SECONDS - self._clock(), 0.0) if early else 0.0

    async def is_answered(self, update_id: int, seconds: float = TOLD_SECONDS) -> bool:
        """Whether an update was answered, and nothing of it is to be stored; waits for its end."""
        early = self._updates.get(update_id)
        if early is None:
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await early.has_ended.wait()
        return self._is_dealt_with(update_id)

    def answered_up_to(self, numbers: Sequence[int]) -> int | None:
        """The last of the numbers before which all are dealt with, itself too; None if none is."""
        last = None
        for number in numbers:
            if not self._is_dealt_with(number):
                break
            last = number
        return last

    def forget(self, confirmed: int | None = None) -> tuple[int, ...]:
        """Forgets what will not be delivered again, and returns the numbers.

        That is what Telegram was told to be `confirmed`, up to this number. Without one it is what
        was answered so long ago that Telegram does not repeat it.
        """
        old = self._clock() - KNOWN_SECONDS
        gone = tuple(
            number
            for number, early in self._updates.items()
            if self._is_dealt_with(number)
            and (early.arrived < old if confirmed is None else number <= confirmed)
        )
        for number in gone:
            del self._updates[number]
        return gone

    def stored(self, update_ids: Collection[int]) -> frozenset[int]:
        """Notes that updates are stored; returns those that are dealt with.

        The others are to be queued, in their order.
        """
        found = self._updates.keys() & update_ids
        dealt_with = frozenset(number for number in found if self._is_dealt_with(number))
        for number in found:
            early = self._updates.pop(number)
            if early.stage is _Stage.AT_WORK:
                self._first_copies[number] = early
        return dealt_with

    def record(self, update_id: int, write: Record) -> None:
        """Keeps a write of an update until the update is stored."""
        self._records.setdefault(update_id, []).append(write)

    def records(self, update_id: int) -> Sequence[Record] | None:
        """What is to be written instead of handling an update that was answered; else None."""
        return self._records.get(update_id)

    def recorded(self, update_id: int) -> None:
        """Notes that all that was to be written is written."""
        self._records.pop(update_id, None)

    def _end(self, update_id: int, stage: _Stage) -> None:
        early = self._updates[update_id]
        early.stage = stage
        early.has_ended.set()

    def _is_dealt_with(self, update_id: int) -> bool:
        early = self._updates.get(update_id)
        is_answered = early is not None and early.stage is _Stage.ANSWERED
        return is_answered and update_id not in self._records


def _chat_of(update: Update) -> int | None:
    return update.effective_chat.id if update.effective_chat else None
