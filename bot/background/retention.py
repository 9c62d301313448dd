"""Forgets games that ended longer ago than the operator wants to keep them, one after the other."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot.store import retention
from bot.store.seam.source import Store


class Forgetter:
    """Forgets games that ended more than `days` ago, the oldest first; without days, none.

    `clock` gives the present instant in UTC. `tell` is called with the seconds since which the
    oldest game that is kept has been due, 0 where none is.
    """

    def __init__(
        self,
        database: Store,
        clock: Callable[[], datetime],
        days: int | None,
        tell: Callable[[float], object],
    ) -> None:
        self._database = database
        self._clock = clock
        self._kept = None if days is None else timedelta(days=days)
        self._tell = tell

    async def do_some(self, _now: float) -> bool:
        """Forgets one game; False where none is due."""
        if self._kept is None:
            return False
        before = int((self._clock() - self._kept).timestamp())
        due = await retention.next_game(self._database, before)
        self._tell(before - due.finished_at if due else 0)
        if due is None:
            return False
        await retention.forget(self._database, due.game_id)
        return True
