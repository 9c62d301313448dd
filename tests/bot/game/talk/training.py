"""Learns which words go with which wish: `python -m tests.bot.game.talk.training`.

It reads the messages in `said/`, which were written for each wish in three languages, and writes
the file of weights that the bot reads (`bot/game/talk/likeness.py`). The order of the messages and
of the steps is fixed, so that the same messages give the same file on the same machine. How well
they teach is seen on wishes that others wrote: `python -m tests.bot.game.talk.yardstick`.

A weight is the sum of two. One says how often a feature stands in the messages of a wish (naive
Bayes), the other is fitted by logistic regression, by gradient descent in steps of a few messages,
each weight with a pace of its own, which falls as it is moved (AdaGrad). Either alone is right as
often, but errs elsewhere and is less sure: at equal precision the sum reaches a twentieth more
texts. The shares are those whose probabilities are the most believable (the least log loss) on the
wishes of others.
"""

import sys
import tomllib
import zlib
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.game.talk.lexicon import fold
from bot.game.talk.likeness import FILE, FOUR_BYTES, STRANGE, Likeness, counted, is_word, packed
from tests.bot.game.talk.vocabulary import VOCABULARY

SAID: Final = Path(__file__).with_name("said")

LEAST_SEEN: Final = 2
"""In how many messages a feature must occur to be kept."""

FITTED_SHARE: Final = 0.9
COUNTED_SHARE: Final = 0.45
"""How much the two weights of a feature count."""

UNSEEN: Final = 0.1
"""What a feature counts for a wish in whose messages it never occurred."""

ROUNDS: Final = 8
BATCH: Final = 128
PACE: Final = 0.2
SMOOTHED: Final = 0.02
"""How much of the certainty of a message is given to all wishes alike."""

LIGHTEST: Final = 0.38
"""Weights that are nearer than this to the median of their feature are left out."""

MOST: Final = 127

_FEATURED: Final = 100
"""One in so many messages has its features in the checksum of what was learnt."""

Said = tuple[str, str]
"""A wish, and a message as it was written."""

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Texts:
    """Messages as rows of a sparse table: the numbers of their features, and how much each counts.

    The row of a message begins at its item of `begins`, and ends where the next one begins.
    """

    begins: Numbers
    features: Numbers
    shares: Floats

    def chosen(self, rows: Numbers) -> tuple[Numbers, Floats]:
        """The features of some messages, and the full table of these messages and features."""
        lengths = self.begins[rows + 1] - self.begins[rows]
        at = np.concatenate([np.arange(self.begins[row], self.begins[row + 1]) for row in rows])
        held, places = np.unique(self.features[at], return_inverse=True)
        table = np.zeros((len(rows), len(held)), np.float32)
        table[np.repeat(np.arange(len(rows)), lengths), places] = self.shares[at]
        return held, table


def said() -> list[Said]:
    """All messages, by language and wish."""
    return [
        (wish, line)
        for path in sorted(SAID.glob("*.toml"))
        for wish, lines in tomllib.loads(path.read_text("utf-8")).items()
        for line in lines.strip().splitlines()
    ]


def read(text: str) -> tuple[str, list[str]]:
    """A message as the bot reads it: folded, and its phrases."""
    folded = fold(text, VOCABULARY.simplified)
    return folded, VOCABULARY.phrases(folded)


def learnt(examples: Sequence[Said], *, least_seen: int = LEAST_SEEN) -> Likeness:
    """The weights of the features of some messages."""
    counts = [counted(*read(text)) for _, text in examples]
    spread = Counter(feature for one in counts for feature in one)
    kept = [feature for feature, often in spread.items() if often >= least_seen]
    order = sorted(kept, key=lambda feature: zlib.crc32(feature.encode()))
    rarest = sqrt(log((len(counts) + 1) / (least_seen - 0.5)))
    rarities = {
        feature: round(STRANGE * sqrt(log((len(counts) + 1) / (spread[feature] + 0.5))) / rarest)
        for feature in order
    }
    wishes = tuple(sorted({wish for wish, _ in examples}))
    meant = np.array([wishes.index(wish) for wish, _ in examples])
    table = _table(counts, rarities)
    weights, biases = _fitted(table, meant, len(order), len(wishes))
    weights *= FITTED_SHARE
    weights += COUNTED_SHARE * _counted(table, meant, len(order), len(wishes))
    source = source_of(examples)
    return _model(rarities, source, wishes, weights, FITTED_SHARE * biases)


