"""/learn: the techniques, each with an example, and positions to practise on."""

from functools import cache

from markupsafe import Markup

from bot.chat import step as shown_step
from bot.chat.errors import UserError
from bot.chat.step import Shown
from bot.game.wish import find_technique, guess_technique
from bot.handlers.routes import command, press
from bot.render.hint import Stage
from bot.render.hint_words import about, name, technique_list, techniques_by_name
from bot.render.keyboard import Button, keyboard
from bot.telegram.context import Context
from bot.telegram.replies import say
from engine.difficulty import DIFFICULTY_OF, Difficulty
from engine.logic import next_step
from engine.practice import positions
from engine.techniques import Step, Technique

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


async def learn_pressed(context: Context) -> None:
    """A technique, the techniques of a difficulty, or all of them."""
    asked = "".join(context.arguments[:1])
    if asked in set(Technique):
        await _teach(context, Technique(asked))
    elif asked in set(Difficulty):
        await _choose(context, Difficulty(asked))
    else:
        await _list(context)


async def practise_pressed(context: Context) -> None:
    """A position in which to find a technique, and then what there was to find."""
    asked = "".join(context.arguments[:1])
    if asked not in set(Technique):
        raise UserError("junk.old_button")
    number, stage = _two_numbers(context.arguments[1:])
    shown = _shown(context, Technique(asked), number, stage)
    if shown is None:
        raise UserError("junk.old_button")
    buttons = keyboard(_practice_buttons(context, shown, number))
    if stage is Stage.QUESTION:
        await shown_step.send(context, shown, buttons, as_picture=_draws(context))
    else:
        await shown_step.tell_more(
            context,
            shown,
            buttons,
            context.pressed_message,
            as_picture=shown_step.pressed_picture(context),
        )


async def _list(context: Context) -> None:
    lines = [context.html("learn.title"), *technique_list(context.language)]
    bands = [(context.text(f"difficulty.{band}"), f"learn:{band}") for band in Difficulty]
    await say(context, Markup("\n").join(lines), keyboard([bands[:3], bands[3:]]))


async def _choose(context: Context, band: Difficulty) -> None:
    buttons: list[Button] = [
        (name(context.language, technique), f"learn:{technique}")
        for technique in Technique
        if DIFFICULTY_OF[technique] is band
    ]
    rows = [buttons[at : at + ROW] for at in range(0, len(buttons), ROW)]
    back = [(context.text("button.techniques"), "learn")]
    title = Markup("<b>{}</b>").format(context.text(f"difficulty.{band}"))
    await say(context, title, keyboard([*rows, back]))


async def _teach(context: Context, technique: Technique) -> None:
    """How it works, and an example; the buttons are below the last of the two messages."""
    lines = [
        Markup("<b>{}</b>").format(name(context.language, technique)),
        Markup("{}").format(about(context.language, technique)),
    ]
    if technique.assumes_uniqueness:
        lines.append(context.html("learn.assumes"))
    text, shown = Markup("\n").join(lines), _shown(context, technique, 0, Stage.MOVE)
    back = (context.text("button.techniques"), "learn")
    if shown is None:
        await say(context, text, keyboard([[back]]))
        return
    await say(context, text)
    practise = (context.text("button.practise"), f"practise:{technique}:1:0")
    buttons = keyboard([[practise], [back]])
    await shown_step.send(context, shown, buttons, as_picture=_draws(context))


def _shown(context: Context, technique: Technique, number: int, stage: Stage) -> Shown | None:
    """A position of a technique, the first ones again after the last; None where none is known."""
    known = positions().get(technique, ())
    if not known:
        return None
    position = known[number % len(known)]
    step = _step(technique, number % len(known))
    if step is None:
        return None
    title = context.html("learn.example")
    if stage is Stage.QUESTION:
        title = context.html("learn.try_it", name=name(context.language, technique))
    return Shown(title, position.givens, position.state, step, stage)


@cache
def _step(technique: Technique, number: int) -> Step | None:
    """The step of a position; the longest chains take the engine a tenth of a second."""
    return next_step(positions()[technique][number].state)


def _practice_buttons(context: Context, shown: Shown, number: int) -> list[list[Button]]:
    technique, stage = shown.step.technique, shown.stage
    if stage is Stage.MOVE:
        another = f"practise:{technique}:{number + 1}:0"
        return [
            [(context.text("button.another"), another)],
            [(context.text("button.techniques"), "learn")],
        ]
    label = context.text(f"hint.more_{stage}")
    return [[(label, f"practise:{technique}:{number}:{stage + 1}")]]


def _draws(context: Context) -> bool:
    """Whether a picture serves this person; a screen reader wants text."""
    return context.user.board != "speak"


def _two_numbers(arguments: list[str]) -> tuple[int, Stage]:
    """The number of a position, and the stage; zeros where the button says something else."""
    texts = [*arguments, "", ""][:2]
    number, stage = (int(text) if text.isdecimal() and len(text) < 9 else 0 for text in texts)
    return number, Stage(min(stage, Stage.MOVE))


def _unknown(context: Context, typed: str) -> UserError:
    guess = guess_technique(typed, techniques_by_name(context.language))
    if guess:
        return UserError("learn.guess", name=typed[:30], guess=guess)
    return UserError("learn.unknown", name=typed[:30])


HANDLERS = (
    command("learn", learn),
    press("learn", learn_pressed),
    press("practise", practise_pressed),
)
