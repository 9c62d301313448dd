"""Which box of a large board has its cells as buttons."""

from dataclasses import replace

from bot.chat import table
from bot.chat.errors import UserError
from bot.game.selection import is_box
from bot.handlers.routes import press
from bot.render.buttons.playing import OpenBox, ShowBoxes
from bot.render.pad import boxes_pad
from bot.telegram.context import Context
from bot.telegram.replies import toast


async def box_pressed(context: Context, action: OpenBox) -> None:
    seat = await table.pressed(context, action.game_id)
    if not is_box(seat.play.givens.geometry, action.box):
        raise UserError("junk.old_button")
    hand = await table.hand_in(context, seat)
    await table.hold(context, seat, replace(hand, box=action.box, cell=None))
    await table.redraw(context, seat)


async def boxes_pressed(context: Context, action: ShowBoxes) -> None:
    seat = await table.pressed(context, action.game_id)
    await toast(context, context.text("press.boxes"))
    rows = boxes_pad(context.language, await table.view_of(context, seat))
    await table.redraw(context, seat, rows=rows)


PRESSED = (press(OpenBox, box_pressed), press(ShowBoxes, boxes_pressed))
