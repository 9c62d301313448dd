"""Sends the pending rows of the outbox, each once, after everything that players wait for.

The problem: a request that was lost and an answer that was lost look the same. After a timeout
nobody knows whether the daily has arrived, and after a kill nobody knows whether it was sent at
all. Sending it again may wake people twice; leaving it out costs them one press on /daily. So a row
is sent again only if it surely has not arrived.

- A row is claimed before the call, and the claim is committed: it is `sending` on the disk. If the
  process is killed, the next one turns the row into `maybe_sent` and does not send it. If it were
  claimed after the call, or in one transaction with the outcome, a kill would leave it `pending`,
  and it would be sent twice.
- Rows are claimed one by one, not in a batch, so that a kill leaves only those in doubt whose calls
  were on their way.
- A row is tried again if no connection was made, or if Telegram refused it with 429, and then at
  the instant that Telegram named. All other failures of the network end in `maybe_sent`.
- A chat that has blocked the bot, or is gone, is not sent to again until its next /start.
- A chat that the operator has blocked is sent nothing. Its subscription goes on, so that the first
  daily that is due after the block comes, and none of those before.
- At the end nothing new is begun, and what is on its way may finish. A delivery that is cancelled
  instead stays `sending`, as after a kill.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum, auto
from typing import Final

from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from bot.background.ticker import Clock, Sleep
from bot.store import outbox, subscriptions
from bot.store.outbox import OutboxRow
from bot.store.seam.not_stored import LeaseLost
from bot.store.seam.source import Store
from bot.telegram.connection import NOT_SENT

Send = Callable[[OutboxRow], Awaitable[None]]
"""Brings one daily to its chat; returns when Telegram has confirmed it.

