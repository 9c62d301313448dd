"""The reminder in the evening of a day on which a person's streak would end, if they want one.

It comes in their private chat, at an hour of their own, and is offered once: below the third daily
that they solve there.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.game.days import is_of_streak
from bot.game.streak import ending
from bot.play.subscribe import choose_zone, remind_at
from bot.play.visit import Visit
from bot.store import games, outbox, results, subscriptions, users
from bot.store.games import StoredGame
from bot.store.seam.source import Source

OFFERED_AFTER: Final = 3
"""Dailies that somebody has solved in time when the reminder is offered."""

LATELY_SECONDS: Final = 3 * 3600
"""Seconds within which the daily that came by itself has reminded of itself."""

PLAYING_SECONDS: Final = 15 * 60
"""Seconds since the last move within which somebody is still at it."""


@dataclass(frozen=True, slots=True)
class AtRisk:
    """A streak of `days` that ends unless the daily of today is solved before `closes`.

    `is_playing` says that the person is at that daily just now.
    """

    days: int
    closes: datetime
    is_playing: bool


async def minute_of(visit: Visit) -> int | None:
    """The minute of the day at which the person is reminded; None if they are not."""
    kept = await subscriptions.evening(visit.database, visit.user.id)
    return kept[0] if kept else None


async def remind(visit: Visit, minute: int, zone: str) -> None:
    """Reminds the person at `minute` of the day; `zone` becomes theirs if they have named none."""
    kept = await subscriptions.evening(visit.database, visit.user.id)
    async with visit.database.transaction() as transaction:
        days = visit.days
        if visit.user.zone is None:
            days = await choose_zone(visit, transaction, ZoneInfo(zone))
        await remind_at(visit, transaction, minute, days, kept[1] if kept else None)
        await visit.takes_effect(transaction)


async def remind_no_more(visit: Visit) -> None:
    """Reminds the person no more."""
    async with visit.database.transaction() as transaction:
        await subscriptions.remind_no_more(transaction, visit.user.id, visit.seconds)
        await visit.takes_effect(transaction)


async def at_risk(visit: Visit) -> AtRisk | None:
    """The streak of which the person is to be reminded now; None if there is nothing to say.

    That is so too if the daily itself has come to them lately.
    """
    today = visit.today
    solved = await results.streak_labels(visit.database, visit.user.id)
    days = 0 if today in solved else ending(solved, today)
    lately = visit.seconds - LATELY_SECONDS
    chat_id = visit.place.chat_id
    if not days or await outbox.sent_since(visit.database, chat_id, today, lately):
        return None
    game = await games.of_label(visit.database, visit.place, today, visit.user.id)
    if game is not None and not game.is_open:
        return None
    return AtRisk(days, visit.days.closes(today), game is not None and _is_played(visit, game))


async def offer(visit: Visit, source: Source, stored: StoredGame) -> None:
    """Offers the reminder below the end of a daily, in the transaction of that end; once."""
    if not _is_ours(visit, stored) or visit.user.offered_in is not None:
        return
    solved = await results.streak_labels(source, visit.user.id)
    kept = await subscriptions.evening(source, visit.user.id)
    if len(solved) >= OFFERED_AFTER and kept is None:
        await users.set_offered_in(source, visit.user.id, stored.id)


async def is_offered(visit: Visit, stored: StoredGame) -> bool:
    """Whether the reminder is offered below the end of this game."""
    if not _is_ours(visit, stored):
        return False
    person = await users.get(visit.database, visit.user.id)
    is_here = person is not None and person.offered_in == stored.id
    return is_here and await minute_of(visit) is None


def _is_played(visit: Visit, stored: StoredGame) -> bool:
    return bool(stored.game.turns) and visit.seconds - stored.acted_at < PLAYING_SECONDS


def _is_ours(visit: Visit, stored: StoredGame) -> bool:
    """Whether a game is a daily of the streak in the person's private chat."""
    return visit.is_private and stored.daily_label is not None and is_of_streak(stored.daily_label)
