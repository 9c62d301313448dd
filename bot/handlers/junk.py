"""Unknown commands, and messages that are no text."""

from difflib import get_close_matches
from typing import Final

from telegram.ext import filters

from bot import messages
from bot.chat import talk
from bot.game.talk.details import Wanted
from bot.handlers.routes import message
from bot.play import games
from bot.play.errors import UserError
from bot.telegram.context import Context

_SAID: Final = {"pause": "pause", "pausa": "pause", "stop": "stop", "cancel": "stop"}
"""Names that many bots have, and what is said to them, which is what the plain words get."""


async def unknown_command(context: Context) -> None:
    """Answers an unknown command; in a group only if it names this bot, as others have commands."""
    typed, *_ = ((context.message.text if context.message else None) or "").split() or [""]
    name, _, bot = typed.partition("@")
    if not name:
        # Telegram can mark a text as a command although nothing of it is visible.
        return
    if not context.is_private and bot.lower() != context.bot.username.lower():
        return
    if said := _SAID.get(name[1:].lower()):
        playing = await games.waiting(context.visit) is not None
        await talk.reply(context, said, playing=playing)
        return
    if guess := _guess(context, name[1:].lower()):
        meant, guessed = [Wanted(guess)], f"/{guess}"
        await talk.offer(context, "junk.did_you_mean", meant, command=typed[:32], guess=guessed)
        return
    raise UserError("junk.unknown_command", command=typed[:32])


def _guess(context: Context, name: str) -> str:
    """The command that a name means in plain words, or the one that is spelt most like it.

    Empty if there is neither.
    """
    commands = _commands()
    meant = talk.meant_by(context, name.replace("_", " "))
    likely = [meant] if meant in commands else get_close_matches(name, commands, n=1, cutoff=0.6)
    return next((one for one in likely if one in context.commands), "")


async def not_text(context: Context) -> None:
    if context.is_private:
        raise UserError("junk.not_text")


def _commands() -> list[str]:
    kind = "command."
    keys = messages.catalogue(messages.DEFAULT)
    return [key.removeprefix(kind) for key in keys if key.startswith(kind)]


HANDLERS = (
    message(filters.COMMAND, unknown_command),
    message(filters.ALL & ~filters.TEXT & ~filters.StatusUpdate.ALL, not_text),
)
