"""/board, with an optional look, /tall, and the two pages of buttons below a board."""

from dataclasses import replace
from typing import Final

from bot import messages
from bot.chat import boards, meaning, outcome
from bot.chat.administrators import require_administrator
from bot.chat.pressed import pressed, redraw
from bot.game.person import GroupChoice
from bot.handlers.routes import command, press
from bot.play import games, settings
from bot.play.errors import UserError
from bot.play.hint import put_away
from bot.render.buttons.playing import ShowBoard, ShowMore
from bot.render.keyboard import next_keyboard
from bot.render.more import more_pad
from bot.render.preferences import Look
from bot.store.views import Staleness
from bot.telegram.context import Context

KEYS: Final = (Look.TALL, Look.FULL)
"""The looks between which /tall switches."""


async def board(context: Context) -> None:
    if context.words:
        await _choose_look(context, " ".join(context.words).lower())
        if await _is_told_without_board(context):
            return
    stored = await put_away(context.visit, await meaning.game(context), Staleness.SEND)
    await boards.show(context, stored, tells_all=not context.words)


async def tall(context: Context) -> None:
    """Shows the keys for a tall phone, or the usual ones again, with the way back beside them."""
    visit = context.visit
    if visit.group is None:
        context.is_now(await settings.next_look(visit, KEYS))
    else:
        await require_administrator(context, "group.administrators")
        choice = GroupChoice.LOOK
        context.group_is_now(await settings.next_in_group(visit, visit.group, choice, KEYS))
    if await _is_told_without_board(context):
        return
    stored = await put_away(context.visit, await meaning.game(context), Staleness.SEND)
    is_tall = context.visit.choices.board == Look.TALL
    note = context.note("looks.too_tall") if is_tall else ""
    await boards.show(context, stored, note)


async def board_pressed(context: Context, action: ShowBoard) -> None:
    """Turns to the first page of buttons, and puts a hint away."""
    stored = await pressed(context, action.game_id)
    await redraw(context, await put_away(context.visit, stored, Staleness.REDRAW))


async def more_pressed(context: Context, action: ShowMore) -> None:
    """Turns to the second page of buttons; for a daily it has the other levels of the date."""
    stored = await pressed(context, action.game_id)
    rows = more_pad(context.board_language, boards.view_of(context.visit, stored))
    levels = await outcome.level_buttons(context.board_visit, stored)
    await redraw(context, stored, rows=[levels, *rows])


async def _is_told_without_board(context: Context) -> bool:
    """Whether there is no board here to show a new look, which is told instead."""
    if await games.find_current(context.visit) is not None:
        return False
    await context.say(context.html("looks.chosen"), next_keyboard(context.language))
    return True


async def _choose_look(context: Context, typed: str) -> None:
    look = messages.vocabulary("look").get(typed)
    if look is None:
        choices = messages.listed(context.language, messages.examples(context.language, "look"))
        raise UserError("looks.unknown", word=typed[:30], choices=choices)
    if context.visit.group is not None:
        await require_administrator(context, "group.administrators")
        group = replace(context.visit.group, board=look)
        context.group_is_now(await settings.choose_in_group(context.visit, group))
    else:
        context.is_now(await settings.choose_look(context.visit, look))


HANDLERS = (command("board", board, may_overtake=True), command("tall", tall))
PRESSED = (press(ShowBoard, board_pressed), press(ShowMore, more_pressed))
