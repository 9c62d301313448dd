"""/submit, and a full answer that was simply pasted: checked against the chat's game."""

from markupsafe import Markup

from bot.chat import table
from bot.chat.errors import UserError
from bot.game.answer import Verdict, judge, turn_of_answer
from bot.game.entry import Answer
from bot.handlers.routes import command, press
from bot.play.typed import read
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store import games, submissions
from bot.telegram.context import Context
from bot.telegram.replies import say
from engine import Grid


async def submit(context: Context) -> None:
    seat = await table.current(context)
    typed = context.rest or context.quoted
    if not typed:
        raise _usage(seat)
    entry = read(context, seat, typed)
    if not isinstance(entry, Answer):
        raise _usage(seat)
    await receive(context, seat, entry.grid)


async def receive(context: Context, seat: table.Table, answer: Grid) -> None:
    """Keeps a submitted answer, judges it for the game that it fits, and says so."""
    seat = await _fitting(context, seat, answer)
    verdict = judge(seat.play, answer)
    if verdict.solved:
        turn = turn_of_answer(seat.play, answer, context.user.id)
        async with context.database.transaction() as transaction:
            await submissions.add(transaction, *_key(context, seat), answer, context.seconds)
            seat = await table.take(context, seat, turn, source=transaction)
        await table.show(context, seat)
        return
    kept = await _kept(context, seat, answer)
    which = None
    if verdict.wrong and not verdict.contradicted:
        which = keyboard([[(context.text("button.which"), NameWrongInAnswer(kept))]])
    await say(context, Markup("\n").join(_findings(context, seat, verdict)), which)


async def _kept(context: Context, seat: table.Table, answer: Grid) -> int:
    """The number of the answer, which is kept once even if the process ends before it is judged."""
    async with context.database.transaction() as transaction:
        if context.begun:
            known = await submissions.latest(transaction, *_key(context, seat))
            if known is not None:
                return known
        await context.takes_effect(transaction)
        return await submissions.add(transaction, *_key(context, seat), answer, context.seconds)


def _key(context: Context, seat: table.Table) -> tuple[int, int]:
    return seat.row.id, context.user.id


async def wrong_pressed(context: Context, action: NameWrongInAnswer) -> None:
    kept = await submissions.get(context.database, action.submission_id)
    if kept is None:
        raise UserError("junk.old_button")
    seat = await table.numbered(context, kept.game_id)
    wrong = judge(seat.play, kept.answer).wrong
    words = cell_list(context.language, kept.answer.geometry, wrong)
    await say(context, context.html("submit.which", count=len(wrong), cells=words))


def _usage(seat: table.Table) -> UserError:
    return UserError("submit.usage", cells=seat.play.givens.geometry.cell_count)


async def _fitting(context: Context, seat: table.Table, answer: Grid) -> table.Table:
    """The current game, unless the answer keeps the givens of another unfinished one only."""
    for row in [seat.row, *await games.open_games(context.database, context.chat_id)]:
        candidate = table.Table.of(row)
        if _fits(candidate, answer):
            return candidate
    if answer.geometry is not seat.play.givens.geometry:
        sizes = seat.play.givens.geometry.size, answer.geometry.size
        raise UserError("submit.size", size=sizes[0], other=sizes[1])
    return seat


def _fits(seat: table.Table, answer: Grid) -> bool:
    same = answer.geometry is seat.play.givens.geometry
    return same and not judge(seat.play, answer).contradicted


def _findings(context: Context, seat: table.Table, verdict: Verdict) -> list[Markup]:
    if verdict.contradicted:
        words = cell_list(context.language, seat.play.givens.geometry, verdict.contradicted)
        count = len(verdict.contradicted)
        return [context.html("submit.other_puzzle", count=count, cells=words)]
    found = []
    if verdict.wrong:
        found.append(context.html("submit.wrong", count=len(verdict.wrong)))
    if verdict.blank:
        found.append(context.html("submit.blank", count=len(verdict.blank)))
    return found


HANDLERS = (command("submit", submit),)
PRESSED = (press(NameWrongInAnswer, wrong_pressed),)
