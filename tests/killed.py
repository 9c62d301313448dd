"""Kills the bot while pages and chats play one game each, with a model beside every game.

    python -m tests.killed --schedules 100 --seed 1

The bot is a process of its own, as an operator starts it. Several schedules run at a time. In each,
Alice opens a game on two devices and types in the chat as well; in every second one the game is a
group's, and the second device is Bob's. They tap and call, both at once too. Again and again the
process is killed with kill -9, also between a commit and its answer and while it starts, and
another one is started on the same file and port (`tests.mortal`). Then the pages send again what
was not confirmed.

Whoever got no answer cannot know how many of their acts the bot has followed. So each time the
model looks at the file as the dead process left it: this must be the game after some of the acts
that were on their way, with each turn once, made by the right person and noted for the right
device. The model goes on from there. At the end every page, every board in the chats and the file
must show what the model has.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path
from typing import Any, Final

import httpx

from bot.game.place import Place
from bot.playground import Group, Person
from bot.playground.chats import User
from bot.store.games import StoredGame
from tests.bot.touch.visiting import Client
from tests.crash import PATIENCE, BrokenPromiseError, catch_up, file_at, shown_board
from tests.devices import SIZE, BrokenError, Device, Rules
from tests.model import GameModel
from tests.mortal import Mortal, mortal

STEPS: Final = 50
AT_A_TIME: Final = 5
FIRST: Final = 6_000
"""The number of the first person."""

LOOK_SECONDS: Final = 0.01


@dataclass
class Call:
    """Acts that a page has sent, and what each was answered; None where no answer has come."""

    device: Device
    acts: list[dict[str, Any]]
    told: list[str] | None = None

    async def is_made(self) -> None:
        """Sends the acts; raises BrokenError for an answer that is not about them."""
        try:
            status = await self.device.sends(self.acts)
        except (httpx.NetworkError, httpx.RemoteProtocolError):
            return
        if status == httpx.codes.TOO_MANY_REQUESTS:
            self.told = []
        elif status != httpx.codes.OK:
            raise BrokenError(f"a call was answered with {status}: {self.device.client.told}")
        else:
            self.told = self.device.takes()

    def fits(self, rules: Rules, followed: int) -> bool:
        """Whether these rules, which follow so many of the acts, would have answered this."""
        told = rules.call(self.device.client, self.acts[:followed])
        if self.told is None:
            return True
        return told == self.told and (not told or rules.version == self.device.state["version"])


class Schedule:
    """One game, with the pages and the chats that play it."""

    def __init__(self, bot: Mortal, number: int, dice: random.Random) -> None:
        self.bot, self.dice, self.is_group = bot, dice, bool(number % 2)
        first = FIRST + 2 * number
        alice, bob = (
            Person(bot.api, User(first + at, name, "en"))
            for at, name in enumerate(("Alice", "Bob"))
        )
        self.chat = alice.private
        self.people = (alice, alice)
        if self.is_group:
            self.people = (alice, bob)
            self.chat = Group(bot.api, -1_002_000_000_000 - number, "Club", self.people).chat
        self.rules = Rules(GameModel(SIZE, 2, [], []))
        self.devices: list[Device] = []
        self.game = 0

    async def begins(self) -> None:
        """Begins a game and opens its pages."""
        for person in self.people:
            await self._says(person, "/start")
        await self._says(self.people[0], f"/new {SIZE} none {self.dice.randint(1, 999)}")
        self.game, givens, solution = await self._row(
            "select g.id, p.givens, p.solution from games g join puzzles p on p.id = g.puzzle_id"
            " where g.chat_id = $1",
            self.chat.id,
        )
        self.rules = Rules(GameModel(SIZE, 2, _digits(givens), _digits(solution)))
        for number, person in enumerate(self.people):
            # Whoever has played in a group may play on a page.
            await self._types(person)
            client = Client(self.bot.web, person, self.bot.door, f"device-number-{number}")
            assert await client.opens(self.game) == httpx.codes.OK, client.told
            self.devices.append(Device(client, client.state))

    async def plays(self) -> None:
        """Plays the schedule while the bot may be killed."""
        for _ in range(STEPS):
            await self._step()

    async def settles(self) -> None:
        """Sends what is left, and closes the pages, so that the board in the chat follows."""
        while any(device.queue for device in self.devices):
            await self._call(*self.devices)
        for device in self.devices:
            assert await device.client.calls("leave") == httpx.codes.OK, device.client.told

    async def agrees(self) -> None:
        """Raises BrokenError unless the pages and the board in the chat show the model's game."""
        for device in self.devices:
            await device.agrees(self.rules, self.game)
        (message_id,) = await self._row(
            "select message_id from views where game_id = $1 and chat_id = $2",
            self.game,
            self.chat.id,
        )
        message = self.bot.api.world.messages.find(self.chat.id, message_id, "message")
        board = [*shown_board(message["text"])]
        if board != self.rules.model.now.values:
            raise BrokenError(f"{self.chat.id} shows {message['text']}, not {self.rules.model.now}")

    async def is_kept(self) -> None:
        """Raises BrokenError unless the file holds the model's game."""
        if wrong := self.rules.differs(await self._left()):
            raise BrokenError(f"stored are {wrong}")

    async def _step(self) -> None:
        device, person = self.dice.choice(self.devices), self.dice.choice(self.people)
        match self.dice.choices(
            ("tap", "call", "both", "type", "undo", "wait"), (12, 6, 4, 2, 1, 1)
        )[0]:
            case "tap":
                device.taps(self.dice, self.rules)
            case "call":
                await self._call(device)
            case "both":
                await self._call(*self.devices)
            case "type":
                await self._types(person)
            case "undo":
                await self._says(person, "/undo")
                self.rules.undo(person.id)
            case "wait":
                await asyncio.sleep(self.dice.random() / 5)

    async def _call(self, *devices: Device) -> None:
        """Pages send what they have kept, at once; the model looks what has become of it."""
        calls = [Call(device, device.next_call) for device in devices if device.queue]
        await self.bot.up.wait()
        self.bot.is_called()
        await asyncio.gather(*(call.is_made() for call in calls))
        stored = None
        if any(call.told is None for call in calls):
            await self.bot.up.wait()
            stored = await self._left()
        before = self.rules.changed
        self.rules = await self._found(calls, stored)
        for call in calls:
            self.bot.done.update(f"told {one}" for one in call.told or ())
            if call.told is None:
                device = call.device.client.device
                was_done = self.rules.changed.get(device) != before.get(device)
                self.bot.done["calls followed, not answered" if was_done else "calls lost"] += 1

    async def _found(self, calls: Sequence[Call], stored: StoredGame | None) -> Rules:
        """The rules as they go on after calls; raises BrokenError where no way leads there."""
        notes = {}
        if stored is not None:
            for device in self.devices:
                notes[device.client.device] = await self.bot.left_of(device.client)
        for rules in self._ways(calls):
            if stored is None:
                return rules
            noted = {name: rules.changed.get(name, 0) for name in notes}
            if noted == notes and not rules.differs(stored):
                return rules
        made = [(call.acts, call.told) for call in calls]
        found = stored and (stored.game.values, stored.version, notes)
        raise BrokenError(
            f"game {self.game}: {made} cannot lead from {self.rules.model.now.values}, version"
            f" {self.rules.version}, to {found}"
        )

    def _ways(self, calls: Sequence[Call]) -> Iterator[Rules]:
        """What may have become of calls: one after the other, those without an answer cut short."""
        for order in permutations(calls):
            followed = (
                range(len(call.acts) + 1) if call.told is None else (len(call.told),)
                for call in order
            )
            for each in product(*followed):
                rules = self.rules.copied()
                if all(call.fits(rules, most) for call, most in zip(order, each, strict=True)):
                    yield rules

    async def _types(self, person: Person) -> None:
        """A right digit is typed in the chat."""
        # The last cell is left to the pages: no more is played on a board that is full.
        if not self.rules.model.is_open or len(self.rules.blank) < 2:
            return
        cell = self.dice.choice(self.rules.blank)
        digit = self.rules.model.solution[cell]
        name = f"r{cell // SIZE + 1}c{cell % SIZE + 1}={digit}"
        await self._says(person, f"@SudokuPlaygroundBot {name}" if self.is_group else name)
        self.rules.place(person.id, cell, digit)

    async def _says(self, person: Person, text: str) -> None:
        """Says something to the bot; returns once it is done with that, however often it dies."""
        self.bot.is_called()
        update = person.say(text, self.chat)
        assert update is not None
        await self._row(
            "select 1 from inbox where update_id = $1 and payload is null", update["update_id"]
        )

    async def _row(self, sql: str, *values: object) -> tuple[Any, ...]:
        """The first row in the file that is found, as soon as there is one."""
        async with asyncio.timeout(PATIENCE):
            while True:
                await self.bot.up.wait()
                if rows := await file_at(self.bot.path)(sql, *values):
                    return rows[0]
                await asyncio.sleep(LOOK_SECONDS)

    async def _left(self) -> StoredGame:
        return await self.bot.left(self.game, Place(self.chat.id))


