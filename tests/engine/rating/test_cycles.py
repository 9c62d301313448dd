"""How much the length of a chain adds to a rating."""

import pytest

from engine.rating.cycles import length_difficulty


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
