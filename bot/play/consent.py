"""Asks before a game is ended or emptied, which concerns all who play it.

The data of a button come from people's devices, and anybody in a group can send any data for any
message there. So only people with a part in the game are asked and may answer, and a yes carries
the proof that the bot has asked about this game in this state. After the next move the proof is
void.
"""

from enum import StrEnum

from bot.game.hint import state_key
from bot.game.proof import is_proven, prove
from bot.play.errors import UserError
from bot.play.visit import Visit
from bot.store import players
from bot.store.games import StoredGame


class Question(StrEnum):
    """What the bot asks about; the values are part of its proofs."""

    GIVE_UP = "give up"
    START_OVER = "start over"


async def ask(visit: Visit, stored: StoredGame, question: Question) -> str:
    """The proof that the bot has asked; raises UserError for somebody with no part in the game."""
    await require_part(visit, stored)
    return prove(visit.services.secret, _asked(stored, question))


async def is_answer(visit: Visit, stored: StoredGame, question: Question, proof: str) -> bool:
    """Whether a yes answers the question about the game as it stands; raises as `ask` does."""
    await require_part(visit, stored)
    return is_proven(visit.services.secret, _asked(stored, question), proof)


async def require_part(visit: Visit, stored: StoredGame) -> None:
    """Raises UserError unless the person began the game or has a seat in it, or plays alone."""
    person = visit.user.id
    if visit.group is None or stored.started_by == person:
        return
    seats = await players.of_game(visit.database, stored.id)
    if all(player.user_id != person for player in seats):
        raise UserError("game.players")


def _asked(stored: StoredGame, question: Question) -> str:
    return f"{question} {stored.id} {state_key(stored.game)}"
