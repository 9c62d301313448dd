"""Which updates this process handles: all of them, or those of the chats that it holds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Arrival:
    """An update as it came; `payload` is Telegram's JSON, `fault` why it cannot be read."""

    update_id: int
    user_id: int | None
    chat_id: int | None
    payload: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """An update that an earlier process did not finish; `payload` is Telegram's JSON.

    `took_effect` says whether it has changed something, `game_id` which game if it was one, and
    `was_taken` whether an earlier process had taken it in.
    """

    update_id: int
    payload: str
    took_effect: bool
    game_id: int | None
    was_taken: bool = True


@dataclass(frozen=True, slots=True)
class Received:
    """Which updates had not come before, and which of them this process handles now."""

    fresh: frozenset[int]
    mine: frozenset[int]


class ReplicaEnded(RuntimeError):  # noqa: N818 - says what is
    """Raised when other replicas have ended this one, not having heard from it in time."""


class Holding(Protocol):
    """What this process may do to the inbox of one bot.

    `bot/telegram/alone.py` has the implementation for a process that works alone,
    `bot/store/postgres/replica.py` the one for several. Every method that writes may raise
    StoreError and LeaseLost. `take_in`, `free_idle` and `stop` are called one after the other.
    """

    async def receive(self, arrivals: Sequence[Arrival], now: int) -> Received:
        """Store updates that have come."""

    async def waiting(self, update_ids: Collection[int]) -> frozenset[int]:
        """Which of these updates are stored and wait for this process, and for no other one."""

    async def take_in(self, *, again: bool) -> tuple[Left, ...]:
        """The updates that wait for this process and were not handed to it yet, oldest first.

        With `again` also those that were handed to it and are not finished.
        """

    @property
    def takes_in_again(self) -> bool:
        """Whether `take_in` finds what was stored or taken in by a call that seemed to fail."""

    async def replies_found(self) -> Mapping[int, int]:
        """How many kept replies wait for each chat that was taken over since the last call.

        New answers in these chats are queued behind them.
        """

    async def news(self) -> None:
        """Wait until there may be something to take in."""

    async def free_idle(self, is_busy: Callable[[int], bool]) -> None:
        """Give up the chats in which nothing has happened for a while; others may take them."""

    @property
    def is_leaving(self) -> bool:
        """Whether this process gives its chats to others, with the boards that they are owed."""

    async def stop(self, busy: Collection[int]) -> bool:
        """Take nothing more in, and give up all chats in which no work is under way.

        `busy` are chats with work of which the store does not know. False while chats are left:
        another call gives them up once their work has ended, and so does the end of the replica.
        """

    def hear_of_games(self, told: Callable[[int | None], None]) -> None:
        """Call `told` with each game that another replica has changed, and with None for all.

        The latter is where some changes may have been missed.
        """

    async def is_sure(self) -> None:
        """Wait until no other process can be doing the work of this one; raises LeaseLost."""

    async def ended(self) -> None:
        """Wait for the end of this replica, then raise ReplicaEnded."""
