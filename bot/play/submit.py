"""Whole boards that people submit: kept, judged, and written into the game if they are right."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.game.answer import Verdict, judge, turn_of_answer
from bot.game.fair_play import checked_key
from bot.game.move import Move
from bot.play.errors import UserError
from bot.play.games import numbered, taken_up, unfinished_here
from bot.play.turns import make_turn
from bot.play.visit import Visit
from bot.store import hints, submissions
from bot.store.games import StoredGame
from engine.board import Grid


@dataclass(frozen=True, slots=True)
class Judged:
    """A judged answer with the game that it fits, which a right answer has ended.

    `submission_id` is the number under which it is kept. `is_beside` says that the answer was not
    written on the board, and could be: it agrees with the givens and has digits that the board
    lacks. Only a right answer is written there without asking.
    """

    stored: StoredGame
    verdict: Verdict
    submission_id: int
    is_beside: bool = False


async def submit(visit: Visit, stored: StoredGame, answer: Grid) -> Judged:
    """Keeps an answer and judges it; a right one ends the game.

    The answer is for the game `stored`, unless it contradicts its givens and fits those of another
    unfinished game. Raises UserError for an answer of another shape that fits no unfinished game.
    """
    stored = await _fitting(visit, stored, answer)
    verdict = judge(stored.game, answer)
    turn = turn_of_answer(stored.game, answer, visit.user.id)
    if not verdict.solved:
        is_beside = bool(turn.moves) and not verdict.contradicted
        return Judged(stored, verdict, await _kept(visit, stored, answer), is_beside)
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


async def place(visit: Visit, submission_id: int) -> tuple[StoredGame, Sequence[Move]]:
    """Writes a person's own kept answer over the board as one turn; no moves if it stands there.

    Raises UserError if there is no such answer, and as `taken_up` and `make_turn` do.
    """
    kept = await submissions.get(visit.database, submission_id)
    if kept is None or kept.user_id != visit.user.id:
        raise UserError("junk.old_button")
    stored = await taken_up(visit, kept.game_id)
    turn = turn_of_answer(stored.game, kept.answer, visit.user.id)
    return await make_turn(visit, stored, turn), turn.moves


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
