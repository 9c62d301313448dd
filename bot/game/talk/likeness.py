"""Which wishes a text is like, in whatever words it was written.

The rules are sure of what they know, but nobody can list all that people may say. So where no rule
explains a whole text, its words tell which wishes it is like, learnt from thousands of messages
that were written for each (`tests/bot/game/talk/said/`). What comes of it is offered, or answered
where that changes nothing; no move is ever made by it.

It is a linear model over the features of a text: its words, its pairs of words, also with one
between them, its first and its last word, pieces of three to five letters, which see through slips
and endings, and Chinese characters, their pairs and triples. Beside these stand the concepts that
the rules know its phrases by (`lexicon`), and pairs of these: so a phrase that nobody used in the
messages still counts like those that mean the same, in any language. A feature counts by how rare
it is, and a long text no more than a short one. All languages are in one model, since people mix
them. All numbers are one feature: which one it is says little about what is wished.

A weight is the sum of naive Bayes and of multinomial logistic regression, which errs elsewhere: the
one takes each feature for a witness of its own, so that ten pieces of one word outvote the rest,
the other weighs the features together. Naive Bayes alone stood here before, and how far a wish was
ahead meant something else for each length of text. The sum gives probabilities that can be
believed: of the wishes to which it gives 0.6, about as many are meant. A word that was never seen
makes the text longer and so every wish less likely, in learning as well: there, what occurs only
once is not kept.

The file of weights is made by `python -m tests.bot.game.talk.training`. It has a line of JSON with
the wishes, what each begins with, and the number of features, then an array for each of the arrays
of Likeness, little-endian. A weight is a byte. The same amount may be taken off all weights of a
feature, since only differences count; so the median is, and what is then near nothing is left out.
Features are known by their checksums in ascending order: flat arrays take a megabyte, where
dictionaries of strings would take forty.
"""

import json
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import chain, pairwise
from math import exp, sqrt
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("likeness.bin")

PIECES: Final = (3, 4, 5)
"""Letters of the pieces of a word; where it begins and ends count as letters."""

PIECE_SHARE: Final = 0.4
"""How much a piece counts beside a word, which has as many of them as letters."""

PLACED_SHARE: Final = 0.7
"""How much the first and the last word count as such, and two words with one between them."""

CONCEPT_SHARE: Final = 2
PAIR_SHARE: Final = 1
"""How much a concept, and a pair of phrases by their concepts, counts beside a word."""

FOUR_BYTES: Final = "I"
"""The type of the items of arrays."""

STRANGE: Final = 255
"""The rarity of a word that was never seen."""

_MEANT: Final = "="
"""What the features of phrases by their concepts begin with."""

