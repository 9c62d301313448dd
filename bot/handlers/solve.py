"""/solve: any puzzle in any notation; its solution, or why there is none, or two of them."""

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.context import Context
from bot.engine_pool import Decision
from bot.errors import UserError
from bot.render.keyboard import keyboard
from bot.render.view import drawn
from bot.render.words import cell_list, contradiction
from bot.replies import say, wait_sign
from bot.routes import command
from bot.store import puzzles
from bot.store.puzzles import Origin
from bot.teacher import solved_buttons
from engine import Grid, differing_cells, parse


async def solve(context: Context) -> None:
    typed = context.rest or context.quoted
    if not typed:
        raise UserError("solve.usage")
    puzzle = parse(typed)
    await wait_sign(context)
    decision = await context.services.engine.decide(context.user.id, puzzle)
    await say(context, _answer(context, puzzle, decision), await _more(context, puzzle, decision))


async def _more(context: Context, puzzle: Grid, decision: Decision) -> InlineKeyboardMarkup | None:
    """The way to the one solution, and how hard it is."""
    if len(decision.solutions) != 1 or not puzzle.blanks():
        return None
    kept = await puzzles.add(context.database, puzzle, decision.solutions[0], Origin.IMPORT)
    return keyboard([solved_buttons(context, kept)])


def _answer(context: Context, puzzle: Grid, decision: Decision) -> Markup:
    match decision.solutions:
        case (only,):
            head = context.html("solve.one", clues=puzzle.clue_count)
            line = Markup("<code>{}</code>").format(only)
            return Markup("\n").join([head, drawn(only), line])
        case (first, second, *_):
            differ = cell_list(context.language, puzzle.geometry, differing_cells(first, second))
            parts = [context.html("solve.several"), drawn(first), drawn(second)]
            return Markup("\n").join([*parts, context.html("solve.differ", cells=differ)])
        case _:
            return _none(context, decision)


def _none(context: Context, decision: Decision) -> Markup:
    if decision.contradiction is None:
        return context.html("solve.none")
    reason = contradiction(context.language, decision.contradiction)
    return context.html("solve.why", reason=reason)


HANDLERS = (command("solve", solve),)
