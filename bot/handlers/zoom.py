"""The buttons of a large board that choose the box whose cells are shown as buttons."""

from bot.chat import boards
from bot.chat.pressed import pressed, redraw
from bot.handlers.routes import press
from bot.play.press import press_box
from bot.render.buttons.playing import OpenBox, ShowBoxes
from bot.render.pad import boxes_pad
from bot.render.speech import spoken_unit
from bot.telegram.context import Context


async def box_pressed(context: Context, action: OpenBox) -> None:
    """Turns the keys to another box; somebody who listens hears what stands there."""
    stored = await pressed(context, action.game_id)
    stored = await press_box(context.visit, stored, action.box)
    if not _is_heard(context):
        await redraw(context, stored)
        return
    view = boards.view_of(context.visit, stored)
    unit = 2 * stored.game.givens.geometry.size + view.box
    said = spoken_unit(context.language, stored.game, view.faults, unit)
    await redraw(context, stored, said, is_heard=True)


async def boxes_pressed(context: Context, action: ShowBoxes) -> None:
    stored = await pressed(context, action.game_id)
    is_spoken = context.visit.is_spoken
    said = context.text("press.boxes" if is_spoken else "press.which_box")
    await context.toast(said)
    rows = boxes_pad(context.board_language, boards.view_of(context.visit, stored))
    is_heard = _is_heard(context)
    await redraw(context, stored, said if is_heard else "", rows, is_heard=is_heard)


def _is_heard(context: Context) -> bool:
    """Whether somebody listens alone; a group's board has one text for all."""
    return context.visit.is_spoken and context.is_private


PRESSED = (press(OpenBox, box_pressed), press(ShowBoxes, boxes_pressed))
