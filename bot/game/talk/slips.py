"""Words as people type them on phones: with slips, without vowels, by their sound, with endings.

What is surely meant is told apart from what is only likely. `mended` is sure enough to act on:

- one letter too many, too few or wrong, or two that changed places, in a word of four letters and
  more. A word of four is mended only where the letters are the same ones or the first is right,
  since a slip in a short word often makes another word (`hand`, `hard`);
- no vowels at all (`hnt`, `brd`), where only one known word has these consonants;
- another spelling of the same sound in Spanish (`komo`, `kiero`), where only one known word has it.

`near` is a guess that may only be offered: a word that is badly misspelt, or known with another
ending (`significan`, `sudokito`, `pestering`).

The search for slips is by symmetric deletion: a table holds each known word under all its spellings
with one letter left out, so that an error is found by looking up the same spellings of the typed
word, and not by comparing it with every word.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import groupby
from typing import Final

_SHORTEST_MENDED: Final = 4
_LONGEST_MENDED: Final = 20
_SHORTEST_NEAR: Final = 5
_SHORTEST_HEARD: Final = 3
_LIKE: Final = 0.8
"""How like a known word must be (`difflib`), to be guessed."""

_BARE: Final = re.compile(r"[bcdfghjklmnpqrstvwxyz]+")
_VOWELS: Final = re.compile("[aeiou]")
_SOUNDS: Final = tuple(
    (re.compile(written), sound)
    for written, sound in (
        (r"ch", "1"),
        (r"qu(?=[ei])|q|c(?![eiy])", "k"),
        (r"c(?=[eiy])|z", "s"),
        (r"g(?=[ei])", "j"),
        (r"gu(?=[ei])", "g"),
        (r"ll|y(?=[aeiou])", "2"),
        (r"y$", "i"),
        (r"[vw]", "b"),
        (r"h", ""),
    )
)
"""What is written in several ways and sounds alike in Spanish."""

_ENDINGS: Final = {
    "en": ("ing", "in", "ed", "er", "ers", "d", "ly", "y", "ish"),
    "es": (
        *("melo", "mela", "melos", "melas", "selo", "sela", "me", "nos", "le", "les", "lo", "la"),
        *("los", "las", "se", "te", "ito", "ita", "itos", "itas", "illo", "illa", "isimo"),
        *("isima", "azo", "n", "s", "ndo", "r", "mos", "es", "as", "e", "en", "an"),
    ),
}
_ROOTS: Final = {"en": ("", "e"), "es": ("", "o", "a", "e", "r")}
_SHORTEST_ROOT: Final = 4


@dataclass(frozen=True)
class Slips:
    """The words of a language, found by what people type for them."""

    language: str
    words: frozenset[str]

    def mended(self, word: str) -> str | None:
        """The known word that this one surely stands for; None where there is none."""
        if word in self.words:
            return word
        if not word.isascii() or not word.isalpha() or len(word) > _LONGEST_MENDED:
            return None
        if len(word) >= _SHORTEST_MENDED and (meant := self._slip(word)):
            return meant
        if len(word) >= _SHORTEST_HEARD and _BARE.fullmatch(word):
            return self._without_vowels.get(word)
        is_heard = self.language == "es" and len(word) >= _SHORTEST_HEARD
        return self._by_sound.get(_sound(word)) if is_heard else None

    def near(self, word: str) -> str | None:
        """The known word that another one is most like; None where none is."""
        if not _SHORTEST_NEAR <= len(word) <= _LONGEST_MENDED or not word.isascii():
            return None
        if root := self._root(word):
            return root
        return "".join(get_close_matches(word, self._by_letter.get(word[0], ()), 1, _LIKE)) or None

    def _slip(self, word: str) -> str | None:
        left = (word, *_without_one(word))
        near = dict.fromkeys(known for one in left for known in self._shortened.get(one, ()))
        # Near words have a spelling without one letter in common, but may be two letters apart.
        slips = [known for known in near if _is_slip(word, known)]
        # Letters in the wrong order come before a wrong letter: false is smaller than true.
        return min(slips, key=lambda known: sorted(known) != sorted(word), default=None)

    def _root(self, word: str) -> str | None:
        """The known word of which this one is a form with an ending; the longest where several."""
        roots = []
        for ending in _ENDINGS.get(self.language, ()):
            if word.endswith(ending):
                stem = word.removesuffix(ending)
                roots += [f"{stem}{more}" for more in _ROOTS[self.language]]
                # The last letter of a short word is doubled in English: `spamming`.
                roots += [stem[:-1]] if stem[-1:] == stem[-2:-1] else []
        known = [root for root in roots if len(root) >= _SHORTEST_ROOT and root in self.words]
        return max(known, key=len, default=None)

    @cached_property
    def _latin(self) -> list[str]:
        return sorted(word for word in self.words if word.isascii() and word.isalpha())

    @cached_property
    def _shortened(self) -> Mapping[str, tuple[str, ...]]:
        """The words that a slip may mean, by their spellings whole and without one letter."""
        table: dict[str, list[str]] = {}
        for word in self._latin:
            if len(word) >= _SHORTEST_MENDED:
                for left in {word, *_without_one(word)}:
                    table.setdefault(left, []).append(word)
        return {left: tuple(words) for left, words in table.items()}

    @cached_property
    def _without_vowels(self) -> Mapping[str, str]:
        longer = (word for word in self._latin if _VOWELS.search(word[1:]))
        return _unique(longer, lambda word: word[0] + _VOWELS.sub("", word[1:]))

    @cached_property
    def _by_sound(self) -> Mapping[str, str]:
        return _unique(self._latin, _sound)

    @cached_property
    def _by_letter(self) -> Mapping[str, tuple[str, ...]]:
        """The longer words by their first letters, which even bad spellers get right."""
        long = [word for word in self._latin if len(word) >= _SHORTEST_NEAR]
        return {first: tuple(group) for first, group in groupby(long, key=lambda word: word[0])}


def _unique(words: Iterable[str], key: Callable[[str], str]) -> Mapping[str, str]:
    """Words by a key, without those that share theirs."""
    table: dict[str, list[str]] = {}
    for word in words:
        table.setdefault(key(word), []).append(word)
    return {shared: found[0] for shared, found in table.items() if len(found) == 1}


def _sound(word: str) -> str:
    for written, sound in _SOUNDS:
        word = written.sub(sound, word)
    return word


def _without_one(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _is_slip(typed: str, known: str) -> bool:
    """Whether one letter is wrong, missing, too many, or has changed places with the next."""
    is_short = min(len(typed), len(known)) <= _SHORTEST_MENDED
    if is_short and typed[0] != known[0] and sorted(typed) != sorted(known):
        return False
    if len(typed) == len(known):
        return _is_wrong_or_swapped(typed, known)
    longer, shorter = sorted((typed, known), key=len, reverse=True)
    return len(longer) == len(shorter) + 1 and shorter in set(_without_one(longer))


def _is_wrong_or_swapped(typed: str, known: str) -> bool:
    differing = [at for at in range(len(typed)) if typed[at] != known[at]]
    if len(differing) == 1:
        return True
    first, last = differing[0], differing[-1]
    return last == first + 1 and typed[first : last + 1] == known[last] + known[first]
