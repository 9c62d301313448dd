"""Sending, editing and answering: what every handler does in the same way."""

from contextlib import suppress

from telegram import InlineKeyboardMarkup, Message, ReplyParameters
from telegram.constants import ChatAction
from telegram.error import BadRequest, TelegramError

from bot.telegram.context import Context


async def say(context: Context, html: str, keyboard: InlineKeyboardMarkup | None = None) -> Message:
    """A new message in the chat; in a group it replies to the one that asked."""
    reply = reply_to_asker(context)
    return await context.bot.send_message(
        context.chat_id, html, reply_markup=keyboard, reply_parameters=reply
    )


def reply_to_asker(context: Context) -> ReplyParameters | None:
    """In a group the message that asked."""
    if context.message is None or context.is_private:
        return None
    return ReplyParameters(context.message.message_id, allow_sending_without_reply=True)


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


async def wait_sign(context: Context) -> None:
    """Shows that the bot is at work."""
    await context.bot.send_chat_action(context.chat_id, ChatAction.TYPING)


async def send_picture(
    context: Context, png: bytes, caption: str = "", keyboard: InlineKeyboardMarkup | None = None
) -> Message:
    """A picture as a new message in the chat."""
    return await context.bot.send_photo(
        context.chat_id, png, caption=caption or None, reply_markup=keyboard
    )


async def send_file(context: Context, name: str, content: bytes, caption: str = "") -> Message:
    """A file as a new message in the chat."""
    return await context.bot.send_document(
        context.chat_id, content, filename=name, caption=caption or None
    )
