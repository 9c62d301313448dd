"""Which updates this process handles: all of them, or those of the chats that it holds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Arrival:
    """An update as it came; `payload` is Telegram's JSON, `fault` why nobody can read it."""

    update_id: int
    user_id: int | None
    chat_id: int | None
    payload: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """An update that an earlier process did not finish; `payload` is Telegram's JSON.

    `took_effect` tells that it has changed something, `game_id` which game if it was one, and
    `was_taken` that a process had it already.
    """

    update_id: int
    payload: str
    took_effect: bool
    game_id: int | None
    was_taken: bool = True


@dataclass(frozen=True, slots=True)
class Received:
    """Which updates never came before, and which of them this process handles now."""

    fresh: frozenset[int]
    mine: frozenset[int]


class ReplicaEnded(RuntimeError):  # noqa: N818 - says what is
    """Raised when others have ended this replica, because it had not been heard of for long."""


class Holding(Protocol):
    """What this process may do to the inbox of one bot.

    `bot/telegram/inbox.py` has the one for a process that works alone,
    `bot/store/postgres/replica.py` the one for several. Whatever writes may raise StoreError, and
    LeaseLost.
    """

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        """Keep updates that have come."""

    async def waiting(self, update_ids: Collection[int]) -> frozenset[int]:
        """Which of some updates are kept and wait for this process, and for no other one."""

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:
        """The updates that wait for this process and were not handed to it yet, oldest first.

        With `again` also those that were, as far as they are not finished.
        """

    @property
    def takes_in_again(self) -> bool:
        """Whether what was stored or taken in without a word is taken in later, with the rest."""

    async def replies_found(self) -> Mapping[int, int]:
        """How many kept replies wait for each chat that was taken over since the last call.

        Whatever such a chat is answered comes behind them.
        """

    async def news(self) -> None:
        """Returns when there may be something to take in."""

    async def free_idle(self, is_busy: Callable[[int], bool]) -> None:
        """Let others have the chats in which nothing has happened for a while."""

    @property
    def is_leaving(self) -> bool:
        """Whether the chats of this process go to others, with the boards that they are owed."""

    async def stop(self, busy: Collection[int]) -> bool:
        """Take nothing more in, and let others have all chats in which nothing is at work.

        In those that are `busy` something is at work besides what is kept.
        False where there are others, which become free by calling it again, or in the end.
        """

    async def is_sure(self) -> None:
        """Returns once nobody else can be at the work of this process; raises LeaseLost."""

    async def ended(self) -> None:
        """Waits for the end of this replica, then raises ReplicaEnded."""
