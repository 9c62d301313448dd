"""/solve: the solution of a puzzle in any notation, or two of several, or why there is none."""

from bot.chat import pasted, photo
from bot.chat.opening import open_link
from bot.game.link import read_payload
from bot.handlers.routes import command, press
from bot.play.errors import UserError
from bot.play.solve import solve_behind
from bot.render.buttons.puzzles import OpenPuzzle, SolvePuzzle
from bot.render.text_board import grid_html
from bot.telegram.context import Context
from engine.board import Grid
from engine.notation import parse


async def solve(context: Context) -> None:
    typed = context.rest or context.quoted
    if not typed and await photo.offer_quoted(context):
        return
    if not typed:
        raise UserError("solve.usage")
    await pasted.solve(context, parse(typed))


async def open_pressed(context: Context, action: OpenPuzzle) -> None:
    if not await open_link(context, action.payload):
        raise UserError("junk.old_button")


async def answer_pressed(context: Context, action: SolvePuzzle) -> None:
    target = read_payload(action.payload)
    if target is None:
        raise UserError("junk.old_button")
    if isinstance(target, Grid):
        await pasted.solve(context, target)
        return
    puzzle = await solve_behind(context.visit, target)
    head = context.html("solve.one", clues=puzzle.grid.clue_count)
    await context.say(head + "\n" + grid_html(puzzle.solution))


HANDLERS = (command("solve", solve),)
PRESSED = (press(OpenPuzzle, open_pressed), press(SolvePuzzle, answer_pressed))
