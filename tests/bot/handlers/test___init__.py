"""Every command, in every kind of chat, in every language."""

import re

import pytest

from bot.handlers import MENU
from tests.bot.house import House, Talk

CHINESE = re.compile("[\u4e00-\u9fff]")
BILINGUAL = re.compile("🌐 English · 中文|简体中文|Language · 语言")

BOARDS = {"new", "daily"}
"""Commands that show a board, which is in the language of the person who began in the group."""


@pytest.mark.parametrize("name", MENU)
async def test_every_command_answers_in_the_language_of_who_asks(house: House, name: str) -> None:
    for talk in (house.alice, house.in_club(house.alice)):
        said = await talk.sends(f"/{name}")
        assert said
        assert not CHINESE.search(BILINGUAL.sub("", said))
    for talk in (house.ming, house.in_club(house.ming)):
        said = await talk.sends(f"/{name}@SudokuPlaygroundBot")
        is_of_all = talk.chat is not None and name in BOARDS
        assert bool(CHINESE.search(said)) != is_of_all


@pytest.mark.long
@pytest.mark.parametrize("name", MENU)
async def test_a_command_for_another_bot_is_left_to_it(club: Talk, name: str) -> None:
    assert await club.sends(f"/{name}@OtherBot") == ""


@pytest.mark.long
@pytest.mark.parametrize("name", MENU)
async def test_an_edited_command_is_not_run_again(chat: Talk, name: str) -> None:
    chat.person.say("hello")
    mine = chat.person.messages()[-1]["message_id"]
    assert await chat.delivers(chat.person.edit(mine, f"/{name}")) == ""
