"""/help: one screen about what the bot can do, and a page for each topic."""

from typing import Final

from bot.game.keyboard import Keyboard
from bot.handlers.routes import command, press
from bot.render.buttons.action import Button
from bot.render.buttons.personal import Help, TurnHelp
from bot.render.keyboard import keyboard
from bot.telegram.context import Context

TOPICS: Final = (
    *("moves", "erase", "signs", "notes", "puzzles", "daily", "own", "look", "group", "data"),
)


async def help_(context: Context) -> None:
    """Says what the bot can do, or what is told of the topic behind the command."""
    asked = context.rest.lower()
    named = {context.text(f"topic.{topic}").lower(): topic for topic in TOPICS}
    topic = asked if asked in TOPICS else named.get(asked, "")
    await context.say(context.html(f"help.{topic or 'text'}"), _choices(context, topic))


async def help_pressed(context: Context, _: Help) -> None:
    await context.say(context.html("help.text"), _choices(context))


async def topic_pressed(context: Context, action: TurnHelp) -> None:
    """Turns the message to another page; for a topic that is gone, to the first page."""
    topic = action.topic
    key = f"help.{topic}" if topic in TOPICS else "help.text"
    await context.change(context.pressed_message, context.html(key), _choices(context, topic))


def _choices(context: Context, here: str = "") -> Keyboard:
    """Buttons for all topics but the open one, and for the first page below a topic."""
    topics = [topic for topic in TOPICS if topic != here]
    buttons: list[Button] = [(context.text(f"topic.{topic}"), TurnHelp(topic)) for topic in topics]
    if here in TOPICS:
        buttons.append((f"« {context.text('button.back')}", TurnHelp("")))
    return keyboard(buttons[at : at + 2] for at in range(0, len(buttons), 2))


HANDLERS = (command("help", help_, may_overtake=True),)
PRESSED = (
    press(Help, help_pressed, may_overtake=True),
    press(TurnHelp, topic_pressed, may_overtake=True),
)
