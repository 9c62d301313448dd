"""Cuts cells out of photos whose boards are known, for the net to learn from.

    python -m tests.engine.training.cut FOLDER... --out CELLS.npz

Beside each picture is a text file of the same name with a character for each cell: a digit, `.` for
a blank, `n` for pencil marks. A picture is skipped if no board is found in it, or if it is read so
badly that it must be another one.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.photo.boards import looks
from engine.photo.cells import Pixels
from engine.photo.net import BLANK, NOTES, SYMBOLS, log_likelihoods
from engine.photo.picture import Picture
from engine.photo.reading import Unreadable
from engine.photo.stopwatch import Stopwatch
from engine.search.budget import Budget

FOREVER: Final = Stopwatch.of(Budget(float("inf")))
KNOWN: Final = 0.7
"""A board is taken for the known one if this share of its cells is read correctly."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    found = [pair for folder in arguments.folders for pair in boards(folder)]
    cells = np.concatenate([cells for cells, _ in found])
    kept = ((cells + 1) * 64).astype(np.uint8)
    np.savez_compressed(
        arguments.out, cells=kept, labels=np.concatenate([labels for _, labels in found])
    )
    print(len(found), "boards,", len(cells), "cells")


def boards(folder: Path) -> Iterator[tuple[Pixels, NDArray[np.int64]]]:
    """The normalised cells of each board, and their labels."""
    for text in sorted(folder.rglob("*.txt")):
        labels = np.array([label(mark) for mark in text.read_text().strip()])
        for picture in text.parent.glob(f"{text.stem}.[jpw]*"):
            cells = known_cells(picture.read_bytes(), labels)
            if cells is not None:
                yield cells, labels


def label(mark: str) -> int:
    return SYMBOLS.index({".": BLANK, "n": NOTES}.get(mark, mark))


def known_cells(content: bytes, labels: NDArray[np.int64]) -> Pixels | None:
    try:
        found = [board.cells for look in looks(Picture.of(content), FOREVER) for board in look]
    except Unreadable:
        return None
    for cells in found:
        if len(cells) == len(labels):
            right = (log_likelihoods(cells).argmax(axis=1) == labels).mean()
            if right >= KNOWN:
                return cells
    return None


if __name__ == "__main__":
    main()
