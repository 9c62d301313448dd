"""/deleteme: deletes everything about a person, after one question."""

from typing import Final

from markupsafe import Markup

from bot.handlers.routes import command, press
from bot.play import belongings
from bot.play.games import unfinished_here
from bot.render.buttons.action import Button
from bot.render.buttons.personal import DeleteMe, KeepMe
from bot.render.keyboard import drop_all_button, keyboard
from bot.telegram.context import Context

YES: Final = "yes"
"""The word that confirms for a chat, as a button is always pressed in a person's own name."""


async def deleteme(context: Context) -> None:
    if context.user.is_chat:
        is_sure = " ".join(context.words).lower() == YES
        await context.say(await _delete(context) if is_sure else context.html("deleteme.as_chat"))
        return
    unfinished = await unfinished_here(context.visit) if context.is_private else ()
    question, person = [context.html("deleteme.question")], context.user.id
    drop: list[Button] = []
    if unfinished:
        # Many who want their games to go do not mean their account.
        question.append(context.html("deleteme.or_games"))
        drop.append(drop_all_button(person, context.language, len(unfinished)))
    buttons: list[list[Button]] = [
        drop,
        [(context.text("button.no_delete"), KeepMe(person))],
        [(context.text("button.yes_delete"), DeleteMe(person))],
    ]
    await context.say(Markup("\n").join(question), keyboard(buttons))


async def yes_pressed(context: Context, _: DeleteMe) -> None:
    await context.change(context.pressed_message, await _delete(context), None)


async def keep_pressed(context: Context, _: KeepMe) -> None:
    await context.change(context.pressed_message, context.html("deleteme.kept"), None)


async def _delete(context: Context) -> Markup:
    """Deletes everything about the person, and returns the answer."""
    # Worded first, because the language of the person is deleted too.
    done, later = context.html("deleteme.done"), context.html("deleteme.later")
    is_through = await belongings.delete(context.visit)
    return done if is_through else Markup("\n").join([later, done])


HANDLERS = (command("deleteme", deleteme),)
PRESSED = (press(DeleteMe, yes_pressed), press(KeepMe, keep_pressed))
