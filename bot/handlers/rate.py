"""/rate: how hard a puzzle is, what it needs, and how it is built."""

from markupsafe import Markup

from bot.chat import meaning, photo
from bot.game.link import read_payload
from bot.handlers.routes import command, press
from bot.play import rate as rating
from bot.play.begin import puzzle_behind
from bot.play.errors import UserError
from bot.render.buttons.puzzles import RatePuzzle, RateStored
from bot.render.rating import report_lines
from bot.telegram.context import Context
from engine.board import Grid
from engine.notation import parse


async def rate(context: Context) -> None:
    """Rates the puzzle that was typed or replied to, otherwise that of the current game."""
    typed = context.rest or context.quoted
    if typed:
        await _rate(context, parse(typed))
    elif await photo.offer_quoted(context):
        return
    else:
        await _rate(context, (await meaning.game(context)).game.givens)


async def pasted_pressed(context: Context, action: RatePuzzle) -> None:
    """Rates a pasted puzzle."""
    target = read_payload(action.payload)
    if target is None:
        raise UserError("junk.old_button")
    if isinstance(target, Grid):
        await _rate(context, target)
    else:
        await _rate(context, (await puzzle_behind(context.visit, target)).grid)


async def solved_pressed(context: Context, action: RateStored) -> None:
    """Rates the puzzle of an answer to /solve."""
    await _rate(context, (await rating.brought(context.visit, action.puzzle_id)).grid)


async def _rate(context: Context, puzzle: Grid) -> None:
    await context.show_typing()
    rated = await rating.rate(context.visit, puzzle)
    techniques = [step.technique for step in rated.steps]
    lines = report_lines(context.language, puzzle, rated.report, techniques)
    await context.say(Markup("\n").join(lines))


HANDLERS = (command("rate", rate),)
PRESSED = (press(RatePuzzle, pasted_pressed), press(RateStored, solved_pressed))
