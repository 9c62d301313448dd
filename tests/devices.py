"""Devices on which one game is tapped at random, and what the rules make of each call.

What people are promised: an act happens once, however often it is sent; a cell that has got another
digit meanwhile is not written over; undo takes back the turn that the person saw, and never that of
another person.
"""

import random
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.game.game import Game
from bot.game.move import digits_of
from bot.store.games import StoredGame
from tests.bot.touch.visiting import Client
from tests.model import GameModel, No, Side

SIZE: Final = 4
MOST_SENT: Final = 20


class BrokenError(AssertionError):
    """A page, the database and the model do not agree."""


@dataclass
class Rules:
    """A game by the model, and the last act of each device that has changed it."""

    model: GameModel
    changed: dict[str, int] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The version that the game has by now, to which its end adds one."""
        return self.model.version + (not self.model.is_open)

    @property
    def blank(self) -> list[int]:
        """The cells without a digit."""
        return [at for at, value in enumerate(self.model.now.values) if not value]

    def copied(self) -> "Rules":
        """The same game, which goes on by itself."""
        model = copy(self.model)
        model.moments, model.makers = [*model.moments], [*model.makers]
        return replace(self, model=model, changed={**self.changed})

    def call(self, client: Client, acts: list[dict[str, Any]]) -> list[str]:
        """Follows the acts of a call, until one is refused; what each of them is answered."""
        told = list[str]()
        for act in acts:
            told.append(self._follow(client, act))
            if told[-1] != "done":
                break
        return told

    def place(self, person: int, cell: int, digit: int) -> None:
        """Follows a digit that was typed."""
        if self.model.is_open:
            self.model.turn(person, [("place", cell, digit)])

    def undo(self, person: int) -> None:
        """Follows an undo that was typed."""
        if self.model.is_open:
            self.model.undo(person)

    def differs(self, stored: StoredGame) -> str:
        """Where a stored game is not as the rules have it; empty where it is."""
        pairs: dict[str, tuple[object, object]] = {
            "version": (stored.version, self.version),
            "turns": (stored.game.done, self.model.at),
            "players": ([turn.player for turn in stored.game.turns], self.model.makers[1:]),
            "boards": (_moments(stored.game), [_seen(side) for side in self.model.moments]),
        }
        wrong = (
            f"{what} {there}, not {wanted}"
            for what, (there, wanted) in pairs.items()
            if there != wanted
        )
        return next(wrong, "")

    def _follow(self, client: Client, act: dict[str, Any]) -> str:
        """What the rules make of an act; one that has changed something is only confirmed."""
        if act["number"] <= self.changed.get(client.device, 0):
            return "done"
        before = self.model.version
        told = self._first(client.person.id, act)
        if self.model.version != before:
            self.changed[client.device] = act["number"]
        return told

    def _first(self, person: int, act: dict[str, Any]) -> str:
        """What the rules make of an act that the bot gets for the first time."""
        model = self.model
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
        """Follows an undo or a redo; what it is answered."""
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


@dataclass
class Device:
    """One person's page with the acts that were not confirmed, and what its person sees."""

    client: Client
    state: dict[str, Any]
    number: int = 0
    queue: list[dict[str, Any]] = field(default_factory=list)

    @property
    def next_call(self) -> list[dict[str, Any]]:
        """The acts to send next."""
        return self.queue[:MOST_SENT]

    def taps(self, dice: random.Random, rules: Rules) -> None:
        """Somebody does something on what their page shows."""
        self.number += 1
        model, shown = rules.model, self._shown()
        cell = dice.choice([at for at, given in enumerate(model.givens) if not given])
        version = self.state["version"] + len(self.queue)
        act: dict[str, Any] = {"number": self.number, "version": version, "waited": 0}
        kind = dice.choices(("place", "erase", "note", "undo", "redo"), (8, 2, 4, 2, 1))[0]
        if kind == "place":
            right = model.solution[cell] if dice.random() < 0.7 else 1
            act |= {"cell": cell, "digit": right, "held": shown[cell]}
        elif kind == "erase":
            act |= {"cell": cell, "held": shown[cell]}
        elif kind == "note":
            act |= {"cells": [cell], "digit": dice.randint(1, SIZE), "on": True}
        self.queue.append(act | {"kind": kind})

    async def sends(self, acts: list[dict[str, Any]]) -> int:
        """Makes a call with acts; returns the status."""
        return await self.client.calls("act", device=self.client.device, acts=acts)

    def takes(self) -> list[str]:
        """Takes in the newest answer; what each act was answered."""
        results = self.client.told["results"]
        told = {result["number"] for result in results}
        self.queue = [act for act in self.queue if act["number"] not in told]
        self.state = self.client.state
        return ["done" if result.get("done") else result["refused"] for result in results]

    async def agrees(self, rules: Rules, game_id: int) -> None:
        """Opens the page afresh; raises BrokenError unless it shows the game of the rules."""
        assert await self.client.opens(game_id) == 200, self.client.told
        self.state, values = self.client.state, rules.model.now.values
        if self._shown() != values or self.state["version"] != rules.version:
            raise BrokenError(f"a page shows {self.state}, not {values}")

    def _shown(self) -> list[int]:
        """The digits on the page: those of the server, and over them what was tapped."""
        values = [self.state["symbols"].find(sign) + 1 for sign in self.state["values"]]
        for act in self.queue:
            if act["kind"] in {"place", "erase"}:
                values[act["cell"]] = act.get("digit", 0)
        return values


def _moments(game: Game) -> list[tuple[list[int], list[set[int]]]]:
    """The digits and the visible notes before each turn of a game, and after the last one."""
    moments = [Game(game.givens, game.solution, game.turns)]
    while moments[-1].done < len(game.turns):
        moments.append(moments[-1].redone())
    return [
        ([*each.values.values], [{*digits_of(mask)} for mask in each.notes]) for each in moments
    ]


def _seen(side: Side) -> tuple[list[int], list[set[int]]]:
    pairs = zip(side.values, side.notes, strict=True)
    return side.values, [set() if value else notes for value, notes in pairs]
