"""People whose chats move between replicas, and what each of them must have seen."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, pairwise
from time import monotonic
from typing import Any, Final

from bot import messages
from bot.playground import BotApi
from tests.crash import PATIENCE, BrokenPromiseError, turns_kept
from tests.storm import Talker

PAUSE: Final = (2.0, 5.0)
"""Seconds for which one person is silent; Telegram takes one answer a second in a chat."""

AT_ONCE: Final = (1, 1, 2, 3)
"""How many messages then come together."""

ARRIVING_SECONDS: Final = 0.3
"""For how long calls to Telegram by a dead process may still arrive."""

REFUSED: Final = messages.text("en", "error.not_stored")
"""What the bot tells somebody whose message may have had no effect."""

Move = tuple[int, int]


class Witness(Talker):
    """Plays and asks without waiting for answers, and knows what the chat must show.

    Only what the bot said was not stored may be missing. The bot does not say which message it
    means, so the numbers are compared: at most as many answers and moves are lost as it has
    refused.
    """

    async def talks(self) -> None:
        while True:
            await asyncio.sleep(self.dice.uniform(*PAUSE))
            self.acts_at_once(self.dice.choice(AT_ONCE))

    def acts_at_once(self, count: int) -> None:
        """Sends messages so fast that only the bot can keep them in order."""
        for _ in range(count):
            self.acts()

    async def lacks(self) -> str:
        """What the chat or the database does not show yet; empty if everything is as it must be."""
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
        """Raises BrokenPromiseError unless the first answers are in the order of the questions."""
        first: dict[str, None] = {}
        for text in self._texts():
            first |= dict.fromkeys(word for word in self.asked if f"{word}”" in text)
        asked = [word for word in self.asked if word in first]
        if list(first) != asked:
            raise BrokenPromiseError(f"{self.person.id}: {asked} were answered as {list(first)}")

    def doubled(self) -> list[str]:
        """What was answered more often than it was asked, once for each superfluous answer."""
        return sorted((self._told() - self.asked).elements())

    def refused(self) -> int:
        return sum(text == REFUSED for text in self._texts())

    async def _lost_moves(self) -> int:
        """How many moves are missing; raises BrokenPromiseError if others than those are kept."""
        if self.game is None:
            return 0
        kept, board, lost = (await self._kept())[0], list(self.game.givens), 0
        rest = iter([*kept, None])
        following = next(rest)
        for cell, digit in self._said():
            # What was kept must be a part of what was said, in the same order. A move is not
            # missing if the board shows its digit anyway: then it changed nothing.
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
        """How many moves this person has sent."""
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
        made, _ = await turns_kept(self.ask, self.game.id)
        moves = [(move.cell, move.value) for move in chain.from_iterable(made)]
        board = list(self.game.givens)
        for cell, value in moves:
            board[cell] = value
        return moves, tuple(board)


@dataclass(frozen=True, slots=True)
class Wait:
    """The time from the first message that was waiting for an answer to that answer."""

    chat: int
    asked: float
    answered: float

    @property
    def seconds(self) -> float:
        return self.answered - self.asked

    def behind(self, instant: float) -> float:
        """The seconds of it that lie after an instant."""
        return self.answered - max(self.asked, instant)


class Stopwatch:
    """Measures how long each chat waits for the bot."""

    def __init__(self, api: BotApi) -> None:
        self._bot = api.world.me.id
        self._asked: dict[int, float] = {}
        self._news = asyncio.Event()
        self.waits: list[Wait] = []
        api.world.listeners.add(self._listen)

    async def next_answers(self, chats: Iterable[int], since: float) -> list[float]:
        """How long each chat waits after an instant for its next answer."""
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
