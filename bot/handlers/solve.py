"""/solve: any puzzle in any notation; its solution, or why there is none, or two of them."""

from functools import partial

from markupsafe import Markup

from bot.context import Context
from bot.engine_pool import Decision
from bot.errors import UserError
from bot.render.view import drawn
from bot.render.words import cell_list, contradiction
from bot.replies import queue_sign, say, wait_sign
from bot.routes import command
from engine import Grid, differing_cells, parse


async def solve(context: Context) -> None:
    typed = context.rest or context.quoted
    if not typed:
        raise UserError("solve.usage")
    puzzle = parse(typed)
    await wait_sign(context)
    engine, on_wait = context.services.engine, partial(queue_sign, context)
    decision = await engine.decide(context.user.id, puzzle, on_wait)
    await say(context, _answer(context, puzzle, decision))


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
