"""Plays boards with the buttons and counts the taps, the messages and the edits for each digit.

    python -m tests.taps --puzzles 4

A scripted player uses the real Application on a pretend Telegram, sees nothing but the buttons of
the board, and fills it in the order in which the engine's logic does: cell first, digit first in
that order, and digit by digit. Digit by digit, the player stays with a digit as long as a single
tells where one more of it goes, and never places what cannot be known yet. If the cell has no
button, the player goes to it in the fewest taps that the buttons offer. The digit of one hint is
taken from the hint itself. Between two taps the limits of Telegram get `--seconds` to recover.

`--look tall` plays with the keys for a tall phone.

With a Chromium on this machine, the same puzzles are played on the touch board as well: cell first,
and digit by digit, beside the fewest taps in which that can be done.
"""

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bot import app
from bot.game.place import Place
from bot.play.begin import start_game
from bot.playground import PlaygroundRequest
from bot.pool.engine_pool import EnginePool
from bot.render.preferences import Look
from bot.store import puzzles, users
from bot.store.games import GameState, StoredGame
from bot.store.puzzles import Origin
from bot.telegram.flood import FloodControl
from engine import Geometry, Grid, Symmetry, generate
from engine.way.easiest import easiest_way
from tests.bot.clock import Clock
from tests.bot.house import NETWORK, Budget, House, Talk, open_house
from tests.bot.playground.browsing import CHROMIUM, chromium
from tests.bot.touch.fingers import SMALL, by_digit, in_order, opened
from tests.bot.touch.model import Game
from tests.bot.touch.standin import Standin
from tests.tour import way_to

CLUES: Final = {4: 6, 6: 12, 9: 32, 16: 140}
"""The sizes that are played, with puzzles that logic solves quickly."""

Digit = tuple[int, int]
"""A cell and the digit that belongs there."""


class Mode(StrEnum):
    """How the player goes about it."""

    CELL_FIRST = "cell first"
    DIGIT_FIRST = "digit first"
    BY_DIGIT = "digit by digit"
    HINTED = "one hint"


@dataclass(frozen=True, slots=True)
class Task:
    """Which puzzle is played, and the look of its board."""

    size: int
    seed: int
    look: Look = Look.FULL


@dataclass(frozen=True, slots=True)
class Count:
    """The counts for some digits, which can be added up."""

    digits: int = 0
    taps: int = 0
    messages: int = 0
    edits: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(
            self.digits + other.digits,
            self.taps + other.taps,
            self.messages + other.messages,
            self.edits + other.edits,
        )

    def line(self, name: str) -> str:
        """The counts for each digit, as a line of the table."""
        each = (self.taps / self.digits, self.messages / self.digits, self.edits / self.digits)
        return f"{name:24}{self.digits:7}" + "".join(f"{figure:10.2f}" for figure in each)


HEADING: Final = f"{'':24}{'digits':>7}" + "".join(
    f"{name:>10}" for name in ("taps", "messages", "edits")
)


@dataclass
class Player:
    """Somebody who only ever presses buttons that are there."""

    talk: Talk
    budget: Budget
    seconds: float
    game_id: int
    geometry: Geometry
    count: Count = Count()
    armed: int | None = None

    async def places(self, cell: int, digit: int, mode: Mode) -> None:
        """Writes one digit, first going to its cell if necessary."""
        if mode is not Mode.CELL_FIRST and digit != self.armed:
            await self.taps_on(f"digit:{self.game_id}:{digit}")
            self.armed = digit
        if not self.sees(cell):
            await self.turns_to(cell)
        await self.taps_on(f"cell:{self.game_id}:{cell}")
        if mode is Mode.CELL_FIRST:
            await self.taps_on(f"digit:{self.game_id}:{digit}")

    async def follows_a_hint(self) -> None:
        """Takes a hint from its first stage to the move in it."""
        for name in ("hint", "hint", "hint", "dohint"):
            await self.taps_on(next(data for data in self.offered() if data.startswith(f"{name}:")))

    async def turns_to(self, cell: int) -> None:
        """Brings up the button of a cell: by the button to its box, by the map, or by turning."""
        while not self.sees(cell):
            await self.taps_on(way_to(self.geometry, cell, self.offered()))

    def box_of(self, cell: int) -> int:
        return self.geometry.box_of(cell)

    async def taps_on(self, data: str) -> None:
        self.budget.now += self.seconds
        self.talk.house.clock.forward(seconds=self.seconds)
        calls = self.talk.house.api.calls
        calls.clear()
        await self.talk.presses(data)
        made = [method for method, _ in calls if method != "sendChatAction"]
        messages, edits = (
            sum(method.startswith(kind) for method in made) for kind in ("send", "edit")
        )
        self.count += Count(0, 1, messages, edits)

    def sees(self, cell: int) -> bool:
        return f"cell:{self.game_id}:{cell}" in self.offered()

    def offered(self) -> list[str]:
        """The data of the board's buttons."""
        rows = self.talk.last["reply_markup"]["inline_keyboard"]
        return [button.get("callback_data", "") for row in rows for button in row]


