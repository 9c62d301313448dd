import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden

from bot.playground import BotApi, Group, Person


async def test_a_stranger_is_not_found(bot: Bot, ming: Person) -> None:
    for unknown in (99, ming.id, -1, "@nobody"):
        with pytest.raises(BadRequest, match="Chat not found"):
            await bot.send_message(unknown, "hello")


async def test_somebody_met_in_a_group_must_write_first(
    bot: Bot, ming: Person, club: Group
) -> None:
    ming.say("/new", club.chat)
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(ming.id, "hello")
    ming.say("hi")
    assert (await bot.send_message(ming.id, "hello")).text == "hello"


async def test_a_blocked_bot_hears_of_it_and_is_forbidden(
    api: BotApi, bot: Bot, alice: Person
) -> None:
    update = alice.block()
    assert update is not None
    assert update["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    with pytest.raises(Forbidden, match="bot was blocked by the user"):
        await bot.send_message(alice.id, "hello")
    alice.unblock()
    await bot.send_message(alice.id, "hello")
    assert len(api.world.updates) == 3


async def test_a_removed_bot_is_forbidden_in_the_group(
    bot: Bot, alice: Person, club: Group
) -> None:
    await bot.send_message(club.chat.id, "hello")
    club.remove_bot(alice)
    with pytest.raises(Forbidden, match="bot was kicked from the supergroup chat"):
        await bot.send_message(club.chat.id, "hello")
    club.add_bot(alice)
    assert await bot.leave_chat(club.chat.id)
    with pytest.raises(Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(club.chat.id, "hello")


async def test_message_ids_count_per_group_and_over_all_private_chats(
    bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    ming.say("/start")
    ids = [(await bot.send_message(chat, "x")).message_id for chat in (alice.id, ming.id)]
    assert ids == [3, 4]
    assert (await bot.send_message(club.chat.id, "x")).message_id == 1
