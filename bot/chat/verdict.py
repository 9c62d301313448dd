"""What the bot says of an answer that was handed in: how it was judged, and what can be done next.

An answer with a mistake is checked beside the board, which may hold other digits and may be played
by others. So it is written there only when its sender says so, as one turn that can be undone.
"""

from markupsafe import Markup

from bot.chat import boards
from bot.chat.applause import applaud_end
from bot.play import submit as submitting
from bot.play.submit import Judged
from bot.render.buttons.action import Button
from bot.render.buttons.personal import CarryOut
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.board import Grid


async def receive(context: Context, stored: StoredGame, answer: Grid) -> None:
    """Submits an answer, and says how it was judged."""
    judged = await submitting.submit(context.visit, stored, answer)
    if judged.verdict.solved:
        await boards.show(context, judged.stored)
        await applaud_end(context, judged.stored)
        return
    rows = _next(context, judged)
    words = Markup("\n").join(_findings(context, judged))
    await context.say(words, keyboard(rows) if rows else None)


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
    if judged.is_beside:
        found.append(context.html("submit.beside"))
    return found


def _next(context: Context, judged: Judged) -> list[list[Button]]:
    """The buttons below a verdict: to name the wrong cells, to write the answer on the board."""
    rows, verdict, number = list[list[Button]](), judged.verdict, judged.submission_id
    # The cells are named only on request, which is more help than their number.
    if verdict.wrong and not verdict.contradicted:
        rows.append([(context.text("button.which"), NameWrongInAnswer(number))])
    if judged.is_beside:
        place = CarryOut(context.user.id, "place_answer", str(number))
        rows.append([(context.text("want.place_answer"), place)])
    return rows
