import numpy as np
import pytest

from engine.photo.cells import Pixels
from engine.photo.net import BLANK, NOTES, SYMBOLS
from engine.photo.values import likelihoods


def seen(*symbols: str, sure: float = 0.9) -> Pixels:
    """What the net says of cells with these symbols."""
    rows = np.full((len(symbols), len(SYMBOLS)), (1 - sure) / (len(SYMBOLS) - 1))
    for row, symbol in zip(rows, symbols, strict=True):
        row[SYMBOLS.index(symbol)] = sure
    return np.asarray(np.log(rows), np.float32)


DIGITS = tuple("123456789")


@pytest.mark.parametrize(
    ("size", "symbols", "values"),
    [
        (4, "1234", [1, 2, 3, 4]),
        (6, "162", [1, 6, 2]),
        (9, DIGITS, list(range(1, 10))),
        (12, (*DIGITS, "10", "11", "12"), list(range(1, 13))),
        (12, (*DIGITS, *"ABC"), list(range(1, 13))),
        (16, (*DIGITS, "10", "11", "12", "13", "14", "15", "16"), list(range(1, 17))),
        (16, (*DIGITS, *"ABCDEFG"), list(range(1, 17))),
        (16, (*DIGITS, *"ABCDEF", "0"), list(range(1, 17))),
        (9, (BLANK, NOTES, "7"), [0, 0, 7]),
    ],
)
def test_the_values_of_symbols(size: int, symbols: tuple[str, ...], values: list[int]) -> None:
    found = likelihoods(seen(*symbols), size)
    assert found.shape == (len(symbols), size + 1)
    assert found.argmax(axis=1).tolist() == values
    for cell, value in enumerate(values):
        if value:
            assert np.exp(found[cell, value]) == pytest.approx(0.9, abs=1e-4)


def test_notes_and_nothing_are_both_a_blank() -> None:
    found = likelihoods(seen(BLANK, NOTES, "3"), 9)
    small = 0.1 / (len(SYMBOLS) - 1)
    assert np.exp(found[:, 0]) == pytest.approx([0.9 + small, 0.9 + small, 2 * small], abs=1e-4)


def test_one_smudged_cell_does_not_change_how_the_others_are_written() -> None:
    letters = seen(*"ABC", "A", sure=0.99)
    smudge = seen("10", sure=1 - 1e-12)
    found = likelihoods(np.concatenate([letters, smudge]), 12)
    assert found.argmax(axis=1)[:4].tolist() == [10, 11, 12, 10]
