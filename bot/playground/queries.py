"""Presses of inline buttons that wait for their answer."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.errors import refuse

LIFETIME = 60


@dataclass(frozen=True, slots=True)
class Query:
    id: str
    user_id: int
    chat_id: int
    message_id: int
    at: float


class Queries:
    """Each press may be answered once, within LIFETIME; Telegram publishes no exact figure."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waiting: dict[str, Query] = {}
        self._count = 0

    def open(self, user_id: int, chat_id: int, message_id: int) -> Query:
        self._count += 1
        now = self._clock()
        query = Query(f"{int(now * 1000)}{self._count:05d}", user_id, chat_id, message_id, now)
        return self.restore(query)

    def restore(self, query: Query) -> Query:
        self._waiting[query.id] = query
        return query

    def close(self, query_id: str) -> Query:
        query = self._waiting.pop(query_id, None)
        if query is None or self._clock() - query.at > LIFETIME:
            refuse("query is too old and response timeout expired or query ID is invalid")
        return query

    @property
    def unanswered(self) -> tuple[Query, ...]:
        return tuple(self._waiting.values())
