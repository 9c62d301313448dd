"""References to games in links and buttons: `A-Z a-z 0-9 _ -`, as Telegram allows in t.me links.

Links are forwarded and numbers of games are easy to guess, so a reference carries a proof that the
bot itself made it, and it expires. It says which game is meant, never who may touch it.

A position of practice belongs to nobody and is in every copy of the program, so its name is plain.
"""

import re
from typing import Final

from bot.game import proof
from bot.game.proof import PROOF_LENGTH, prove

DAY: Final = 86_400
"""Seconds."""

DAYS: Final = 60
"""For so many days a reference holds at least; all made on one day are alike."""

_REFERENCE: Final = re.compile(
    rf"g([1-9][0-9]{{0,14}})-([1-9][0-9]{{0,5}})-([\w-]{{{PROOF_LENGTH}}})", re.ASCII
)

_POSITION: Final = re.compile(r"p-([a-z0-9_]{1,40})-([0-9]{1,9})", re.ASCII)


def reference(secret: bytes, game_id: int, now: int) -> str:
    """The reference to a game, made at `now` (in seconds since 1970); at most 40 characters."""
    # By whole days, so that a board that is drawn again has the same link.
    last_day = now // DAY + DAYS
    return f"g{game_id}-{last_day}-{prove(secret, _named(game_id, last_day))}"


def read_reference(secret: bytes, text: str, now: int) -> int | None:
    """The game that a reference means; None for what is none of ours, and for one that expired."""
    found = _REFERENCE.fullmatch(text)
    if found is None:
        return None
    game_id, last_day = int(found[1]), int(found[2])
    if not proof.is_proven(secret, _named(game_id, last_day), found[3]):
        return None
    return game_id if now // DAY <= last_day else None


def position_name(technique: str, number: int) -> str:
    """The name of a technique's position of practice; at most 52 characters."""
    return f"p-{technique}-{number}"


def read_position_name(text: str) -> tuple[str, int] | None:
    """The technique and the number in the name of a position, which may be of none; else None."""
    found = _POSITION.fullmatch(text)
    return (found[1], int(found[2])) if found else None


def _named(game_id: int, last_day: int) -> str:
    return f"game {game_id} until {last_day}"
