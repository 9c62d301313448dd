"""Health checks: whether this process can do its work, and does it.

A check does not ask whether a part is there, but whether it works: the database commits a write,
workers answer, updates of Telegram were taken in not long ago, and dailies that are due go out. A
watch runs the checks every WATCH_SECONDS, whether or not anybody asks, and logs what has changed.
It begins with the service; before that, while the start still waits for Telegram, whoever asks is
told so.
Once in CHECK_SECONDS it begins to look through the whole database for damage, and more rarely where
that takes long: it never takes more than CHECK_SHARE of the time. The watch goes on meanwhile.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from telegram.error import TelegramError

from bot.store import outbox
from bot.store.seam.not_stored import StoreError
from bot.telegram.application import SudokuApplication
from bot.telegram.retries import Timer
from bot.telegram.tasks import Tasks

CONTACT_SECONDS: Final = 60.0
"""Seconds of silence after which Telegram is asked; a poll is answered every ten seconds."""

BATCH_SECONDS: Final = 90.0
"""The age from which on the newest batch is too old: polls are answered every ten seconds, and a
webhook is looked at every thirty."""

PATIENCE_SECONDS: Final = 3.0
WATCH_SECONDS: Final = 20.0
FIRST_CHECK_SECONDS: Final = 60.0
CHECK_SECONDS: Final = 3_600.0
CHECK_SHARE: Final = 0.002
FINE: Final = "ok"
NO_ANSWER_YET: Final = "the start waits for its first answer"
AWAITED: Final = ("telegram", "updates")
"""The parts that cannot be well before Telegram has answered for the first time."""

log = logging.getLogger(__name__)


class NotReady(RuntimeError):  # noqa: N818 - says what is
    """Raised when a part answers but does not do its work."""


class Health:
    """The health of one running bot; while `is_starting` it takes no updates yet."""

    def __init__(
        self, application: SudokuApplication, timer: Timer, *, is_starting: bool = False
    ) -> None:
        self.application = application
        self.is_starting = is_starting
        self._timer = timer
        self._found = dict[str, str]()
        self._check_at = timer.clock() + FIRST_CHECK_SECONDS
        self._checks = Tasks[str]()

    async def readiness(self) -> dict[str, str]:
        """`ok`, or what is wrong, for each part; what has changed is logged."""
        services = self.application.services
        questions = {
            "database": services.database.prove,
            "engine": self._engine,
            "telegram": self._contact,
            "updates": self._updates,
            "outbox": self._outbox,
        }
        answers = await asyncio.gather(*map(_asked, questions.values()))
        found = dict(zip(questions, answers, strict=True))
        self._tell(found)
        return found

    async def watch(self) -> None:
        """Runs the checks every WATCH_SECONDS until it is cancelled."""
        try:
            while True:
                await self._timer.sleep(WATCH_SECONDS)
                await self.readiness()
                if self._timer.clock() >= self._check_at:
                    # Nothing begins while the one before still runs.
                    self._checks.begin("damage", self.check())
        finally:
            await self._checks.end()

    async def check(self) -> None:
        """Looks through the whole database for damage, which is counted and always logged."""
        began = self._timer.clock()
        try:
            damage = await self.application.services.database.damage()
        except StoreError as error:
            log.warning("the database could not be looked through: %s", error)
            return
        finally:
            now = self._timer.clock()
            self._check_at = now + max(CHECK_SECONDS, (now - began) / CHECK_SHARE)
        self.application.metrics.damage.set(len(damage))
        if damage:
            log.error("the database is damaged, restore a backup: %s", "; ".join(damage))

    def _tell(self, found: dict[str, str]) -> None:
        for part, answer in found.items():
            self.application.metrics.ready.labels(part).set(answer == FINE)
        if self.is_starting:
            # What a start waits for is no news: the start itself tells it.
            found = found | dict.fromkeys(AWAITED, FINE)
        for part, answer in found.items():
            # A part that was never asked counts as fine, so a good start logs nothing.
            if answer != self._found.get(part, FINE):
                level = logging.INFO if answer == FINE else logging.WARNING
                log.log(level, "%s: %s", part, answer)
        self._found = found

    async def _engine(self) -> None:
        engine = self.application.services.engine
        # Read first: `ready` replaces the workers that have ended.
        lost = engine.lost
        await engine.ready()
        if lost:
            raise NotReady(f"{lost} workers had ended")

    async def _contact(self) -> None:
        if self.is_starting:
            raise NotReady(NO_ANSWER_YET)
        if self.application.metrics.seconds_since_contact > CONTACT_SECONDS:
            await self.application.bot.get_me()

    async def _updates(self) -> None:
        age = self.application.metrics.seconds_since_batch
        if self.is_starting:
            raise NotReady("none have been taken in since the start")
        if age > BATCH_SECONDS:
            raise NotReady(f"the last were taken in {age:.0f} s ago")

    async def _outbox(self) -> None:
        services = self.application.services
        if await outbox.is_stuck(services.database, int(services.clock().timestamp())):
            raise NotReady("dailies are due and none goes out")


async def _asked(question: Callable[[], Awaitable[object]]) -> str:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await question()
    except (NotReady, StoreError, TelegramError) as error:
        return str(error)
    except TimeoutError:
        return f"no answer within {PATIENCE_SECONDS:.0f} s"
    except Exception as error:  # noqa: BLE001 - any error means that it does not work
        return f"{type(error).__name__}: {error}".removesuffix(": ")
    return FINE
