"""/giveup: shows the solution, after asking whether it is really wanted."""

from bot.chat import boards, meaning, outcome
from bot.chat.pressed import game_below, is_about
from bot.handlers.routes import command, press
from bot.play import consent, games
from bot.play.consent import Question
from bot.play.errors import UserError
from bot.play.finish import give_up
from bot.render.board_words import title
from bot.render.buttons.action import Button
from bot.render.buttons.playing import ConfirmGiveUp, GiveUp, PlayOn
from bot.render.keyboard import keyboard
from bot.store.games import StoredGame
from bot.telegram.context import Context


async def giveup(context: Context) -> None:
    await _ask(context, await meaning.game(context))


async def giveup_pressed(context: Context, action: GiveUp) -> None:
    await _ask(context, await games.unfinished(context.visit, action.game_id))


async def yes_pressed(context: Context, action: ConfirmGiveUp) -> None:
    stored = await games.unfinished(context.visit, action.game_id)
    if not await consent.is_answer(context.visit, stored, Question.GIVE_UP, action.proof):
        await context.toast(context.text("game.asked_again"))
        await _ask(context, stored)
        return
    if not is_about(context, stored.id):
        raise UserError("junk.old_button")
    ended = await give_up(context.visit, stored)
    choices = keyboard(await outcome.next_games(context.board_visit, ended))
    view = boards.view_of(context.board_visit, ended)
    heading = title(context.board_visit.language, view)
    solution = heading + "\n" + outcome.solution_html(context.board_visit, ended)
    # The question turns into the solution, which the place was owed as a board (`settle`).
    await context.change(context.pressed_message, solution, choices)
    await boards.settle(context, ended)


async def play_on_pressed(context: Context, action: PlayOn) -> None:
    """Ends the question, which concerns all who play the game, and nobody else."""
    # A button of an earlier version names no game, and the yes beside it does.
    game_id = action.game_id or game_below(context)
    if game_id is None:
        raise UserError("junk.old_button")
    await consent.require_part(context.visit, await games.unfinished(context.visit, game_id))
    words = context.html("game.play_on")
    await context.change(context.pressed_message, words, None)


async def _ask(context: Context, stored: StoredGame) -> None:
    proof = await consent.ask(context.visit, stored, Question.GIVE_UP)
    buttons: list[list[Button]] = [
        [(context.text("button.no_giveup"), PlayOn(stored.id))],
        [(context.text("button.yes_giveup"), ConfirmGiveUp(stored.id, proof))],
    ]
    question = context.html("game.give_up_question", game=stored.id)
    await context.say(question, keyboard(buttons))


HANDLERS = (command("giveup", giveup),)
PRESSED = (
    press(GiveUp, giveup_pressed),
    press(ConfirmGiveUp, yes_pressed),
    press(PlayOn, play_on_pressed),
)
