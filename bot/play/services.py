"""The services of the process that play works with."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from bot.game.person import Group, User
from bot.ledger.lane import FairLane
from bot.ledger.ledger import Ledger
from bot.play.changes import Changes
from bot.pool.engine import Engine, PictureReader
from bot.store.seam.source import Store


@dataclass(frozen=True, slots=True)
class Services:
    """The database, the engine and all else that play works with.

    The dailies are derived from `secret`. `clock` gives the present instant in UTC. `zone_of` gives
    the zone in which a person's days begin, also if they never chose one, and `language_of` the
    language that a person speaks, who may stand for a group. A puzzle that takes longer than
    `at_once_seconds` is made while the chat goes on. Copies of the database live for `copy_days` at
    most, games that have ended for `keep_games_days`, None for ever. The page of a board is at
    `app_url`, without a slash at its end; without one there is none. `stale_views` is set when a
    view was left stale for the background to draw. `changes` tells the watchers of a game that it
    has changed, and `practised` those of a person's practice that something has come of it. The
    `ledger` counts what memory is reserved, and `imports` and `exports` are lanes in which accounts
    take turns with texts of many puzzles and with files about themselves.
    """

    database: Store
    engine: Engine
    secret: bytes = field(repr=False)
    clock: Callable[[], datetime]
    new_seed: Callable[[], str]
    zone_of: Callable[[User], ZoneInfo]
    language_of: Callable[[User, Group | None], str]
    pictures: PictureReader
    at_once_seconds: float = 1.0
    copy_days: int = 30
    keep_games_days: int | None = None
    app_url: str = ""
    changes: Changes = field(default_factory=Changes, repr=False)
    practised: Changes = field(default_factory=Changes, repr=False)
    stale_views: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    ledger: Ledger = field(default_factory=Ledger, repr=False)
    imports: FairLane = field(default_factory=partial(FairLane, 2, at_once=1), repr=False)
    exports: FairLane = field(default_factory=partial(FairLane, 1, at_once=1), repr=False)