def _digits(line: str) -> list[int]:
    return [0 if sign == "." else int(sign) for sign in line]


async def play(numbers: Sequence[int], seed: int) -> Counter[str]:
    """Plays some schedules at a time with one bot; counts what was done."""
    dice = random.Random(f"{seed} {numbers[0]}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with mortal(Path(folder), dice) as bot:
            schedules = [
                Schedule(bot, number, random.Random(f"{seed} {number}")) for number in numbers
            ]
            for schedule in schedules:
                await schedule.begins()
            async with asyncio.TaskGroup() as group:
                group.create_task(bot.is_killed())
                await asyncio.gather(*(schedule.plays() for schedule in schedules))
                bot.has_peace()
            for schedule in schedules:
                await schedule.settles()
            await catch_up(file_at(bot.path), bot.api)
            for schedule in schedules:
                await schedule.agrees()
            await bot.dies()
            for schedule in schedules:
                await schedule.is_kept()
            return bot.done


async def run(schedules: int, seed: int) -> Counter[str]:
    """Plays so many schedules; raises BrokenError and BrokenPromiseError."""
    done: Counter[str] = Counter()
    for first in range(0, schedules, AT_A_TIME):
        numbers = range(first, min(first + AT_A_TIME, schedules))
        try:
            done += await play(numbers, seed)
        except* BrokenError as broken:
            first_one = broken.exceptions[0]
            raise BrokenError(f"schedules {numbers} of seed {seed}: {first_one}") from first_one
    return done


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.killed", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--schedules", type=int, default=100, help="how many to play (100)")
    parser.add_argument("--seed", type=int, default=1, help="the dice (1)")
    options = parser.parse_args()
    try:
        done = asyncio.run(run(options.schedules, options.seed))
    except* (BrokenError, BrokenPromiseError) as broken:
        sys.exit("\n".join(str(each) for each in broken.exceptions))
    print(f"{options.schedules} schedules, {done.pop('kills')} kills: nothing is lost or doubled")
    print("  " + ", ".join(f"{count} {name}" for name, count in sorted(done.items())))


if __name__ == "__main__":
    main()
