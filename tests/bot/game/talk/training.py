"""Learns which words go with which wish: `python -m tests.bot.game.talk.training`.

It reads the messages in `said/`, which were written for each wish in three languages, and writes
the file of weights that the bot reads (`bot/game/talk/likeness.py`). The same messages give the
same file on every machine. How well they teach is seen on wishes that others wrote: `tests.wishes`.
"""

import sys
import tomllib
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import partial
from math import log, sqrt
from pathlib import Path
from typing import Final

from bot import messages
from bot.game.talk.lexicon import fold, simplified
from bot.game.talk.likeness import FILE, FOUR_BYTES, STEPS, Likeness, features, packed

SAID: Final = Path(__file__).with_name("said")

UNSEEN: Final = 0.1
"""What a feature counts for a wish in whose messages it never occurred."""

RARITY_STEPS: Final = 25
MOST: Final = 255

Said = tuple[str, str]
"""A wish, and a message as it was written."""


def said() -> list[Said]:
    """All messages, by language and wish."""
    return [
        (wish, line)
        for path in sorted(SAID.glob("*.toml"))
        for wish, lines in tomllib.loads(path.read_text("utf-8")).items()
        for line in lines.strip().splitlines()
    ]


def plain(text: str) -> str:
    """A message as the bot reads it."""
    simple = dict[int, str]()
    for code in messages.languages():
        simple |= simplified(messages.talk(code))
    return fold(text, simple)


def learnt(examples: Sequence[Said]) -> Likeness:
    """The weights of the features of some messages."""
    counted = [(wish, _counted(plain(text))) for wish, text in examples]
    spread = Counter(feature for _, counts in counted for feature in counts)
    rarity = {feature: _rarity(len(counted), often) for feature, often in spread.items()}
    amounts = defaultdict[str, defaultdict[str, float]](partial(defaultdict, float))
    totals = defaultdict[str, float](float)
    for wish, counts in counted:
        parts = {feature: sqrt(count) * rarity[feature] for feature, count in counts.items()}
        length = sqrt(sum(part * part for part in parts.values()))
        for feature, part in parts.items():
            amounts[feature][wish] += part / length
            totals[wish] += part / length
    wishes = tuple(sorted(totals))
    numbers = {wish: number for number, wish in enumerate(wishes)}
    most = max(totals.values()) + UNSEEN * len(amounts)
    biases = [round(STEPS * log(most / (totals[wish] + UNSEEN * len(amounts)))) for wish in wishes]
    order = sorted(amounts, key=lambda feature: zlib.crc32(feature.encode()))
    ends, entries, weights = array(FOUR_BYTES), bytearray(), bytearray()
    for feature in order:
        for wish, amount in sorted(amounts[feature].items()):
            entries.append(numbers[wish])
            weights.append(min(MOST, round(STEPS * log(1 + amount / UNSEEN))))
        ends.append(len(entries))
    return Likeness(
        wishes=wishes,
        biases=tuple(biases),
        checksums=array(FOUR_BYTES, (zlib.crc32(feature.encode()) for feature in order)),
        ends=ends,
        rarities=bytes(rarity[feature] for feature in order),
        entries=bytes(entries),
        weights=bytes(weights),
    )


def _counted(folded: str) -> dict[str, float]:
    counts = defaultdict[str, float](float)
    for feature, share in features(folded):
        counts[feature] += share
    return counts


def _rarity(messages_in_all: int, with_it: int) -> int:
    return min(MOST, round(RARITY_STEPS * log((messages_in_all + 1) / (with_it + 0.5))))


def main() -> int:
    content = packed(learnt(said()))
    FILE.write_bytes(content)
    print(f"{len(content):,} bytes")  # noqa: T201 - a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
