"""What kind of puzzle a person asks for, in their own words."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from engine import Symmetry

SIZES: Final = (4, 6, 9, 16)


class UnknownWish(ValueError):  # noqa: N818 - an answer to the person, not a fault
    """A word that names nothing; `guess` is the nearest one that does, or empty."""

    def __init__(self, word: str, guess: str) -> None:
        super().__init__(word)
        self.word = word
        self.guess = guess


@dataclass(frozen=True, slots=True)
class Wish:
    """A size, a symmetry, and a seed where the person chose one."""

    size: int = 9
    symmetry: Symmetry = Symmetry.CENTRAL
    seed: str | None = None


def parse_wish(words: Iterable[str], symmetries: Mapping[str, str]) -> Wish:
    """Reads words in any order; `symmetries` maps the words of all languages to the names.

    A number that is a size means the size (the first time), any other number is a seed, and so is
    whatever follows `#` or `seed=`. Raises UnknownWish.
    """
    size: int | None = None
    symmetry: Symmetry | None = None
    seed: str | None = None
    for word in map(_folded, words):
        if size is None and _as_size(word) in SIZES:
            size = _as_size(word)
        elif word in symmetries:
            symmetry = Symmetry(symmetries[word])
        elif _as_seed(word):
            seed = _as_seed(word)
        else:
            guess = get_close_matches(word, symmetries, n=1, cutoff=0.6)
            raise UnknownWish(word[:30], "".join(guess))
    return Wish(size or 9, symmetry or Symmetry.CENTRAL, seed)


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).lower()


def _as_size(word: str) -> int:
    """`9`, `9x9` and `9×9` alike; 0 for anything else."""
    first, cross, second = word.replace("×", "x").replace("*", "x").partition("x")
    if not first.isdecimal() or len(first) > 3 or (cross and first != second):
        return 0
    return int(first)


def _as_seed(word: str) -> str:
    if word.isdecimal():
        return word[:64]
    for mark in ("seed=", "seed:", "#"):
        if word.startswith(mark):
            return word.removeprefix(mark)[:64]
    return ""
