import pytest
from telegram import Bot
from telegram.error import BadRequest, Forbidden

from bot.playground import ApiError, BotApi, Group, Person
from bot.playground.chats import Chats, User


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


def test_what_is_told_of_somebody_is_what_they_have_told() -> None:
    shown = {"id": 7, "is_bot": False, "first_name": "Ann"}
    assert User(7, "Ann").to_json() == shown
    full = User(7, "Ann", "en", "ann_plays", "Lee", is_bot=True)
    assert full.to_json() == shown | {
        "is_bot": True,
        "last_name": "Lee",
        "username": "ann_plays",
        "language_code": "en",
    }


def test_a_chat_begins_as_one_that_the_bot_does_not_know() -> None:
    chats, ann, ben = Chats(), User(7, "Ann"), User(8, "Ben")
    private, group = chats.add_person(ann), chats.add_group(-5, "Club", [ben, ann])
    assert private.state() == {"bot_status": "member", "met": False, "started": False}
    assert private.to_json() == {"id": 7, "type": "private", "first_name": "Ann"}
    assert group.to_json() == {"id": -5, "type": "supergroup", "title": "Club"}
    assert group.owner == ben.id
    group.topics.append(3)
    assert group.to_json()["is_forum"] is True
    assert group.state()["topics"] == [3]
    chats.meet(ann, group)
    assert (private.met, private.started, group.started) == (True, False, True)


def test_numbers_of_messages_go_on_after_those_that_there_are() -> None:
    chats, ann = Chats(), User(7, "Ann")
    private, group = chats.add_person(ann), chats.add_group(-5, "Club", [ann])
    assert [chats.next_message_id(private), chats.next_message_id(group)] == [1, 1]
    for chat in (private, group):
        chats.count_at_least(chat, 7)
        chats.count_at_least(chat, 3)
        assert chats.next_message_id(chat) == 8
    chats.next_message_id(group)
    assert chats.counts() == {"-5": 9, "0": 8}
    chats.restore_counts({"-5": 20, "0": 30})
    assert [chats.next_message_id(private), chats.next_message_id(group)] == [31, 21]
    chats.restore_counts({"0": 1})
    assert [chats.next_message_id(private), chats.next_message_id(group)] == [2, 1]


@pytest.mark.parametrize("chat_id", ["7", "-6", "x", "--", "@club", "8"])
def test_only_groups_and_those_whom_the_bot_has_met_are_found(chat_id: str) -> None:
    chats, ann = Chats(), User(7, "Ann")
    private, group = chats.add_person(ann), chats.add_group(-5, "Club", [ann])
    with pytest.raises(ApiError, match="chat not found"):
        chats.find(chat_id)
    with pytest.raises(ApiError, match="chat_id is empty"):
        chats.find("")
    assert chats.find("-5") is group
    chats.meet(ann, private)
    assert chats.find("7") is private
