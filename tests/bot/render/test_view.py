from dataclasses import replace

import pytest

from bot.game.game import Game
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView
from engine import Geometry, Grid


@pytest.mark.parametrize(
    ("size", "look", "zooms", "cells"),
    [
        *((4, Look.FULL, False, [4] * 4), (6, Look.FULL, False, [6] * 6)),
        *((8, Look.FULL, True, [4] * 2), (9, Look.FULL, True, [3] * 3)),
        (16, Look.FULL, True, [4] * 4),
        *((4, Look.SPEAK, False, [4] * 4), (6, Look.SPEAK, True, [3] * 2)),
        (9, Look.SPEAK, True, [3] * 3),
    ],
)
def test_the_cells_that_are_buttons(size: int, look: Look, zooms: bool, cells: list[int]) -> None:  # noqa: FBT001 - a parameter
    shape = Geometry.of_size(size)
    game = Game(Grid.blank(shape), Grid(shape, bytes([1]) * shape.cell_count))
    shown = GameView(7, game, preferences=Preferences(look))
    assert shown.zooms == zooms
    assert [len(row) for row in shown.pressable] == cells
    pressable = {cell for row in shown.pressable for cell in row}
    assert shown.framed == (pressable if zooms else set())
    assert shown.is_tight == (size in {6, 16} and look is not Look.SPEAK)
    tall = GameView(7, game, preferences=Preferences(Look.TALL))
    assert tall.is_tight == (size in {9, 16}), "a tall phone has room for the rules of a 6x6"
    assert shown.is_brief == (size == 16 and look is not Look.SPEAK)
    closed = replace(shown, is_open=False)
    assert closed.framed == set()
    assert not closed.has_keys
