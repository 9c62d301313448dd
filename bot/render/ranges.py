"""Numbers in few characters."""

from collections.abc import Iterable


def ranges(numbers: Iterable[int]) -> str:
    """`1–3, 7` for 1, 2, 3 and 7, in any order; empty for none."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