def source_of(examples: Sequence[Said]) -> int:
    """A checksum of messages, of the features of some of them, and of how they are learnt."""
    how = (LEAST_SEEN, FITTED_SHARE, COUNTED_SHARE, UNSEEN, ROUNDS, BATCH, PACE, SMOOTHED, LIGHTEST)
    found = [sorted(counted(*read(text)).items()) for _, text in examples[::_FEATURED]]
    return zlib.crc32(repr((how, examples, found)).encode())


def _table(counts: Sequence[Mapping[str, float]], rarities: Mapping[str, int]) -> Texts:
    numbers = {feature: number for number, feature in enumerate(rarities)}
    begins, features, shares = [0], list[int](), list[float]()
    for one in counts:
        parts = {
            numbers[feature]: sqrt(count) * rarities[feature]
            for feature, count in one.items()
            if feature in numbers
        }
        strange = sum(
            count for feature, count in one.items() if feature not in numbers and is_word(feature)
        )
        length = sqrt(sum(part * part for part in parts.values()) + strange * STRANGE**2) or 1
        features += parts
        shares += [part / length for part in parts.values()]
        begins.append(len(features))
    return Texts(np.array(begins), np.array(features), np.array(shares, np.float32))


def _counted(texts: Texts, meant: Numbers, features: int, wishes: int) -> Floats:
    """The logarithms of how often each feature stands in messages of each wish."""
    often = np.full((features, wishes), UNSEEN, np.float32)
    of_items = np.repeat(meant, np.diff(texts.begins))
    np.add.at(often, (texts.features, of_items), texts.shares)
    logarithms: Floats = np.log(often / often.sum(0))
    return logarithms


def _fitted(texts: Texts, meant: Numbers, features: int, wishes: int) -> tuple[Floats, Floats]:
    """The weights of each feature for each wish, and the biases."""
    weights, biases = np.zeros((features, wishes), np.float32), np.zeros(wishes, np.float32)
    moved, moved_biases = np.full_like(weights, 1e-6), np.full_like(biases, 1e-6)
    chance = np.random.default_rng(1)
    for round_ in range(ROUNDS):
        order = chance.permutation(len(meant))
        pace = np.float32(PACE * sqrt(1 - round_ / ROUNDS))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            held, table = texts.chosen(rows)
            error = _likely(table @ weights[held] + biases) - SMOOTHED / wishes
            error[np.arange(len(rows)), meant[rows]] -= 1 - SMOOTHED
            slope = table.T @ error
            moved[held] += slope * slope
            weights[held] -= pace * slope / np.sqrt(moved[held])
            slope = error.sum(0)
            moved_biases += slope * slope
            biases -= pace * slope / np.sqrt(moved_biases)
    return weights, biases


def _likely(scores: Floats) -> Floats:
    """The probabilities of the wishes of each row."""
    odds: Floats = np.exp(scores - scores.max(1, keepdims=True))
    odds /= odds.sum(1, keepdims=True)
    return odds


def _model(
    rarities: Mapping[str, int],
    source: int,
    wishes: tuple[str, ...],
    weights: Floats,
    biases: Floats,
) -> Likeness:
    """The weights as bytes, without those that are nearly nothing."""
    centred = weights - np.median(weights, axis=1, keepdims=True)
    steps = MOST / float(np.abs(centred).max())
    kept = np.abs(centred) >= LIGHTEST
    _, entries = np.nonzero(kept)
    return Likeness(
        source=source,
        wishes=wishes,
        biases=tuple(round(float(bias), 4) for bias in biases),
        steps=round(steps, 4),
        checksums=array(FOUR_BYTES, map(zlib.crc32, map(str.encode, rarities))),
        ends=array(FOUR_BYTES, np.cumsum(kept.sum(1)).tolist()),
        rarities=bytes(rarities.values()),
        entries=bytes(entries.tolist()),
        weights=array("b", np.rint(centred[kept] * steps).astype(int).tolist()),
    )


def main() -> int:
    content = packed(learnt(said()))
    FILE.write_bytes(content)
    print(f"{len(content):,} bytes")  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
