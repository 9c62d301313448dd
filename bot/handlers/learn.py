"""/learn: the techniques, each with an example."""

from markupsafe import Markup

from bot.chat import step as shown_step
from bot.chat.step import Shown
from bot.game.keyboard import Keyboard
from bot.game.wish import find_technique, guess_technique
from bot.handlers.routes import command, press
from bot.play import lessons, practice
from bot.play.errors import UserError
from bot.play.lessons import Course
from bot.render.belief import belief_buttons, belief_html
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import Believe, Learn, MakeForLearner, Practise, TurnExample
from bot.render.exercise import path_buttons
from bot.render.hint_words import (
    BEGUN,
    KNOWN,
    about,
    name,
    shown_of,
    technique_list,
    techniques_by_name,
)
from bot.render.keyboard import keyboard
from bot.render.passages import passage_keys
from bot.render.stage import Stage
from bot.telegram.context import Context
from engine.difficulty import Difficulty
from engine.techniques import TAUGHT, Technique

ROW = 2


async def learn(context: Context) -> None:
    typed = context.rest
    if not typed:
        await _list(context)
        return
    technique = find_technique(typed, techniques_by_name(context.language))
    if technique is None:
        raise _unknown(context, typed)
    await _teach(context, technique)


async def learn_pressed(context: Context, action: Learn) -> None:
    """Teaches a technique, or lists the techniques of a difficulty, or all of them."""
    match action.about:
        case Technique() as technique:
            await _teach(context, technique)
        case Difficulty() as band:
            await _choose(context, band)
        case None:
            await _list(context)


async def _list(context: Context) -> None:
    course = await lessons.course(context.visit)
    known = sum(map(course.knows, TAUGHT))
    marks = {each: _mark(course, each) for each in TAUGHT}
    lines = [
        context.html("learn.title"),
        *technique_list(context.language, marks),
        context.html("learn.progress", known=known, count=len(TAUGHT)),
        *_suits(context, course),
    ]
    bands: list[Button] = [(context.text(f"difficulty.{band}"), Learn(band)) for band in Difficulty]
    rows = [*_next_lessons(context, course), bands[:3], bands[3:]]
    await context.say(Markup("\n").join(lines), keyboard(rows))


def _suits(context: Context, course: Course) -> list[Markup]:
    """A line with the difficulty that suits this person; none while nothing says so."""
    if course.level is None or not context.visit.is_private:
        return []
    difficulty = context.text(f"difficulty.{course.level}")
    return [context.html("learn.suits", difficulty=difficulty)]


def _mark(course: Course, technique: Technique) -> str:
    if course.knows(technique):
        return KNOWN
    return BEGUN if course.has_begun(technique) else ""


def _marked(context: Context, course: Course, technique: Technique) -> str:
    """The name of a technique, with its mark if it has one."""
    return f"{_mark(course, technique)} {name(context.language, technique)}".strip()


def _next_lessons(context: Context, course: Course) -> list[list[Button]]:
    """Buttons for what is due for practice, for the next lesson, and for a puzzle that needs it."""
    rows = path_buttons(context.language, course.again, course.lesson)
    return [*rows, [(context.text("button.for_me"), MakeForLearner())]]


async def _choose(context: Context, band: Difficulty) -> None:
    course = await lessons.course(context.visit)
    buttons: list[Button] = [
        (_marked(context, course, technique), Learn(technique))
        for technique in TAUGHT
        if technique.difficulty is band
    ]
    rows = [buttons[at : at + ROW] for at in range(0, len(buttons), ROW)]
    back = [(context.text("button.techniques"), Learn())]
    title = Markup("<b>{}</b>").format(context.text(f"difficulty.{band}"))
    await context.say(title, keyboard([*rows, back]))


async def _teach(context: Context, technique: Technique) -> None:
    """Explains a technique and sends an example, with the buttons for practice below that.

    A technique without a lesson of its own is taught by the lesson that is nearest to it.
    """
    lines = []
    if technique is not technique.lesson:
        lines.append(context.html("learn.nearest", name=name(context.language, technique)))
        technique = technique.lesson
    explained, corrections = await _explained(context, technique)
    text = Markup("\n").join([*lines, explained])
    shown = await _example(context, technique)
    if shown is None:
        await context.say(text, keyboard([corrections, [_back(context)]]))
        return
    await context.say(text, keyboard([corrections]) if corrections else None)
    buttons = _example_keys(context, technique, shown)
    await shown_step.send(context, shown, buttons, as_picture=_draws(context))


async def _explained(context: Context, technique: Technique) -> tuple[Markup, list[Button]]:
    """A technique in words, and what is believed of this person, with what corrects it.

    In a group nobody is told what is believed of anybody.
    """
    lines = [
        Markup("<b>{}</b>").format(name(context.language, technique)),
        Markup("{}").format(about(context.language, technique)),
    ]
    if technique.assumes_uniqueness:
        lines.append(context.html("learn.assumes"))
    if not context.visit.is_private:
        return Markup("\n").join(lines), []
    belief = (await lessons.course(context.visit)).belief(technique)
    lines.append(belief_html(context.language, belief))
    return Markup("\n").join(lines), belief_buttons(context.language, technique, belief)


async def believe_pressed(context: Context, action: Believe) -> None:
    """Believes what the person says of themselves, and tells them so in the same message."""
    if not context.visit.is_private:
        # No message of a group has such a button: nobody there is told what is believed of anybody.
        raise UserError("junk.old_button")
    technique = action.technique.lesson
    await lessons.say(context.visit, technique, known=action.is_known)
    text, corrections = await _explained(context, technique)
    await context.toast(context.text("belief.noted"))
    await context.change(context.pressed_message, text, keyboard([corrections]))


async def example_turned(context: Context, action: TurnExample) -> None:
    """Turns the message of an example to another passage."""
    shown = await _example(context, action.technique, action.passage)
    if shown is None:
        raise UserError("junk.old_button")
    buttons = _example_keys(context, action.technique, shown)
    as_picture, message_id = context.shows_picture, context.pressed_message
    await shown_step.tell_more(context, shown, buttons, message_id, as_picture=as_picture)


def _example_keys(context: Context, technique: Technique, shown: Shown) -> Keyboard:
    turns = passage_keys(
        context.language, shown.step, shown.passage, lambda at: TurnExample(technique, at)
    )
    practise = (context.text("button.practise"), Practise(technique, 0, Stage.QUESTION))
    return keyboard([turns, [practise], [_back(context)]])


def _back(context: Context) -> Button:
    return context.text("button.techniques"), Learn()


async def _example(context: Context, technique: Technique, passage: int = 0) -> Shown | None:
    """The example of a technique at its last stage, at a passage; None if there is none."""
    example = await practice.example(context.visit, technique)
    if example is None:
        return None
    position, step = example.position, example.step
    title, at = context.html("learn.example"), shown_of(step, passage)
    return Shown(title, position.givens, position.state, step, Stage.MOVE, passage=at)


def _draws(context: Context) -> bool:
    """Whether this person gets pictures; a screen reader needs text."""
    return context.user.board != "speak"


def _unknown(context: Context, typed: str) -> UserError:
    guess = guess_technique(typed, techniques_by_name(context.language))
    if guess:
        return UserError("learn.guess", name=typed[:30], guess=guess)
    return UserError("learn.unknown", name=typed[:30])


HANDLERS = (command("learn", learn, may_overtake=True),)
PRESSED = (
    press(Learn, learn_pressed, may_overtake=True),
    press(Believe, believe_pressed),
    press(TurnExample, example_turned),
)
