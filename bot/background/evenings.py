"""Sends the reminder in the evening of a day on which somebody's streak would end."""

from bot.background.sender import RetryLater, Withheld
from bot.chat.evening import send_reminder
from bot.game.place import Place
from bot.play.evening import PLAYING_SECONDS, at_risk
from bot.store import subscriptions, users
from bot.store.outbox import OutboxRow
from bot.telegram.application import SudokuApplication
from bot.telegram.conversation import Conversation
from bot.telegram.gate import Lane


async def send_evening(application: SudokuApplication, row: OutboxRow) -> None:
    """Sends a reminder to the person of a chat, unless their streak is safe by now.

    Raises what Telegram raises, RetryLater while the person is playing the daily, and Withheld if
    the chat is blocked.
    """
    if application.blocked.has_chat(row.chat_id):
        raise Withheld("blocked")
    database = application.services.database
    person = await users.get(database, row.chat_id)
    if person is None or await subscriptions.evening(database, row.chat_id) is None:
        return
    lane = Lane.BULK if application.bot.rate_limiter else None
    context = await Conversation.of(application, person, Place(row.chat_id), lane)
    risk = await at_risk(context.visit)
    if risk is None:
        return
    if risk.is_playing:
        raise RetryLater(PLAYING_SECONDS, "playing")
    await send_reminder(context, risk)
