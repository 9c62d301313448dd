"""/giveup: the solution, after asking whether it is really wanted."""

from markupsafe import Markup

from bot.chat import outcome, table
from bot.handlers.routes import command, press
from bot.render.keyboard import keyboard, next_keyboard
from bot.render.view import drawn
from bot.store import games
from bot.store.games import GameState
from bot.telegram.context import Context
from bot.telegram.replies import change, say


async def giveup(context: Context) -> None:
    seat = await (
        table.opened(context, context.number) if context.query else table.current(context)
    )
    buttons = [
        [(context.text("button.no_giveup"), "playon")],
        [(context.text("button.yes_giveup"), f"yesgiveup:{seat.row.id}")],
    ]
    question = context.html("game.give_up_question", game=seat.row.id)
    await say(context, question, keyboard(buttons))


async def yes_pressed(context: Context) -> None:
    seat = await table.opened(context, context.number)
    async with context.database.transaction() as transaction:
        await games.finish(transaction, seat.row.id, GameState.GIVEN_UP, context.seconds)
        await context.takes_effect(transaction, seat.row.id)
        players = {turn.player for turn in seat.play.turns if turn.player is not None}
        await outcome.show_solution(context, seat.play, others=players, source=transaction)
    words = Markup("\n").join([drawn(seat.play.solution), context.html("game.given_up")])
    choices = next_keyboard(context.language, daily=not outcome.is_todays(context, seat.row))
    await change(context, context.pressed_message, words, choices)


async def play_on_pressed(context: Context) -> None:
    words = context.html("game.play_on")
    await change(context, context.pressed_message, words, None)


HANDLERS = (
    command("giveup", giveup),
    press("giveup", giveup),
    press("yesgiveup", yes_pressed),
    press("playon", play_on_pressed),
)
