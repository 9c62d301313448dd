"""The steps that solve a puzzle, one at a time, from a button below an answer of /solve."""

from typing import Final

from bot.chat import step as shown_step
from bot.chat.step import Shown
from bot.game.keyboard import Keyboard
from bot.handlers.routes import press
from bot.play.rate import OnTheWay, brought, improve, may_improve, opened, step_of
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import DrawStep, Learn, ShowSteps
from bot.render.hint_words import shown_of
from bot.render.keyboard import keyboard
from bot.render.passages import passage_keys
from bot.render.preferences import Look
from bot.render.stage import Stage
from bot.store.puzzles import PuzzleRow
from bot.telegram.context import Context

BEYOND: Final = 9999
"""A number beyond the end of any way, which shows its last step."""


async def steps_pressed(context: Context, action: ShowSteps) -> None:
    """Sends the first step as a new message, or turns the pressed message to another step."""
    puzzle = await brought(context.visit, action.puzzle_id)
    if not action.step:
        await _open(context, puzzle)
        return
    here = await step_of(context.visit, puzzle, action.step, is_better=action.is_better)
    await _turn(context, puzzle, here, action.passage, as_picture=context.shows_picture)


async def picture_pressed(context: Context, action: DrawStep) -> None:
    """Turns a step that is shown as a text into a picture."""
    puzzle = await brought(context.visit, action.puzzle_id)
    here = await step_of(context.visit, puzzle, action.step, is_better=action.is_better)
    await _turn(context, puzzle, here, action.passage, as_picture=True)


async def _open(context: Context, puzzle: PuzzleRow) -> None:
    """Sends the first step, and adds how many there are once that is known.

    That is a courtesy: it is skipped if a press of the message waits, which will show it, or if the
    chat has no room for another edit.
    """
    await context.show_typing()
    as_picture = shown_step.likes_pictures(context)
    steps = opened(context.visit, puzzle)
    shown, buttons = _told(context, puzzle, await anext(steps), as_picture=as_picture)
    message_id = await shown_step.send(context, shown, buttons, as_picture=as_picture)
    async for here in steps:
        waits = context.sudoku.order.press_waits((context.chat_id, message_id or 0))
        if message_id and not waits and context.sudoku.is_at_leisure(context.chat_id):
            shown, buttons = _told(context, puzzle, here, as_picture=as_picture)
            await shown_step.tell_more(context, shown, buttons, message_id, as_picture=as_picture)
    _go_on(context, puzzle)


async def _turn(
    context: Context, puzzle: PuzzleRow, here: OnTheWay, passage: int, *, as_picture: bool
) -> None:
    """Turns the pressed message to a step, or sends a new one if Telegram refuses that."""
    shown, buttons = _told(context, puzzle, here, passage, as_picture=as_picture)
    message_id = context.pressed_message
    if not await shown_step.tell_more(context, shown, buttons, message_id, as_picture=as_picture):
        await shown_step.send(context, shown, buttons, as_picture=as_picture)
    _go_on(context, puzzle)


def _go_on(context: Context, puzzle: PuzzleRow) -> None:
    """Has the search for a better way go on while this one is read, one for each person."""
    if may_improve(puzzle.grid):
        context.sudoku.searches.begin(context.user.id, improve(context.visit, puzzle.grid))


def _told(
    context: Context, puzzle: PuzzleRow, here: OnTheWay, passage: int = 0, *, as_picture: bool
) -> tuple[Shown, Keyboard]:
    title = context.html("steps.title", number=here.number, count=here.count or "…")
    passage = shown_of(here.step, passage)
    shown = Shown(
        title,
        puzzle.grid,
        here.state,
        here.step,
        Stage.MOVE,
        note=context.html(here.news, number=here.forks_at) if here.news else "",
        passage=passage,
    )
    return shown, keyboard(_buttons(context, puzzle, here, passage, as_picture=as_picture))


def _buttons(
    context: Context, puzzle: PuzzleRow, here: OnTheWay, passage: int, *, as_picture: bool
) -> list[list[Button]]:
    """The keys below a step: its passages, the steps before and after it, and the rest.

    The last step and the first one are neighbours.
    """
    passages = passage_keys(
        context.language,
        here.step,
        passage,
        lambda at: ShowSteps(puzzle.id, here.number, at, here.is_better),
    )
    # While the count is not known, the step before the first one is BEYOND: the last one.
    count = here.count or BEYOND
    before, after = (here.number - 2) % count + 1, here.number % count + 1

    def to(number: int) -> ShowSteps:
        return ShowSteps(puzzle.id, number, 0, here.is_better)

    turns: list[Button] = [("◀", to(before)), ("▶", to(after))]
    rest: list[Button] = [(context.text("button.learn"), Learn(here.step.technique))]
    if not as_picture and context.user.board != Look.SPEAK:
        drawn = DrawStep(puzzle.id, here.number, passage, here.is_better)
        rest.insert(0, (context.text("button.picture"), drawn))
    if here.harder is not None:
        turns.append((context.text("button.harder_step"), to(here.harder)))
    return [passages, turns, rest]


PRESSED = (press(ShowSteps, steps_pressed), press(DrawStep, picture_pressed))
