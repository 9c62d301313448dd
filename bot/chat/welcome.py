"""The first words between a person and the bot."""

from bot import messages
from bot.chat import boards
from bot.game.example import example_move
from bot.play.begin import begin_first
from bot.render.buttons.action import Button
from bot.render.buttons.personal import AskLanguage, Help
from bot.render.buttons.puzzles import MakePuzzle, OpenDaily, StartFirstBoard
from bot.render.keyboard import keyboard
from bot.telegram.context import Context
from bot.telegram.conversation import Conversation


async def greet(context: Conversation, *, is_first: bool) -> None:
    """Greets a person and offers what to begin with; the first time also an easy first board."""
    choices: list[list[Button]] = [
        [(context.text("button.daily"), OpenDaily()), (context.text("button.new"), MakePuzzle())],
        [(context.text("button.help"), Help())],
        [(f"🌐 {_languages()}", AskLanguage())],
    ]
    if is_first:
        choices.insert(0, [(context.text("button.first"), StartFirstBoard())])
        await context.say(context.html("start.hello"), keyboard(choices))
    else:
        await context.say(context.html("start.again"), keyboard(choices))


async def first_board(context: Context) -> None:
    """Begins with a small board, and tells the rules below it."""
    await context.show_typing()
    stored = await begin_first(context.visit)
    note = context.note("start.first", example=example_move(stored.game))
    await boards.show(context, stored, note)


def _languages() -> str:
    return " · ".join(messages.text(code, "name.own") for code in messages.languages())
