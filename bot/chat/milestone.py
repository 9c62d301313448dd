"""The card of a milestone: a picture to share, below the end of the daily that reached it.

The end itself tells the milestone in words (`bot.chat.outcome`), and comes first. So the card is
left out where it cannot be drawn or sent. It comes once, as the effect of the end does: with the
message that shows the end for the first time.
"""

import logging

from telegram.error import TelegramError

from bot import messages
from bot.chat import links, outcome
from bot.chat.drawing import drawn
from bot.ledger.ledger import NothingReserved
from bot.pool.engine import EngineBusy, EngineLost
from bot.render.drawings import streak_png
from bot.render.keyboard import keyboard
from bot.render.theme import THEMES
from bot.store.games import StoredGame
from bot.telegram.conversation import Conversation

log = logging.getLogger(__name__)


async def send_card(context: Conversation, stored: StoredGame) -> None:
    """Sends the card if this game has brought the person's streak to a milestone."""
    days = await outcome.milestone(context.visit, stored)
    if days is None:
        return
    words = messages.text(context.language, "card.streak", count=days)
    link = context.link(links.payload_of_game(context.visit.services.secret, stored))
    share = links.share_button(context.text("button.share"), words, link)
    try:
        png = await drawn(context.visit, streak_png, days, THEMES[context.user.theme])
        await context.send_picture(png, words, keyboard([[share]]))
    except (EngineBusy, EngineLost, NothingReserved, TelegramError) as missing:
        log.warning("a milestone has no card: %s", type(missing).__name__)
