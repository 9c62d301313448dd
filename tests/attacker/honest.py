"""One honest person, and how long they wait for the answer that they have asked for."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

from bot.playground import Person
from bot.playground.parameters import Json
from tests.attacker.town import Town

PATIENCE: Final = 60.0
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


def by_kind(waits: Sequence[Wait]) -> dict[str, list[float]]:
    """The seconds of the waits of each class that has a limit."""
    return {kind: [w.seconds for w in waits if w.kind == kind] for kind in LIMITS}


def refusals(waits: Sequence[Wait]) -> Counter[str]:
    """What honest people were told instead of an answer."""
    return Counter(f"{wait.kind}: {wait.refused}" for wait in waits if wait.refused)
