"""A step of logic on a board, as a text or a picture, explained stage by stage in one message."""

from dataclasses import dataclass

from markupsafe import Markup
from telegram.error import BadRequest

from bot.chat.drawing import drawn
from bot.game.keyboard import Keyboard
from bot.render.drawings import board_png
from bot.render.hint import hint_picture, spoken_of, text_marks, with_choice
from bot.render.hinted import step_words
from bot.render.plain_board import plain_board
from bot.render.preferences import Look
from bot.render.stage import Stage
from bot.render.text_board import WIDTH, WIDTH_ALONE
from bot.render.theme import THEMES
from bot.telegram.conversation import Conversation
from engine.board import Grid
from engine.techniques import State, Step


@dataclass(frozen=True, slots=True)
class Shown:
    """A step on a board, and how much of it is shown.

    If its reason has passages, `passage` is the shown one. `unit` and `cell` are what somebody has
    selected on the board, and `note` stands below everything else.
    """

    title: Markup
    givens: Grid
    state: State
    step: Step
    stage: Stage
    unit: int | None = None
    cell: int | None = None
    note: Markup | str = ""
    passage: int = 0


def likes_pictures(context: Conversation) -> bool:
    """Whether boards are pictures here."""
    return context.visit.choices.board == Look.IMAGE


async def send(
    context: Conversation, shown: Shown, buttons: Keyboard, *, as_picture: bool
) -> int | None:
    """Sends a step as a new message; returns its number, or None where it is kept for later."""
    if as_picture:
        caption = _words(context, shown, below_picture=True)
        return await context.send_picture(await _drawn(context, shown), caption, buttons)
    return await context.say(_text(context, shown), buttons)


async def tell_more(
    context: Conversation,
    shown: Shown,
    buttons: Keyboard,
    message_id: int,
    *,
    as_picture: bool,
) -> bool:
    """Edits the message of a step; False if Telegram refuses that.

    A text may become a picture, but Telegram lets no picture become a text.
    """
    try:
        if as_picture:
            caption = _words(context, shown, below_picture=True)
            png = await _drawn(context, shown)
            await context.change_picture(message_id, png, caption, buttons)
        else:
            await context.change(message_id, _text(context, shown), buttons)
    except BadRequest:
        return False
    return True


async def _drawn(context: Conversation, shown: Shown) -> bytes:
    """The board of a step as a picture in the person's theme."""
    theme = THEMES[context.user.theme]
    picture = hint_picture(
        shown.state, shown.givens, shown.step, shown.stage, theme, passage=shown.passage
    )
    picture = with_choice(picture, shown.unit, shown.cell)
    return await drawn(context.visit, board_png, picture)


def _text(context: Conversation, shown: Shown) -> Markup:
    told = (shown.state, shown.step, shown.stage, shown.passage)
    marks, candidates = text_marks(*told), spoken_of(*told)
    look = Look(context.user.board)
    values = shown.state.grid
    board = plain_board(
        context.language,
        look,
        values,
        shown.givens,
        marks,
        candidates=candidates,
        widest=WIDTH if context.visit.group else WIDTH_ALONE,
    )
    return Markup("\n").join(part for part in (board, _words(context, shown)) if part)


def _words(context: Conversation, shown: Shown, *, below_picture: bool = False) -> Markup:
    words = step_words(
        context.language,
        shown.title,
        shown.step,
        shown.stage,
        shown.passage,
        below_picture=below_picture,
    )
    return Markup("\n").join(part for part in (words, shown.note) if part)
