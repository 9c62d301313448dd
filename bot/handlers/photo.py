"""Photos, image files and scans: the board that is read is shown, and played once confirmed."""

from typing import Final

from telegram.ext import filters

from bot.chat import album, boards, pasted
from bot.chat import draft as shown
from bot.chat import photo as chat
from bot.handlers.routes import message, press
from bot.play import corrections
from bot.play import photo as photos
from bot.play.corrections import Before
from bot.render.buttons.puzzles import (
    CorrectDraft,
    HintDraft,
    NameWrongInDraft,
    PlayDraft,
    SetDraft,
    ShowDraft,
    SolveDraft,
    TakeBackInDraft,
)
from bot.render.keyboard import actions
from bot.telegram.context import Context

COMMANDS: Final = ("/solve", "/rate", "/import")
"""Captions that begin with one of these ask for the photo to be read, in any chat."""


async def photo_sent(context: Context) -> None:
    """Reads a photo; in a group only if its caption names the bot or begins with a command.

    Of an album only the first picture has the caption.
    """
    picture, name = chat.picture_in(context.message), context.album
    is_meant = context.is_asked or _caption(context).startswith(COMMANDS)
    if not is_meant and name is not None:
        is_meant = await album.is_begun(context, name)
    if picture is None or not is_meant:
        return
    if name is None:
        await chat.offer(context, picture)
    else:
        await album.offer_in_album(context, picture, name)


async def show_pressed(context: Context, action: ShowDraft) -> None:
    draft = await photos.look_at(context.visit, action.draft_id)
    if _is_question(context):
        await shown.show_corrected(context, draft, context.pressed_message)
    else:
        await shown.show(context, draft)


async def play_pressed(context: Context, action: PlayDraft) -> None:
    stored = await photos.play(context.visit, action.draft_id)
    await boards.show(context, stored, boards.how_to_move(context, stored))


async def solve_pressed(context: Context, action: SolveDraft) -> None:
    draft = await photos.draft_of(context.visit, action.draft_id)
    await photos.look_away(context.visit)
    await pasted.solve(context, draft.givens)


async def hint_pressed(context: Context, action: HintDraft) -> None:
    """Begins a game of the board and shows its first hint."""
    await photos.play(context.visit, action.draft_id)
    await context.commands["hint"](context)


async def correct_pressed(context: Context, action: CorrectDraft) -> None:
    draft = await photos.look_at(context.visit, action.draft_id)
    message_id = context.pressed_message if _is_question(context) else None
    await shown.ask_for_cell(context, draft, action.cell, message_id)


async def set_pressed(context: Context, action: SetDraft) -> None:
    changes = {action.cell: action.value}
    draft = await corrections.correct(context.visit, action.draft_id, changes)
    # Once nothing is in doubt, the next correction is likely to be near this cell.
    cell = -1 if draft.doubtful or draft.repaired else action.cell
    await shown.ask_for_cell(context, draft, cell, context.pressed_message)


async def wrong_pressed(context: Context, action: NameWrongInDraft) -> None:
    await shown.name_wrong(context, await photos.draft_of(context.visit, action.draft_id))


async def take_back_pressed(context: Context, action: TakeBackInDraft) -> None:
    marks = action.is_by_hand, action.is_doubtful, action.is_repaired
    before = Before(action.cell, action.value, *marks)
    draft = await corrections.take_back(context.visit, action.draft_id, before)
    keys = actions(context.pressed_data)
    there = [one for one in keys if isinstance(one, TakeBackInDraft)]
    left = [one for one in there if one.cell != action.cell]
    await shown.show_taken_back(context, draft, action.cell, context.pressed_message, left)


def _caption(context: Context) -> str:
    return (context.message.caption if context.message else None) or ""


def _is_question(context: Context) -> bool:
    """Whether the pressed button is below a question about a cell."""
    keys = actions(context.pressed_data)
    return any(isinstance(action, SetDraft) for action in keys)


HANDLERS = (message(filters.PHOTO | filters.Document.IMAGE | filters.Document.PDF, photo_sent),)
PRESSED = (
    press(ShowDraft, show_pressed),
    press(PlayDraft, play_pressed),
    press(SolveDraft, solve_pressed),
    press(HintDraft, hint_pressed),
    press(CorrectDraft, correct_pressed),
    press(SetDraft, set_pressed),
    press(TakeBackInDraft, take_back_pressed),
    press(NameWrongInDraft, wrong_pressed),
)
