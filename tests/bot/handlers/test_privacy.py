from dataclasses import replace

import pytest

from tests.bot.house import House, Talk


async def test_what_is_kept_and_how_to_be_rid_of_it(chat: Talk, ming: Talk) -> None:
    told = await chat.sends("/privacy")
    for kept in ("language", "settings", "games", "answers", "results", "subscription"):
        assert kept in told
    assert "/deleteme" in told
    assert "Backups" in told
    assert "30 days at most" in told
    assert told.count("Telegram number") == 1
    assert "first name only if you play in a group" in told
    assert "/deleteme" in await ming.sends("/privacy")


@pytest.mark.parametrize(("days", "is_told"), [(None, False), (90, True)])
async def test_how_long_games_are_kept_is_told_where_they_are_not_kept_for_ever(
    house: House, chat: Talk, days: int | None, *, is_told: bool
) -> None:
    house.services = replace(house.services, keep_games_days=days)
    house.application.services = house.services
    assert ("Finished games are kept for 90 days" in await chat.sends("/privacy")) == is_told
