"""Prints the waits for answers in the same form for every long run, however few there were."""

from collections.abc import Sequence
from statistics import median


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which this share of the values lies; infinity if there are none."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("inf")


def most_in_a_second(instants: Sequence[float]) -> int:
    """How many of these instants, which only grow, lie in the fullest second."""
    fullest, first = 0, 0
    for last, instant in enumerate(instants):
        while instants[first] <= instant - 1:
            first += 1
        fullest = max(fullest, last - first + 1)
    return fullest


def in_seconds(name: str, waited: Sequence[float]) -> str:
    """A line with the figures, in seconds."""
    if not waited:
        return f"{name}: none"
    return (
        f"{name} after {median(waited):.2f} s median, {percentile(waited, 0.99):.2f} s at the 99th"
        f" percentile, {max(waited):.2f} s at most, of {len(waited)}"
    )
