"""A photo or an image file: what is read in it is shown, and played only once it was confirmed."""

from collections.abc import Iterator
from typing import Final

from telegram import Message
from telegram.ext import filters

from bot.chat import boards, pasted
from bot.chat import photo as chat
from bot.game.example import example_move
from bot.handlers.routes import message, press
from bot.play import photo as photos
from bot.render.buttons.puzzles import (
    CorrectDraft,
    HintDraft,
    OfDraft,
    PlayDraft,
    SetDraft,
    ShowDraft,
    SolveDraft,
)
from bot.render.keyboard import read
from bot.telegram.context import Context

COMMANDS: Final = ("/solve", "/rate", "/import")
"""A caption that begins so asks for the photo to be read, wherever it is."""


async def photo_sent(context: Context) -> None:
    """A photo needs no command in private; elsewhere its caption must name the bot or say so."""
    picture = chat.picture_in(context.message)
    if picture is not None and (context.is_asked or _caption(context).startswith(COMMANDS)):
        await chat.offer(context, picture)


async def corrected(context: Context) -> None:
    """A reply to what was read: `r4c5 7` puts it right."""
    quoted = context.message.reply_to_message if context.message else None
    draft_id = next((action.draft_id for action in _below(quoted)), 0)
    typed = (context.message.text if context.message else None) or ""
    await chat.show(context, await photos.correct_typed(context.visit, draft_id, typed))


async def show_pressed(context: Context, action: ShowDraft) -> None:
    draft = await photos.draft_of(context.visit, action.draft_id)
    if _is_question(context):
        await chat.show_corrected(context, draft, context.pressed_message)
    else:
        await chat.show(context, draft)


async def play_pressed(context: Context, action: PlayDraft) -> None:
    stored = await photos.play(context.visit, action.draft_id)
    note = context.note("game.new_hint", example=example_move(stored.game))
    await boards.show(context, stored, note)


async def solve_pressed(context: Context, action: SolveDraft) -> None:
    draft = await photos.draft_of(context.visit, action.draft_id)
    await pasted.solve(context, draft.givens)


async def hint_pressed(context: Context, action: HintDraft) -> None:
    """Plays the board, which shows its first hint at once."""
    await photos.play(context.visit, action.draft_id)
    await context.commands["hint"](context)


async def correct_pressed(context: Context, action: CorrectDraft) -> None:
    draft = await photos.draft_of(context.visit, action.draft_id)
    message_id = context.pressed_message if _is_question(context) else None
    await chat.ask_for_cell(context, draft, action.cell, message_id)


async def set_pressed(context: Context, action: SetDraft) -> None:
    changes = {action.cell: action.value}
    draft = await photos.correct(context.visit, action.draft_id, changes)
    # Where nothing is in doubt any more, the next cell is likely to be near this one.
    cell = -1 if draft.doubtful or draft.repaired else action.cell
    await chat.ask_for_cell(context, draft, cell, context.pressed_message)


def _caption(context: Context) -> str:
    return (context.message.caption if context.message else None) or ""


def _is_question(context: Context) -> bool:
    """Whether the pressed button stands below a question about a cell."""
    pressed = context.query.message if context.query else None
    return any(isinstance(action, SetDraft) for action in _below(pressed))


def _below(said: object) -> Iterator[OfDraft]:
    """The actions about a draft below one of the bot's messages."""
    markup = said.reply_markup if isinstance(said, Message) else None
    for row in markup.inline_keyboard if markup else ():
        for button in row:
            action = read(button.callback_data) if isinstance(button.callback_data, str) else None
            if isinstance(action, OfDraft):
                yield action


class _ReplyToDraft(filters.MessageFilter):
    """A text that answers a message about a draft."""

    def filter(self, message: Message) -> bool:
        return any(_below(message.reply_to_message))


HANDLERS = (
    message(filters.PHOTO | filters.Document.IMAGE, photo_sent),
    message(filters.REPLY & filters.TEXT & ~filters.COMMAND & _ReplyToDraft(), corrected),
)
PRESSED = (
    press(ShowDraft, show_pressed),
    press(PlayDraft, play_pressed),
    press(SolveDraft, solve_pressed),
    press(HintDraft, hint_pressed),
    press(CorrectDraft, correct_pressed),
    press(SetDraft, set_pressed),
)
