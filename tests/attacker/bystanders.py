"""Honest people, who ask at a human pace, and how long each of them waits.

There are enough of them for percentiles although each asks only every few seconds, and sends a
photo once a minute. A wait ends with the answer that was asked for: a board, a solution, what was
read in a photo. "Ask again in a minute" does not end it, and is counted as a refusal. Nobody asks
again before the answer has come or PATIENCE is over.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count, cycle, islice
from time import monotonic
from typing import Final

from bot.playground.parameters import Json
from engine import Geometry, Grid, generate
from tests.attacker.honest import Honest, Wait, is_board, is_reading, is_solution
from tests.attacker.town import FIRST_HONEST, Town
from tests.engine.photo.drawn import Look, drawn
from tests.load import SEED, blank_moves
from tests.walk import data_below

EACH_SECONDS: Final = 4.0
PHOTO_SECONDS: Final = 60.0
"""Seconds between two questions of one person."""

FIRST_SECONDS: Final = 1.5

PHOTOGRAPHERS: Final = 30
SOLVERS: Final = 8
MAKERS: Final = 8
PLAYERS: Final = 24

PUZZLES: Final = 24
"""Ordinary puzzles of which photos and texts are made."""

Act = Callable[[Honest, random.Random], Awaitable[None]]


@dataclass(frozen=True)
class Crowd:
    """All honest people of a town, and what they send; the drawn photos and puzzles are shared."""

    people: Sequence[tuple[Honest, float, Act]]
    players: Sequence[Honest]
    waits: list[Wait]
    dice: random.Random

    async def begins(self) -> None:
        """Everybody who plays begins the game that they play; nobody is in a hurry."""
        for some in range(0, len(self.players), 8):
            async with asyncio.TaskGroup() as group:
                for one in self.players[some : some + 8]:
                    group.create_task(_begins(one))
            await asyncio.sleep(0.5)

    @asynccontextmanager
    async def asking(self) -> AsyncIterator[None]:
        """Everybody asks at their pace while the block runs; its end waits for the answers."""
        ending = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for one, pace, act in self.people:
                group.create_task(self._asks(one, pace, act, ending))
            try:
                yield
            finally:
                ending.set()

    async def _asks(
        self,
        one: Honest,
        pace: float,
        act: Act,
        ending: asyncio.Event,
    ) -> None:
        # Telegram takes one message a second in a chat, and everybody has just begun a game.
        pause = FIRST_SECONDS + self.dice.random() * pace
        while not await _has_ended(ending, pause):
            began = monotonic()
            await act(one, self.dice)
            # Nobody asks faster because an answer was slow.
            pause = max(pace * self.dice.uniform(0.75, 1.25) - (monotonic() - began), 1.5)


async def _begins(one: Honest) -> None:
    await one.ask("begin", lambda: one.person.say(f"/new 9 central {SEED}"), is_board)


async def _has_ended(ending: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await ending.wait()
    except TimeoutError:
        return False
    return True


def crowd(town: Town, seed: int, share: float = 1.0) -> Crowd:
    """The honest people of a town; `share` makes them fewer."""
    dice, waits, people = random.Random(seed), list[Wait](), []
    photos, texts = cycle(_photos()), cycle(map(str, _grids()))

    def honest(name: str) -> Honest:
        return Honest(town, town.person(FIRST_HONEST, name), waits)

    async def photographs(one: Honest, _: random.Random) -> None:
        content = next(photos)
        await one.ask("photo", lambda: one.person.send_photo(content), is_reading)

    async def solves(one: Honest, _: random.Random) -> None:
        text = f"/solve {next(texts)}"
        await one.ask("/solve", lambda: one.person.say(text), is_solution)

    async def makes(one: Honest, dice: random.Random) -> None:
        text = dice.choice(("/new", "/new 9", "/new 6", "/new 9 central"))
        await one.ask("/new", lambda: one.person.say(text), is_board)

    players = [honest("Player") for _ in range(max(1, round(PLAYERS * share)))]
    for number, player in enumerate(players):
        people.append((player, EACH_SECONDS, _plays(number)))
    for name, most, pace, act in (
        ("Photographer", PHOTOGRAPHERS, PHOTO_SECONDS, photographs),
        ("Solver", SOLVERS, EACH_SECONDS, solves),
        ("Maker", MAKERS, EACH_SECONDS, makes),
    ):
        people += [(honest(name), pace, act) for _ in range(max(1, round(most * share)))]
    return Crowd(people, players, waits, dice)


@cache
def _grids() -> Sequence[Grid]:
    return [generate(Geometry.of_size(9), seed=f"honest {n}").grid for n in range(PUZZLES)]


@cache
def _photos() -> Sequence[bytes]:
    return [drawn(grid, Look.of(0)) for grid in _grids()]


def _plays(number: int) -> Act:
    """Moves twice, takes both back with buttons, and asks for a hint, in turn."""
    moves, turns, made = _moves(), count(number), 0

    async def play(one: Honest, _: random.Random) -> None:
        nonlocal made
        match next(turns) % 5:
            case 2 | 3:
                if made:
                    made -= 1
                    await _presses(one)
            case 4:
                await one.ask("/hint", lambda: one.person.say("/hint"), is_board)
            case _:
                text = next(moves)
                made += 1
                await one.ask("move", lambda: one.person.say(text), is_board)

    return play


def _moves() -> Iterator[str]:
    """Right digits for blank cells; each is taken back before its cell comes again."""
    moves = [*blank_moves()]
    return cycle(islice(moves, len(moves) // 2))


async def _presses(one: Honest) -> None:
    """Takes a move back with the button below the newest board."""
    for message in reversed(one.person.messages()):
        shown = [data for data in data_below(message) if data.startswith("undo:")]
        if shown:
            await _presses_on(one, message["message_id"], shown[0])
            return


async def _presses_on(one: Honest, pressed: int, data: str) -> None:
    def is_drawn(message: Json) -> bool:
        return bool(message["message_id"] == pressed) and is_board(message)

    await one.ask("press", lambda: one.person.press(pressed, data), is_drawn)
