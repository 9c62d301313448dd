"""Which wishes a text is like, in whatever words it was written.

The rules are sure of what they know, but nobody can list all that people may say. So where no rule
explains a whole text, its words tell which wishes it is like, learnt from thousands of messages
that were written for each (`tests/bot/game/talk/said/`). What comes of it is offered, or answered
where that changes nothing; no move is ever made by it.

It is naive Bayes over the features of a text: its words, its pairs of words, pieces of four
letters, which see through slips and endings, and Chinese characters and their pairs. A feature
counts by how rare it is, and a long text no more than a short one. All languages are in one model,
since people mix them. All numbers are one feature: which one it is says little about what is
wished.

The file of weights is made by `python -m tests.bot.game.talk.training`. It has a line of JSON with
the wishes, what each begins with, and the number of features, then an array for each of the other
fields of Likeness, little-endian. Features are known by their checksums in ascending order: flat
arrays take a megabyte, where dictionaries of strings would take forty.
"""

import json
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("likeness.bin")

PIECE: Final = 4
"""Letters of the pieces of a word; where it begins and ends count as letters."""

PIECE_SHARE: Final = 0.4
"""How much a piece counts beside a word, which has as many of them as letters."""

STEPS: Final = 40
"""Steps of a weight for each unit of the logarithm."""

FOUR_BYTES: Final = "I"
"""The type of the items of arrays."""

_TOKEN: Final = re.compile(r"[a-z']+|\d+|[\u3400-\u9fff]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Like:
    """A wish that a text is like; `lead` is by how much it is ahead of the next one."""

    wish: str
    lead: float


@dataclass(frozen=True, slots=True)
class Likeness:
    """The weights of features for wishes.

    `checksums` ascend. The feature at an index counts `rarities[index]` times, and its entries end
    at `ends[index]`, where those of the next one begin: numbers of `wishes`, and their `weights` in
    STEPS. A wish begins with its bias, in STEPS as well.
    """

    wishes: tuple[str, ...]
    biases: tuple[int, ...]
    checksums: "array[int]"
    ends: "array[int]"
    rarities: bytes
    entries: bytes
    weights: bytes

    def like(self, folded: str) -> tuple[Like, ...]:
        """The wishes that a folded text is like, the likeliest first; none where all is strange.

        What is strange makes every lead shorter. Takes time linear in the length of the text.
        """
        counts, strange, is_known = defaultdict[int, float](float), 0, False
        for feature, share in features(folded):
            checksum = zlib.crc32(feature.encode())
            at = bisect_left(self.checksums, checksum)
            if at < len(self.checksums) and self.checksums[at] == checksum:
                counts[at] += share
                is_known = is_known or share == 1
            elif share == 1 and " " not in feature:
                strange += max(self.rarities)
        parts = {at: sqrt(count) * self.rarities[at] for at, count in counts.items()}
        # Signs and emoji alone say too little, and so do pieces: a zebra is no algebra.
        if not is_known or not any(character.isalpha() for character in folded):
            return ()
        whole = sum(parts.values())
        share_known = whole / (whole + strange)
        scale = share_known / (STEPS * sqrt(sum(part * part for part in parts.values())))
        scores = [bias * whole * scale for bias in self.biases]
        for at, part in parts.items():
            for entry in range(self.ends[at - 1] if at else 0, self.ends[at]):
                scores[self.entries[entry]] += part * self.weights[entry] * scale
        order = sorted(range(len(scores)), key=lambda wish: -scores[wish])
        return tuple(
            Like(self.wishes[wish], scores[wish] - scores[after]) for wish, after in pairwise(order)
        )


def features(folded: str) -> Iterator[tuple[str, float]]:
    """The features of a folded text, and how much each occurrence counts."""
    words = list[str]()
    for token in _TOKEN.findall(folded):
        if token.isdecimal():
            yield "#", 1
        elif not token.isascii() and token.isalpha():
            yield from ((character, 1) for character in token)
            yield from ((first + second, 1) for first, second in pairwise(token))
        elif token.strip("'"):
            word = f"<{token}>"
            yield word, 1
            if token.isascii() and token[0].isalpha():
                words.append(token)
                ends = range(PIECE, len(word) + 1)
                yield from ((word[end - PIECE : end], PIECE_SHARE) for end in ends)
    yield from ((f"{first} {second}", 1) for first, second in pairwise(words))


def packed(model: Likeness) -> bytes:
    """The content of the file."""
    begun = {"wishes": model.wishes, "biases": model.biases, "features": len(model.checksums)}
    parts = [_in_order(model.checksums), _in_order(model.ends)]
    parts += [model.rarities, model.entries, model.weights]
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
    rarities, last = file.read(count), ends[-1]
    entries, weights = file.read(last), file.read(last)
    wishes, biases = tuple(begun["wishes"]), tuple(begun["biases"])
    return Likeness(wishes, biases, checksums, ends, rarities, entries, weights)


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
