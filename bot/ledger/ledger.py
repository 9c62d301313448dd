"""The ledger of a process: who has reserved how much of its memory, and used how much of its time.

The problem: what people send and ask for takes memory of the one process that serves everybody, and
processor time of its workers. Whatever took either without saying so was a way to end the bot or to
silence it: files that were fetched side by side, answers that waited with their pictures, exports.

What holds: bytes are reserved here before they are fetched, drawn, made, sent or taken out of the
database, in the name of an account and its chat, and given back at the end of the block. Each kind
of bytes has a limit for everybody and one for an account, so that no kind can use up what others
need, and the limits of all kinds together are what the process may take beyond what it takes idle.
Nor can a crowd of accounts use up a kind: whoever holds something gets no more than an eighth of
what is still free (dynamic thresholds, Choudhury and Hahne 1998). So thirty that take all they can
leave a fifth to those who hold nothing. What cannot be reserved is not begun: it waits, where it
has a turn in a lane (`bot.ledger.lane`) or is kept in the database until there is room, or the
person is told when to come again. Processor time is reserved by a turn in a lane, and what was used
is noted here.

Who reserves what:

- FILES (`bot.chat.files`): the size that Telegram names, before the first byte is fetched, in the
  turn in which a picture is read, so one at a time, or a text is imported;
- IMPORTS (`bot.play.shelf`): a text with its parts, in its turn, so two at a time;
- DRAWINGS (`bot.chat.drawing`, `bot.telegram.conversation`): a picture or a page, while a worker
  draws it and while it is sent;
- EXPORTS (`bot.chat.export`): a part of an export, while it is made and sent;
- REPLIES (`bot.background.replying`): a kept answer, before it is read to be sent;
- UPDATES (`bot.telegram.chat_order`): an update that waits or is at work, by its text;
- CALLS (`bot.touch.callers`): a call of a page, before its body is read, with its answer;
- STREAMS (`bot.touch.watching`): a page that watches its game, for as long as it does.

The decoded picture lies in the reading process, which has a limit of its own
(`engine.photo.limits`) and reads one at a time.

What is *kept* lies in the database and is counted there (`bot.store.replies`), since it outlives
the process and belongs to all replicas. Everything else is counted in memory, so that no update
costs a query. Each process has a ledger of its own, because each has its own memory.

`tests/bot/test_reserved.py` follows every byte: it fails when bytes are fetched or stored that
nobody has reserved.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from heapq import nlargest
from math import exp
from time import monotonic
from typing import Final, NamedTuple

from bot.ledger.owner import Owner


class Kind(NamedTuple):
    """What bytes are for: at most `most` of them for everybody, and `share` for one account."""

    name: str
    most: int
    share: int


FILES: Final = Kind("files", 17_000_000, 16_000_000)
IMPORTS: Final = Kind("imports", 5_000_000, 2_500_000)
DRAWINGS: Final = Kind("drawings", 12_000_000, 3_000_000)
EXPORTS: Final = Kind("exports", 12_000_000, 12_000_000)
REPLIES: Final = Kind("kept answers", 8_000_000, 4_000_000)
UPDATES: Final = Kind("updates", 8_000_000, 800_000)

CALL_BYTES: Final = 20_000
"""A call of a page: its body, what is read of it, and the answer."""

CALLS: Final = Kind("calls", 200 * CALL_BYTES, 4 * CALL_BYTES)

STREAM_BYTES: Final = 20_000
"""A page that watches: its connection, and the state that is on its way."""

STREAMS: Final = Kind("streams", 500 * STREAM_BYTES, 3 * STREAM_BYTES)
KINDS: Final = (FILES, IMPORTS, DRAWINGS, EXPORTS, REPLIES, UPDATES, CALLS, STREAMS)

PART: Final = 8
"""Whoever holds some bytes of a kind may have this part of what is still free."""

FADE_SECONDS: Final = 300.0
"""After so long a second of processor time counts as a third of it: who is busy now is shown."""

BYTES_OF_A_SECOND: Final = 100_000
"""The bytes that weigh as much as a second of processor time, to compare who takes most."""

FORGOTTEN_SECONDS: Final = 0.01
MOST_OWNERS: Final = 1_000

_RESERVED: Final = ContextVar("bytes reserved by this task", default=0)


class NothingReserved(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when what others, or this account, have reserved of a kind leaves no room for more."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind)
        self.kind = kind


@dataclass(frozen=True, slots=True)
class Load:
    """What an account and its chat have reserved, and what time they have used lately.

    `waiting` is how many of their updates wait or are at work.
    """

    owner: Owner
    count: int
    seconds: float
    waiting: int

    @property
    def weight(self) -> float:
        """How much of the process they take, in seconds."""
        return self.seconds + self.count / BYTES_OF_A_SECOND


@dataclass(slots=True)
class _Used:
    """Bytes that are reserved now, and seconds that fade as of an instant."""

    count: int = 0
    waiting: int = 0
    seconds: float = 0.0
    as_of: float = 0.0

    def at(self, now: float) -> float:
        return self.seconds * exp((self.as_of - now) / FADE_SECONDS)


def reserved_here() -> int:
    """The bytes that the work of this task has reserved."""
    return _RESERVED.get()


class Ledger:
    """Counts what is reserved, by kind and account."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._reserved = Counter[Kind]()
        self._shares = Counter[tuple[Kind, int]]()
        self._used: dict[Owner, _Used] = {}
        self._forget_at = MOST_OWNERS
        self._given_back = asyncio.Event()

    @property
    def reserved(self) -> Mapping[Kind, int]:
        """How many bytes of each kind are reserved now."""
        return {kind: self._reserved[kind] for kind in KINDS}

    def has_room(self, kind: Kind, owner: Owner, count: int) -> bool:
        """Whether so many bytes can be reserved for an owner now."""
        held, free = self._shares[kind, owner.account], kind.most - self._reserved[kind]
        # Whoever holds nothing may have what is there, and all others a part of it.
        return held + count <= min(kind.share, free // PART if held else free)

    def take(self, kind: Kind, owner: Owner, count: int) -> None:
        """Reserves bytes until `give_back`. Raises NothingReserved."""
        if not self.has_room(kind, owner, count):
            raise NothingReserved(kind)
        self._reserved[kind] += count
        self._shares[kind, owner.account] += count
        used = self._used.setdefault(owner, _Used(as_of=self._clock()))
        used.count += count
        used.waiting += kind is UPDATES

    def give_back(self, kind: Kind, owner: Owner, count: int) -> None:
        """Ends a reservation of `take`."""
        self._reserved[kind] -= count
        self._shares[kind, owner.account] -= count
        # A Counter keeps zeros, and there are new people for ever.
        if not self._shares[kind, owner.account]:
            del self._shares[kind, owner.account]
        used = self._used[owner]
        used.count -= count
        used.waiting -= kind is UPDATES
        self._given_back.set()
        self._forget()

    @contextmanager
    def reserve(self, kind: Kind, owner: Owner, count: int) -> Iterator[None]:
        """Reserves bytes while the block runs. Raises NothingReserved."""
        self.take(kind, owner, count)
        token = _RESERVED.set(_RESERVED.get() + count)
        try:
            yield
        finally:
            _RESERVED.reset(token)
            self.give_back(kind, owner, count)

    async def until_room(self, kind: Kind, owner: Owner, count: int) -> None:
        """Returns once so many bytes can be reserved, which must be within the kind's limits."""
        while not self.has_room(kind, owner, count):
            self._given_back.clear()
            await self._given_back.wait()

    def spend(self, owner: Owner, seconds: float) -> None:
        """Notes processor time that an owner has used."""
        now = self._clock()
        used = self._used.setdefault(owner, _Used())
        used.seconds, used.as_of = used.at(now) + seconds, now
        self._forget()

    def largest(self, count: int) -> tuple[Load, ...]:
        """The owners that have reserved most bytes and used most time lately, the largest first."""
        now = self._clock()
        loads = [
            Load(owner, used.count, used.at(now), used.waiting)
            for owner, used in self._used.items()
        ]
        loads = [load for load in loads if load.count or load.seconds >= FORGOTTEN_SECONDS]
        return tuple(nlargest(count, loads, key=lambda load: load.weight))

    def _forget(self) -> None:
        """Forgets those that hold nothing and were hardly busy, once there are many."""
        if len(self._used) <= self._forget_at:
            return
        now = self._clock()
        idle = [owner for owner, used in self._used.items() if not used.count]
        idle.sort(key=lambda owner: self._used[owner].at(now))
        for owner in idle[: MOST_OWNERS // 2]:
            del self._used[owner]
        # Those that hold something stay. The next look comes when there are many new ones.
        self._forget_at = max(MOST_OWNERS, len(self._used) + MOST_OWNERS // 4)
