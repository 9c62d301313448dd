import pytest
from telegram import Bot
from telegram.error import BadRequest

from bot.playground import Group, Person


async def test_chats_and_members_are_told(
    bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    assert (await bot.get_chat(club.chat.id)).title == "Sudoku Club"
    assert (await bot.get_chat(alice.id)).first_name == "Alice"
    assert await bot.get_chat_member_count(club.chat.id) == 3
    roles = [(await bot.get_chat_member(club.chat.id, p.id)).status for p in (alice, ming)]
    assert roles == ["creator", "member"]
    assert (await bot.get_chat_member(club.chat.id, bot.id)).status == "member"
    assert [m.user.id for m in await bot.get_chat_administrators(club.chat.id)] == [alice.id]
    with pytest.raises(BadRequest, match="User not found"):
        await bot.get_chat_member(club.chat.id, 99)
    with pytest.raises(BadRequest, match="no administrators in the private chat"):
        await bot.get_chat_administrators(alice.id)
