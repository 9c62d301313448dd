"""How well ratings agree with the ratings in a file."""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """Figures of agreement; ratings are in tenths, shares between 0 and 1."""

    puzzles: int
    exact: float
    within_three: float
    rank_correlation: float


def rated_puzzles(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yields the puzzles of lines `puzzle rating`, with their ratings in tenths; skips other lines.

    Raises ValueError when the second word of such a line is no number.
    """
    for line in lines:
        words = line.split()
        if len(words) == 2 and len(words[0]) == 81:
            yield words[0], round(10 * float(words[1]))


def agreement(rated: Iterable[tuple[str, int]], rate: Callable[[str], int]) -> Agreement | None:
    """Rates puzzles again and compares, keeping the ratings only; None where there is no puzzle."""
    published, ours = array("i"), array("i")
    for puzzle, rating in rated:
        published.append(rating)
        ours.append(rate(puzzle))
    if not ours:
        return None
    apart = array("i", (abs(one - other) for one, other in zip(published, ours, strict=True)))
    return Agreement(
        puzzles=len(apart),
        exact=apart.count(0) / len(apart),
        within_three=sum(difference <= 3 for difference in apart) / len(apart),
        rank_correlation=rank_correlation(published, ours),
    )


def _ranks(values: Sequence[int]) -> list[float]:
    """Ranks from 1, equal values sharing the mean of theirs."""
    ascending = sorted(values)
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for rank, value in enumerate(ascending, 1):
        first.setdefault(value, rank)
        last[value] = rank
    return [(first[value] + last[value]) / 2 for value in values]


def rank_correlation(one: Sequence[int], other: Sequence[int]) -> float:
    """Spearman's rank correlation, with ties: Pearson's correlation of the ranks.

    It is 1.0 when either has no two different values.
    """
    ranks, others = _ranks(one), _ranks(other)
    mean = (len(ranks) + 1) / 2
    together = sum((a - mean) * (b - mean) for a, b in zip(ranks, others, strict=True))
    spread = sum((a - mean) ** 2 for a in ranks) * sum((b - mean) ** 2 for b in others)
    return float(together / spread**0.5) if spread else 1.0
