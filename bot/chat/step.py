"""The message of a step, a text or a picture, which is edited to tell more stage by stage."""

import asyncio
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape
from telegram import InlineKeyboardMarkup, Message
from telegram.error import BadRequest

from bot.render.board import text_board
from bot.render.hint import Stage, hint_picture, text_marks
from bot.render.hint_words import LONGEST, move, name, where, why
from bot.render.picture import board_png
from bot.telegram.context import Context
from engine.grid import Grid
from engine.techniques.state import State
from engine.techniques.step import Step

LONGEST_BELOW_PICTURE: Final = 500
"""Characters of one phrase below a picture, where Telegram takes 1024 in all."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A step on a board, and how much of it is told; `end` stands below the move."""

    title: Markup
    givens: Grid
    state: State
    step: Step
    stage: Stage
    end: str = ""


def likes_pictures(context: Context) -> bool:
    """Whether this person sees boards as pictures."""
    return context.user.board == "image"


def pressed_picture(context: Context) -> bool:
    """Whether the pressed message is a picture; otherwise what the person likes."""
    message = context.query.message if context.query else None
    return bool(message.photo) if isinstance(message, Message) else likes_pictures(context)


async def send(
    context: Context, shown: Shown, buttons: InlineKeyboardMarkup, *, as_picture: bool
) -> int:
    """Sends a step as a new message; its number."""
    if not as_picture:
        return await context.say(_text(context, shown), buttons)
    caption = _words(context, shown, LONGEST_BELOW_PICTURE)
    return await context.send_picture(await _drawn(shown), caption, buttons)


async def tell_more(
    context: Context,
    shown: Shown,
    buttons: InlineKeyboardMarkup,
    message_id: int,
    *,
    as_picture: bool,
) -> bool:
    """Edits the message of a step, a picture or a text; False where Telegram refuses the edit."""
    try:
        if as_picture:
            caption = _words(context, shown, LONGEST_BELOW_PICTURE)
            await context.change_picture(message_id, await _drawn(shown), caption, buttons)
        else:
            await context.change(message_id, _text(context, shown), buttons)
    except BadRequest:
        return False
    return True


async def _drawn(shown: Shown) -> bytes:
    picture = hint_picture(shown.state, shown.givens, shown.step, shown.stage)
    return await asyncio.to_thread(board_png, picture)


def _text(context: Context, shown: Shown) -> Markup:
    marks = text_marks(shown.state, shown.step, shown.stage)
    board = text_board(shown.state.grid, shown.givens, marks=marks)
    drawn = Markup("<pre>{}</pre>").format(board)
    return Markup("\n").join([drawn, _words(context, shown, LONGEST)])


def _words(context: Context, shown: Shown, longest: int) -> Markup:
    language, step = context.language, shown.step
    if shown.stage is Stage.QUESTION:
        return shown.title
    if shown.stage is Stage.WHERE:
        return Markup("{}\n{}").format(shown.title, where(language, step))
    named = Markup("{} · <b>{}</b>").format(shown.title, name(language, step.technique))
    lines = [named, Markup("{}").format(why(language, step, longest))]
    if shown.stage is Stage.MOVE:
        lines += [Markup("<b>{}</b>").format(move(language, step)), escape(shown.end)]
    return Markup("\n").join(line for line in lines if line)
