from collections.abc import Sequence

import pytest
from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeChat
from telegram.error import BadRequest

from bot.playground import ApiError, BotApi, Group, Person
from bot.playground.menus import read_commands, read_scope


def names(commands: Sequence[dict[str, str]]) -> list[str]:
    return [command["description"] for command in commands]


async def test_the_narrowest_scope_in_the_own_language_is_shown(
    api: BotApi, bot: Bot, alice: Person, ming: Person, club: Group
) -> None:
    menus = api.world.menus
    assert menus.seen_by(alice.user, alice.private) == []
    await bot.set_my_commands([("new", "A game")])
    await bot.set_my_commands([("new", "一局")], language_code="zh")
    await bot.set_my_commands([("new", "Together")], scope=BotCommandScopeAllGroupChats())
    assert names(menus.seen_by(alice.user, alice.private)) == ["A game"]
    assert names(menus.seen_by(ming.user, ming.private)) == ["一局"]
    assert names(menus.seen_by(ming.user, club.chat)) == ["Together"]
    here = BotCommandScopeChat(club.chat.id)
    await bot.set_my_commands([("new", "Here")], scope=here)
    assert names(menus.seen_by(ming.user, club.chat)) == ["Here"]
    await bot.delete_my_commands(scope=here)
    assert names(menus.seen_by(ming.user, club.chat)) == ["Together"]
    assert [c.description for c in await bot.get_my_commands(language_code="zh")] == ["一局"]


@pytest.mark.parametrize(
    ("command", "description", "complaint"),
    [
        ("New", "x", "(?i)bot_command_invalid"),
        ("a-b", "x", "(?i)bot_command_invalid"),
        ("a" * 33, "x", "Command length must not exceed 32"),
        ("", "x", "Command must be non-empty"),
        ("new", " ", "Command description must be non-empty"),
        ("new", "x" * 257, "Command description length must not exceed 256"),
    ],
)
async def test_bad_commands_are_refused(
    bot: Bot, command: str, description: str, complaint: str
) -> None:
    with pytest.raises(BadRequest, match=complaint):
        await bot.set_my_commands([(command, description)])


async def test_languages_have_two_letters_and_lists_a_hundred_commands(bot: Bot) -> None:
    with pytest.raises(BadRequest, match="Invalid language code"):
        await bot.set_my_commands([("new", "x")], language_code="zh-hans")
    await bot.set_my_commands([(f"c{i}", "x") for i in range(100)])
    with pytest.raises(BadRequest):
        await bot.set_my_commands([(f"c{i}", "x") for i in range(101)])


async def test_the_longest_names_and_descriptions_are_taken(bot: Bot) -> None:
    await bot.set_my_commands([("a" * 32, "x" * 256)])
    assert [c.command for c in await bot.get_my_commands()] == ["a" * 32]


def test_a_scope_has_a_type_and_what_belongs_to_it() -> None:
    assert read_scope(None) == "default"
    member = {"type": "chat_member", "chat_id": -5, "user_id": 7}
    keys = [read_scope(scope) for scope in (member, member | {"user_id": 8}, {"type": "default"})]
    assert len({*keys}) == 3
    for wrong in (
        7,
        {},
        {"type": "everywhere"},
        {"type": "chat"},
        member | {"type": "chat_members"},
    ):
        with pytest.raises(ApiError, match="BotCommandScope"):
            read_scope(wrong)
    with pytest.raises(ApiError, match='find field "user_id"'):
        read_scope({"type": "chat_member", "chat_id": -5})


def test_commands_are_objects_with_two_texts() -> None:
    plain = {"command": "new", "description": "A game"}
    assert read_commands([{"command": "/new ", "description": " A game"}]) == [plain]
    for wrong in ("new", ["new"], [{"command": "new"}], [plain | {"command": 7}]):
        with pytest.raises(ApiError):
            read_commands(wrong)
