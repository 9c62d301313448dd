"""Sends random updates as Telegram may send them, and checks that none silences the bot.

    python -m tests.updates --count 100000 --seed 1

The real bot polls a pretend Telegram. Between the updates, which tests/any_update.py draws from the
published schema, somebody says something honest and must be answered within two seconds. Now and
then the bot is stopped and the next one continues. The run fails if an answer comes too late, if a
handler raises an error, or if an update is neither dealt with nor in quarantine.
"""

import argparse
import asyncio
import logging
import os
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from traceback import walk_tb
from typing import Any, Final

from telegram.error import TelegramError

from bot import app
from bot.handlers import MENU
from bot.play.services import Services
from bot.playground import BotApi, Person, PlaygroundRequest
from bot.playground.chats import User
from bot.settings import TELEGRAM, Settings
from bot.store import inbox
from bot.telegram.application import SudokuApplication
from tests.any_update import AnyUpdate, Scene
from tests.crash import BrokenPromiseError
from tests.waits import in_seconds

PATIENCE_SECONDS: Final = 2.0
LONGEST_SECONDS: Final = 60.0
"""The longest time that an update may be at work; some wait for the engine."""

BATCH: Final = 25
"""Updates between two honest messages."""

RESTART_EVERY: Final = 4_000
PEOPLE: Final = 40
GROUPS: Final = 8
ANONYMOUS: Final = 1_087_968_824
"""Telegram's user in whose name anonymous administrators write."""

TEXTS: Final = ("r1c1=1", "@SudokuPlaygroundBot r4c5 7", "5", "12" * 8, "." * 81)
DATA: Final = ("undo:1", "cell:1:0", "digit:1:1", "box:1:2", "pencil:1", "switch:theme", "x" * 64)


class Bugs(logging.Handler):
    """Counts the errors in our own code; what Telegram refuses is not one."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found = Counter[str]()

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, TelegramError):
            *_, (frame, line) = walk_tb(error.__traceback__)
            place = Path(frame.f_code.co_filename).name
            self.found[f"{record.getMessage()}: {error!r:.200} in {place}:{line}"] += 1


@dataclass
class Figures:
    """The results of a run; `waits` are the seconds until each honest message was answered."""

    sent: int = 0
    waits: list[float] = field(default_factory=list)
    unreadable: int = 0
    restarts: int = 0

    def __str__(self) -> str:
        return (
            f"{self.sent} updates, {self.unreadable} of them unreadable, {self.restarts}"
            f" restarts; {in_seconds('answers to honest messages', self.waits)}"
        )


class Sending:
    """One run against successive bots on one database."""

    def __init__(
        self, services: Services, api: BotApi, seed: int, patience: float = PATIENCE_SECONDS
    ) -> None:
        self._services = services
        self._api = api
        self._patience = patience
        self._honest = Person(api, User(1_999, "Honest", "en"))
        self._updates = AnyUpdate(seed, scene(api))
        self._dice = random.Random(seed)
        self._next = 1
        self._news = asyncio.Event()
        self._figures = Figures()
        self._bugs = Bugs()
        api.world.listeners.add(self._hear)

    async def run(self, count: int) -> Figures:
        """Sends this many updates; raises BrokenPromiseError for the first broken promise."""
        logging.getLogger().addHandler(self._bugs)
        try:
            while self._figures.sent < count:
                await self._serve(min(RESTART_EVERY, count - self._figures.sent))
        finally:
            logging.getLogger().removeHandler(self._bugs)
        return self._figures

    async def _serve(self, count: int) -> None:
        """Stops one bot with a batch that it has only stored; the next bot must handle it."""
        stopped = self._build()
        async with stopped:
            self._send(BATCH)
            await stopped.bot.get_updates()
        application = self._build()
        async with app.serving(application):
            await self._expect_answer()
            for _ in range(count // BATCH):
                self._send(BATCH)
                await self._expect_answer()
            await self._expect_nothing_left()
        self._figures.restarts += 1
        self._figures.unreadable += sum((stopped.inbox.faults + application.inbox.faults).values())

    def _build(self) -> SudokuApplication:
        return app.build(
            self._services, self._api.token, TELEGRAM, lambda: PlaygroundRequest(self._api)
        )

    def _send(self, count: int) -> None:
        for _ in range(count):
            self._api.world.updates.restore(self._updates.draw(self._next), self._api.world.clock())
            # Telegram's numbers have gaps, too.
            self._next += self._dice.choice((1, 1, 1, 2, 1000))
        self._figures.sent += count

    async def _expect_answer(self) -> None:
        began, before = monotonic(), len(self._honest.messages())
        said = self._honest.say("/privacy")
        self._next = said["update_id"] + 1 if said else self._next
        try:
            async with asyncio.timeout(self._patience):
                while not self._is_answered(before):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise BrokenPromiseError(f"silenced after {self._figures.sent} updates") from None
        self._figures.waits.append(monotonic() - began)
        if self._bugs.found:
            raise BrokenPromiseError("\n".join(self._bugs.found))

    def _is_answered(self, before: int) -> bool:
        said = self._honest.messages()[before:]
        return any(message["from"]["is_bot"] for message in said)

    async def _expect_nothing_left(self) -> None:
        """Every update is dealt with or in quarantine once it has had time for that."""
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                while await inbox.left(self._services.database, self._api.world.me.id):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise BrokenPromiseError("something is never dealt with") from None

    def _hear(self, event: dict[str, Any]) -> None:
        if event["event"] == "message":
            self._news.set()


def scene(api: BotApi) -> Scene:
    """People and groups that the pretend Telegram knows, and what they say."""
    users = [User(2_000 + n, f"P{n}", ("en", "zh-hans", "es", "")[n % 4]) for n in range(PEOPLE)]
    chats = []
    for user in users:
        chats.append(api.world.chats.add_person(user))
        api.world.chats.meet(user, chats[-1])
    chats += [api.world.chats.add_group(-1_002_000_000_100 - n, "G", users) for n in range(GROUPS)]
    anonymous = User(ANONYMOUS, "Group", username="GroupAnonymousBot", is_bot=True)
    people = [user.to_json() for user in (*users, anonymous, api.world.me)]
    commands = [f"/{name}" for name in MENU]
    texts = (*commands, *commands, "/new 4 none 5", "/solve 1", *TEXTS)
    return Scene(people, [chat.to_json() for chat in chats], texts, DATA)


async def _run(count: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=Path(folder) / "sudoku.db", workers=1)
        async with app.services_of(settings) as services:
            began = monotonic()
            figures = await Sending(services, BotApi(), seed).run(count)
            print(f"{figures}; {figures.sent / (monotonic() - began):.0f} updates a second")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.updates", description=__doc__)
    parser.add_argument("--count", type=int, default=100_000, help="of updates (100000)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    arguments = parser.parse_args()
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    logging.basicConfig(handlers=[logging.NullHandler()])
    print(f"seed {arguments.seed}", flush=True)
    try:
        asyncio.run(_run(arguments.count, arguments.seed))
    except BrokenPromiseError as broken:
        sys.exit(str(broken))


if __name__ == "__main__":
    main()
