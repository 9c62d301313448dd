"""Counts what is said to somebody who listens while they play: `python -m tests.heard`.

In every language a 6x6 is played to its end in the order of the engine's logic: once with typed
moves, once with the keys below the board. Counted is every text of a message that comes or changes,
and every toast, once where both say the same; what a screen reader says of keys that are passed
over is not. At the beginning all rows are heard once. The run fails where a move has more than
MOST_EACH characters, as a mean and without the keys that lead to its box, or where all of it takes
longer than MOST_SECONDS to be said.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.game.place import Place
from bot.play.begin import start_game
from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from bot.store import puzzles
from bot.store.games import StoredGame
from bot.store.puzzles import Origin
from engine import Geometry, Symmetry, generate
from engine.way.easiest import easiest_way
from tests.bot.clock import Clock
from tests.bot.house import Budget, Talk, open_house
from tests.taps import unhurried
from tests.tour import PEOPLE, way_to

PACE: Final = {"en": 15, "es": 15, "zh": 5}
"""Characters a second at a reader's calm pace: 160 words or 300 Chinese characters a minute.

Of Chinese only what is spoken is counted, as its signs and blanks take the time of none.
"""

MOST_EACH: Final = 60
SECONDS: Final = 3.0
"""Between two acts."""

MOST_SECONDS: Final = 180
CLUES: Final = {4: 6, 6: 12, 9: 32}


@dataclass
class Listener:
    """Somebody who hears all that the bot says to them."""

    talk: Talk
    budget: Budget
    language: str
    begun: int = 0
    turned: int = 0
    characters: int = 0
    moves: int = 0

    @property
    def seconds(self) -> float:
        """How long all of it takes to be said."""
        return (self.begun + self.turned + self.characters) / PACE[self.language]

    @property
    def each(self) -> float:
        """The characters of a move, without the beginning and the keys that lead to a box."""
        return self.characters / self.moves

    async def begins(self, size: int, seed: int) -> StoredGame:
        """Starts a game of a puzzle, and hears its first board and all of its rows."""
        for text in ("/start", "/board speak"):
            await self.says(text)
        made = generate(Geometry.of_size(size), Symmetry.CENTRAL, str(seed), CLUES[size])
        database = self.talk.house.database
        puzzle = await puzzles.add(database, made.grid, made.solution, Origin.NEW)
        place, person = Place(self.talk.chat_id), self.talk.person.id
        now = int(self.talk.house.clock.seconds())
        stored = await start_game(database, place, puzzle.id, person, now)
        for text in ("/board speak", "/board"):
            self.begun += spoken(await self.says(text), self.language)
        return stored

    async def types(self, stored: StoredGame) -> None:
        """Types every digit."""
        for cell, digit in path(stored):
            move = f"{stored.puzzle.grid.geometry.name(cell)}={digit}"
            self.characters += spoken(await self.says(move), self.language)
            self.moves += 1

    async def presses(self, stored: StoredGame) -> None:
        """Presses every cell and its digit, after the keys that lead there."""
        for cell, digit in path(stored):
            chosen = f"cell:{stored.id}:{cell}"
            while chosen not in self.offered():
                way = way_to(stored.puzzle.grid.geometry, cell, self.offered())
                self.turned += await self.hears(way)
            self.characters += await self.hears(chosen)
            self.characters += await self.hears(f"digit:{stored.id}:{digit}")
            self.moves += 1

    async def says(self, text: str) -> str:
        """Sends a message once the limits of Telegram have recovered."""
        self.waits()
        return await self.talk.sends(text)

    def waits(self) -> None:
        self.budget.now += SECONDS
        self.talk.house.clock.forward(seconds=SECONDS)

    async def hears(self, data: str) -> int:
        """Presses a key, and hears its toast and the board's message; gives the characters."""
        self.waits()
        said = await self.talk.presses(data)
        toast = "" if said in self.talk.text else said
        return spoken(toast, self.language) + spoken(self.talk.text, self.language)

    def offered(self) -> list[str]:
        """The data of the board's buttons."""
        rows = self.talk.last["reply_markup"]["inline_keyboard"]
        return [button.get("callback_data", "") for row in rows for button in row]


def spoken(text: str, language: str) -> int:
    """The characters of a text, as PACE counts them."""
    return sum(map(str.isalnum, text)) if language == "zh" else len(text)


def path(stored: StoredGame) -> Iterator[tuple[int, int]]:
    """Every digit to be placed, in the order of the engine's logic."""
    for step in easiest_way(stored.puzzle.grid):
        yield from step.placements


async def listened(
    engine: EnginePool, language: str, size: int, seed: int, *, is_typed: bool
) -> Listener:
    """Plays one puzzle in one language."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_house(engine, Clock(), Path(folder) / "sudoku.db") as house:
            async with unhurried(house) as budget:
                talk = Talk(house, Person(house.api, PEOPLE[language]))
                listener = Listener(talk, budget, language)
                stored = await listener.begins(size, seed)
                await (listener.types if is_typed else listener.presses)(stored)
            return listener


async def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.heard")
    parser.add_argument("--size", type=int, choices=list(CLUES), default=6)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first puzzle")
    parser.add_argument("--puzzles", type=int, default=2)
    chosen = parser.parse_args(arguments)
    is_long = False
    sys.stdout.write("language  how      begun  a move  seconds\n")
    async with EnginePool(1) as engine:
        for language in PEOPLE:
            for is_typed in (True, False):
                for seed in range(chosen.first, chosen.first + chosen.puzzles):
                    heard = await listened(engine, language, chosen.size, seed, is_typed=is_typed)
                    how = "typed" if is_typed else "by keys"
                    figures = f"{heard.begun:6}{heard.each:8.1f}{heard.seconds:9.0f}"
                    sys.stdout.write(f"{language:10}{how:8}{figures}\n")
                    is_long |= heard.each > MOST_EACH or heard.seconds > MOST_SECONDS
    return int(is_long)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
