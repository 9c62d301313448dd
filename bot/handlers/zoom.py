"""The buttons of a large board that choose the box whose cells are shown as buttons."""

from bot.chat import boards
from bot.chat.pressed import pressed, redraw
from bot.handlers.routes import press
from bot.play.press import press_box
from bot.render.buttons.playing import OpenBox, ShowBoxes
from bot.render.pad import boxes_pad
from bot.render.preferences import Look
from bot.telegram.context import Context


async def box_pressed(context: Context, action: OpenBox) -> None:
    stored = await pressed(context, action.game_id)
    await redraw(context, await press_box(context.visit, stored, action.box))


async def boxes_pressed(context: Context, action: ShowBoxes) -> None:
    stored = await pressed(context, action.game_id)
    is_spoken = context.visit.choices.board == Look.SPEAK
    await context.toast(context.text("press.boxes" if is_spoken else "press.which_box"))
    rows = boxes_pad(context.board_language, boards.view_of(context.visit, stored))
    await redraw(context, stored, rows=rows)


PRESSED = (press(OpenBox, box_pressed), press(ShowBoxes, boxes_pressed))
