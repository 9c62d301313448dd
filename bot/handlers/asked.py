"""Questions about the game: why a digit stands there, what is left, what was done last."""

from typing import Final

from markupsafe import Markup

from bot import messages
from bot.chat import answers, meaning, talk
from bot.chat.answers import tell_reason, there
from bot.chat.drawing import surely_drawn
from bot.chat.told import tell
from bot.game.entry.asked import Asked, Question
from bot.game.entry.told import Asking, Told
from bot.game.talk.details import Wanted
from bot.game.wish import FIRST_SIZE, SIZES, Wish
from bot.handlers.routes import command
from bot.play.errors import UserError
from bot.play.statistics import is_newcomer
from bot.render.buttons.action import Button
from bot.render.buttons.personal import Help
from bot.render.buttons.puzzles import StartFirstBoard
from bot.render.drawings import board_png
from bot.render.keyboard import keyboard
from bot.render.preferences import Look
from bot.render.rules_picture import rules_picture
from bot.render.theme import THEMES
from bot.telegram.context import Context
from engine.board import SYMBOLS, Geometry

TERMS: Final = ("box", "row", "column", "cell", "candidate", "given", "unit")
"""The words that are explained by themselves."""

_MOST_DIGITS: Final = 9
"""The largest size whose boards hold only digits."""


async def why(context: Context) -> None:
    """The next stage of the hint that is shown, or the reason of the digit placed last.

    Who asks about the hint while none is shown gets the reason of the one for this position.
    """
    stored = await meaning.game(context)
    cell, is_of_hint = there(stored), context.rest.strip() == "hint"
    if stored.hint is not None or is_of_hint:
        context.means("" if stored.hint else "why")
        await context.commands["hint"](context)
    elif cell is not None and stored.game.values[cell]:
        await tell_reason(context, stored, Asked(Question.WHY, cell, None))
    else:
        await talk.offer(context, "reason.of_what", [Wanted("hint"), Wanted("help")])


async def whats_left(context: Context) -> None:
    """How often each digit is still to be placed, or which ones a row, column or box lacks."""
    stored = await meaning.game(context)
    geometry, values = stored.game.givens.geometry, stored.game.values
    match context.rest.split():
        case [("row" | "column" | "box") as kind, number] if 0 < int(number) <= geometry.size:
            units = {"row": geometry.rows, "column": geometry.columns, "box": geometry.boxes}
            held = {values[cell] for cell in units[kind][int(number) - 1]}
            missing = [
                SYMBOLS[digit - 1] for digit in range(1, geometry.size + 1) if digit not in held
            ]
            await context.say(
                context.html(
                    f"unit.{kind}_lacks",
                    number=number,
                    digits=messages.listed(context.language, missing or ["–"]),
                )
            )
            return
    remaining = enumerate(stored.game.remaining(), start=1)
    listed = [f"{SYMBOLS[digit - 1]} × {count}" for digit, count in remaining if count]
    count = stored.game.blank_count
    words = [context.html("board.left", count=count), Markup(" · ").join(listed)]
    await context.say(Markup("\n").join(words))


async def time_taken(context: Context) -> None:
    """How long the game that is played has taken so far, or the one that was played last."""
    stored = await meaning.any_game(context)
    if stored is None:
        raise UserError("game.none")
    if stored.is_open:
        time = messages.duration(context.language, stored.played)
        await context.say(context.html("talk.time_so_far", time=time))
        return
    seconds = await answers.seconds_of(context, stored)
    if seconds is None:
        await talk.offer(context, "talk.no_time", [Wanted("stats")])
        return
    time = messages.duration(context.language, seconds)
    await talk.offer(context, "talk.time_taken", [Wanted("stats")], time=time)


async def last_move(context: Context) -> None:
    """What was done last in the game."""
    await tell(context, await meaning.game(context), Asking(Told.LAST_MOVE))


async def hints_used(context: Context) -> None:
    """How many hints and checks the person has taken in the game."""
    await tell(context, await meaning.game(context), Asking(Told.HINTS))


async def term(context: Context) -> None:
    """What a word for a part of a puzzle means; without one, the rules."""
    if context.rest not in TERMS:
        await rules(context)
        return
    more = Wanted("help", "notes") if context.rest == "candidate" else Wanted("rules")
    await talk.offer(context, f"term.{context.rest}", [more])


async def signs(context: Context) -> None:
    """What the marks on a board and its buttons mean."""
    await context.say(context.html("help.signs"), keyboard([_help(context)]))


async def rules(context: Context) -> None:
    """The rules beside a picture, and a board to try them on.

    Their size is the one that is named, or else that of the game which the person plays.
    """
    stored, is_new = await meaning.any_game(context), await is_newcomer(context.visit)
    usual = FIRST_SIZE if is_new else Wish().size
    named = next((size for size in SIZES if str(size) == context.rest.strip()), None)
    played = stored.puzzle.grid.geometry if stored else Geometry.of_size(usual)
    geometry = Geometry.of_size(named) if named else played
    text = context.html("talk.rules", size=geometry.size)
    if geometry.size > _MOST_DIGITS:
        last = SYMBOLS[geometry.size - 1]
        text += Markup("\n") + context.html("talk.rules_letters", size=geometry.size, last=last)
    if is_new and stored is None and not named:
        text += Markup("\n") + context.html("talk.rules_usual", size=Wish().size)
    first: list[Button] = [(context.text("button.first"), StartFirstBoard())]
    buttons = keyboard([first, _help(context)] if is_new else [_help(context)])
    if context.visit.choices.board == Look.SPEAK:
        await context.say(text, buttons)
        return
    picture = rules_picture(geometry, THEMES[context.user.theme])
    png = await surely_drawn(context.visit, board_png, picture)
    await context.send_picture(png, text, buttons)


def _help(context: Context) -> list[Button]:
    return [(context.text("button.help"), Help())]


QUESTIONS = (
    command("why", why),
    command("whats_left", whats_left),
    command("time_taken", time_taken),
    command("last_move", last_move),
    command("hints_used", hints_used),
    command("signs", signs),
    command("term", term),
    command("rules", rules),
)
"""Questions that have no command, as if they were commands."""
