"""Sending, editing and answering: what every handler does in the same way."""

from contextlib import suppress

from telegram import InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, TelegramError

from bot.context import Context


async def say(context: Context, html: str, keyboard: InlineKeyboardMarkup | None = None) -> Message:
    """A new message in the chat; in a group it replies to the one that asked."""
    reply = None
    if context.message is not None and not context.is_private:
        reply = ReplyParameters(context.message.message_id, allow_sending_without_reply=True)
    return await context.bot.send_message(
        context.chat_id, html, reply_markup=keyboard, reply_parameters=reply
    )


async def change(
    context: Context, message_id: int, html: str, keyboard: InlineKeyboardMarkup | None
) -> None:
    """Edits a message of the bot in place; one that is right already stays as it is."""
    try:
        await context.bot.edit_message_text(
            html, chat_id=context.chat_id, message_id=message_id, reply_markup=keyboard
        )
    except BadRequest as refusal:
        if "not modified" not in refusal.message:
            raise


async def toast(context: Context, text: str | None = None, *, alert: bool = False) -> None:
    """Answers the pressed button, once; one that can no longer be answered is let go."""
    if context.query is None or context.answered:
        return
    context.answered = True
    with suppress(TelegramError):
        await context.query.answer(text, show_alert=alert)


async def queue_sign(context: Context, place: int) -> None:
    """Says at which place of the engine's queue a question waits."""
    await say(context, context.html("engine.place", place=place))


async def wait_sign(context: Context) -> None:
    """Shows that the bot is at work."""
    await context.bot.send_chat_action(context.chat_id, ChatAction.TYPING)