async def count(house: House, task: Task, mode: Mode, seconds: float) -> Count:
    """The counts for filling one puzzle; raises ValueError if that did not solve it."""
    async with unhurried(house) as budget:
        return await _play(house.alice, budget, task, mode, seconds)


@asynccontextmanager
async def unhurried(house: House) -> AsyncIterator[Budget]:
    """Has an Application serve the house whose limits of Telegram recover without waiting."""
    budget = Budget()

    async def sleep(pause: float) -> None:
        budget.now += pause

    application = app.build(
        house.services,
        house.api.token,
        NETWORK,
        lambda: PlaygroundRequest(house.api),
        flood=FloodControl(budget, sleep),
    )
    async with application:
        before, house.application = house.application, application
        try:
            yield budget
        finally:
            house.application = before


async def _play(talk: Talk, budget: Budget, task: Task, mode: Mode, seconds: float) -> Count:
    stored = await _begun(talk, task)
    chosen = mode is not Mode.CELL_FIRST
    await users.set_digit_first(talk.house.database, talk.person.id, chosen=chosen)
    player = Player(talk, budget, seconds, stored.id, stored.puzzle.grid.geometry)
    if mode is Mode.HINTED:
        await player.follows_a_hint()
        return player.count + Count((await talk.game()).game.done)
    left, values = list(_path(stored)), stored.puzzle.grid
    digits = len(left)
    while left:
        cell, digit = left.pop(_next(player, left, values, mode))
        await player.places(cell, digit, mode)
        values = values.with_values({cell: digit})
    if (await talk.game()).state is not GameState.SOLVED:
        raise ValueError(f"{task} is not solved {mode}")
    return player.count + Count(digits)


async def _begun(talk: Talk, task: Task) -> StoredGame:
    """Starts a game of a puzzle, whose board is then the newest message."""
    await talk.sends("/start")
    await users.set_board(talk.house.database, talk.person.id, task.look)
    shape, clues = Geometry.of_size(task.size), CLUES[task.size]
    made = generate(shape, Symmetry.CENTRAL, str(task.seed), clues)
    puzzle = await puzzles.add(talk.house.database, made.grid, made.solution, Origin.NEW)
    now = int(talk.house.clock.seconds())
    place = Place(talk.chat_id)
    stored = await start_game(talk.house.database, place, puzzle.id, talk.person.id, now)
    await talk.sends("/board")
    return stored


def _path(stored: StoredGame) -> Iterator[Digit]:
    """Every digit to be placed, in the order of the engine's logic."""
    for step in easiest_way(stored.puzzle.grid):
        yield from step.placements


def _next(player: Player, left: Sequence[Digit], values: Grid, mode: Mode) -> int:
    """Which digit to place next: the first, or digit by digit one that a single tells now.

    Among those, the chosen digit and visible cells come first. Where there is no single, logic has
    to do more, and the next digit is the first.
    """
    if mode is not Mode.BY_DIGIT:
        return 0
    known, offered = singles(values), player.offered()

    def rank(at: int) -> tuple[bool, bool, int, bool]:
        cell, digit = left[at]
        there = f"box:{player.game_id}:{player.box_of(cell)}" in offered
        return digit != player.armed, not player.sees(cell), digit, not there

    return min((at for at, digit in enumerate(left) if digit in known), key=rank, default=0)


