"""Attacks the bot to see whether anybody can silence it for others: `python -m tests.starvation`.

A pretend Telegram on loopback with Telegram's sending limits, and the bot as an operator runs it,
with its own limits. Each attack lasts some seconds; meanwhile people who have nothing to do with it
ask for /privacy in their own chats. The run fails when the 99th percentile of their waiting time is
a second or more, when one of them is not answered, or when the bot does not end within ten seconds
of SIGTERM.
"""

import argparse
import asyncio
import random
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bot.playground import BotApi, Person
from bot.playground.chats import Chat, User
from tests.crash import kill, serving, start
from tests.waits import percentile

LIMIT_SECONDS: Final = 1.0
END_SECONDS: Final = 10.0
PATIENCE: Final = 30.0
BYSTANDERS: Final = 20
EACH_SECONDS: Final = 2.0
"""Seconds between two questions of one bystander."""

FIRST_PERSON: Final = 6_000_000
FIRST_GROUP: Final = -1_006_000_000_000
MOVES: Final = ("r1c1 1", "r1c1 x", "r2c3 4", "r2c3 x", "r4c4 2", "r4c4 x")

Say = Callable[[], object]


class StarvedError(AssertionError):
    """Raised when somebody had to wait because of others."""


@dataclass
class Town:
    """The people of one pretend Telegram."""

    api: BotApi
    people: int = 0
    groups: int = 0
    waited: list[float] = field(default_factory=list)
    asked: dict[int, float] = field(default_factory=dict)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    def person(self) -> Person:
        self.people += 1
        person = Person(self.api, User(FIRST_PERSON + self.people, f"Person {self.people}"))
        # Each person of the playground listens to everything; hundreds of them would be a load
        # themselves.
        self.api.world.listeners.clear()
        self.api.world.listeners.add(self._listen)
        return person

    def group(self, *members: Person) -> Chat:
        self.groups += 1
        number = FIRST_GROUP - self.groups
        users = [member.user for member in members]
        return self.api.world.chats.add_group(number, f"Group {self.groups}", users)

    async def ask(self, person: Person, text: str = "/privacy") -> None:
        """Asks once, and waits for the answer."""
        self.asked[person.id] = monotonic()
        person.say(text)
        async with asyncio.timeout(PATIENCE):
            while person.id in self.asked:
                self.answered.clear()
                await self.answered.wait()

    def _listen(self, event: dict[str, Any]) -> None:
        if event["event"] == "message" and event["message"]["from"]["is_bot"]:
            asked_at = self.asked.pop(event["message"]["chat"]["id"], None)
            if asked_at is not None:
                self.waited.append(monotonic() - asked_at)
                self.answered.set()


def help_in_groups(town: Town) -> Iterator[tuple[float, Say]]:
    """One account says /help in 60 groups, forty times a second."""
    attacker = town.person()
    for group in cycle([town.group(attacker) for _ in range(60)]):
        yield 1 / 40, lambda group=group: attacker.say("/help", group)  # type: ignore[misc]


def lively_groups(town: Town) -> Iterator[tuple[float, Say]]:
    """Twenty groups of four people, who together type forty moves a second."""
    circles = []
    for _ in range(20):
        members = [town.person() for _ in range(4)]
        circles.append((members, town.group(*members)))
    for members, group in circles:
        yield 0.05, lambda who=members[0], group=group: who.say("/new 9 none 42", group)  # type: ignore[misc]
    typed = cycle(MOVES)
    while True:
        members, group = random.choice(circles)
        text = f"@{town.api.world.me.username} {next(typed)}"
        who = random.choice(members)
        yield 1 / 40, lambda who=who, group=group, text=text: who.say(text, group)  # type: ignore[misc]


def one_loud_person(town: Town) -> Iterator[tuple[float, Say]]:
    """One account sends all kinds of texts, two hundred a second, in a private chat."""
    attacker = town.person()
    for text in cycle(["/help", "/new 4", "r1c1 1", "hello", "/stats", "/games", "x" * 4_000]):
        yield 1 / 200, lambda text=text: attacker.say(text)  # type: ignore[misc]


def everything_at_once(town: Town) -> Iterator[tuple[float, Say]]:
    """The three attacks above together, 120 times a second."""
    attacks = [attack(town) for attack in (help_in_groups, lively_groups, one_loud_person)]
    for attack in cycle(attacks):
        _, say = next(attack)
        yield 1 / 120, say


ATTACKS: Final = (help_in_groups, lively_groups, one_loud_person, everything_at_once)


async def attacks(attack: Iterator[tuple[float, Say]]) -> None:
    """Says one thing after another, each some seconds after the one before it."""
    due = monotonic()
    for pause, say in attack:
        say()
        due += pause
        # What a busy machine has delayed by more than a second is not made up for.
        due = max(due, monotonic() - 1)
        await asyncio.sleep(max(due - monotonic(), 0))


async def _asks(town: Town, person: Person, until: float) -> None:
    """Asks every EACH_SECONDS, and at least once, however short the attack is."""
    await asyncio.sleep(random.random() * EACH_SECONDS)
    while True:
        await town.ask(person)
        await asyncio.sleep(EACH_SECONDS)
        if monotonic() >= until:
            return


async def starve(
    attack: Callable[[Town], Iterator[tuple[float, Say]]],
    seconds: float,
    folder: Path,
    limit: float = LIMIT_SECONDS,
) -> list[float]:
    """How long bystanders waited under an attack; raises StarvedError if one waited too long."""
    town, path = Town(BotApi(flood_limits=True)), folder / "sudoku.db"
    bystanders = [town.person() for _ in range(BYSTANDERS)]
    async with serving(town.api) as address:
        process = await start(path, town.api.token, address)
        try:
            # Not one of the bystanders: this answer would delay the next message to their chat.
            await town.ask(town.person())
            town.waited.clear()
            attacking = asyncio.create_task(attacks(attack(town)))
            until = monotonic() + seconds
            async with asyncio.TaskGroup() as asking:
                for person in bystanders:
                    asking.create_task(_asks(town, person, until))
            attacking.cancel()
            began = monotonic()
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(END_SECONDS):
                await process.wait()
        finally:
            if process.returncode is None:
                await kill(process)
    late, ended = percentile(town.waited, 0.99), monotonic() - began
    print(
        f"{attack.__name__}: {len(town.waited)} answers, {percentile(town.waited, 0.5):.3f} s "
        f"median, {late:.3f} s p99, {max(town.waited):.3f} s at most; ended in {ended:.1f} s",
        flush=True,
    )
    if late >= limit:
        raise StarvedError(f"{attack.__name__}: {late:.2f} s at the 99th percentile")
    return town.waited


async def run(seconds: float, limit: float, attacks: list[str]) -> None:
    for attack in ATTACKS:
        if attack.__name__ in attacks:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
                await starve(attack, seconds, Path(folder), limit)


def main() -> None:
    names = [attack.__name__ for attack in ATTACKS]
    parser = argparse.ArgumentParser(
        prog="python -m tests.starvation", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="of each attack (60)")
    parser.add_argument(
        "--limit", type=float, default=LIMIT_SECONDS, help="the longest wait at p99 (1 s)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    parser.add_argument("attacks", nargs="*", default=names, help=f"of {', '.join(names)}")
    options = parser.parse_args()
    random.seed(options.seed)
    asyncio.run(run(options.seconds, options.limit, options.attacks))


if __name__ == "__main__":
    main()
