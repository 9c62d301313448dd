from bot.chat.sharing import prepared, shared
from bot.playground.errors import ApiError
from tests.bot.house import Talk, right_moves


def link(payload: str) -> str:
    return f"https://t.me/bot?start={payload}"


async def test_a_game_is_an_invitation_until_it_is_solved_and_then_its_card(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    visit = await chat.visit()
    before = await shared(visit, await chat.game(), link)
    assert (before.text, before.is_told) == ("A Sudoku for you, 4×4:", False)
    stored = await chat.game()
    await chat.sends(" ".join(right_moves(stored)))
    after = await shared(visit, await chat.game(), link)
    assert after.is_told
    assert "no mistakes" in after.text
    assert after.link == before.link


async def test_telegram_keeps_a_message_with_text_and_link_or_refuses(chat: Talk) -> None:
    await chat.sends("/new 4x4 easy")
    api, bot = chat.house.api, chat.house.application.bot
    what = await shared(await chat.visit(), await chat.game(), link)
    assert await prepared(bot, chat.person.id, what)
    name, said = api.calls[-1]
    assert name == "savePreparedInlineMessage"
    assert what.link in said["result"]
    api.fail_next("savePreparedInlineMessage", ApiError(400, "Bad Request: USER_ID_INVALID"))
    assert await prepared(bot, chat.person.id, what) is None
