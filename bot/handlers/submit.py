"""/submit, and a full answer that was simply pasted: checked against the chat's game."""

from markupsafe import Markup

from bot.chat import boards
from bot.game.answer import Verdict, judge, turn_of_answer
from bot.game.entry import Answer, Letters, read_typed
from bot.handlers.routes import command, press
from bot.play import games, turns
from bot.play.errors import UserError
from bot.render.buttons.playing import NameWrongInAnswer
from bot.render.keyboard import keyboard
from bot.render.words import cell_list
from bot.store import games as stored_games
from bot.store import submissions
from bot.store.games import StoredGame
from bot.telegram.context import Context
from engine.grid import Grid


async def submit(context: Context) -> None:
    stored = await games.current(context.visit)
    typed = context.rest or context.quoted
    if not typed:
        raise _usage(stored)
    entry = read_typed(typed, stored.game.givens.geometry, Letters(context.user.letters))
    if not isinstance(entry, Answer):
        raise _usage(stored)
    await receive(context, stored, entry.grid)


async def receive(context: Context, stored: StoredGame, answer: Grid) -> None:
    """Keeps a submitted answer, judges it for the game that it fits, and says so."""
    stored = await _fitting(context, stored, answer)
    verdict = judge(stored.game, answer)
    if verdict.solved:
        turn = turn_of_answer(stored.game, answer, context.user.id)
        async with context.database.transaction() as transaction:
            await submissions.add(transaction, *_key(context, stored), answer, context.seconds)
            stored = await turns.make_turn(context.visit, stored, turn, source=transaction)
        await boards.show(context, stored)
        return
    kept = await _kept(context, stored, answer)
    which = None
    if verdict.wrong and not verdict.contradicted:
        which = keyboard([[(context.text("button.which"), NameWrongInAnswer(kept))]])
    await context.say(Markup("\n").join(_findings(context, stored, verdict)), which)


async def _kept(context: Context, stored: StoredGame, answer: Grid) -> int:
    """The number of the answer, which is kept once even if the process ends before it is judged."""
    async with context.database.transaction() as transaction:
        if context.visit.is_repeated:
            known = await submissions.latest(transaction, *_key(context, stored))
            if known is not None:
                return known
        await context.visit.takes_effect(transaction)
        return await submissions.add(transaction, *_key(context, stored), answer, context.seconds)


def _key(context: Context, stored: StoredGame) -> tuple[int, int]:
    return stored.id, context.user.id


async def wrong_pressed(context: Context, action: NameWrongInAnswer) -> None:
    kept = await submissions.get(context.database, action.submission_id)
    if kept is None:
        raise UserError("junk.old_button")
    stored = await games.numbered(context.visit, kept.game_id)
    wrong = judge(stored.game, kept.answer).wrong
    words = cell_list(context.language, kept.answer.geometry, wrong)
    await context.say(context.html("submit.which", count=len(wrong), cells=words))


def _usage(stored: StoredGame) -> UserError:
    return UserError("submit.usage", cells=stored.game.givens.geometry.cell_count)


async def _fitting(context: Context, stored: StoredGame, answer: Grid) -> StoredGame:
    """The current game, unless the answer keeps the givens of another unfinished one only."""
    others = await stored_games.open_games(context.database, context.place, context.user.id)
    for candidate in [stored, *others]:
        if _fits(candidate, answer):
            return candidate
    if answer.geometry is not stored.game.givens.geometry:
        sizes = stored.game.givens.geometry.size, answer.geometry.size
        raise UserError("submit.size", size=sizes[0], other=sizes[1])
    return stored


def _fits(stored: StoredGame, answer: Grid) -> bool:
    same = answer.geometry is stored.game.givens.geometry
    return same and not judge(stored.game, answer).contradicted


def _findings(context: Context, stored: StoredGame, verdict: Verdict) -> list[Markup]:
    if verdict.contradicted:
        words = cell_list(context.language, stored.game.givens.geometry, verdict.contradicted)
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
