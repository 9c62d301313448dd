"""The wishes that a text is most like, for somebody whose words the rules cannot read.

The rules ask for whole phrases, and people say more than any list holds. But their words occur in
the phrases of the lexicon, too: `which box is the easiest to fill next` shares most of its words
with ways to ask for a hint. So each wish is described by the words, pairs of words, Chinese
characters and pairs of characters of all phrases that alone mean it. What few wishes have in common
tells more than what many have. What is found is only ever offered, with its meaning on the button.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from bot.game.talk.details import Wanted
from bot.game.talk.fitting import fitted
from bot.game.talk.lexicon import FILLER, Lexicon, Tag, tokens
from bot.game.talk.rules import SMALL_TALK

_ROOT: Final = 5
"""Letters of a word that are compared: `starting` and `start` are the same."""

_HAN: Final = re.compile("[\u3400-\u9fff]")
_LEAST: Final = 1.0
"""How much must speak for a wish."""

_OF_FILLER: Final = 0.25
"""What a word that alone says nothing counts for."""

_SHARE: Final = 0.6
"""How much less than for the first may speak for another wish that is offered beside it."""

_NOT_OFFERED: Final = SMALL_TALK | {"leave", "hour", "direction", "chat", "play", "bored"}

_Weights = Mapping[str, Mapping[Wanted, float]]


@dataclass(frozen=True)
class Nearest:
    """The wishes of a language by the words of their phrases."""

    lexicon: Lexicon

    def wishes(self, folded: str, *, playing: bool, most: int) -> list[Wanted]:
        """At most as many wishes as asked for, the nearest first; none where nothing is near."""
        weights = self._playing if playing else self._idle
        scores: dict[Wanted, float] = defaultdict(float)
        for feature in set(_features(tokens(folded))):
            for wanted, weight in weights.get(feature, {}).items():
                scores[wanted] += weight
        best = max(scores.values(), default=0.0)
        if best < _LEAST:
            return []
        near = [one for one, score in scores.items() if score >= _SHARE * best]
        return sorted(near, key=lambda one: (-scores[one], one.name, one.rest))[:most]

    @cached_property
    def _playing(self) -> _Weights:
        return self._weights(playing=True)

    @cached_property
    def _idle(self) -> _Weights:
        return self._weights(playing=False)

    def _weights(self, *, playing: bool) -> _Weights:
        meant: dict[frozenset[str], Wanted | None] = {}
        counts: dict[str, dict[Wanted, int]] = {}
        alone: dict[str, Wanted] = {}
        for phrase, concepts in self.lexicon.phrases.items():
            if concepts not in meant:
                found = fitted([Tag("", concepts)], playing=playing)
                meant[concepts] = found[0][0] if found else None
            wanted = meant[concepts]
            is_symmetry = any(one.startswith("symmetry:") for one in concepts)
            if wanted is None or wanted.name in _NOT_OFFERED or is_symmetry:
                continue
            if len(phrase) == 1:
                alone.setdefault(_root(phrase[0]), wanted)
            for feature in set(_features(phrase)):
                counted = counts.setdefault(feature, {})
                counted[wanted] = counted.get(wanted, 0) + 1
        weights = {feature: self._weighed(feature, counted) for feature, counted in counts.items()}
        for feature, wanted in alone.items():
            # A word that alone means a wish speaks for it, in however many others it occurs.
            if feature in weights:
                weights[feature][wanted] = _LEAST
        return weights

    def _weighed(self, feature: str, counted: Mapping[Wanted, int]) -> dict[Wanted, float]:
        """How much a word, or a pair of them, speaks for each wish in whose phrases it occurs."""
        most = sum(_OF_FILLER if word in self._fillers else 1.0 for word in feature.split())
        whole = sum(counted.values()) * len(counted) ** 0.5
        return {wanted: most * count / whole for wanted, count in counted.items()}

    @cached_property
    def _fillers(self) -> frozenset[str]:
        """The words that alone say nothing, by their roots."""
        words = (words for words, meant in self.lexicon.phrases.items() if FILLER in meant)
        return frozenset(_root(one[0]) for one in words if len(one) == 1)


def _features(words: Sequence[str]) -> Iterator[str]:
    """The words and pairs of neighbouring words of a text, and those of its characters."""
    roots = [_root(word) for word in words]
    yield from (root for root in roots if not root.isdigit())
    yield from map(" ".join, pairwise(roots))


def _root(word: str) -> str:
    return word if _HAN.match(word) else word[:_ROOT]
