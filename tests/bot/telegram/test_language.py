"""Which language and which time zone apply to a person."""

from bot.game.place import Place
from bot.telegram.conversation import Conversation
from bot.telegram.language import language_of, zone_of
from tests.bot.house import House, Talk


async def test_whose_language_and_day_count(house: House, ming: Talk) -> None:
    await ming.sends("/start")
    user = (await ming.visit()).user
    itself = await Conversation.of(house.application, user, Place(ming.chat_id))
    assert itself.language == language_of(user) == "zh"
    assert itself.visit.zone == zone_of(user)
    assert itself.is_private
    assert itself.seconds == int(house.clock().timestamp())
