"""The ledger of a process: who has reserved how much of its memory, and used how much of its time.

The problem: what people send and ask for takes memory of the one process that serves everybody, and
processor time of its workers. Whatever took either without saying so was a way to end the bot or to
silence it: files that were fetched side by side, answers that waited with their pictures, exports.

What holds: bytes are reserved here before they are fetched, decoded, drawn, made or taken out of
the database, in the name of an account and its chat, and given back at the end of the block. There
are MOST_BYTES for everybody, and MOST_OF_ACCOUNT of them for one account. What cannot be reserved
is not begun: it waits, where it has a turn in a lane (`bot.ledger.lane`) or is kept in the database
until there is room, or the person is told when to come again. Processor time is reserved by a turn
in a lane, and what was used is noted here.

Who reserves what:

- **files** (`bot.chat.files`): the size that Telegram names, before the first byte is fetched, in a
  turn of the lane of files;
- **pictures** (`bot.pool.pictures`): the reading process has a limit of its own, and one picture at
  a time, so a turn in its lane is what is reserved;
- **drawings, prints and exports** (`bot.pool.drawings`, `bot.chat.export`): what one of their kind
  takes at most, before it is drawn or made;
- **kept answers** (`bot.background.replying`): their size, before they are read to be sent;
- **updates that wait** (`bot.telegram.chat_order`): the text that Telegram sent.

What is *kept* lies in the database and is counted there (`bot.store.replies`), since it outlives
the process and belongs to all replicas. Everything else is counted in memory, so that no update
costs a query. Each process has a ledger of its own, because each has its own memory.

`tests/bot/test_reserved.py` follows every byte: it fails when bytes are fetched or stored that
nobody has reserved.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import exp
from time import monotonic
from typing import Final

from bot.ledger.owner import Owner

MOST_BYTES: Final = 48_000_000
MOST_OF_ACCOUNT: Final = 16_000_000

COME_AGAIN_SECONDS: Final = 60
"""When somebody for whom there is no room is asked to come again."""

FADE_SECONDS: Final = 300.0
"""After so long a second of processor time counts as a third of it: who is busy now is shown."""

FORGOTTEN_SECONDS: Final = 0.01
MOST_OWNERS: Final = 1_000

_RESERVED: Final = ContextVar("bytes reserved by this task", default=0)


class NothingReserved(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when what others, or this account, have reserved leaves no room; come again later."""


@dataclass(frozen=True, slots=True)
class Load:
    """What an account and its chat have reserved, and what time they have used lately."""

    owner: Owner
    count: int
    seconds: float


@dataclass(slots=True)
class _Used:
    """Bytes that are reserved now, and seconds that fade as of an instant."""

    count: int = 0
    seconds: float = 0.0
    as_of: float = 0.0

    def at(self, now: float) -> float:
        return self.seconds * exp((self.as_of - now) / FADE_SECONDS)


def reserved_here() -> int:
    """The bytes that the work of this task has reserved."""
    return _RESERVED.get()


class Ledger:
    """Counts what is reserved: at most `most` bytes in all and `share` for each account."""

    def __init__(
        self,
        most: int = MOST_BYTES,
        share: int = MOST_OF_ACCOUNT,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.most = most
        self._share = share
        self._clock = clock
        self._reserved = 0
        self._accounts: defaultdict[int, int] = defaultdict(int)
        self._used: dict[Owner, _Used] = {}

    @property
    def reserved(self) -> int:
        """How many bytes are reserved now."""
        return self._reserved

    def has_room(self, owner: Owner, count: int) -> bool:
        """Whether so many bytes can be reserved for an owner now."""
        is_free = self._reserved + count <= self.most
        return is_free and self._accounts.get(owner.account, 0) + count <= self._share

    def take(self, owner: Owner, count: int) -> None:
        """Reserves bytes until `give_back`. Raises NothingReserved."""
        if not self.has_room(owner, count):
            raise NothingReserved
        self._reserved += count
        self._accounts[owner.account] += count
        self._used.setdefault(owner, _Used(as_of=self._clock())).count += count

    def give_back(self, owner: Owner, count: int) -> None:
        """Ends a reservation of `take`."""
        self._reserved -= count
        self._accounts[owner.account] -= count
        # Accounts without anything are left out, so that people do not pile up.
        if not self._accounts[owner.account]:
            del self._accounts[owner.account]
        self._used[owner].count -= count
        self._forget()

    @contextmanager
    def reserve(self, owner: Owner, count: int) -> Iterator[None]:
        """Reserves bytes while the block runs. Raises NothingReserved."""
        self.take(owner, count)
        token = _RESERVED.set(_RESERVED.get() + count)
        try:
            yield
        finally:
            _RESERVED.reset(token)
            self.give_back(owner, count)

    def spend(self, owner: Owner, seconds: float) -> None:
        """Notes processor time that an owner has used."""
        now = self._clock()
        used = self._used.setdefault(owner, _Used())
        used.seconds, used.as_of = used.at(now) + seconds, now
        self._forget()

    def largest(self, count: int) -> tuple[Load, ...]:
        """The owners that have reserved most, and among equals those that used most time lately."""
        now = self._clock()
        loads = [Load(owner, used.count, used.at(now)) for owner, used in self._used.items()]
        loads = [load for load in loads if load.count or load.seconds >= FORGOTTEN_SECONDS]
        return tuple(sorted(loads, key=lambda load: (load.count, load.seconds))[-count:][::-1])

    def _forget(self) -> None:
        """Forgets those that hold nothing and were hardly busy, once there are many."""
        if len(self._used) > MOST_OWNERS:
            now = self._clock()
            by_time = sorted(self._used, key=lambda owner: self._used[owner].at(now))
            idle = [owner for owner in by_time if not self._used[owner].count]
            for owner in idle[: MOST_OWNERS // 2]:
                del self._used[owner]
