"""Cycles and static chains, and how much their length adds to a rating."""

from pathlib import Path

import pytest

from engine import ACCELERATED, Budget
from engine.rating import rate
from engine.rating.agreement import rated_puzzles
from engine.rating.board import UNITS, Board
from engine.rating.cycles import cycle_or_chain, length_difficulty
from engine.techniques.scale import FORCING_X_CHAIN, X_CYCLE
from tests.fewer import first_cases

STATES = rated_puzzles(Path(__file__).with_name("small_states.txt").read_text("ascii").splitlines())
CHAINS = {puzzle: rating for puzzle, rating in STATES if 66 <= rating <= 74}
"""Puzzles whose hardest step is a static chain."""
SHORT = sum(rating < 73 for rating in CHAINS.values())


@pytest.mark.parametrize(
    ("length", "tenths"),
    # the scale: 0.1 more beyond each of 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128 links
    [
        (4, 0),
        (5, 1),
        (6, 1),
        (7, 2),
        (8, 2),
        (9, 3),
        (12, 3),
        (13, 4),
        (16, 4),
        (17, 5),
        (24, 5),
        (25, 6),
        (32, 6),
        (33, 7),
        (48, 7),
        (49, 8),
        (64, 8),
        (65, 9),
        (96, 9),
        (97, 10),
    ],
)
def test_length_adds_in_steps(length: int, tenths: int) -> None:
    assert round(10 * length_difficulty(length + 2)) == tenths


@pytest.mark.long
@pytest.mark.parametrize("puzzle", first_cases(SHORT, CHAINS))
def test_the_best_chain_is_taken(puzzle: str) -> None:
    values = bytes(int(letter) if letter.isdigit() else 0 for letter in puzzle)
    ours = rate(values, Budget(120))
    assert ours.rating == CHAINS[puzzle]
    if ACCELERATED:
        from engine import _rate  # noqa: PLC0415

        used = zip(_rate.TECHNIQUES, _rate.rate(values)[4], strict=True)
        assert {each.name: count for each, count in ours.counts.items()} == {
            name: count for name, count in used if count
        }


def board_of_ones(places: dict[int, tuple[int, int]]) -> Board:
    """A board on which some rows have a 1 in two columns only."""
    board = Board([0] * 81)
    for row, columns in places.items():
        for column, cell in enumerate(UNITS[8 + row], 1):
            if column not in columns:
                board.remove(cell, 0)
    return board


def test_an_x_wing_is_a_cycle_of_four_nodes() -> None:
    step = cycle_or_chain(board_of_ones({1: (1, 5), 5: (1, 5)}))
    assert step
    assert (step.technique, step.difficulty) == (X_CYCLE, X_CYCLE.rating)
    # The 1 falls in the rest of columns 1 and 5.
    rows = (2, 3, 4, 6, 7, 8, 9)
    cells = {9 * (row - 1) + column - 1 for row in rows for column in (1, 5)}
    assert step.removed == dict.fromkeys(cells, 1)


def test_a_skyscraper_is_a_chain_of_six_nodes() -> None:
    step = cycle_or_chain(board_of_ones({1: (1, 4), 5: (1, 5)}))
    assert step
    assert (step.technique, step.difficulty) == (FORCING_X_CHAIN, FORCING_X_CHAIN.rating)
    # r2c5 is the first cell that sees both r1c4 and r5c5.
    assert step.removed == {13: 1}
