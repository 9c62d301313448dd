"""A running bot on which attempts are made, each by new accounts, and what each of them costs."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.playground import BotApi
from tests.attacker.accounts import Account
from tests.attacker.attempt import Attempt
from tests.attacker.bystanders import Crowd, crowd
from tests.attacker.gauges import Gauge
from tests.attacker.growth import grows, is_flat
from tests.attacker.kept import Kept
from tests.attacker.running import Bot
from tests.attacker.siege import Begin, wake
from tests.attacker.steering import Cost
from tests.attacker.town import Town

ATTEMPT_ROUNDS: Final = 7
ROUND_SECONDS: Final = 1.0
"""How long the bot may take to deal with what was said in a round."""

ATTEMPT_SECONDS: Final = 6.0
SETTLE_SECONDS: Final = 1.0
REST_SECONDS: Final = 6.0
LOOK_SECONDS: Final = 0.5
IDLE_SHARE: Final = 0.5
"""The processor time in a second from which on the bot is not at rest."""

SHARE: Final = 0.2
"""How many of the honest people there are beside an attempt."""

FIRST: Final = "/new"


@dataclass
class Scene:
    """A running bot with honest people beside it."""

    town: Town
    bot: Bot
    gauge: Gauge
    people: Crowd
    tried: int = 0

    async def costs(self, attempt: Attempt) -> Cost:
        """Does the acts of an attempt again and again, and measures."""
        gang = [Account.of(self.town, number, FIRST) for number in range(attempt.accounts)]
        before, spent = await self._kept(gang), self.gauge.processor_seconds
        held, asked = self.gauge.held, len(self.people.waits)
        self.gauge.reset()
        rows, answers, ends = list[int](), list[int](), monotonic() + ATTEMPT_SECONDS
        for _ in range(ATTEMPT_ROUNDS):
            await self._round(attempt, gang)
            await self._notes(gang, rows, answers)
            is_over = grows(rows) or is_flat(rows, answers)
            if is_over or self.bot.restarts or monotonic() > ends:
                break
        await asyncio.sleep(SETTLE_SECONDS)
        await self._notes(gang, rows, answers)
        self.tried += 1
        after = await self._kept(gang)
        return Cost(
            commands=sum(one.sent for one in gang),
            memory=max(self.gauge.reset().tree - held, 0),
            kept_rows=after.rows - before.rows,
            kept_bytes=after.bytes - before.bytes,
            processor=self.gauge.processor_seconds - spent,
            answered=sum(one.said.bytes for one in gang),
            others=self._longest_wait(asked),
            rows=tuple(rows),
            answers=tuple(answers),
            ended=bool(self.bot.restarts),
        )

    async def rests(self) -> bool:
        """Waits until the bot does nothing but serve honest people; False if it goes on working."""
        ends = monotonic() + REST_SECONDS
        while monotonic() < ends:
            spent = self.gauge.processor_seconds
            await asyncio.sleep(LOOK_SECONDS)
            if (self.gauge.processor_seconds - spent) / LOOK_SECONDS < IDLE_SHARE:
                return True
        return False

    async def _round(self, attempt: Attempt, gang: Sequence[Account]) -> None:
        for act in attempt.acts:
            for one in gang:
                one.does(act)
            await asyncio.sleep(attempt.pause)
        ends = monotonic() + ROUND_SECONDS
        while monotonic() < ends and await self._waiting(gang):
            await asyncio.sleep(0.01)

    async def _waiting(self, gang: Sequence[Account]) -> int:
        """How many of their updates are not dealt with."""
        chats = ", ".join(str(chat) for one in gang for chat in one.chats)
        ((kept,),) = await self.bot.ask(
            f"select count(*) from inbox where payload is not null and chat_id in ({chats})"  # noqa: S608
        )
        return len(self.town.api.world.updates) + int(kept)

    async def _kept(self, gang: Sequence[Account]) -> Kept:
        return await self.bot.measure([owner for one in gang for owner in one.owners])

    async def _notes(self, gang: Sequence[Account], rows: list[int], answers: list[int]) -> None:
        rows.append((await self._kept(gang)).largest)
        answers.append(max(one.said.largest for one in gang))

    def _longest_wait(self, first: int) -> float:
        """The longest wait of those who have asked since, photos and their queue apart."""
        now = monotonic()
        some = [wait for wait in self.people.waits[first:] if wait.kind != "photo"]
        return max(((wait.answered or now) - wait.asked for wait in some), default=0.0)


@asynccontextmanager
async def scene(seed: int, begin: Begin) -> AsyncIterator[Scene]:
    """A bot that has just begun."""
    town = Town(BotApi(flood_limits=True))
    people = crowd(town, seed, SHARE)
    async with begin(town.api) as bot:
        await wake(town)
        with Gauge(lambda: bot.roots, bot.look) as gauge:
            await people.begins()
            async with people.asking():
                yield Scene(town, bot, gauge, people)
