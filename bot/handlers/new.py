"""/new: a puzzle made to order."""

from bot.chat.making import cancel, grant
from bot.chat.ordering import wish_in
from bot.game.wish import SIZES, Wish
from bot.handlers.routes import command, press
from bot.play import lessons
from bot.render.buttons.action import Button
from bot.render.buttons.puzzles import CancelMaking, MakeForLearner, MakePuzzle
from bot.render.keyboard import keyboard
from bot.telegram.context import Context
from engine.difficulty import Difficulty

SUITS = "★ "
"""Before the difficulty that suits a person."""


async def new(context: Context) -> None:
    wish = wish_in(context)
    if wish.is_for_learner and wish.technique is None:
        wish = await lessons.wish_for(context.visit, wish)
    await grant(context, wish)


async def learner_pressed(context: Context, _: MakeForLearner) -> None:
    """Makes a puzzle for what the person is learning, as `/new for me` does."""
    await grant(context, await lessons.wish_for(context.visit, Wish(is_for_learner=True)))


async def new_pressed(context: Context, action: MakePuzzle) -> None:
    """Makes the chosen puzzle, or offers the choices."""
    match action.wanted:
        case Difficulty() as band:
            await grant(context, Wish(difficulty=band))
        case int() as size if size in SIZES:
            await grant(context, Wish(size=size))
        case _:
            level = (await lessons.course(context.visit)).level
            await context.say(context.html("new.choose"), keyboard(_choices(context, level)))


def _choices(context: Context, level: Difficulty | None) -> list[list[Button]]:
    """The difficulties, with a star at the one that suits this person, and the sizes."""
    bands: list[Button] = [
        ((SUITS if band is level else "") + context.text(f"difficulty.{band}"), MakePuzzle(band))
        for band in Difficulty
    ]
    sizes: list[Button] = [
        (f"{size}×{size}", MakePuzzle(size)) for size in SIZES if size != Wish().size
    ]
    return [bands[:3], bands[3:], sizes, [(context.text("button.for_me"), MakeForLearner())]]


async def cancel_pressed(context: Context, _: CancelMaking) -> None:
    """Cancels a making, even one that an earlier process began."""
    await cancel(context, context.pressed_message)


HANDLERS = (command("new", new),)
PRESSED = (
    press(MakePuzzle, new_pressed),
    press(MakeForLearner, learner_pressed),
    press(CancelMaking, cancel_pressed),
)
