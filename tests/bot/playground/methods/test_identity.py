import pytest
from telegram import Bot
from telegram.error import BadRequest

from bot.playground import BotApi


async def test_the_bot_knows_itself(api: BotApi, bot: Bot) -> None:
    assert (bot.id, bot.username) == (api.world.me.id, "SudokuPlaygroundBot")
    assert bot.bot.can_read_all_group_messages is False
    assert await bot.log_out()


async def test_descriptions_by_language_fall_back_to_the_general_one(bot: Bot) -> None:
    await bot.set_my_description("Sudoku")
    await bot.set_my_description("数独", language_code="zh")
    assert (await bot.get_my_description("zh")).description == "数独"
    assert (await bot.get_my_description("de")).description == "Sudoku"
    await bot.set_my_short_description("x" * 120)
    with pytest.raises(BadRequest):
        await bot.set_my_short_description("x" * 121)
    with pytest.raises(BadRequest):
        await bot.set_my_description("x" * 513)