Raises what Telegram's library raises, RetryLater or Withheld; anything else counts as maybe sent.
"""

RATE: Final = 25
"""Messages begun in a second at most; Telegram allows 30 in bulk, and players come first."""

IN_FLIGHT: Final = 16
IDLE_SECONDS: Final = 1.0
FIRST_RETRY: Final = 5
LONGEST_RETRY: Final = 300

_logger = logging.getLogger(__name__)


class RetryLater(Exception):  # noqa: N818 - an instruction to the sender, not a failure
    """Raised by a Send that knows that nothing was sent, to be called again after `seconds`."""

    def __init__(self, seconds: int, reason: str) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Withheld(Exception):  # noqa: N818 - as above
    """Raised by a Send that has sent nothing because the chat is to get nothing now."""


class Fate(Enum):
    """What became of an attempt to send."""

    SENT = auto()
    MAYBE_SENT = auto()
    RETRY = auto()
    FAILED = auto()
    UNREACHABLE = auto()


@dataclass(frozen=True, slots=True)
class Attempt:
    """How an attempt to send ended, and why; `seconds` is how long Telegram asked to wait."""

    fate: Fate
    reason: str | None = None
    seconds: int | None = None


Tell = Callable[[Fate], None]
"""Hears what became of each attempt, once that is stored."""


def ignore(_: Fate) -> None:
    """Tells nobody."""


def classify(error: TelegramError | RetryLater | Withheld) -> Attempt:
    """What an error says about the message: unless it surely did not arrive, it may have."""
    kind = type(error).__name__
    match error:
        case RetryLater():
            return Attempt(Fate.RETRY, str(error), error.seconds)
        case RetryAfter():
            return Attempt(Fate.RETRY, kind, _whole_seconds(error.retry_after))
        case Forbidden() | BadRequest() if _is_gone(error):
            return Attempt(Fate.UNREACHABLE, str(error))
        case BadRequest() | ChatMigrated() | InvalidToken() | Withheld():
            return Attempt(Fate.FAILED, str(error))
        case NetworkError() if isinstance(error.__cause__, NOT_SENT):
            return Attempt(Fate.RETRY, type(error.__cause__).__name__)
        case _:
            return Attempt(Fate.MAYBE_SENT, kind)


def _is_gone(error: TelegramError) -> bool:
    return isinstance(error, Forbidden) or "chat not found" in str(error).lower()


def _whole_seconds(pause: int | timedelta) -> int:
    seconds = pause.total_seconds() if isinstance(pause, timedelta) else pause
    return int(seconds) + 1


class Sender:
    """Sends what is pending, each row once, at most RATE a second."""

    def __init__(
        self, database: Store, send: Send, clock: Clock, sleep: Sleep, tell: Tell = ignore
    ) -> None:
        self._database = database
        self._tell = tell
        self._send = send
        self._clock = clock
        self._sleep = sleep
        self._in_flight = 0
        self._failures = 0
        # What an earlier process left is settled like what this one has lost.
        self._has_lost = True
        self._stopping = False
        self._resting: asyncio.Future[None] | None = None

    def stop(self) -> None:
        """Begin nothing new; `run` ends when what is in flight has ended."""
        self._stopping = True
        if self._resting is not None:
            self._resting.cancel()

    async def run(self) -> None:
        """Settle what an earlier process left, then send until stopped.

        Cancelled instead, it leaves what is in flight to the next run, which calls it maybe sent.
        """
        async with asyncio.TaskGroup() as deliveries:
            while not self._stopping:
                await (self._sleep(1 / RATE) if await self._begin(deliveries) else self._rest())

    async def _rest(self) -> None:
        """Waits until there may be something to begin, or the sender is stopped."""
        self._resting = asyncio.ensure_future(self._sleep(IDLE_SECONDS))
        try:
            await asyncio.wait([self._resting])
        finally:
            self._resting.cancel()

    async def _begin(self, deliveries: asyncio.TaskGroup) -> bool:
        """Begin one delivery; False when there is none to begin for a while."""
        if self._in_flight >= IN_FLIGHT:
            # A place becomes free soon, so this is no reason to rest.
            return True
        try:
            replica = self._database.replica
            await self._give_up_lost()
            claimed = await outbox.claim(self._database, 1, self._clock(), replica)
        except LeaseLost:
            # Others have ended this replica, and what is left is theirs.
            self._stopping = True
            return False
        except Exception:
            # The claim may have been written all the same; then `_give_up_lost` settles its row.
            self._has_lost = True
            self._failures += 1
            # True for powers of two, which keeps a long lock or outage out of the log.
            if not self._failures & (self._failures - 1):
                _logger.exception("the sender tries again, failure %d", self._failures)
            return False
        self._failures = 0
        for row in claimed:
            self._in_flight += 1
            deliveries.create_task(self._deliver(row))
        return bool(claimed)

    async def _give_up_lost(self) -> None:
        """Settles rows whose claim or outcome was lost, once nothing is in flight."""
        if self._has_lost and not self._in_flight:
            await outbox.recover(self._database, self._clock(), self._database.replica)
            self._has_lost = False

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            attempt = await self._attempt(row)
            await self._record(row, attempt)
            self._tell(attempt.fate)
        except Exception:
            self._has_lost = True
            _logger.exception("outbox row %d may have been sent, trying again to say so", row.id)
        finally:
            self._in_flight -= 1

    async def _attempt(self, row: OutboxRow) -> Attempt:
        try:
            await self._send(row)
        except (TelegramError, RetryLater, Withheld) as error:
            return classify(error)
        except Exception as error:
            _logger.exception("outbox row %d may have been sent", row.id)
            return Attempt(Fate.MAYBE_SENT, type(error).__name__)
        return Attempt(Fate.SENT)

    async def _record(self, row: OutboxRow, attempt: Attempt) -> None:
        now, reason = self._clock(), attempt.reason
        match attempt.fate:
            case Fate.SENT:
                await outbox.mark(self._database, row.id, outbox.OutboxState.SENT, now)
            case Fate.MAYBE_SENT:
                await outbox.mark(
                    self._database, row.id, outbox.OutboxState.MAYBE_SENT, now, reason
                )
            case Fate.RETRY:
                # The pause that Telegram has named; otherwise 5 seconds, then 10, 20 and so on.
                pause = attempt.seconds or min(FIRST_RETRY << row.attempts - 1, LONGEST_RETRY)
                await outbox.retry(self._database, row.id, now + pause, now, str(reason))
            case Fate.FAILED:
                await outbox.mark(self._database, row.id, outbox.OutboxState.FAILED, now, reason)
            case Fate.UNREACHABLE:
                async with self._database.transaction() as transaction:
                    await outbox.mark(transaction, row.id, outbox.OutboxState.FAILED, now, reason)
                    await subscriptions.deactivate(
                        transaction, row.chat_id, now, subscriptions.SubscriptionState.UNREACHABLE
                    )
