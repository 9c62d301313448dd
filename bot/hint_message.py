"""The message that tells a hint: text or picture, sent, and edited as more is told."""

import asyncio
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from telegram import InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.error import BadRequest

from bot.context import Context
from bot.game.hint import fills_in_notes, state_of
from bot.render.board import text_board
from bot.render.hint import Stage, hint_picture, text_marks
from bot.render.keyboard import Button, keyboard
from bot.render.picture import board_png
from bot.render.teaching import LONGEST, move, name, where, why
from bot.replies import change, say
from bot.table import Table
from engine.techniques import Step

LONGEST_BELOW_PICTURE: Final = 500
"""Characters of one phrase below a picture, where Telegram takes 1024 in all."""


@dataclass(frozen=True, slots=True)
class Hint:
    """A step in a game, and how much of it is told."""

    seat: Table
    step: Step
    stage: Stage

    @property
    def here(self) -> str:
        """What a button carries that acts on this state of the game."""
        return f"{self.seat.row.id}:{self.seat.play.done}"


async def send(context: Context, hint: Hint, *, as_picture: bool) -> int:
    """Tells the hint in a new message; its number."""
    buttons = _buttons(context, hint, as_picture=as_picture)
    if not as_picture:
        return (await say(context, _text(context, hint), buttons)).message_id
    caption = _words(context, hint, LONGEST_BELOW_PICTURE)
    sent = await context.bot.send_photo(
        context.chat_id, await _drawn(hint), caption=caption, reply_markup=buttons
    )
    return sent.message_id


async def tell_more(context: Context, hint: Hint, message_id: int) -> bool:
    """Tells the hint in the message that began it; False where that cannot be done any more."""
    is_picture = _is_picture(context, message_id)
    buttons = _buttons(context, hint, as_picture=is_picture)
    try:
        if is_picture:
            await _change_picture(context, hint, message_id, buttons)
        else:
            await change(context, message_id, _text(context, hint), buttons)
    except BadRequest as refusal:
        return "not modified" in refusal.message
    return True


def _is_picture(context: Context, message_id: int) -> bool:
    """As seen, if that message's button was pressed, otherwise as the person likes it."""
    message = context.query.message if context.query else None
    if isinstance(message, Message) and message.message_id == message_id:
        return bool(message.photo)
    return likes_pictures(context)


def likes_pictures(context: Context) -> bool:
    """Whether this person sees boards as pictures."""
    return context.user.board == "image"


async def _change_picture(
    context: Context, hint: Hint, message_id: int, buttons: InlineKeyboardMarkup
) -> None:
    caption = _words(context, hint, LONGEST_BELOW_PICTURE)
    media = InputMediaPhoto(await _drawn(hint), caption=caption)
    await context.bot.edit_message_media(media, context.chat_id, message_id, reply_markup=buttons)


async def _drawn(hint: Hint) -> bytes:
    play = hint.seat.play
    picture = hint_picture(state_of(play), play.givens, hint.step, hint.stage)
    return await asyncio.to_thread(board_png, picture)


def _text(context: Context, hint: Hint) -> Markup:
    play = hint.seat.play
    marks = text_marks(state_of(play), hint.step, hint.stage)
    board = Markup("<pre>{}</pre>").format(text_board(play.values, play.givens, marks=marks))
    return Markup("\n").join([board, _words(context, hint, LONGEST)])


def _words(context: Context, hint: Hint, longest: int) -> Markup:
    language, step = context.language, hint.step
    title = context.html("hint.title", game=hint.seat.row.id)
    if hint.stage is Stage.WHERE:
        return Markup("{}\n{}").format(title, where(language, step))
    named = Markup("{} · <b>{}</b>").format(title, name(language, step.technique))
    lines = [named, Markup("{}").format(why(language, step, longest))]
    if hint.stage is Stage.MOVE:
        lines.append(Markup("<b>{}</b>").format(move(language, step)))
        if fills_in_notes(hint.seat.play, step):
            lines.append(context.html("hint.will_fill_in"))
    return Markup("\n").join(lines)


def _buttons(context: Context, hint: Hint, *, as_picture: bool) -> InlineKeyboardMarkup:
    last = hint.stage is Stage.MOVE
    label = context.text("button.do_it" if last else f"hint.more_{hint.stage}")
    more: list[Button] = [(label, f"{'dohint' if last else 'hint'}:{hint.here}")]
    rest: list[Button] = []
    if not as_picture:
        rest.append((context.text("button.picture"), f"drawhint:{hint.here}"))
    if hint.stage is not Stage.WHERE:
        rest.append((context.text("button.learn"), f"learn:{hint.step.technique}"))
    return keyboard([row for row in (more, rest) if row])
