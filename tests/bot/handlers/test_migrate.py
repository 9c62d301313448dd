"""A group that becomes a supergroup goes on as if nothing had happened."""

from typing import Any

import pytest
from telegram.error import ChatMigrated

from bot.background.dailies import send_daily
from bot.background.sender import RetryLater
from bot.game.place import Place
from bot.store import games, outbox, subscriptions
from bot.store.outbox import Advance
from tests.bot.house import House, Talk, right_moves

NEW = -1009999999999


def service_message(talk: Talk, chat_id: int, **what: int) -> dict[str, Any]:
    return {
        "update_id": 7,
        "message": {
            "message_id": 900,
            "date": 1,
            "from": talk.person.user.to_json(),
            "chat": {"id": chat_id, "type": "supergroup", "title": "Sudoku Club"},
            **what,
        },
    }


async def test_it_keeps_its_game_and_its_subscription(house: House, club: Talk) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    await club.sends("/new 4 none 5")
    await club.sends(f"@SudokuPlaygroundBot {right_moves(await club.game())[0]}")
    before, kept = await club.game(), await subscriptions.get(house.database, club.chat_id)
    assert kept is not None
    for update in (
        service_message(club, club.chat_id, migrate_to_chat_id=NEW),
        service_message(club, NEW, migrate_from_chat_id=club.chat_id),
    ):
        assert await club.delivers(update) == ""
        after = await games.current(house.database, Place(NEW))
        moved = await subscriptions.get(house.database, NEW)
        assert after is not None
        assert moved is not None
        assert (after.id, after.game.turns, after.game.done) == (
            before.id,
            before.game.turns,
            before.game.done,
        )
        assert (moved.minute, moved.zone, moved.next_due) == (480, "Europe/Berlin", kept.next_due)
    assert await games.current(house.database, Place(club.chat_id)) is None
    assert await subscriptions.get(house.database, club.chat_id) is None


async def test_what_the_supergroup_has_already_stays(house: House, club: Talk) -> None:
    await club.sends("/daily")
    daily = await club.game()
    mine = await games.start(
        house.database, Place(NEW), daily.puzzle.id, None, 5, daily_label=daily.daily_label
    )
    await club.delivers(service_message(club, club.chat_id, migrate_to_chat_id=NEW))
    current = await games.current(house.database, Place(NEW))
    assert current is not None
    assert current.id == mine.id


async def test_a_daily_that_finds_the_group_moved_follows_it(house: House, club: Talk) -> None:
    await club.sends("/subscribe 8:00 Berlin")
    kept = await subscriptions.get(house.database, club.chat_id)
    assert kept is not None
    now, later = kept.next_due, kept.next_due + 86_400
    await outbox.advance_due(
        house.database, [Advance(kept, later, "2099-01-01", kept.next_label, later)], now
    )
    (row,) = await outbox.claim(house.database, 1, now)
    house.api.fail_next("sendMessage", ChatMigrated(NEW))
    with pytest.raises(RetryLater):
        await send_daily(house.application, row)
    assert await outbox.retry(house.database, row.id, now, now, "ChatMigrated")
    (again,) = await outbox.claim(house.database, 1, now)
    assert (again.id, again.chat_id) == (row.id, NEW)
