"""The message of a step or a hint, which is edited to tell more stage by stage."""

import asyncio
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape
from telegram import InlineKeyboardMarkup, Message
from telegram.error import BadRequest

from bot.game.hint import fills_in_notes, state_of
from bot.play import hint as hints
from bot.play.hint import Hint
from bot.render.buttons.action import Button
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes
from bot.render.buttons.puzzles import Learn
from bot.render.hint import Stage, hint_picture, text_marks
from bot.render.hint_words import LONGEST, move, name, where, why
from bot.render.keyboard import keyboard
from bot.render.picture import board_png
from bot.render.view import text_board
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.grid import Grid
from engine.logic import Mistake
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
    """Whether boards are pictures here."""
    return context.visit.choices.board == "image"


def pressed_picture(context: Context) -> bool:
    """Whether the pressed message is a picture; otherwise what the person likes."""
    message = context.query.message if context.query else None
    return bool(message.photo) if isinstance(message, Message) else likes_pictures(context)


async def send(
    context: Context, shown: Shown, buttons: InlineKeyboardMarkup, *, as_picture: bool
) -> int | None:
    """Sends a step as a new message; its number if it has one already."""
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


async def send_hint(context: Context, hint: Hint, *, as_picture: bool) -> int | None:
    """Tells the hint in a new message; its number if it has one already."""
    buttons = _hint_buttons(context, hint, as_picture=as_picture)
    return await send(context, _shown_hint(context, hint), buttons, as_picture=as_picture)


async def tell_more_of_hint(context: Context, hint: Hint) -> bool:
    """Edits the message of the hint; False where there is none, or Telegram refuses the edit."""
    if hint.message_id is None:
        return False
    buttons = _hint_buttons(context, hint, as_picture=hint.is_picture)
    return await tell_more(
        context, _shown_hint(context, hint), buttons, hint.message_id, as_picture=hint.is_picture
    )


async def tell_hint(context: Context, stored: StoredGame) -> None:
    """Tells the next stage of the hint of a game, or that there is a mistake in it."""
    await context.show_typing()
    match await hints.tell_more(context.visit, stored):
        case Mistake() as mistake:
            await _tell_mistake(context, stored, mistake)
        case Hint() as told:
            await _tell(context, told)


async def _tell_mistake(context: Context, stored: StoredGame, mistake: Mistake) -> None:
    key = "hint.wrong" if mistake.cells else "hint.wrong_notes"
    count = len(mistake.cells or mistake.notes)
    which = keyboard([[(context.text("button.which"), NameMistakes(stored.id))]])
    await context.say(context.html(key, count=count), which)


async def _tell(context: Context, told: Hint) -> None:
    """A pressed button edits the message of the hint; a command sends a new one."""
    if context.query is None or not await tell_more_of_hint(context, told):
        await send_new_hint(context, told, as_picture=likes_pictures(context))


async def send_new_hint(context: Context, told: Hint, *, as_picture: bool) -> None:
    """Tells a hint in a new message, in which further stages are told too."""
    message_id = await send_hint(context, told, as_picture=as_picture)
    if message_id is not None:
        await hints.set_message(context.visit, told, message_id, is_picture=as_picture)


def _shown_hint(context: Context, hint: Hint) -> Shown:
    game = hint.stored.game
    title = context.html("hint.title", game=hint.stored.id)
    fills = fills_in_notes(game, hint.step)
    end = context.html("hint.will_fill_in") if fills else ""
    return Shown(title, game.givens, state_of(game), hint.step, Stage(hint.stage), end)


def _hint_buttons(context: Context, hint: Hint, *, as_picture: bool) -> InlineKeyboardMarkup:
    game_id, done, stage = hint.stored.id, hint.stored.game.done, Stage(hint.stage)
    if stage is Stage.MOVE:
        more: list[Button] = [(context.text("button.do_it"), FollowHint(game_id, done))]
    else:
        more = [(context.text(f"hint.more_{stage}"), AskHint(game_id, done))]
    rest: list[Button] = []
    if not as_picture:
        rest.append((context.text("button.picture"), DrawHint(game_id, done)))
    if stage is not Stage.WHERE:
        rest.append((context.text("button.learn"), Learn(hint.step.technique)))
    return keyboard([row for row in (more, rest) if row])


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
