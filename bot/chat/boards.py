"""A game's board as a message: text or picture, sent and edited in place."""

import asyncio
from dataclasses import dataclass

from telegram import (
    InlineKeyboardMarkup,
    InputMediaPhoto,
    Message,
    ReplyParameters,
)
from telegram.error import BadRequest
from telegram.ext import ExtBot

from bot.game.game import Game
from bot.game.mistakes import Policy
from bot.game.selection import Selection
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView, board_html, board_picture
from bot.store.games import GameRow
from bot.store.users import User
from bot.telegram.context import Context
from bot.telegram.flood import Lane
from bot.telegram.replies import change as change_text
from bot.telegram.replies import reply_to_asker


@dataclass(frozen=True, slots=True)
class Face:
    """Everything of a board's message; with a picture the text is its caption."""

    html: str
    keyboard: InlineKeyboardMarkup
    picture: bytes | None


def taste_of(user: User) -> Preferences:
    """A person's choices as values."""
    return Preferences(
        Look(user.board), Policy(user.policy), user.theme, user.timer, user.digit_first
    )


def view(row: GameRow, play: Game, user: User | None, hand: Selection | None = None) -> GameView:
    """A stored game as a person sees it, or as anybody does."""
    return GameView(
        row.id,
        play,
        row.puzzle.symmetry,
        row.daily_label,
        hand or Selection(),
        taste_of(user) if user else Preferences(),
        row.played,
    )


async def face(language: str, view: GameView, note: str, buttons: InlineKeyboardMarkup) -> Face:
    """The message of a board; pictures are drawn beside the event loop."""
    picture = None
    if view.preferences.look is Look.IMAGE:
        picture = await asyncio.to_thread(board_picture, view)
    return Face(board_html(language, view, note), buttons, picture)


async def post(
    bot: ExtBot[Lane],
    chat_id: int,
    face: Face,
    reply: ReplyParameters | None = None,
    lane: Lane | None = None,
) -> int:
    """Sends a board, in the bulk lane where nobody waits for it; the number of its message."""
    if face.picture is None:
        sent = await bot.send_message(
            chat_id,
            face.html,
            reply_markup=face.keyboard,
            reply_parameters=reply,
            rate_limit_args=lane,
        )
    else:
        sent = await bot.send_photo(
            chat_id,
            face.picture,
            caption=face.html,
            reply_markup=face.keyboard,
            reply_parameters=reply,
            rate_limit_args=lane,
        )
    return sent.message_id


async def send(context: Context, face: Face) -> int:
    """Sends a board to the chat; the number of its message."""
    return await post(context.bot, context.chat_id, face, reply_to_asker(context))


def pressed_look(context: Context) -> Look:
    """The person's look, but a text where a text was pressed, and a picture where a picture was."""
    look = taste_of(context.user).look
    message = context.query.message if context.query else None
    if isinstance(message, Message) and message.photo:
        return Look.IMAGE
    return Look.FULL if look is Look.IMAGE else look


async def change(context: Context, face: Face) -> None:
    """Edits the pressed board, which is a text or a picture as `face` is."""
    if face.picture is None:
        await change_text(context, context.pressed_message, face.html, face.keyboard)
        return
    try:
        await context.bot.edit_message_media(
            InputMediaPhoto(face.picture, caption=face.html),
            chat_id=context.chat_id,
            message_id=context.pressed_message,
            reply_markup=face.keyboard,
        )
    except BadRequest as refusal:
        if "not modified" not in refusal.message:
            raise
