"""Practice on the board: a position is asked, answered by taps or in writing, and explained."""

from dataclasses import replace

from markupsafe import Markup

from bot.chat import step as shown_step
from bot.chat.page import with_position
from bot.chat.step import Shown
from bot.game.keyboard import Keyboard
from bot.play import lessons, practice
from bot.play.errors import UserError
from bot.play.practice import Attempt, Example
from bot.render.buttons.personal import CarryOut
from bot.render.exercise import (
    NO_BOX,
    Tapped,
    again_words,
    asked,
    exercise_pad,
    position_keys,
    solved_pad,
    verdict_words,
)
from bot.render.hint_words import last_of, name, shown_of
from bot.render.keyboard import keyboard
from bot.render.preferences import Look
from bot.render.stage import Stage
from bot.store.exercises import Exercise
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation
from engine.practice import Claim, Judged, Verdict
from engine.techniques import Technique, technique_named


async def ask_next(context: Context, technique: Technique) -> None:
    """Sends the next position of a technique."""
    begun = await practice.begin(context.visit, technique)
    tapped = Tapped(technique, begun.number)
    example = await _example(context, tapped)
    shown = _shown(context, example, tapped, "")
    as_picture, buttons = context.user.board != Look.SPEAK, _asking(context, shown, tapped)
    message_id = await shown_step.send(context, shown, buttons, as_picture=as_picture)
    if message_id is not None:
        await practice.shown(context.visit, message_id)


async def turn_to(context: Context, tapped: Tapped, note: Markup | str = "") -> None:
    """Shows the pressed position with what was tapped, or with more of its hint."""
    example = await _example(context, tapped)
    shown = _shown(context, example, tapped, note)
    if tapped.stage is Stage.MOVE:
        shown, buttons = await _ended(context, tapped, shown, is_example=True)
    else:
        buttons = _asking(context, shown, tapped)
    as_picture, message_id = context.shows_picture, context.pressed_message
    await shown_step.tell_more(context, shown, buttons, message_id, as_picture=as_picture)


async def answer_pressed(context: Context, tapped: Tapped, claim: Claim) -> None:
    """Judges what was tapped, and shows it in the pressed position."""
    example = await _example(context, tapped)
    judged = await _judged(context, tapped, example, claim)
    words = _words(context, example, tapped.technique, claim, judged)
    await context.toast(words)
    note = Markup("<b>{}</b>").format(words)
    if judged.step is None or judged.verdict is not Verdict.RIGHT:
        # The selection is dropped, so that the next try begins with a box.
        await turn_to(context, replace(tapped, box=NO_BOX, cell=None), note)
        return
    shown, buttons = await _solved(context, tapped, example, judged, note)
    as_picture, message_id = context.shows_picture, context.pressed_message
    await shown_step.tell_more(context, shown, buttons, message_id, as_picture=as_picture)


async def answer_typed(context: Context, attempt: Attempt) -> None:
    """Judges a typed conclusion; asks again for a text that is none."""
    found, example, claim = attempt.exercise, attempt.example, attempt.claim
    tapped = Tapped(technique_named(found.technique), found.number, Stage(found.stage))
    if claim is None:
        state = example.position.state
        await context.say(asked(context.language, state, example.step, tapped))
        return
    judged = await _judged(context, tapped, example, claim)
    note = Markup("<b>{}</b>").format(_words(context, example, tapped.technique, claim, judged))
    if judged.verdict is not Verdict.RIGHT:
        stop = (context.text("want.stop_practice"), CarryOut(context.user.id, "stop_practice"))
        await context.say(note, keyboard([[stop]]))
        return
    shown, buttons = await _solved(context, tapped, example, judged, note)
    as_picture = context.user.board != Look.SPEAK
    if found.message_id is not None:
        # The exercise is solved, so its old message takes no more answers.
        await context.remove_keyboard(found.message_id)
    await shown_step.send(context, shown, buttons, as_picture=as_picture)


async def follow(
    context: Conversation, found: Exercise, example: Example, judged: Judged | None
) -> None:
    """Shows in the chat how a position has ended that was solved on its page, or told there."""
    if found.message_id is None:
        return
    tapped = Tapped(technique_named(found.technique), found.number, Stage.MOVE)
    if judged is None:
        shown = _shown(context, example, tapped, "")
        shown, buttons = await _ended(context, tapped, shown, is_example=True)
    else:
        words = _words(context, example, tapped.technique, Claim(), judged)
        note = Markup("<b>{}</b>").format(words)
        shown, buttons = await _solved(context, tapped, example, judged, note)
    as_picture = context.user.board != Look.SPEAK
    await shown_step.tell_more(context, shown, buttons, found.message_id, as_picture=as_picture)


def _asking(context: Conversation, shown: Shown, tapped: Tapped) -> Keyboard:
    """The keys below a position that is still to be answered."""
    pad = exercise_pad(context.language, shown.state, shown.step, tapped)
    return keyboard(with_position(context, tapped.technique, tapped.number, pad))


async def _judged(context: Conversation, tapped: Tapped, example: Example, claim: Claim) -> Judged:
    place = example.position
    return await practice.answer(context.visit, tapped.technique, tapped.number, place, claim)


async def _example(context: Conversation, tapped: Tapped) -> Example:
    """The position of an exercise; raises UserError if its technique is not practised."""
    example = await practice.position(context.visit, tapped.technique, tapped.number)
    if example is None:
        raise UserError("junk.old_button")
    return example


def _shown(context: Conversation, example: Example, tapped: Tapped, note: Markup | str) -> Shown:
    position, state = example.position, example.position.state
    title = context.html("learn.try_it", name=name(context.language, tapped.technique))
    if tapped.stage is not Stage.MOVE and not note:
        note = asked(context.language, state, example.step, tapped)
    # Boxes come after the rows and the columns.
    unit = None if tapped.box == NO_BOX else 2 * state.geometry.size + tapped.box
    step, stage = example.step, tapped.stage
    at = shown_of(step, tapped.passage)
    return Shown(title, position.givens, state, step, stage, unit, tapped.cell, note, at)


async def _solved(
    context: Conversation, tapped: Tapped, example: Example, judged: Judged, title: Markup
) -> tuple[Shown, Keyboard]:
    """A solved position, with the last passage of its reason."""
    position, step = example.position, judged.step or example.step
    state, last = position.state, last_of(step)
    shown = Shown(title, position.givens, state, step, Stage.MOVE, passage=last)
    return await _ended(context, tapped, shown, is_example=step == example.step)


async def _ended(
    context: Conversation, tapped: Tapped, shown: Shown, *, is_example: bool
) -> tuple[Shown, Keyboard]:
    """A position at its last stage, with when the technique comes again and what is next.

    Its passages have buttons only if the step is the example's own (`is_example`), because a button
    names the exercise, and so finds no other step.
    """
    technique, course = tapped.technique, await lessons.course(context.visit)
    pad = solved_pad(context.language, technique, course.again, course.lesson)
    if is_example:
        here = replace(tapped, stage=Stage.MOVE, passage=shown.passage)
        pad.insert(0, position_keys(context.language, shown.step, here))
    if (days := course.days_until(technique)) is not None:
        note = again_words(context.language, days, is_known=course.knows(technique))
        shown = replace(shown, note=note)
    return shown, keyboard(pad)


def _words(
    context: Conversation, example: Example, technique: Technique, claim: Claim, judged: Judged
) -> str:
    return verdict_words(context.language, example.position.state, technique, claim, judged)
