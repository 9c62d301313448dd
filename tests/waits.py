"""How long answers were waited for, told in the same words by every long run, however few."""

from collections.abc import Sequence
from statistics import median


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which that part of them lies, infinity where there is none."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else float("inf")


def in_seconds(name: str, waited: Sequence[float]) -> str:
    """A line of figures, in seconds."""
    if not waited:
        return f"{name}: none"
    return (
        f"{name} after {median(waited):.2f} s median, {percentile(waited, 0.99):.2f} s at the 99th"
        f" percentile, {max(waited):.2f} s at most, of {len(waited)}"
    )
