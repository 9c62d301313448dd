from tests.bot.house import Talk


async def test_what_is_kept_and_how_to_be_rid_of_it(chat: Talk, ming: Talk) -> None:
    told = await chat.sends("/privacy")
    for kept in ("language", "settings", "games", "answers", "results", "subscription"):
        assert kept in told
    assert "/deleteme" in told
    assert "Backups" in told
    assert "30 days at most" in told
    assert told.count("Telegram number") == 1
    assert "first name only where you play in a group" in told
    assert "/deleteme" in await ming.sends("/privacy")
