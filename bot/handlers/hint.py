"""/hint: where to look, then why, then what to do, shown on the board itself press by press."""

from typing import Final

from bot.chat import boards, meaning
from bot.chat.applause import applaud
from bot.chat.pressed import is_about, redraw
from bot.chat.sequel import echo_of
from bot.handlers.routes import command, press
from bot.play import games
from bot.play import hint as hints
from bot.play.errors import OldBoard
from bot.play.hint import CELLS_STAGE, FIRST_STAGE, NAMING_STAGE, ONE_MORE
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint, NameMistakes
from bot.render.preferences import Look
from bot.store.games import StoredGame
from bot.store.hints import LAST_STAGE
from bot.store.views import Staleness
from bot.telegram.context import Context

STAGES: Final = {"why": NAMING_STAGE, "answer": LAST_STAGE}
"""The stages up to which a hint is told where a wish names more than the next one."""


async def hint(context: Context) -> None:
    stage = STAGES.get(context.rest.strip(), ONE_MORE)
    await _tell(context, await meaning.game(context), stage)


async def hint_pressed(context: Context, action: AskHint) -> None:
    """Shows the stage that the button names, or the first one if the game has moved on."""
    stored = await _game_of(context, action.game_id)
    is_up_to_date = action.version == stored.version
    # The stage of an older state says nothing about the hint for this one.
    if is_up_to_date:
        await _tell(context, stored, action.stage, action.passage)
    else:
        await _tell(context, stored, FIRST_STAGE)


async def picture_pressed(context: Context, action: DrawHint) -> None:
    """Turns the board with its hint into a picture."""
    stored = await _game_of(context, action.game_id)
    await hints.told(context.visit, stored)
    owes = _owed(context, stored)
    after = await hints.tell(
        context.visit, stored, FIRST_STAGE, passage=action.passage, owes=owes, as_picture=True
    )
    if owes is Staleness.REDRAW:
        await redraw(context, after, as_picture=True)
    else:
        await boards.show(context, after, look=Look.IMAGE)


async def do_pressed(context: Context, action: FollowHint) -> None:
    """Makes the moves of the hint, if its last stage was told."""
    stored = await _game_of(context, action.game_id)
    owes = _owed(context, stored)
    done = await hints.follow(context.visit, stored, owes)
    echo = echo_of(context, done)
    if owes is Staleness.REDRAW:
        await redraw(context, done.stored, echo)
        return
    if is_about(context, stored.id):
        await context.remove_keyboard(context.pressed_message)
    await boards.show(context, done.stored, echo)
    await applaud(context, done.stored, context.pressed_message)


async def cells_pressed(context: Context, action: NameMistakes) -> None:
    """Shows which cells are wrong, or lack the right digit among their notes."""
    stored = await _game_of(context, action.game_id)
    await hints.mistake_in(context.visit, stored)
    await _tell(context, stored, CELLS_STAGE)


async def _tell(
    context: Context, stored: StoredGame, stage: int = ONE_MORE, passage: int = 0
) -> None:
    """Shows the hint of a game up to a stage, or its mistake, on its board."""
    await context.show_typing()
    owes = _owed(context, stored)
    after = await hints.tell(context.visit, stored, stage, passage=passage, owes=owes)
    if owes is Staleness.REDRAW:
        await redraw(context, after)
    else:
        await boards.show_move(context, after)


async def _game_of(context: Context, game_id: int) -> StoredGame:
    """The game of a pressed hint, which becomes the current one; its board may be another message.

    Raises UserError as `games.of_board` does, but not OldBoard: chats still hold hints that are
    messages of their own, with buttons below them.
    """
    try:
        return await games.of_board(context.visit, game_id, context.pressed_message)
    except OldBoard as old:
        return old.game


def _owed(context: Context, stored: StoredGame) -> Staleness:
    """Whether the board is redrawn where it was pressed, or sent as a new message."""
    is_pressed = context.query is not None and stored.message_id == context.pressed_message
    return Staleness.REDRAW if is_pressed else Staleness.SEND


HANDLERS = (command("hint", hint),)
PRESSED = (
    press(AskHint, hint_pressed),
    press(DrawHint, picture_pressed),
    press(FollowHint, do_pressed),
    press(NameMistakes, cells_pressed),
)
