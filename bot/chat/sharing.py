"""What people share of a game: its card once they have solved it, or else an invitation to it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from telegram import InlineQueryResultArticle, InputTextMessageContent
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot import messages
from bot.chat import links, outcome
from bot.play.visit import Visit
from bot.store.games import StoredGame
from bot.telegram.gate import Lane

PATIENCE_SECONDS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Shared:
    """A text and the link that opens the puzzle; the text is a card if the game `is_told`."""

    text: str
    link: str
    is_told: bool


async def shared(visit: Visit, stored: StoredGame, link: Callable[[str], str]) -> Shared:
    """What a person shares of a game; `link` makes one of a payload."""
    card = await outcome.card(visit, stored)
    size = stored.game.givens.geometry.size
    text = card or messages.text(visit.language, "share.invitation", size=size)
    payload = links.payload_of_game(visit.services.secret, stored)
    return Shared(text, link(payload), card is not None)


async def prepared(bot: ExtBot[Lane], person: int, shared: Shared) -> str | None:
    """The number of a message that Telegram keeps until a page lets its person send it.

    None where Telegram takes none, or not soon; the person can share the link all the same.
    """
    content = InputTextMessageContent(f"{shared.text}\n{shared.link}")
    result = InlineQueryResultArticle("1", shared.text.partition("\n")[0], content)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            kept = await bot.save_prepared_inline_message(
                person, result, allow_user_chats=True, allow_group_chats=True
            )
    except (TelegramError, TimeoutError):
        return None
    return kept.id
