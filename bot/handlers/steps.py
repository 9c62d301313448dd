"""The steps that solve a puzzle, one at a time: a button below an answer of /solve."""

from bot.chat import step as shown_step
from bot.chat.step import Shown
from bot.handlers.routes import press
from bot.play.rate import OnTheWay, brought, step_of
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import DrawStep, Learn, ShowSteps
from bot.render.keyboard import keyboard
from bot.render.preferences import Look
from bot.render.stage import Stage
from bot.store.puzzles import PuzzleRow
from bot.telegram.context import Context


async def steps_pressed(context: Context, action: ShowSteps) -> None:
    """Sends the first step as a new message, and turns that message to the others."""
    likes_pictures = shown_step.likes_pictures(context)
    as_picture = context.shows_picture if action.step else likes_pictures
    await _tell(context, action, as_picture=as_picture)


async def picture_pressed(context: Context, action: DrawStep) -> None:
    """Makes a picture of a step that is told as text."""
    await _tell(context, action, as_picture=True)


async def _tell(context: Context, action: ShowSteps | DrawStep, *, as_picture: bool) -> None:
    puzzle = await brought(context.visit, action.puzzle_id)
    if not action.step:
        await context.show_typing()
    here = await step_of(context.visit, puzzle, action.step)
    title = context.html("steps.title", number=here.number, count=here.count)
    shown = Shown(title, puzzle.grid, here.state, here.step, Stage.MOVE)
    buttons = keyboard(_buttons(context, puzzle, here, as_picture=as_picture))
    message_id = context.pressed_message if action.step else None
    if message_id is None or not await shown_step.tell_more(
        context, shown, buttons, message_id, as_picture=as_picture
    ):
        await shown_step.send(context, shown, buttons, as_picture=as_picture)


def _buttons(
    context: Context, puzzle: PuzzleRow, here: OnTheWay, *, as_picture: bool
) -> list[list[Button]]:
    """The ways to the steps beside, where the last and the first are neighbours; then the rest."""
    before = (here.number - 2) % here.count + 1
    after = here.number % here.count + 1
    turns: list[Button] = [("◀", ShowSteps(puzzle.id, before)), ("▶", ShowSteps(puzzle.id, after))]
    rest: list[Button] = [(context.text("button.learn"), Learn(here.step.technique))]
    if not as_picture and context.user.board != Look.SPEAK:
        rest.insert(0, (context.text("button.picture"), DrawStep(puzzle.id, here.number)))
    if here.harder is not None:
        turns.append((context.text("button.harder_step"), ShowSteps(puzzle.id, here.harder)))
    return [turns, rest]


PRESSED = (press(ShowSteps, steps_pressed), press(DrawStep, picture_pressed))
