"""The steps that solve a puzzle, page by page: a button below an answer of /solve."""

from markupsafe import Markup

from bot.handlers.routes import press
from bot.play.rate import brought, steps
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import ShowSteps
from bot.render.keyboard import keyboard
from bot.render.steps import pages
from bot.store.puzzles import PuzzleRow
from bot.telegram.context import Context


async def steps_pressed(context: Context, action: ShowSteps) -> None:
    """Sends the first page as a new message, and turns that message to the others."""
    puzzle = await brought(context.visit, action.puzzle_id)
    await context.show_typing()
    rated = await steps(context.visit, puzzle)
    texts = pages(context.language, rated.steps)
    page = min(action.page, len(texts))
    title = context.html(
        "steps.title",
        difficulty=context.text(f"difficulty.{rated.report.difficulty}"),
        count=len(rated.steps),
        page=page or 1,
        pages=len(texts),
    )
    text = Markup("\n").join([title, *texts[(page or 1) - 1 : page or 1]])
    buttons = keyboard([_turns(puzzle, page or 1, len(texts))])
    if page:
        await context.change(context.pressed_message, text, buttons)
    else:
        await context.say(text, buttons)


def _turns(puzzle: PuzzleRow, page: int, last: int) -> list[Button]:
    back: list[Button] = [("◀", ShowSteps(puzzle.id, page - 1))] if page > 1 else []
    on: list[Button] = [("▶", ShowSteps(puzzle.id, page + 1))] if page < last else []
    return back + on


PRESSED = (press(ShowSteps, steps_pressed),)
