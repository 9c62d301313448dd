"""Which box of a large board has its cells as buttons."""

from dataclasses import replace

from bot.chat import table
from bot.chat.errors import UserError
from bot.game.selection import is_box
from bot.handlers.routes import press
from bot.render.pad import boxes_pad
from bot.telegram.context import Context
from bot.telegram.replies import toast


async def box_pressed(context: Context) -> None:
    seat = await table.pressed(context)
    box = next(iter(context.numbers), -1)
    if not is_box(seat.play.givens.geometry, box):
        raise UserError("junk.old_button")
    hand = await table.hand_in(context, seat)
    await table.hold(context, seat, replace(hand, box=box, cell=None))
    await table.redraw(context, seat)


async def boxes_pressed(context: Context) -> None:
    seat = await table.pressed(context)
    await toast(context, context.text("press.boxes"))
    rows = boxes_pad(context.language, await table.view_of(context, seat))
    await table.redraw(context, seat, rows=rows)


HANDLERS = (press("box", box_pressed), press("boxes", boxes_pressed))
