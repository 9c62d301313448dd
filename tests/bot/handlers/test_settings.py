from bot.store import users
from tests.bot.house import House, Talk


async def test_what_is_pressed_changes_in_place(house: House, chat: Talk) -> None:
    await chat.sends("/settings")
    assert chat.buttons == ["D5 means: row D, column 5", "Board: roomy", "🌐 English"]
    message = chat.last["message_id"]
    await chat.presses("D5 means: row D, column 5")
    await chat.presses("Board: roomy")
    assert chat.buttons == ["D5 means: column D, row 5", "Board: small", "🌐 English"]
    assert chat.last["message_id"] == message
    kept = await users.get(house.database, chat.person.id)
    assert kept is not None
    assert (kept.letters, kept.board) == ("column", "compact")
    await chat.presses("D5 means: column D, row 5")
    await chat.presses("Board: small")
    assert chat.buttons == ["D5 means: row D, column 5", "Board: roomy", "🌐 English"]


async def test_the_time_zone_is_told(chat: Talk, ming: Talk) -> None:
    assert "set it with /subscribe" in await chat.sends("/settings")
    await chat.sends("/subscribe 8 Berlin")
    assert "Europe/Berlin" in await chat.sends("/settings")
    assert "时区：用 /subscribe 设置" in await ming.sends("/settings")
    assert ming.buttons[0] == "D5 表示：D 行第 5 列"


async def test_the_settings_of_one_are_not_changed_by_another(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/settings")
    before = club.buttons
    assert "别人" in await ming_in_club.presses("Board: roomy")
    assert club.buttons == before
    kept = await users.get(house.database, ming_in_club.person.id)
    assert kept is not None
    assert kept.board == "full"


async def test_the_language_is_asked_from_here(chat: Talk) -> None:
    await chat.sends("/settings")
    await chat.presses("🌐 English")
    assert chat.buttons == ["English", "简体中文"]
