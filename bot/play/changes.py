"""Tells whoever watches a game, or somebody's practice, that it has changed.

A watcher is told *that* its game has changed, never how: it reads the newest state when it is ready
for it. So nothing queues up behind a slow one. Who watches on a device is not told of what was done
there: the answer to the act has the state already.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from bot.play.mark import Device


class Changes:
    """The watchers of this process, by the game, or the person, that they watch."""

    def __init__(self) -> None:
        self._watchers: dict[int, dict[asyncio.Event, Device | None]] = {}

    def changed(self, game_id: int, on: Device | None = None) -> None:
        """Wakes all who watch a game; to be called once its change can be read.

        Those on the device where it was changed sleep on.
        """
        for watcher, device in self._watchers.get(game_id, {}).items():
            if device is None or device != on:
                watcher.set()

    def heard(self, game_id: int | None) -> None:
        """As `changed`, of what another process has changed; None wakes everybody.

        That is for changes that may have been missed.
        """
        for each in self._watchers if game_id is None else (game_id,):
            self.changed(each)

    @contextmanager
    def watch(self, game_id: int, on: Device | None = None) -> Iterator[asyncio.Event]:
        """An event that is set at each change while the block runs; the watcher clears it."""
        watcher = asyncio.Event()
        watchers = self._watchers.setdefault(game_id, {})
        watchers[watcher] = on
        try:
            yield watcher
        finally:
            del watchers[watcher]
            if not watchers:
                self._watchers.pop(game_id, None)
