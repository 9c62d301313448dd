"""Questions about the board as it stands: what is in a unit, and where a digit can go."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from bot.game.game import Game
from bot.game.notes import parse_unit
from engine.board import SYMBOLS, Geometry

LONGEST: Final = 60
"""Characters of the longest question; longer texts are not looked at."""

SHORTEST_WORD: Final = 3
"""Letters of a name of a unit that stands for no cell: `b 2` and `c 3` are cells."""

DIGIT: Final = "{digit}"


@dataclass(frozen=True, slots=True)
class AskedUnit:
    """What is in a unit; its index in `Geometry.units`."""

    unit: int


@dataclass(frozen=True, slots=True)
class AskedDigit:
    """Where a digit can go."""

    digit: int


Question = AskedUnit | AskedDigit


def read_question(
    text: str, geometry: Geometry, units: Mapping[str, str], patterns: Collection[str]
) -> Question | None:
    """The question that a text is as a whole; None for anything else.

    `units` are the words of `parse_unit`. `patterns` are questions with `{digit}` in them, folded
    as `folded` does.
    """
    if len(text) > LONGEST:
        return None
    lower = text.lower()
    if any(word in lower and _is_name(word) for word in units):
        words = {word: kind for word, kind in units.items() if _is_name(word)}
        unit = parse_unit(text, geometry, words)
        return None if unit is None else AskedUnit(unit)
    asked, symbols = folded(text), SYMBOLS[: geometry.size].lower()
    for at, sign in enumerate(asked):
        if sign in symbols and f"{asked[:at]}{DIGIT}{asked[at + 1 :]}" in patterns:
            return AskedDigit(symbols.index(sign) + 1)
    return None


def folded(text: str) -> str:
    """Its letters and digits alone: in lower case, without accents, spaces and signs."""
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(sign for sign in plain if sign.isalnum())


def places(game: Game, digit: int) -> list[int]:
    """The blank cells where a digit can go, as no peer has it."""
    values, peers = game.values, game.givens.geometry.peers
    return [cell for cell in values.blanks() if all(values[peer] != digit for peer in peers[cell])]


def _is_name(word: str) -> bool:
    return len(word) >= SHORTEST_WORD or not word.isascii()
