"""The bot's profile picture, which makes an empty chat look inviting."""

import logging

from telegram import InputProfilePhotoStatic
from telegram.error import TelegramError

from bot.chat.drawing import drawn_for
from bot.ledger.ledger import NothingReserved
from bot.ledger.owner import NOBODY
from bot.pool.engine import EngineBusy, EngineLost
from bot.render.drawings import portrait
from bot.store import facts
from bot.telegram.application import SudokuApplication

log = logging.getLogger(__name__)


async def show_picture(application: SudokuApplication) -> None:
    """Gives the bot its picture, once; a bot that has a picture already keeps it.

    What keeps it from that is only logged, such as a server older than Bot API 9.4, and the next
    start tries again.
    """
    bot, database = application.bot, application.services.database
    name = f"profile_photo {bot.id}"
    if await facts.get(database, name) is not None:
        return
    try:
        present = await bot.get_user_profile_photos(bot.id, limit=1)
        if not present.total_count:
            picture = await drawn_for(application.services, NOBODY, portrait)
            await bot.set_my_profile_photo(InputProfilePhotoStatic(picture))
    except (TelegramError, EngineBusy, EngineLost, NothingReserved) as error:
        log.warning("the bot's picture is as it was: %s", error)
    else:
        await facts.keep(database, name, "seen to")
