"""Pages that play one game over a bad network, in random schedules, with a model beside them.

    python -m tests.schedules --rounds 60 --seed 1

Alice opens a game on two devices and writes to the bot as well; in every second round the game is
the club's, and the second device is Ming's. Each step of a schedule is drawn: somebody taps on a
page, a page sends what it has kept, a move or an undo is typed in the chat, the bot's process is
killed and another one starts, the clock goes on. Half of the calls meet a network that loses the
question, or the answer.

The model is a list of turns. It follows each act when the bot first gets it, by the rules that
people are promised (`tests.devices`). Once the network is whole again all must agree: what each act
was answered, and the board of both pages and of the database. The run fails where they do not.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

from bot.playground import BotApi
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import House, Talk
from tests.bot.touch.visiting import pages_of
from tests.devices import SIZE, BrokenError, Device, Rules
from tests.model import GameModel

STEPS: Final = 60

NETWORK: Final = ("whole", "whole", "no question", "no answer")
"""What becomes of a call: each is as likely as the others."""


class Round:
    """One schedule."""

    def __init__(self, house: House, seed: str) -> None:
        self.house = house
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.rules = Rules(GameModel(SIZE, 2, [], []))
        self.devices: list[Device] = []
        self.chats: list[Talk] = []

    async def run(self, *, in_club: bool) -> None:
        """Plays the schedule; raises BrokenError."""
        alice, ming = self.house.alice, self.house.ming
        people = (alice, ming) if in_club else (alice, alice)
        self.chats = [self.house.in_club(one) if in_club else one for one in people]
        for chat in self.chats:
            await chat.sends("/start")
        await self.chats[0].sends(f"/new {SIZE} none {self.random.randint(1, 999)}")
        game = await self.chats[0].game()
        grid = game.puzzle.grid
        self.rules = Rules(GameModel(SIZE, 2, [*grid.values], [*game.puzzle.solution.values]))
        if in_club:
            # Both have played here before, so that both may play on their pages.
            for chat in self.chats:
                await self._types(chat)
        async with pages_of(self.house) as pages:
            for number, talk in enumerate(people):
                page = pages.of(talk, f"device-number-{number}")
                assert await page.opens(game.id) == 200, page.told
                self.devices.append(Device(page, page.state))
        for _ in range(STEPS):
            await self._step()
        await self._settles(game.id)

    async def _step(self) -> None:
        name = self.random.choices(
            ("tap", "send", "type", "undo", "restart", "wait"), (12, 8, 3, 1, 1, 1)
        )[0]
        self.done[name] += 1
        device = self.random.choice(self.devices)
        match name:
            case "tap":
                device.taps(self.random, self.rules)
            case "send":
                await self._sends(device, self.random.choice(NETWORK))
            case "type":
                await self._types(self.random.choice(self.chats))
            case "undo":
                chat = self.random.choice(self.chats)
                self.rules.undo(chat.person.id)
                await chat.sends("/undo")
            case "restart":
                await self.house.stops()
                await self.house.starts()
            case "wait":
                self.house.clock.forward(seconds=self.random.choice((1, 20, 900)))

    async def _sends(self, device: Device, network: str) -> None:
        """A page sends what it has kept; the network may lose the question or the answer."""
        sent = device.next_call
        if not sent or network == "no question":
            return
        expected = self.rules.call(device.client, sent)
        async with pages_of(self.house) as pages:
            client, old = device.client, device.client.web
            client.web = pages.web
            status = await device.sends(sent)
            client.web = old
        if network == "no answer":
            return
        if status != 200:
            raise BrokenError(f"a call was answered with {status}: {client.told}")
        told = device.takes()
        if told != expected:
            raise BrokenError(f"{sent} are {told}, not {expected}")
        self.done.update(f"told {one}" for one in told)

    async def _types(self, chat: Talk) -> None:
        """A right digit is typed in the chat."""
        # The last cell is left to the pages: no more is played on a board that is full.
        if not self.rules.model.is_open or len(self.rules.blank) < 2:
            return
        cell = self.random.choice(self.rules.blank)
        digit = self.rules.model.solution[cell]
        self.rules.place(chat.person.id, cell, digit)
        name = f"r{cell // SIZE + 1}c{cell % SIZE + 1}={digit}"
        await chat.sends(f"@SudokuPlaygroundBot {name}" if chat.chat else name)

    async def _settles(self, game_id: int) -> None:
        """The network is whole again: everything is sent, and all must agree."""
        for device in self.devices:
            while device.queue:
                await self._sends(device, "whole")
        if wrong := self.rules.differs(await self.chats[0].game()):
            raise BrokenError(f"stored are {wrong}")
        for device in self.devices:
            async with pages_of(self.house) as pages:
                device.client.web = pages.web
                await device.agrees(self.rules, game_id)


async def play(rounds: int, seed: int) -> Counter[str]:
    """Plays so many schedules, each with a bot of its own; counts what was done."""
    done: Counter[str] = Counter()
    async with EnginePool(1) as engine:
        for number in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                clock = Clock()
                api = BotApi(clock=clock.seconds)
                house = House(engine, clock, Path(folder) / "sudoku.db", api, lambda: "7")
                await house.starts()
                schedule = Round(house, f"{seed} {number}")
                try:
                    await schedule.run(in_club=bool(number % 2))
                except BrokenError as broken:
                    raise BrokenError(f"round {number} of seed {seed}: {broken}") from broken
                finally:
                    await house.stops()
                done += schedule.done
    return done


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.schedules", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--rounds", type=int, default=60, help="schedules to play (60)")
    parser.add_argument("--seed", type=int, default=1, help="the dice (1)")
    options = parser.parse_args()
    try:
        done = asyncio.run(play(options.rounds, options.seed))
    except BrokenError as broken:
        sys.exit(str(broken))
    print(f"{options.rounds} schedules; all agree: nothing is lost or doubled")
    print("  " + ", ".join(f"{count} {name}" for name, count in sorted(done.items())))


if __name__ == "__main__":
    main()
