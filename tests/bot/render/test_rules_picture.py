import pytest

from bot.render.rules_picture import rules_picture
from engine import Geometry


@pytest.mark.parametrize("size", [4, 6, 8, 9, 16])
def test_each_framed_unit_holds_every_digit_once(size: int) -> None:
    geometry = Geometry.of_size(size)
    picture = rules_picture(geometry)
    kinds = {geometry.unit_kind(unit) for unit in picture.units}
    assert kinds == {"row", "column", "box"}
    for unit in picture.units:
        held = sorted(picture.values[cell] for cell in geometry.units[unit])
        assert held == list(range(1, size + 1))
    assert not picture.values.conflicts()
