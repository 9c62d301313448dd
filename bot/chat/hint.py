"""The message that tells a hint: sent, and edited as more is told."""

from telegram import InlineKeyboardMarkup

from bot.chat import step as shown_step
from bot.chat.step import Shown
from bot.game.hint import fills_in_notes, state_of
from bot.play.hint import Hint
from bot.render.buttons.action import Button
from bot.render.buttons.playing import AskHint, DrawHint, FollowHint
from bot.render.buttons.puzzles import Learn
from bot.render.hint import Stage
from bot.render.keyboard import keyboard
from bot.telegram.context import Context


async def send(context: Context, hint: Hint, *, as_picture: bool) -> int:
    """Tells the hint in a new message; its number."""
    buttons = _buttons(context, hint, as_picture=as_picture)
    return await shown_step.send(context, _shown(context, hint), buttons, as_picture=as_picture)


async def tell_more(context: Context, hint: Hint) -> bool:
    """Edits the message of the hint; False where there is none, or Telegram refuses the edit."""
    if hint.message_id is None:
        return False
    buttons = _buttons(context, hint, as_picture=hint.is_picture)
    return await shown_step.tell_more(
        context, _shown(context, hint), buttons, hint.message_id, as_picture=hint.is_picture
    )


def _shown(context: Context, hint: Hint) -> Shown:
    game = hint.stored.game
    title = context.html("hint.title", game=hint.stored.id)
    fills = fills_in_notes(game, hint.step)
    end = context.html("hint.will_fill_in") if fills else ""
    return Shown(title, game.givens, state_of(game), hint.step, Stage(hint.stage), end)


def _buttons(context: Context, hint: Hint, *, as_picture: bool) -> InlineKeyboardMarkup:
    game_id, done, stage = hint.stored.id, hint.stored.game.done, Stage(hint.stage)
    if stage is Stage.MOVE:
        more: list[Button] = [(context.text("button.do_it"), FollowHint(game_id, done))]
    else:
        more = [(context.text(f"hint.more_{stage}"), AskHint(game_id, done))]
    rest: list[Button] = []
    if not as_picture:
        rest.append((context.text("button.picture"), DrawHint(game_id, done)))
    if stage is not Stage.WHERE:
        rest.append((context.text("button.learn"), Learn(hint.step.technique)))
    return keyboard([row for row in (more, rest) if row])
