"""The database, the engine and the settings that play uses for as long as the process runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.pool.engine import Engine
from bot.store.source import Store
from bot.store.users import User


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that play needs from its surroundings.

    `secret` is the key from which the dailies come. `clock` tells the present instant in UTC.
    `zone_of` says where a person's days begin, also for those who never chose a zone. A puzzle
    that takes longer than `at_once_seconds` is made while the chat goes on.
    """

    database: Store
    engine: Engine
    secret: bytes = field(repr=False)
    clock: Callable[[], datetime]
    new_seed: Callable[[], str]
    zone_of: Callable[[User], ZoneInfo]
    at_once_seconds: float = 1.0
