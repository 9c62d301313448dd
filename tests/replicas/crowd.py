"""Many people who write at a steady rate together, and a Telegram that keeps to its limit."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from itertools import count
from math import ceil
from time import monotonic
from typing import Any, Final

from bot.playground import BotApi
from bot.playground.errors import too_many_requests
from bot.playground.flood import Window
from bot.playground.parameters import Upload
from bot.telegram.flood import LIMITED, UNLIMITED
from tests.replicas.people import Witness

MOST_IN_A_SECOND: Final = 30
"""What Telegram lets a bot send to all chats together."""

PAUSE_SECONDS: Final = 4.0
"""For how long each is silent on average; Telegram takes one answer a second in a chat."""


class LimitedApi(BotApi):
    """Takes no more messages a second than Telegram; a short burst in one chat passes, as it does.

    `sent` has the instants of all messages that came, also of those that were `refused`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[float] = []
        self.refused = 0
        self._taken = Window(MOST_IN_A_SECOND, 1.0)

    async def call(
        self,
        method: str,
        parameters: Mapping[str, Any] | None = None,
        files: Mapping[str, Upload] | None = None,
    ) -> Any:
        if method.startswith(LIMITED) and method != UNLIMITED:
            self.sent.append(now := monotonic())
            if wait := self._taken.wait(now):
                self.refused += 1
                raise too_many_requests(ceil(wait))
            self._taken.times.append(now)
        return await super().call(method, parameters, files)


def size_for(rate: float) -> int:
    """How many people it takes to write so many messages a second."""
    return ceil(rate * PAUSE_SECONDS)


async def write(people: Sequence[Witness], rate: float, dice: random.Random) -> None:
    """Lets people write so many messages a second together, whether or not they are answered."""
    began, turns = monotonic(), count()
    while True:
        for person in dice.sample(people, len(people)):
            await asyncio.sleep(began + next(turns) / rate - monotonic())
            person.acts()
