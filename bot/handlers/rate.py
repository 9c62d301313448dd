"""/rate: how hard a puzzle is, what it needs, and how it is built."""

from markupsafe import Markup

from bot.game.link import read_payload
from bot.handlers.routes import command, press
from bot.play import games
from bot.play.begin import puzzle_behind
from bot.play.errors import UserError
from bot.play.questions import ask, path
from bot.pool.jobs import report_now
from bot.render.buttons.puzzles import RatePuzzle
from bot.render.rating import report_lines
from bot.telegram.context import Context
from engine.grid import Grid, NoSolution, NotUnique
from engine.notation import parse


async def rate(context: Context) -> None:
    """The puzzle that was typed or replied to, otherwise the one that is played here."""
    typed = context.rest or context.quoted
    await _rate(
        context, parse(typed) if typed else (await games.current(context.visit)).game.givens
    )


async def pasted_pressed(context: Context, action: RatePuzzle) -> None:
    """The puzzle of a pasted one's button."""
    target = read_payload(action.payload)
    if target is None:
        raise UserError("junk.old_button")
    if isinstance(target, Grid):
        await _rate(context, target)
    else:
        await _rate(context, (await puzzle_behind(context.visit, target)).grid)


async def _rate(context: Context, puzzle: Grid) -> None:
    await context.show_typing()
    try:
        report = await ask(context.visit, report_now, puzzle)
    except NoSolution:
        raise UserError("solve.none") from None
    except NotUnique:
        raise UserError("rate.several") from None
    steps = await path(context.visit, puzzle)
    lines = report_lines(context.language, puzzle, report, [step.technique for step in steps])
    await context.say(Markup("\n").join(lines))


HANDLERS = (command("rate", rate),)
PRESSED = (press(RatePuzzle, pasted_pressed),)
