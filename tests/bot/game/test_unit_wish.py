import pytest

from bot.game.unit_wish import parse_unit
from engine import Geometry

WORDS = {
    "row": "row",
    "r": "row",
    "column": "column",
    "box": "box",
    "行": "row",
    "宫": "box",
    "第宫": "box",
}


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("row 1", 0),
        ("ROW 9", 8),
        ("r3", 2),
        ("column 1", 9),
        ("box 5", 22),
        (" Box5 ", 22),
        ("5宫", 22),
        ("第5宫", 22),
        ("５ 行", 4),
        ("r4c5", 22),
        ("r1c9", 20),
        ("box 0", None),
        ("box 10", None),
        ("r0c1", None),
        ("r1c10", None),
        ("5", None),
        ("box", None),
        ("tower 5", None),
        ("box 5 5", None),
        ("row 1 box", None),
        ("", None),
    ],
)
def test_units_and_cells_by_their_usual_names(text: str, unit: int | None) -> None:
    assert parse_unit(text, Geometry.of_size(9), WORDS) == unit
