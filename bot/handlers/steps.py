"""The steps of a solved puzzle, and its rating: the buttons below an answer of /solve."""

from markupsafe import Markup

from bot.handlers.routes import press
from bot.play.errors import UserError
from bot.play.questions import ask, path
from bot.pool.jobs import report_now
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import RateStored, ShowSteps
from bot.render.keyboard import keyboard
from bot.render.rating import report_lines
from bot.render.steps import pages
from bot.store import puzzles
from bot.store.puzzles import Origin, PuzzleRow
from bot.telegram.context import Context


async def steps_pressed(context: Context, action: ShowSteps) -> None:
    """The first page is a new message, the others take its place."""
    puzzle = await _puzzle(context, action.puzzle_id)
    await context.show_typing()
    found = await path(context.visit, puzzle.grid)
    report = await ask(context.visit, report_now, puzzle.grid)
    texts = pages(context.language, found)
    page = min(action.page, len(texts))
    title = context.html(
        "steps.title",
        difficulty=context.text(f"difficulty.{report.difficulty}"),
        count=len(found),
        page=page or 1,
        pages=len(texts),
    )
    text = Markup("\n").join([title, *texts[(page or 1) - 1 : page or 1]])
    buttons = keyboard([_turns(puzzle, page or 1, len(texts))])
    if page:
        await context.change(context.pressed_message, text, buttons)
    else:
        await context.say(text, buttons)


async def rate_pressed(context: Context, action: RateStored) -> None:
    puzzle = await _puzzle(context, action.puzzle_id)
    await context.show_typing()
    report = await ask(context.visit, report_now, puzzle.grid)
    found = await path(context.visit, puzzle.grid)
    techniques = [step.technique for step in found]
    lines = report_lines(context.language, puzzle.grid, report, techniques)
    await context.say(Markup("\n").join(lines))


async def _puzzle(context: Context, puzzle_id: int) -> PuzzleRow:
    """The puzzle of the pressed button; UserError unless somebody brought it."""
    puzzle = await puzzles.get(context.database, puzzle_id)
    if puzzle is None or puzzle.origin is not Origin.IMPORT:
        raise UserError("steps.gone")
    return puzzle


def _turns(puzzle: PuzzleRow, page: int, last: int) -> list[Button]:
    back: list[Button] = [("◀", ShowSteps(puzzle.id, page - 1))] if page > 1 else []
    on: list[Button] = [("▶", ShowSteps(puzzle.id, page + 1))] if page < last else []
    return back + on


PRESSED = (press(ShowSteps, steps_pressed), press(RateStored, rate_pressed))
