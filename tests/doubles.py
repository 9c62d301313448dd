"""Lets Telegram's answers to messages get lost, and counts the messages that then come twice.

    python -m tests.doubles
    python -m tests.doubles --beside ../before --seconds 60

The real bot serves over HTTP through a proxy (`tests.faults`) that passes each message on and hides
some of the answers. It does so in three ways (`LOSSES`): the connection breaks, it breaks and stays
away for some seconds, or the answer comes so late that the bot gives up. People ask and move,
mostly after the last answer has come, in three places (`PLACES`): alone with a bot that does
nothing else, alone with a bot that has much to do, and in groups, of whose talk the bot does not
see everything.

Each question and each state of a board comes up once, so it is known how many messages should show
it. A message that never comes is an error. `--beside` does the same with the bot of another
checkout, which is built in place.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bot.playground import BotApi, Group, Person
from bot.playground.chats import Chat, User
from bot.playground.html import parse_html
from tests.bot.process import environment
from tests.crash import SIZE, Board, BrokenPromiseError, kill, serving, shown_board
from tests.faults import Done, Fault, FaultyProxy, Kind, Plan, no_faults

ROOT: Final = Path(__file__).parents[1]
PATIENCE: Final = 90.0
DOWN_SECONDS: Final = 3.0
LATE_SECONDS: Final = 6.0
"""Longer than the bot waits for an answer that somebody waits for."""

IMPATIENT: Final = 0.1
"""How often somebody writes on without having been answered."""


@dataclass
class Asker:
    """Somebody who asks and moves; each question and each state of the board comes up once."""

    person: Person
    chat: Chat | None
    pause: float
    dice: random.Random
    asked: list[str] = field(default_factory=list)
    states: list[Board] = field(default_factory=list)
    _blanks: list[int] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.person.api.world.listeners.add(lambda _: self._news.set())

    async def begins(self) -> None:
        """Begins a game, alone with the bot; asks once in a group, so that the bot knows it."""
        if self.chat is None:
            self.person.say(f"/new {SIZE} none {self.person.id}")
            await self._until(lambda: bool(self._boards()))
            self.states.append(self._boards()[-1])
            blanks = [cell for cell, value in enumerate(self.states[-1]) if not value]
            # One cell stays blank, so that the game never ends.
            self._blanks = blanks[1:]
        else:
            self._asks()
            await self._until(self._is_told)

    async def goes_on(self, ends_at: float) -> None:
        """Asks and moves until it is the end, and then waits for what is missing."""
        while monotonic() < ends_at:
            await asyncio.sleep(self.pause * self.dice.uniform(0.5, 1.5))
            (self._moves if self._blanks and self.dice.random() < 0.5 else self._asks)()
            if self.dice.random() > IMPATIENT:
                await self._until(self._is_told)
        await self._until(self._is_told)

    def counts(self) -> Counter[str | Board]:
        """How many messages show each question and each state of the board."""
        told = Counter[str | Board](self._boards())
        told.update(word for text in self._texts() for word in self.asked if f"{word}”" in text)
        return told

    def shows(self, text: str) -> str | Board | None:
        """What a message of the bot shows of what was asked and moved here."""
        if (board := shown_board(text)) in self.states[1:]:
            return board
        return next((word for word in self.asked if f"{word}”" in text), None)

    def _asks(self) -> None:
        self.asked.append(f"zz{self.person.id}x{len(self.asked)}")
        self.person.say(f"/learn {self.asked[-1]}", self.chat)

    def _moves(self) -> None:
        while (board := self._changed()) in self.states:
            pass
        cell = next(c for c, value in enumerate(board) if value != self.states[-1][c])
        self.states.append(board)
        self.person.say(f"r{cell // SIZE + 1}c{cell % SIZE + 1}={board[cell]}")

    def _changed(self) -> Board:
        cell, board = self.dice.choice(self._blanks), self.states[-1]
        digit = self.dice.choice([d for d in range(1, SIZE + 1) if d != board[cell]])
        return (*board[:cell], digit, *board[cell + 1 :])

    def _is_told(self) -> bool:
        """Whether every question is answered and the newest state was shown."""
        told = self.counts()
        known: list[str | Board] = [*self.asked, *self.states[-1:]]
        return all(told[what] for what in known)

    async def _until(self, is_so: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so():
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise BrokenPromiseError(f"{self.person.id} was never answered") from None

    def _texts(self) -> list[str]:
        bot = self.person.api.world.me.id
        said = self.person.messages(self.chat)
        return [str(message.get("text", "")) for message in said if message["from"]["id"] == bot]

    def _boards(self) -> list[Board]:
        return [board for text in self._texts() if (board := shown_board(text))]


Town = Callable[[BotApi, random.Random], list[Asker]]


def quiet(api: BotApi, dice: random.Random) -> list[Asker]:
    """One person alone with the bot."""
    return [Asker(Person(api, User(7001, "Quiet", "en")), None, 1.0, dice)]


def busy(api: BotApi, dice: random.Random) -> list[Asker]:
    """Twenty people, each alone with the bot, in chats that have their numbers from one counter."""
    people = (Person(api, User(7001 + number, f"Busy {number}", "en")) for number in range(20))
    return [Asker(person, None, 2.0, dice) for person in people]


def groups(api: BotApi, dice: random.Random) -> list[Asker]:
    """Four groups, each with somebody who asks and somebody whose talk the bot does not see."""
    found = []
    for number in range(4):
        asks, talks = (Person(api, User(7001 + 2 * number + who, "Member", "en")) for who in (0, 1))
        chat = Group(api, -1002000000100 - number, "Group", (asks, talks)).chat

        def chatter(event: dict[str, Any], talks: Person = talks, chat: Chat = chat) -> None:
            said = event.get("message", {})
            if event["event"] != "message" or said["chat"]["id"] != chat.id:
                return
            # Half of the time somebody writes between a question and its answer.
            if said["from"]["id"] not in {talks.id, api.world.me.id} and dice.random() < 0.5:
                talks.say("so do I", chat)

        api.world.listeners.add(chatter)
        found.append(Asker(asks, chat, 3.0, dice))
    return found


PLACES: Final[dict[str, Town]] = {"quiet": quiet, "busy": busy, "groups": groups}


def breaking(dice: random.Random) -> Plan:
    """The connection breaks behind one message in four."""

    def plan(method: str) -> Fault | None:
        if method != "sendMessage" or dice.random() > 0.25:
            return None
        return Fault(dice.choice((Kind.CUT_AFTER, Kind.CUT_WITHIN)))

    return plan


def down(dice: random.Random) -> Plan:
    """The connection breaks behind one message in ten, and then nothing arrives for a while."""
    until = 0.0

    def plan(method: str) -> Fault | None:
        nonlocal until
        if monotonic() < until:
            return Fault(Kind.CUT_BEFORE)
        if method != "sendMessage" or dice.random() > 0.1:
            return None
        until = monotonic() + DOWN_SECONDS * dice.uniform(0.1, 1)
        return Fault(Kind.CUT_AFTER)

    return plan


def late(dice: random.Random) -> Plan:
    """One answer in four comes when the bot has given it up."""

    def plan(method: str) -> Fault | None:
        if method != "sendMessage" or dice.random() > 0.25:
            return None
        return Fault(Kind.DELAY, seconds=LATE_SECONDS)

    return plan


LOSSES: Final[dict[str, Callable[[random.Random], Plan]]] = {
    "breaks": breaking,
    "is down": down,
    "is late": late,
}


@dataclass
class Figures:
    """How many messages arrived without their answer, and how many came once too often."""

    lost: int = 0
    doubled: int = 0

    def __str__(self) -> str:
        return f"{self.doubled} of {self.lost} came twice"


def counted(askers: Sequence[Asker], done: Sequence[Done]) -> Figures:
    """Counts what is known of the messages; an answer that was only late enough was not lost."""
    figures, chats = Figures(), {(one.chat or one.person.private).id: one for one in askers}
    for call in done:
        if call.method == "sendMessage" and call.fault is not None and call.fault.hides:
            sent = json.loads(call.body)
            shown = chats[int(sent["chat_id"])].shows(parse_html(sent["text"])[0])
            figures.lost += shown is not None
    for one in askers:
        told = one.counts()
        known: list[str | Board] = [*one.asked, *one.states[1:]]
        figures.doubled += sum(max(told[what] - 1, 0) for what in known)
    return figures


async def measure(
    place: Town, loss: Callable[[random.Random], Plan], seconds: float, checkout: Path, seed: int
) -> Figures:
    """Lets answers get lost for some seconds; raises BrokenPromiseError if anything never came."""
    api, dice = BotApi(), random.Random(seed)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with serving(api) as upstream, FaultyProxy(upstream) as proxy:
            askers = place(api, dice)
            async with _bot(checkout, Path(folder), api.token, proxy.address):
                await asyncio.gather(*(one.begins() for one in askers))
                proxy.plan = loss(dice)
                ends_at = monotonic() + seconds
                asking = asyncio.gather(*(one.goes_on(ends_at) for one in askers))
                await asyncio.sleep(seconds)
                proxy.plan = no_faults
                await asking
                # What is sent again comes within some seconds.
                await asyncio.sleep(LATE_SECONDS)
            return counted(askers, proxy.done)


@asynccontextmanager
async def _bot(checkout: Path, folder: Path, token: str, address: str) -> AsyncIterator[None]:
    settings = {"TOKEN": token, "API_URL": address, "DATABASE": str(folder / "sudoku.db")}
    with (folder / "log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=checkout, stdout=log, stderr=log,
            env=environment(settings | {"WORKERS": "1"}),
        )  # fmt: skip
        try:
            yield
        except BrokenPromiseError:
            sys.stderr.write((folder / "log").read_text("utf-8", "replace")[-3000:])
            raise
        finally:
            await kill(process)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.doubles", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=60, help="of each of the nine runs (60)")
    parser.add_argument("--beside", type=Path, help="another checkout, built in place")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    options = parser.parse_args()
    trees = [*([options.beside.resolve()] if options.beside else []), ROOT]
    for place, town in PLACES.items():
        for way, loss in LOSSES.items():
            for tree in trees:
                figures = asyncio.run(measure(town, loss, options.seconds, tree, options.seed))
                sys.stdout.write(f"{place}, the network {way}: {figures} ({tree.name})\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
