"""/submit: a whole board, checked against the game that it fits; also one that was pasted."""

from markupsafe import Markup

from bot.chat import boards
from bot.game.entry import Answer, Letters
from bot.game.typed import read_typed
from bot.handlers.routes import command, press
from bot.play import games
from bot.play import submit as submitting
from bot.play.errors import UserError
from bot.play.submit import Judged
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine import Grid


async def submit(context: Context) -> None:
    stored = await games.current(context.visit)
    typed = context.rest or context.quoted
    if not typed:
        raise _usage(stored)
    entry = read_typed(typed, stored.game, Letters(context.user.letters))
    if not isinstance(entry, Answer):
        raise _usage(stored)
    await receive(context, stored, entry.grid)


async def receive(context: Context, stored: StoredGame, answer: Grid) -> None:
    """Submits an answer, and says how it was judged."""
    judged = await submitting.submit(context.visit, stored, answer)
    if judged.verdict.solved:
        await boards.show(context, judged.stored)
        return
    which, verdict = None, judged.verdict
    if verdict.wrong and not verdict.contradicted:
        button = (context.text("button.which"), NameWrongInAnswer(judged.submission_id))
        which = keyboard([[button]])
    await context.say(Markup("\n").join(_findings(context, judged)), which)


async def wrong_pressed(context: Context, action: NameWrongInAnswer) -> None:
    judged = await submitting.judged_again(context.visit, action.submission_id)
    wrong = judged.verdict.wrong
    words = cell_list(context.language, judged.stored.game.givens.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=words))


def _usage(stored: StoredGame) -> UserError:
    return UserError("submit.usage", cells=stored.game.givens.geometry.cell_count)


def _findings(context: Context, judged: Judged) -> list[Markup]:
    verdict, found = judged.verdict, []
    if verdict.contradicted:
        geometry, count = judged.stored.game.givens.geometry, len(verdict.contradicted)
        words = cell_list(context.language, geometry, verdict.contradicted)
        return [context.html("submit.other_puzzle", count=count, cells=words)]
    if verdict.wrong:
        found.append(context.html("submit.wrong", count=len(verdict.wrong)))
    if verdict.blank:
        found.append(context.html("submit.blank", count=len(verdict.blank)))
    return found


HANDLERS = (command("submit", submit),)
PRESSED = (press(NameWrongInAnswer, wrong_pressed),)
