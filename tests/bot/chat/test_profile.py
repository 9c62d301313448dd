"""The bot's picture is set once; a server that cannot set it costs one line in the log."""

import pytest
from telegram import InputProfilePhotoStatic
from telegram.error import NetworkError

from bot.chat.profile import show_picture
from bot.playground.errors import ApiError
from bot.render.portrait import portrait
from tests.bot.house import House


def shown(house: House) -> bytes | None:
    photo = house.api.world.photo
    return photo.upload.content if photo else None


async def test_the_bot_gets_its_picture_once(house: House) -> None:
    await show_picture(house.application)
    assert shown(house) == portrait()
    first = house.api.world.photo
    await house.stops()
    await house.starts()
    house.api.fail_next("getUserProfilePhotos", ApiError(500, "Internal Server Error"))
    await show_picture(house.application)
    assert house.api.world.photo == first


async def test_a_picture_that_somebody_chose_stays(house: House) -> None:
    chosen = portrait() + b"another"
    await house.application.bot.set_my_profile_photo(InputProfilePhotoStatic(chosen))
    await show_picture(house.application)
    assert shown(house) == chosen


@pytest.mark.parametrize("method", ["getUserProfilePhotos", "setMyProfilePhoto"])
@pytest.mark.parametrize(
    "failure",
    [
        ApiError(404, "Not Found: method not found"),
        ApiError(400, "Bad Request: PHOTO_CROP_SIZE_SMALL"),
        NetworkError("gone"),
    ],
    ids=["an older server", "refused", "no network"],
)
async def test_where_it_cannot_be_set_the_log_has_one_line_and_the_next_start_tries_again(
    house: House, caplog: pytest.LogCaptureFixture, method: str, failure: Exception
) -> None:
    house.api.fail_next(method, failure)
    await show_picture(house.application)
    assert shown(house) is None
    said = [record.getMessage() for record in caplog.records if "picture" in record.getMessage()]
    assert len(said) == 1
    assert "\n" not in said[0]
    await show_picture(house.application)
    assert shown(house) == portrait()