_TOKEN: Final = re.compile(r"[a-z']+|\d+|[\u3400-\u9fff]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Like:
    """A wish that a text is like, and how probable it is that it is meant."""

    wish: str
    probability: float


@dataclass(frozen=True, slots=True)
class Likeness:
    """The weights of features for wishes.

    `checksums` ascend. The feature at an index counts `rarities[index]` times, and its entries end
    at `ends[index]`, where those of the next one begin: numbers of `wishes`, and their `weights`,
    of which `steps` are one. A wish begins with its bias. `source` tells the messages that all this
    was learnt from.
    """

    source: int
    wishes: tuple[str, ...]
    biases: tuple[float, ...]
    steps: float
    checksums: "array[int]"
    ends: "array[int]"
    rarities: bytes
    entries: bytes
    weights: "array[int]"

    def like(self, folded: str, phrases: Sequence[str]) -> tuple[Like, ...]:
        """All wishes, that which a folded text is like first; none where all is strange.

        `phrases` are those of `lexicon.phrased`. Takes time linear in the length of the text.
        """
        counts, strange, is_known = defaultdict[int, float](float), 0, False
        for feature, count in counted(folded, phrases).items():
            checksum = zlib.crc32(feature.encode())
            at = bisect_left(self.checksums, checksum)
            if at < len(self.checksums) and self.checksums[at] == checksum:
                counts[at] += count
                is_known = is_known or is_word(feature) or feature[0] == _MEANT
            else:
                strange += is_word(feature)
        # Signs and emoji alone say too little, and so do pieces: a zebra is no algebra.
        if not is_known or not any(character.isalpha() for character in folded):
            return ()
        parts = {at: sqrt(count) * self.rarities[at] for at, count in counts.items()}
        known = sum(part * part for part in parts.values())
        scale = 1 / (self.steps * sqrt(known + strange * STRANGE * STRANGE))
        scores = [*self.biases]
        for at, part in parts.items():
            share = part * scale
            for entry in range(self.ends[at - 1] if at else 0, self.ends[at]):
                scores[self.entries[entry]] += share * self.weights[entry]
        return self._ranked(scores)

    def _ranked(self, scores: list[float]) -> tuple[Like, ...]:
        most = max(scores)
        odds = [exp(score - most) for score in scores]
        whole = sum(odds)
        order = sorted(range(len(odds)), key=lambda wish: -odds[wish])
        return tuple(Like(self.wishes[wish], odds[wish] / whole) for wish in order)


def counted(folded: str, phrases: Sequence[str]) -> Mapping[str, float]:
    """The features of a folded text and its phrases, and how much each counts."""
    counts = defaultdict[str, float](float)
    for feature, share in chain(features(folded), _meanings(phrases)):
        counts[feature] += share
    return counts


def features(folded: str) -> Iterator[tuple[str, float]]:
    """The features of a folded text, and how much each occurrence counts."""
    words = list[str]()
    for token in _TOKEN.findall(folded):
        if token.isdecimal():
            yield "#", 1
            words.append("#")
        elif not token.isascii() and token.isalpha():
            for length in (1, 2, 3):
                yield from ((piece, 1) for piece in _pieces(token, length))
            words.append("@")
        elif token.strip("'"):
            yield f"<{token}>", 1
            words.append(token)
            if token[0].isalpha():
                for length in PIECES:
                    yield from ((piece, PIECE_SHARE) for piece in _pieces(f"<{token}>", length))
    yield from ((f"{first} {second}", 1) for first, second in pairwise(words))
    skipped = zip(words, words[2:], strict=False)
    yield from ((f"{first} _ {second}", PLACED_SHARE) for first, second in skipped)
    if words:
        yield f"^ {words[0]}", PLACED_SHARE
        yield f"{words[-1]} $", PLACED_SHARE


def _meanings(phrases: Sequence[str]) -> Iterator[tuple[str, float]]:
    """The features of phrases by their concepts; an empty one has none."""
    for phrase in filter(None, phrases):
        yield from ((f"{_MEANT}{concept}", CONCEPT_SHARE) for concept in phrase.split("|"))
    for first, second in pairwise(phrases):
        if first or second:
            yield f"{_MEANT}{first} {second}", PAIR_SHARE


def is_word(feature: str) -> bool:
    """Whether a feature is a whole word, a sign, or a single Chinese character."""
    is_character = len(feature) == 1 and not feature.isascii()
    return is_character or (feature[0] == "<" and feature[-1] == ">")


def _pieces(text: str, length: int) -> Iterator[str]:
    return (text[at : at + length] for at in range(len(text) - length + 1))


def packed(model: Likeness) -> bytes:
    """The content of the file."""
    begun = {
        "source": model.source,
        "wishes": model.wishes,
        "biases": model.biases,
        "steps": model.steps,
        "features": len(model.checksums),
    }
    parts = [_in_order(model.checksums), _in_order(model.ends)]
    parts += [model.rarities, model.entries, model.weights.tobytes()]
    return b"".join([json.dumps(begun).encode(), b"\n", *parts])


def unpacked(content: bytes) -> Likeness:
    """What a file holds."""
    file = BytesIO(content)
    begun = json.loads(file.readline())
    count = begun["features"]
    checksums, ends = array(FOUR_BYTES), array(FOUR_BYTES)
    for found in (checksums, ends):
        found.frombytes(file.read(count * found.itemsize))
        if sys.byteorder == "big":
            found.byteswap()
    return Likeness(
        source=begun["source"],
        wishes=tuple(begun["wishes"]),
        biases=tuple(begun["biases"]),
        steps=begun["steps"],
        checksums=checksums,
        ends=ends,
        rarities=file.read(count),
        entries=file.read(ends[-1]),
        weights=array("b", file.read(ends[-1])),
    )


@cache
def known() -> Likeness:
    """The weights of the bot, which are read once."""
    return unpacked(FILE.read_bytes())


def _in_order(items: "array[int]") -> bytes:
    """The bytes of an array, little-endian."""
    copy = array(FOUR_BYTES, items)
    if sys.byteorder == "big":
        copy.byteswap()
    return copy.tobytes()
