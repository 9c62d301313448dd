"""People whose chats are handled by replicas that come and go, and what each must have seen."""

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic
from typing import Any, Final

from bot import messages
from bot.playground import BotApi
from tests.crash import PATIENCE, BrokenPromiseError
from tests.storm import Talker

PAUSE: Final = (2.0, 5.0)
"""Seconds in which one person is silent; Telegram takes one answer a second in a chat."""

AT_ONCE: Final = (1, 1, 2, 3)
"""How many messages then come together."""

ARRIVING_SECONDS: Final = 0.3
"""How long calls to Telegram of a process that is no more may still arrive."""

REFUSED: Final = messages.text("en", "error.not_stored")
"""What somebody is told whose message may have had no effect."""

Move = tuple[int, int]


class Witness(Talker):
    """Plays and asks whether or not there was an answer, and knows what the chat must show.

    What the bot has told to be not stored may be missing, and nothing else.
    """

    async def talks(self) -> None:
        while True:
            await asyncio.sleep(self.dice.uniform(*PAUSE))
            self.acts_at_once(self.dice.choice(AT_ONCE))

    def acts_at_once(self, count: int) -> None:
        """Messages that come so fast that their order is not safe by itself."""
        for _ in range(count):
            self.acts()

    async def lacks(self) -> str:
        """What the chat or the database does not show yet; empty where all is as it must be."""
        told, refused = self._told(), self.refused()
        unanswered = sum(max(times - told[word], 0) for word, times in self.asked.items())
        lost = await self._lost_moves()
        if unanswered + lost > refused:
            return f"{self.person.id}: {unanswered=} {lost=} {refused=}"
        shown = self._boards()[-1:]
        if self.game and shown != [kept := (await self._kept())[1]]:
            return f"{self.person.id} sees {shown} instead of {kept}"
        return ""

    def check_order(self) -> None:
        """The first answers come in the order of the questions."""
        first: dict[str, None] = {}
        for text in self._texts():
            first |= dict.fromkeys(word for word in self.asked if f"{word}”" in text)
        asked = [word for word in self.asked if word in first]
        if list(first) != asked:
            raise BrokenPromiseError(f"{self.person.id}: {asked} were answered as {list(first)}")

    def doubled(self) -> list[str]:
        """What was answered more often than it was asked, once for each answer too many."""
        return sorted((self._told() - self.asked).elements())

    def refused(self) -> int:
        return sum(text == REFUSED for text in self._texts())

    async def _lost_moves(self) -> int:
        """How many moves are missing; raises BrokenPromiseError where others are kept."""
        if self.game is None:
            return 0
        kept, board, lost = (await self._kept())[0], list(self.game.givens), 0
        rest = iter([*kept, None])
        following = next(rest)
        for cell, digit in self._said():
            if following == (cell, digit):
                following = next(rest)
                board[cell] = digit
            elif board[cell] != digit:
                lost += 1
        if following is not None:
            raise BrokenPromiseError(f"{self.person.id} has {kept}, said {self._said()}")
        return lost

    @property
    def moves(self) -> int:
        """How many moves were said."""
        return len(self.game.turns) if self.game else 0

    def _said(self) -> list[Move]:
        assert self.game is not None
        boards = [self.game.givens, *self.game.turns]
        return [
            next((cell, new[cell]) for cell in range(len(new)) if new[cell] != old[cell])
            for old, new in pairwise(boards)
        ]

    async def _kept(self) -> tuple[list[Move], tuple[int, ...]]:
        """The moves in the database, and the board that they make."""
        assert self.game is not None
        rows = await self.ask(
            "select moves from turns where game_id = $1 order by number", self.game.id
        )
        moves = [(cell, value) for (row,) in rows for _, cell, value in json.loads(row)]
        board = list(self.game.givens)
        for cell, value in moves:
            board[cell] = value
        return moves, tuple(board)


@dataclass(frozen=True, slots=True)
class Wait:
    """From the first message that waited for an answer up to that answer."""

    chat: int
    asked: float
    answered: float

    @property
    def seconds(self) -> float:
        return self.answered - self.asked

    def behind(self, instant: float) -> float:
        """The seconds of it that lie behind an instant."""
        return self.answered - max(self.asked, instant)


class Stopwatch:
    """How long each chat waits for the bot."""

    def __init__(self, api: BotApi) -> None:
        self._bot = api.world.me.id
        self._asked: dict[int, float] = {}
        self._news = asyncio.Event()
        self.waits: list[Wait] = []
        api.world.listeners.add(self._listen)

    async def next_answers(self, chats: Iterable[int], since: float) -> list[float]:
        """How long each chat waits for its next answer behind an instant, in which it asks."""
        async with asyncio.timeout(PATIENCE):
            found = [await self._next(chat, since) for chat in chats]
        return [wait.behind(since) for wait in found]

    async def _next(self, chat: int, since: float) -> Wait:
        while True:
            for wait in self.waits:
                if wait.chat == chat and wait.answered > since + ARRIVING_SECONDS:
                    return wait
            self._news.clear()
            await self._news.wait()

    def _listen(self, event: dict[str, Any]) -> None:
        if event["event"] != "message":
            return
        message = event["message"]
        chat, now = message["chat"]["id"], monotonic()
        if message["from"]["id"] != self._bot:
            self._asked.setdefault(chat, now)
        elif chat in self._asked:
            self.waits.append(Wait(chat, self._asked.pop(chat), now))
            self._news.set()
