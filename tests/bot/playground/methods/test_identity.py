from pathlib import Path

import pytest
from telegram import Bot, InputProfilePhotoStatic
from telegram.error import BadRequest

from bot.playground import BotApi, Person
from bot.playground.errors import ApiError
from bot.playground.parameters import Upload
from tests.bot.playground.pictures import png


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


async def test_the_bot_has_the_picture_that_it_was_given_last(bot: Bot, alice: Person) -> None:
    assert (await bot.get_user_profile_photos(bot.id)).total_count == 0
    for size in (64, 128):
        assert await bot.set_my_profile_photo(InputProfilePhotoStatic(png(size, size)))
    found = await bot.get_user_profile_photos(bot.id)
    assert [sizes[-1].width for sizes in found.photos] == [128]
    assert (await bot.get_user_profile_photos(alice.id)).total_count == 0


async def test_a_picture_of_the_bot_is_a_new_file(bot: Bot, api: BotApi) -> None:
    with pytest.raises(BadRequest, match="Image_process_failed"):
        await bot.set_my_profile_photo(InputProfilePhotoStatic(b"no picture"))
    known: dict[str, str] = {"type": "static", "photo": "PGph00000001"}
    for photo in (known, {"type": "video"}, {}):
        with pytest.raises(ApiError, match="rofile"):
            await api.call("setMyProfilePhoto", {"photo": photo})
    animated, upload = {"type": "animated", "photo": "attach://x"}, Upload("a.png", png(), "")
    with pytest.raises(ApiError, match="unsupported type"):
        await api.call("setMyProfilePhoto", {"photo": animated}, {"x": upload})


async def test_the_picture_outlives_the_process(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for _ in range(2):
        api = BotApi(journal=path)
        api.restore()
        if api.world.photo is None:
            photo = {"type": "static", "photo": "attach://new"}
            upload = Upload("new.png", png(64, 64), "image/png")
            await api.call("setMyProfilePhoto", {"photo": photo}, {"new": upload})
        assert api.world.photo is not None
        assert api.world.photo.upload.content == png(64, 64)
        api.close()


async def test_texts_about_the_bot_may_be_as_long_as_telegram_takes_them(bot: Bot) -> None:
    for most, tell, told in (
        (64, bot.set_my_name, bot.get_my_name),
        (512, bot.set_my_description, bot.get_my_description),
        (120, bot.set_my_short_description, bot.get_my_short_description),
    ):
        assert await tell("x" * most)
        assert "x" * most in (await told()).to_dict().values()
        with pytest.raises(BadRequest, match=r"(?i)too_long"):
            await tell("y" * (most + 1))
        assert "x" * most in (await told()).to_dict().values()


async def test_the_bot_may_join_groups_and_is_not_asked_inline(bot: Bot) -> None:
    me = await bot.get_me()
    assert (me.can_join_groups, me.supports_inline_queries) == (True, False)
    assert await bot.close()


async def test_who_looks_at_a_menu_hears_that_it_is_another(api: BotApi, bot: Bot) -> None:
    events: list[str] = []
    api.world.listeners.add(lambda event: events.append(event["event"]))
    assert await bot.set_my_commands([("new", "A game")])
    assert await bot.delete_my_commands()
    assert await bot.set_my_profile_photo(InputProfilePhotoStatic(png(64, 64)))
    assert events == ["menu", "menu", "photo"]
    assert await bot.get_my_commands() == ()
