import pytest
from telegram import Bot, ChatMemberAdministrator, ChatMemberOwner, Update
from telegram.error import BadRequest

from bot.playground import Group, Person
from bot.playground.chats import Channel


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


async def test_administrators_are_told_with_their_rights(
    bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    club.promote(ming)
    owner, other = await bot.get_chat_administrators(club.chat.id)
    assert isinstance(owner, ChatMemberOwner)
    assert isinstance(other, ChatMemberAdministrator)
    assert (owner.user.id, other.user.id) == (alice.id, ming.id)
    assert (other.is_anonymous, other.can_change_info) == (False, True)
    club.demote(ming)
    assert (await bot.get_chat_member(club.chat.id, ming.id)).status == "member"


async def test_an_anonymous_administrator_speaks_as_the_group(
    bot: Bot, ming: Person, club: Group
) -> None:
    club.promote(ming, is_anonymous=True)
    said = ming.say("/help", club.chat)
    assert said is not None
    told = Update.de_json(said, bot)
    assert told.message is not None
    assert told.message.from_user is not None
    assert told.message.sender_chat is not None
    assert told.message.from_user.username == "GroupAnonymousBot"
    assert told.message.sender_chat.id == club.chat.id
    _, other = await bot.get_chat_administrators(club.chat.id)
    assert isinstance(other, ChatMemberAdministrator)
    assert (other.user.id, other.is_anonymous) == (ming.id, True)


async def test_a_member_may_speak_as_a_channel(bot: Bot, ming: Person, club: Group) -> None:
    club.speak_as(ming, Channel(-1_004_000_000_001, "Sudoku News"))
    said = ming.say("/help", club.chat)
    assert said is not None
    told = Update.de_json(said, bot)
    assert told.message is not None
    assert told.message.from_user is not None
    assert told.message.sender_chat is not None
    assert told.message.from_user.username == "Channel_Bot"
    assert told.message.sender_chat.title == "Sudoku News"


async def test_strangers_and_those_who_have_left_are_told_apart(
    bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    """The bot counts as a member of its chats; ids of people are positive."""
    assert await bot.get_chat_member_count(alice.id) == 2
    assert (await bot.get_chat_member(alice.id, ming.id)).status == "left"
    assert (await bot.get_chat_member(alice.id, alice.id)).status == "member"
    for nobody in (0, -1, club.chat.id):
        with pytest.raises(BadRequest, match="Invalid user_id"):
            await bot.get_chat_member(club.chat.id, nobody)
    with pytest.raises(BadRequest, match="User not found"):
        await bot.get_chat_member(club.chat.id, 1)


async def test_only_groups_can_be_left(bot: Bot, alice: Person, club: Group) -> None:
    with pytest.raises(BadRequest, match="can't be changed in private chats"):
        await bot.leave_chat(alice.id)
    assert await bot.leave_chat(club.chat.id)
    assert (await bot.get_chat_member(club.chat.id, bot.id)).status == "left"


async def test_the_owner_may_be_anonymous_too(bot: Bot, alice: Person, club: Group) -> None:
    (owner,) = await bot.get_chat_administrators(club.chat.id)
    assert isinstance(owner, ChatMemberOwner)
    assert not owner.is_anonymous
    club.promote(alice, is_anonymous=True)
    (owner,) = await bot.get_chat_administrators(club.chat.id)
    assert isinstance(owner, ChatMemberOwner)
    assert owner.is_anonymous


async def test_an_administrator_may_do_everything_but_is_not_the_bots_to_change(
    bot: Bot, ming: Person, club: Group
) -> None:
    club.promote(ming)
    _, other = await bot.get_chat_administrators(club.chat.id)
    assert isinstance(other, ChatMemberAdministrator)
    assert not other.can_be_edited
    rights = [
        name for name in other.to_dict() if name.startswith("can_") and name != "can_be_edited"
    ]
    assert len(rights) >= 12
    assert all(other.to_dict()[name] for name in rights)


async def test_nobody_here_takes_gifts(bot: Bot, alice: Person) -> None:
    gifts = (await bot.get_chat(alice.id)).accepted_gift_types.to_dict()
    assert not any(gifts.values())
