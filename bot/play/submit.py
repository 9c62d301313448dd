"""Whole boards that people submit: kept, judged, and written into the game if they are right."""

from dataclasses import dataclass

from bot.game.answer import Verdict, judge, turn_of_answer
from bot.game.fair_play import checked_key
from bot.play.errors import UserError
from bot.play.games import numbered, unfinished_here
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, submissions
from bot.store.games import StoredGame
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged answer with the game that it fits, which a right answer has ended.

    `submission_id` is the number under which the answer is kept.
    """

    stored: StoredGame
    verdict: Verdict
    submission_id: int


async def submit(visit: Visit, stored: StoredGame, answer: Grid) -> Judged:
    """Keeps an answer and judges it; a right one ends the game.

    The answer is for the game `stored`, unless it contradicts its givens and fits those of another
    unfinished game. Raises UserError for an answer of another shape that fits no unfinished game.
    """
    stored = await _fitting(visit, stored, answer)
    verdict = judge(stored.game, answer)
    if not verdict.solved:
        return Judged(stored, verdict, await _kept(visit, stored, answer))
    turn = turn_of_answer(stored.game, answer, visit.user.id)
    async with visit.database.transaction() as transaction:
        kept = await submissions.add(transaction, stored.id, visit.user.id, answer, visit.seconds)
        ended = await make_turn(visit, stored, turn, source=transaction)
    return Judged(ended, verdict, kept)


async def judged_again(visit: Visit, submission_id: int) -> Judged:
    """Judges a kept answer of this chat again; raises UserError if there is none."""
    kept = await submissions.get(visit.database, submission_id)
    if kept is None:
        raise UserError("junk.old_button")
    stored = await numbered(visit, kept.game_id)
    return Judged(stored, judge(stored.game, kept.answer), kept.id)


async def _kept(visit: Visit, stored: StoredGame, answer: Grid) -> int:
    """Keeps a wrong answer, only once even after a crash, and returns its number.

    Its verdict counts as help, unless the answer contradicts the givens and so says nothing.
    """
    async with visit.database.transaction() as transaction:
        if visit.is_repeated:
            known = await submissions.latest(transaction, stored.id, visit.user.id)
            if known is not None:
                return known
        await visit.takes_effect(transaction)
        if not judge(stored.game, answer).contradicted:
            key = checked_key(answer)
            await hints.add_check(transaction, stored.id, key, visit.seconds, visit.user.id)
            await visit.takes_part(transaction, stored.id)
        return await submissions.add(transaction, stored.id, visit.user.id, answer, visit.seconds)


async def _fitting(visit: Visit, stored: StoredGame, answer: Grid) -> StoredGame:
    # A full board may be for any open game, as an answer does not name one.
    for candidate in [stored, *await unfinished_here(visit)]:
        if _fits(candidate, answer):
            return candidate
    size, other = stored.game.givens.geometry.size, answer.geometry.size
    if answer.geometry is not stored.game.givens.geometry:
        raise UserError("submit.size", size=size, other=other)
    return stored


def _fits(stored: StoredGame, answer: Grid) -> bool:
    """Whether an answer has the shape and the givens of a game."""
    is_same_shape = answer.geometry is stored.game.givens.geometry
    return is_same_shape and not judge(stored.game, answer).contradicted
