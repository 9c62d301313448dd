"""Fits how long people take for a puzzle: `python -m tests.times FILE`.

FILE is the sheet `sudoku_records_20250407.xls` of the repository synnwang/sudoku_dataset_difficulty
on GitHub (S.-W. Wang, IEEE Access 12, 2024), saved as CSV: a number, the givens, how many people
have solved them, and the mean of their times in seconds. The data stay there; what is taken from
them are the numbers of `engine.difficulty.pace`, which this command prints.

All figures are cross-validated: each tenth of the puzzles is told by what was fitted to the others.
"""

import csv
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.board.grid import grid_of
from engine.difficulty.band import Difficulty, of_rating
from engine.difficulty.pace import Structure, structure_of

FOLDS: Final = 10
RIDGE: Final = 10.0
SHARE: Final = 0.8
"""How many of the times are to lie between the two that are told."""

Numbers = NDArray[np.float64]


class Fit(NamedTuple):
    """The weights of the features, what is added to them, and how far most times are from that."""

    weights: Numbers
    base: float
    spread: tuple[float, float]

    def told(self, features: Numbers) -> Numbers:
        """The logarithms of the seconds that are told of puzzles with these features."""
        return features @ self.weights + self.base


def fit(features: Numbers, times: Numbers) -> Fit:
    """The ridge regression of the logarithms of times."""
    middle, scale = features.mean(axis=0), features.std(axis=0)
    even = (features - middle) / scale
    square = even.T @ even + RIDGE * np.eye(features.shape[1])
    weights = np.linalg.solve(square, even.T @ (times - times.mean())) / scale
    base = float(times.mean() - middle @ weights)
    left = times - features @ weights - base
    low, high = np.quantile(left, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return Fit(weights, base, (float(low), float(high)))


def rank_correlation(ones: Numbers, others: Numbers) -> float:
    """Spearman's; equal values share the mean of their ranks."""
    return float(np.corrcoef(_ranks(ones), _ranks(others))[0, 1])


def _ranks(values: Numbers) -> Numbers:
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return np.asarray((last - (counts - 1) / 2)[where], np.float64)


def minutes(low: float, high: float) -> tuple[int, int]:
    """The whole minutes that the bot tells (`bot.game.pace`)."""
    return max(1, int(low // 60)), round(high / 60)


def report(features: Numbers, times: Numbers) -> list[str]:
    """What is printed: correlations and coverage, and then what the engine keeps."""
    order = np.random.default_rng(0).permutation(len(times))
    told, covered = np.zeros(len(times)), np.zeros(len(times), bool)
    for fold in np.array_split(order, FOLDS):
        others = np.setdiff1d(order, fold)
        found = fit(features[others], times[others])
        told[fold] = found.told(features[fold])
        for at in fold:
            low, high = (np.exp(told[at] + spread) for spread in found.spread)
            least, most = minutes(low, high)
            covered[at] = 60 * least <= np.exp(times[at]) <= 60 * most
    tenths = np.rint(np.exp(features[:, Structure._fields.index("rating")]))
    easy = np.array([of_rating(int(each)) is Difficulty.EASY for each in tenths])
    final = fit(features, times)
    weights = ", ".join(f"{weight:.5f}" for weight in final.weights)
    return [
        f"puzzles                 {len(times):6}",
        f"rank correlation        {rank_correlation(told, times):6.3f}",
        f"inside easy ({easy.sum():4})      {rank_correlation(told[easy], times[easy]):6.3f}",
        f"in the told minutes     {covered.mean():6.1%}",
        f"WEIGHTS = Structure({weights})",
        f"BASE = {final.base:.5f}",
        f"SPREAD = ({final.spread[0]:.3f}, {final.spread[1]:.3f})",
    ]


def read(path: Path) -> tuple[Numbers, Numbers]:
    """The features of each puzzle, and the logarithm of its time."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [(row[1], float(row[3])) for row in csv.reader(file) if row[0].strip()[:1].isdigit()]
    features = [structure_of(grid_of(givens)) for givens, _ in rows]
    return np.array(features, np.float64), np.log([seconds for _, seconds in rows])


def main(arguments: list[str]) -> None:
    parser = ArgumentParser(prog="python -m tests.times")
    parser.add_argument("file", type=Path)
    features, times = read(parser.parse_args(arguments).file)
    sys.stdout.writelines(f"{line}\n" for line in report(features, times))


if __name__ == "__main__":
    main(sys.argv[1:])
