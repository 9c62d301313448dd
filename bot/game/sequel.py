"""What people say to a hint that their board shows: `tell me more`, or `just put it in`.

Such words mean the hint only while it is there, and as a whole text. Elsewhere `more` may be
another puzzle and `do it` nothing at all, so nothing is guessed from a part of a sentence.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from bot.game.asked import folded
from bot.game.entry.question import is_question

LONGEST: Final = 60
"""Characters of the longest text that is looked at."""

_TELLING: Final = "telling"
"""The words around a phrase with which somebody tells what they do themselves, or have done."""


class Sequel(StrEnum):
    """How a hint goes on: its next stage or passage, or its moves on the board."""

    MORE = "more"
    MOVES = "moves"


def read_sequel(text: str, words: Mapping[str, str], around: Mapping[str, str]) -> Sequel | None:
    """What a text as a whole wants of the hint; None for anything else.

    `words` are the phrases of each Sequel. `around` are the words that may stand before and behind
    them, such as `please`, by their kind. All of them are folded as `folded` does.
    """
    if len(text) > LONGEST:
        return None
    said, is_telling = folded(text), False
    while said not in words:
        word = _outermost(said, around)
        if word is None:
            return None
        is_telling = is_telling or around[word] == _TELLING
        said = said.removeprefix(word) if said.startswith(word) else said.removesuffix(word)
    sequel = Sequel(words[said])
    # `Do it?` and `填好了` (I have filled it in) order no move.
    is_order = not is_telling and not is_question(text)
    return sequel if sequel is Sequel.MORE or is_order else None


def _outermost(said: str, around: Iterable[str]) -> str | None:
    """A word with which a longer phrase begins or ends; None where it has none."""
    return next(
        (
            word
            for word in around
            if said != word and (said.startswith(word) or said.endswith(word))
        ),
        None,
    )
