"""/giveup: the solution, after asking whether it is really wanted."""

from markupsafe import Markup

from bot.chat import outcome, table
from bot.handlers.routes import command, press
from bot.render.buttons.playing import ConfirmGiveUp, GiveUp, PlayOn
from bot.render.keyboard import Button, keyboard, next_keyboard
from bot.render.view import drawn
from bot.store import games
from bot.store.games import GameState
from bot.telegram.context import Context
from bot.telegram.replies import change, say


async def giveup(context: Context) -> None:
    await _ask(context, await table.current(context))


async def giveup_pressed(context: Context, action: GiveUp) -> None:
    await _ask(context, await table.opened(context, action.game_id))


async def yes_pressed(context: Context, action: ConfirmGiveUp) -> None:
    seat = await table.opened(context, action.game_id)
    async with context.database.transaction() as transaction:
        await games.finish(transaction, seat.row.id, GameState.GIVEN_UP, context.seconds)
        await context.takes_effect(transaction, seat.row.id)
        players = {turn.player for turn in seat.play.turns if turn.player is not None}
        await outcome.show_solution(context, seat.play, others=players, source=transaction)
    words = Markup("\n").join([drawn(seat.play.solution), context.html("game.given_up")])
    choices = next_keyboard(context.language, daily=not outcome.is_todays(context, seat.row))
    await change(context, context.pressed_message, words, choices)


async def play_on_pressed(context: Context, _: PlayOn) -> None:
    words = context.html("game.play_on")
    await change(context, context.pressed_message, words, None)


async def _ask(context: Context, seat: table.Table) -> None:
    buttons: list[list[Button]] = [
        [(context.text("button.no_giveup"), PlayOn())],
        [(context.text("button.yes_giveup"), ConfirmGiveUp(seat.row.id))],
    ]
    question = context.html("game.give_up_question", game=seat.row.id)
    await say(context, question, keyboard(buttons))


HANDLERS = (command("giveup", giveup),)
PRESSED = (
    press(GiveUp, giveup_pressed),
    press(ConfirmGiveUp, yes_pressed),
    press(PlayOn, play_on_pressed),
)
