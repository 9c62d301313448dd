"""A strict Bot API in memory.

A bot that works against a lenient fake may still fail at Telegram. So the playground refuses what
Telegram refuses, in Telegram's words. Where Telegram forgives at times (short bursts) or silently
drops something (too many buttons in a row), it refuses always: a bot that gets through here gets
through there. It shares no code with the bot but the port (`bot.web.port`), so that no mistake is
made on both sides.

A call is looked up by its name, remembered in `calls`, and carried out on the `World`. Tests can
make it fail before it takes effect, or after that, as when an answer is lost on the way.
"""

import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from pathlib import Path
from typing import Any

from bot.playground.chats import User
from bot.playground.errors import ApiError
from bot.playground.journal import Journal
from bot.playground.methods import (
    editing,
    identity,
    membership,
    preparing,
    reacting,
    receiving,
    sending,
)
from bot.playground.parameters import Json, Parameters, Upload
from bot.playground.world import World

PLAYGROUND_TOKEN = "1000000000:PlaygroundTokenThatOpensNothingReal"  # noqa: S105 - opens nothing
REMEMBERED_CALLS = 10_000

_METHODS: Mapping[str, Callable[[World, Parameters], Any | Awaitable[Any]]] = {
    name.lower(): method
    for module in (editing, identity, membership, preparing, reacting, receiving, sending)
    for name, method in module.METHODS.items()
}


class BotApi:
    """Refuses what Telegram refuses, with Telegram's codes and texts.

    `clock` gives seconds since 1970 (dates, expiry, flood limits). With a `journal` path the
    chats, files and unconfirmed updates outlive the process: call `restore` once the people have
    been added. `flood_limits` adds the published sending limits as 429 answers. `calls` holds the
    latest calls except getUpdates.
    """

    def __init__(
        self,
        *,
        token: str = PLAYGROUND_TOKEN,
        username: str = "SudokuPlaygroundBot",
        clock: Callable[[], float] = time.time,
        journal: Path | None = None,
        flood_limits: bool = False,
    ) -> None:
        me = User(int(token.partition(":")[0]), "Sudoku", username=username, is_bot=True)
        self.token = token
        self.world = World(me, clock, Journal(journal), flood_limits=flood_limits)
        self.calls: deque[tuple[str, Json]] = deque(maxlen=REMEMBERED_CALLS)
        self._failures: dict[str, deque[tuple[Exception, bool]]] = {}

    async def call(
        self,
        method: str,
        parameters: Mapping[str, Any] | None = None,
        files: Mapping[str, Upload] | None = None,
    ) -> Any:
        """The `result` of one call; raises ApiError. Method names match in any case."""
        name = method.lower()
        if name not in _METHODS:
            raise ApiError(404, "Not Found: method not found")
        if name != "getupdates":
            self.calls.append((method, dict(parameters or {})))
        failure, after = self._next_failure(name)
        if failure is not None and not after:
            raise failure
        result = _METHODS[name](self.world, Parameters(parameters or {}, files or {}))
        result = await result if isawaitable(result) else result
        if failure is not None:
            raise failure
        return result

    def fail_next(self, method: str, failure: Exception, *, after: bool = False) -> None:
        """Make the next call of `method` raise `failure`; several failures queue up.

        It raises before anything happens, or with `after` once the call has taken effect.
        """
        self._failures.setdefault(method.lower(), deque()).append((failure, after))

    def restore(self) -> None:
        """Take up the journal of an earlier process, for the people and groups added so far."""
        self.world.restore()

    def download(self, path: str) -> bytes:
        """The content at a `file_path` of getFile; raises ApiError 404."""
        file = self.world.files.at(path)
        if file is None:
            raise ApiError(404, "Not Found")
        return file.upload.content

    def close(self) -> None:
        self.world.close()

    def _next_failure(self, name: str) -> tuple[Exception | None, bool]:
        waiting = self._failures.get(name)
        return waiting.popleft() if waiting else (None, False)
