"""What people say to a hint that their board shows: `tell me more`, or `just put it in`.

Such words mean the hint only while it is there, and as a whole text. Elsewhere `more` may be
another puzzle and `do it` nothing at all, so nothing is guessed from a part of a sentence.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import Final

from bot.game.asked import folded

LONGEST: Final = 60
"""Characters of the longest text that is looked at."""


class Sequel(StrEnum):
    """How a hint goes on: its next stage or passage, or its moves on the board."""

    MORE = "more"
    MOVES = "moves"


def read_sequel(text: str, words: Mapping[str, str], around: Collection[str]) -> Sequel | None:
    """What a text as a whole wants of the hint; None for anything else.

    `words` are the phrases of each Sequel and `around` what may stand before and behind them, such
    as `please`, all of them folded as `folded` does.
    """
    if len(text) > LONGEST:
        return None
    said = folded(text)
    while said not in words:
        shorter = _without_one(said, around)
        if shorter == said:
            return None
        said = shorter
    return Sequel(words[said])


def _without_one(said: str, around: Collection[str]) -> str:
    for word in around:
        if said != word and said.startswith(word):
            return said.removeprefix(word)
        if said != word and said.endswith(word):
            return said.removesuffix(word)
    return said
