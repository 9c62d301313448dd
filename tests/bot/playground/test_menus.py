from collections.abc import Sequence

import pytest
from telegram import Bot, BotCommandScopeAllGroupChats, BotCommandScopeChat
from telegram.error import BadRequest

from bot.playground import BotApi, Group, Person


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