def singles(values: Grid) -> set[Digit]:
    """The digits of naked and hidden singles."""
    geometry = values.geometry
    open_to = {
        cell: set(range(1, geometry.size + 1)) - {values[peer] for peer in geometry.peers[cell]}
        for cell in values.blanks()
    }
    found = {(cell, min(digits)) for cell, digits in open_to.items() if len(digits) == 1}
    for unit in geometry.units:
        places = [(cell, digit) for cell in unit for digit in open_to.get(cell, ())]
        often = Counter(digit for _, digit in places)
        found |= {(cell, digit) for cell, digit in places if often[digit] == 1}
    return found


async def measure(
    engine: EnginePool,
    sizes: Sequence[int],
    puzzles: Sequence[int],
    seconds: float,
    look: Look = Look.FULL,
) -> dict[tuple[int, Mode], Count]:
    """The counts of each size and mode, over the puzzles of these seeds."""
    found: dict[tuple[int, Mode], Count] = {}
    for size in sizes:
        for mode in Mode:
            with tempfile.TemporaryDirectory() as folder:
                async with open_house(engine, Clock(), Path(folder) / "sudoku.db") as house:
                    counts = [
                        await count(house, Task(size, seed, look), mode, seconds)
                        for seed in puzzles
                    ]
            found[size, mode] = sum(counts, Count())
    return found


@dataclass(frozen=True, slots=True)
class Tapped:
    """The taps for some digits on the touch board, and the fewest in which they can be placed."""

    digits: int = 0
    taps: int = 0
    fewest: int = 0

    def __add__(self, other: "Tapped") -> "Tapped":
        digits, taps = self.digits + other.digits, self.taps + other.taps
        return Tapped(digits, taps, self.fewest + other.fewest)

    def line(self, name: str) -> str:
        """The taps for each digit, as a line of the table."""
        each = self.taps / self.digits, self.fewest / self.digits
        return f"{name:24}{self.digits:7}" + "".join(f"{figure:10.2f}" for figure in each)


TOUCH_HEADING: Final = f"{'touch board':24}{'digits':>7}{'taps':>10}{'fewest':>10}"


async def tapped(
    browser: Browser, sizes: Sequence[int], puzzles: int
) -> dict[tuple[int, Mode], Tapped]:
    """The taps on the touch board; raises ValueError if they did not solve a puzzle."""
    found: dict[tuple[int, Mode], Tapped] = {}
    for size in sizes:
        for mode in (Mode.CELL_FIRST, Mode.BY_DIGIT):
            counts = [await _touched(browser, size, seed, mode) for seed in range(1, puzzles + 1)]
            found[size, mode] = sum(counts, Tapped())
    return found


async def _touched(browser: Browser, size: int, seed: int, mode: Mode) -> Tapped:
    game = Game.of(size, seed)
    is_held = mode is Mode.BY_DIGIT
    way = by_digit(game.line) if is_held else list(in_order(game.line))
    async with opened(browser, Standin(game), SMALL) as fingers:
        for cell, digit in way:
            await (fingers.write_held if is_held else fingers.write)(cell, digit)
        await fingers.page.locator("#panel.ending").wait_for()
    if not game.is_solved:
        raise ValueError(f"{size}x{size} of seed {seed} is not solved {mode}")
    # A digit is taken in hand once, and then each cell takes a tap.
    fewest = len(way) + len({digit for _, digit in way}) if is_held else 2 * len(way)
    return Tapped(len(way), fingers.taps, fewest)


async def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.taps")
    parser.add_argument("--sizes", type=int, nargs="+", choices=list(CLUES), default=list(CLUES))
    parser.add_argument("--puzzles", type=int, default=4)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first puzzle")
    parser.add_argument("--look", type=Look, choices=[Look.FULL, Look.TALL], default=Look.FULL)
    parser.add_argument("--seconds", type=float, default=2.0)
    chosen = parser.parse_args(arguments)
    async with AsyncExitStack() as stack:
        engine = await stack.enter_async_context(EnginePool(1))
        puzzles = range(chosen.first, chosen.first + chosen.puzzles)
        found = await measure(engine, chosen.sizes, puzzles, chosen.seconds, chosen.look)
    lines = [counts.line(f"{size}x{size}, {mode}") for (size, mode), counts in found.items()]
    lines = [HEADING, *lines]
    if CHROMIUM:
        async with chromium() as browser:
            touched = await tapped(browser, chosen.sizes, chosen.puzzles)
        lines += ["", TOUCH_HEADING]
        lines += [taps.line(f"{size}x{size}, {mode}") for (size, mode), taps in touched.items()]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
