"""Pages that play one game over a bad network, in random schedules, with a model beside them.

    python -m tests.schedules --rounds 60 --seed 1

Alice opens a game on two devices and writes to the bot as well; in every second round the game is
the club's, and the second device is Ming's. Each step of a schedule is drawn: somebody taps on a
page, a page sends what it has kept, a move or an undo is typed in the chat, the bot's process is
killed and another one starts, the clock goes on. Half of the calls meet a network that loses the
question, or the answer.

The model is a list of turns. It follows each act when the bot first gets it, by the rules that
people are promised: an act happens once, however often it is sent; a cell that has got another
digit meanwhile is not written over; undo takes back the turn that the person saw, and never that of
another person. Once the network is whole again all must agree: what each act was answered, and the
board of both pages and of the database. The run fails where they do not.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.playground import BotApi
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import House, Talk
from tests.bot.touch.visiting import Page, pages_of
from tests.model import GameModel, No

STEPS: Final = 60
MOST_SENT: Final = 20
SIZE: Final = 4

NETWORK: Final = ("whole", "whole", "no question", "no answer")
"""What becomes of a call: each is as likely as the others."""


class BrokenError(AssertionError):
    """A page, the database and the model do not agree."""


@dataclass
class Device:
    """One person's page with the acts that were not confirmed, and what its person sees."""

    page: Page
    state: dict[str, Any]
    number: int = 0
    queue: list[dict[str, Any]] = field(default_factory=list)
    promised: dict[int, str] = field(default_factory=dict)
    """What the model says of each act that the bot has got."""

    changed: int = 0
    """The last act that has changed the game."""

    @property
    def person(self) -> int:
        return self.page.talk.person.id

    def shown(self) -> list[int]:
        """The digits on the page: those of the server, and over them what was tapped."""
        values = [self.state["symbols"].find(sign) + 1 for sign in self.state["values"]]
        for act in self.queue:
            if act["kind"] in {"place", "erase"}:
                values[act["cell"]] = act.get("digit", 0)
        return values


