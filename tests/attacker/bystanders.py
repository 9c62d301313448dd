"""Honest people, who ask at a human pace, and how long each of them waits.

There are enough of them for percentiles although each asks only every few seconds, and sends a
photo once a minute. A wait ends with the answer that was asked for: a board, a solution, what was
read in a photo. "Ask again in a minute" does not end it, and is counted as a refusal. Nobody asks
again before the answer has come or PATIENCE is over.
"""

import asyncio
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count, cycle, islice
from time import monotonic
from typing import Final

from bot.playground import Person
from bot.playground.parameters import Json
from engine import Geometry, Grid, generate
from tests.attacker.town import FIRST_HONEST, Town
from tests.engine.photo.drawn import Look, drawn
from tests.load import SEED, blank_moves
from tests.walk import data_below

PATIENCE: Final = 60.0
EACH_SECONDS: Final = 4.0
PHOTO_SECONDS: Final = 60.0

FIRST_SECONDS: Final = 1.5

PHOTOGRAPHERS: Final = 30
SOLVERS: Final = 8
MAKERS: Final = 8
PLAYERS: Final = 24

PUZZLES: Final = 24
"""Ordinary puzzles of which photos and texts are made."""

TITLED: Final = re.compile(r"#\d+")

LIMITS: Final = {
    "photo": 3.0,
    "/solve": 1.0,
    "/hint": 1.0,
    "/new": 1.0,
    "move": 0.3,
    "press": 0.3,
}
"""The longest wait of each class at the 99th percentile, in seconds."""

IsAnswer = Callable[[Json], bool]


@dataclass(slots=True)
class Wait:
    """One question of a class, when it was asked and answered; `refused` is what came instead."""

    kind: str
    asked: float
    answered: float | None = None
    refused: str = ""

    @property
    def seconds(self) -> float:
        return PATIENCE if self.answered is None else self.answered - self.asked


@dataclass
class Honest:
    """An honest person with one question at a time."""

    town: Town
    person: Person
    waits: list[Wait]
    _is_answer: IsAnswer = field(default=lambda _: False)
    _open: Wait | None = None
    _answered: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.town.listeners[self.person.id] = self._hear

    async def ask(self, kind: str, act: Callable[[], object], is_answer: IsAnswer) -> Wait:
        """Asks, and waits for the answer."""
        self._is_answer, self._open = is_answer, Wait(kind, monotonic())
        wait = self._open
        self.waits.append(wait)
        self._answered.clear()
        act()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._answered.wait()
        except TimeoutError:
            self._open = None
        return wait

    def _hear(self, event: Json) -> None:
        if self._open is None:
            return
        if event["event"] == "message" and self._is_answer(event["message"]):
            self._open.answered = monotonic()
            self._open = None
            self._answered.set()
        else:
            said = event.get("message", event)
            self._open.refused = str(said.get("text") or said.get("caption") or "")[:200]


def is_board(message: Json) -> bool:
    return bool(TITLED.search(_text(message)))


def is_solution(message: Json) -> bool:
    return "One solution" in _text(message)


def is_reading(message: Json) -> bool:
    return "I read" in _text(message)


def _text(message: Json) -> str:
    return str(message.get("text") or message.get("caption") or "")


Turns = AsyncIterator[None]


@dataclass(frozen=True)
class Crowd:
    """All honest people of a town, and what they send; the drawn photos and puzzles are shared."""

    people: Sequence[tuple[Honest, float, Callable[[Honest, random.Random], Awaitable[None]]]]
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
        act: Callable[[Honest, random.Random], Awaitable[None]],
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


def _plays(number: int) -> Callable[[Honest, random.Random], Awaitable[None]]:
    """Moves twice, takes both back with buttons, and asks for a hint, in turn."""
    moves, turns = _moves(), count(number)

    async def play(one: Honest, _: random.Random) -> None:
        match next(turns) % 5:
            case 2 | 3:
                await _presses(one)
            case 4:
                await one.ask("/hint", lambda: one.person.say("/hint"), is_board)
            case _:
                text = next(moves)
                await one.ask("move", lambda: one.person.say(text), is_board)

    return play


def _moves() -> Iterator[str]:
    """Right digits for blank cells; each is taken back before its cell comes again."""
    moves = [*blank_moves()]
    return cycle(islice(moves, len(moves) // 2))


async def _presses(one: Honest) -> None:
    """Takes a move back with the button below the newest board, if it has one."""
    for message in reversed(one.person.messages()):
        shown = [data for data in data_below(message) if data.startswith("undo:")]
        if shown and not shown[0].endswith(":0"):
            await _presses_on(one, message["message_id"], shown[0])
            return


async def _presses_on(one: Honest, pressed: int, data: str) -> None:
    def is_drawn(message: Json) -> bool:
        return bool(message["message_id"] == pressed) and is_board(message)

    await one.ask("press", lambda: one.person.press(pressed, data), is_drawn)


def by_kind(waits: Sequence[Wait]) -> dict[str, list[float]]:
    """The seconds of the waits of each class that has a limit."""
    return {kind: [w.seconds for w in waits if w.kind == kind] for kind in LIMITS}


def refusals(waits: Sequence[Wait]) -> Counter[str]:
    """What honest people were told instead of an answer."""
    return Counter(f"{wait.kind}: {wait.refused}" for wait in waits if wait.refused)
