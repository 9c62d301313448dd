"""How long somebody has played: the gaps between acts, without the long ones."""

from typing import Final

IDLE_SECONDS: Final = 300
"""A longer gap counts as this much: the player was away."""


def played(seconds: int, last: int, now: int) -> int:
    """The seconds of play after one more act, `last` being the instant of the one before."""
    return seconds + min(max(now - last, 0), IDLE_SECONDS)