class Round:
    """One schedule."""

    def __init__(self, house: House, seed: str) -> None:
        self.house = house
        self.random = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.model = GameModel(SIZE, 2, [], [])
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
        self.model = GameModel(SIZE, 2, [*grid.values], [*game.puzzle.solution.values])
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
                self._taps(device)
            case "send":
                await self._sends(device, self.random.choice(NETWORK))
            case "type":
                await self._types(self.random.choice(self.chats))
            case "undo":
                chat = self.random.choice(self.chats)
                if self.model.is_open:
                    self.model.undo(chat.person.id)
                await chat.sends("/undo")
            case "restart":
                await self.house.stops()
                await self.house.starts()
            case "wait":
                self.house.clock.forward(seconds=self.random.choice((1, 20, 900)))

    def _taps(self, device: Device) -> None:
        """Somebody does something on what their page shows."""
        device.number += 1
        shown = device.shown()
        cell = self.random.choice([at for at, given in enumerate(self.model.givens) if not given])
        version = device.state["version"] + len(device.queue)
        act: dict[str, Any] = {"number": device.number, "version": version, "waited": 0}
        kind = self.random.choices(("place", "erase", "note", "undo", "redo"), (8, 2, 4, 2, 1))[0]
        if kind == "place":
            right = self.model.solution[cell] if self.random.random() < 0.7 else 1
            act |= {"cell": cell, "digit": right, "held": shown[cell]}
        elif kind == "erase":
            act |= {"cell": cell, "held": shown[cell]}
        elif kind == "note":
            act |= {"cells": [cell], "digit": self.random.randint(1, SIZE), "on": True}
        device.queue.append(act | {"kind": kind})

    async def _sends(self, device: Device, network: str) -> None:
        """A page sends what it has kept; the network may lose the question or the answer."""
        sent = device.queue[:MOST_SENT]
        if not sent or network == "no question":
            return
        self._expects(device, sent)
        async with pages_of(self.house) as pages:
            page, old = device.page, device.page.web
            page.web = pages.web
            status = await page.calls("act", device=page.device, acts=sent)
            page.web = old
        if network == "no answer":
            # The bot remembers a device's last change: what comes after it is looked at afresh.
            later = [number for number in device.promised if number > device.changed]
            for number in later:
                del device.promised[number]
            return
        if status != 200:
            raise BrokenError(f"a call was answered with {status}: {page.told}")
        for result in page.told["results"]:
            number = result["number"]
            said = "done" if result.get("done") else result["refused"]
            if said != device.promised[number]:
                act = next(act for act in sent if act["number"] == number)
                raise BrokenError(f"{act} is {said}, not {device.promised[number]}")
            self.done[f"told {said}"] += 1
        told = {result["number"] for result in page.told["results"]}
        device.queue = [act for act in device.queue if act["number"] not in told]
        device.state = page.state

    def _expects(self, device: Device, sent: list[dict[str, Any]]) -> None:
        """Has the model follow the acts of a call, until one is refused."""
        for act in sent:
            number, before = act["number"], self.model.version
            if number not in device.promised:
                device.promised[number] = self._follows(device, act)
            if self.model.version != before:
                device.changed = number
            if device.promised[number] != "done":
                return

    def _follows(self, device: Device, act: dict[str, Any]) -> str:
        """What the model makes of an act that the bot gets for the first time."""
        model, person = self.model, device.person
        if not model.is_open:
            return "over"
        cells = act.get("cells", [act["cell"]] if "cell" in act else [])
        held = act.get("held", 0)
        for cell in cells:
            value = model.now.values[cell]
            if value != held and not (act["kind"] == "place" and value == act["digit"]):
                return "taken"
        try:
            match act["kind"]:
                case "place":
                    model.turn(person, [("place", cells[0], act["digit"])])
                case "erase":
                    model.turn(person, [("erase", cells[0], 0)])
                case "note":
                    model.turn(person, [("add", cell, act["digit"]) for cell in cells])
                case "undo" | "redo":
                    return self._goes(act, person)
        except No:
            return "filled"
        return "done"

    def _goes(self, act: dict[str, Any], person: int) -> str:
        """An undo or a redo: what it is answered by the model, which follows it."""
        model, before = self.model, self.model.version
        if act["version"] != before:
            return "moved_on"
        if act["kind"] == "redo":
            model.redo()
        elif model.at and model.makers[model.at] not in {person, None}:
            return "others_turn"
        else:
            model.undo(person)
        return "nothing" if model.version == before else "done"

    async def _types(self, chat: Talk) -> None:
        """A right digit is typed in the chat."""
        blank = [at for at, value in enumerate(self.model.now.values) if not value]
        # The last cell is left to the pages: no more is played on a board that is full.
        if not self.model.is_open or len(blank) < 2:
            return
        cell = self.random.choice(blank)
        digit = self.model.solution[cell]
        self.model.turn(chat.person.id, [("place", cell, digit)])
        name = f"r{cell // SIZE + 1}c{cell % SIZE + 1}={digit}"
        await chat.sends(f"@SudokuPlaygroundBot {name}" if chat.chat else name)

    async def _settles(self, game_id: int) -> None:
        """The network is whole again: everything is sent, and all must agree."""
        for device in self.devices:
            while device.queue:
                await self._sends(device, "whole")
        stored = await self.chats[0].game()
        values = [*self.model.now.values]
        if [*stored.game.values.values] != values:
            raise BrokenError(f"stored is {stored.game.values}, not {values}")
        if [*map(bool, self.model.visible_notes)] != [*map(bool, stored.game.notes)]:
            raise BrokenError("the notes are not those of the model")
        if stored.version != self.model.version + (not self.model.is_open):
            raise BrokenError(f"version {stored.version}, not {self.model.version}")
        for device in self.devices:
            async with pages_of(self.house) as pages:
                page = pages.of(device.page.talk, device.page.device)
                assert await page.opens(game_id) == 200, page.told
                shown = [page.state["symbols"].find(sign) + 1 for sign in page.state["values"]]
                if shown != values or page.state["version"] != stored.version:
                    raise BrokenError(f"a page shows {page.state}, not {values}")


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
