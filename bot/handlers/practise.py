"""The buttons of practice: a position, a box of it, a cell, a digit, and more of its hint."""

from dataclasses import replace
from typing import Final

from bot.chat import boards, talk
from bot.chat.exercise import answer_pressed, ask_next, turn_to
from bot.handlers.routes import command, press
from bot.play import games, practice
from bot.play.errors import UserError
from bot.render.buttons.puzzles import AnswerExercise, Practise, TapBox, TapCell, TurnPosition
from bot.render.exercise import NO_BOX, Tapped
from bot.render.keyboard import next_keyboard
from bot.render.stage import Stage
from bot.telegram.context import Context
from engine.board import Geometry
from engine.practice import Claim
from engine.techniques import Candidate

SHAPE: Final = Geometry.of_size(9)
"""The shape of all positions."""


async def stop(context: Context) -> None:
    """Ends the practice for what is typed, and goes back to the game."""
    if await practice.open_exercise(context.visit) is None or context.user.exercise_at is None:
        playing = await games.find_current(context.visit) is not None
        await talk.reply(context, "stop", playing=playing)
        return
    await practice.stop(context.visit)
    stored = await games.find_current(context.visit)
    if stored is not None:
        await boards.show(context, stored, context.note("practice.stopped"))
        return
    await context.say(context.html("practice.stopped_free"), next_keyboard(context.language))


async def practise_pressed(context: Context, action: Practise) -> None:
    """Asks the next position of a technique, or shows the next stage of the pressed one's hint."""
    tapped = _tapped(action)
    if tapped.stage is Stage.QUESTION:
        await ask_next(context, tapped.technique)
        return
    await practice.tell(context.visit, tapped.technique, tapped.number, tapped.stage)
    await turn_to(context, tapped)


async def passage_pressed(context: Context, action: TurnPosition) -> None:
    """Shows another passage of a hint."""
    tapped = replace(_tapped(action), passage=action.passage)
    await practice.tell(context.visit, tapped.technique, tapped.number, tapped.stage)
    await turn_to(context, tapped)


async def box_pressed(context: Context, action: TapBox) -> None:
    await turn_to(context, _tapped(action, box=action.box))


async def cell_pressed(context: Context, action: TapCell) -> None:
    if action.cell >= SHAPE.cell_count:
        raise UserError("junk.old_button")
    await turn_to(context, _tapped(action, cell=action.cell))


async def digit_pressed(context: Context, action: AnswerExercise) -> None:
    """Judges the conclusion that a digit is placed or eliminated in the tapped cell."""
    if action.cell >= SHAPE.cell_count or not 1 <= action.digit <= SHAPE.size:
        raise UserError("junk.old_button")
    option = (Candidate(action.cell, action.digit),)
    claim = Claim(option) if action.places else Claim((), option)
    await answer_pressed(context, _tapped(action), claim)


def _tapped(action: Practise, box: int = NO_BOX, cell: int | None = None) -> Tapped:
    """The position that a button names; a stage or box out of range may come from forged data."""
    stage = Stage(min(action.stage, Stage.MOVE))
    is_box = 0 <= box < SHAPE.size
    technique = action.technique.lesson
    return Tapped(technique, action.position, stage, box if is_box else NO_BOX, cell)


WISHES = (command("stop_practice", stop),)
"""What is asked for with a button or in words, as if it were a command."""

PRESSED = (
    press(Practise, practise_pressed),
    press(TurnPosition, passage_pressed),
    press(TapBox, box_pressed),
    press(TapCell, cell_pressed),
    press(AnswerExercise, digit_pressed),
)
