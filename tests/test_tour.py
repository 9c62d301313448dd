"""How the person in front of the cameras finds the key of a cell."""

from functools import cache
from itertools import product

import pytest

from bot.game.game import Game
from bot.game.selection import Selection
from bot.render.keyboard import keyboard
from bot.render.pad import boxes_pad, pad
from bot.render.preferences import Look, Preferences
from bot.render.view import GameView
from engine import Geometry, Grid
from tests.tour import way_to

MOST_PRESSES = 2


@cache
def offered(look: Look, geometry: Geometry, box: int, *, shared: bool, maps: bool) -> list[str]:
    """The data of the buttons of a blank board that show a box, or the map of all boxes."""
    blank = Grid(geometry, bytes(geometry.cell_count))
    view = GameView(
        7,
        Game(blank, blank),
        selection=Selection(box),
        preferences=Preferences(look),
        is_shared=shared,
    )
    rows = boxes_pad("en", view) if maps else pad("en", view)
    keys = [key for row in keyboard(rows)["inline_keyboard"] for key in row]
    return [str(key["callback_data"]) for key in keys]


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize(
    ("size", "look"),
    [(9, Look.FULL), (9, Look.TALL), (9, Look.SPEAK), (12, Look.FULL), (16, Look.FULL)],
)
def test_every_cell_is_reached_from_every_box(size: int, look: Look, *, is_shared: bool) -> None:
    geometry = Geometry.of_size(size)
    for box, cell in product(range(size), range(geometry.cell_count)):
        data, ways = offered(look, geometry, box, shared=is_shared, maps=False), list[str]()
        while f"cell:7:{cell}" not in data:
            ways.append(way_to(geometry, cell, data))
            assert len(ways) <= MOST_PRESSES, (box, cell, ways)
            maps, at = ways[-1].startswith("boxes:"), ways[-1].split(":")[-1]
            data = offered(look, geometry, box if maps else int(at), shared=is_shared, maps=maps)
