from bot.store import users
from tests.bot.house import House, Talk


async def test_whoever_comes_is_known_from_then_on(house: House, ming: Talk) -> None:
    await ming.sends("/help")
    known = await users.get(house.database, ming.person.id)
    assert known is not None
    assert known.client_language == "zh-hans"
    assert known.seen_at == int(house.clock.seconds())


async def test_a_press_is_answered_once(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    for label in ("↩", "Check", "More", "↪ Redo", "◀ Board"):
        before = len(chat.person.answers)
        await chat.presses(label)
        assert len(chat.person.answers) == before + 1
    assert house.api.world.queries.unanswered == ()


async def test_actions_are_told_apart_by_their_whole_name(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "too old" in await chat.forges("boardx:1:0")
    assert "too old" in await chat.forges("xboard:1:0")
