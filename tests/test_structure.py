"""The figures of the project are counted as `python -m tests.structure` says."""

from pathlib import Path

import pytest

from bot.pool.engine_pool import EnginePool
from tests import structure
from tests.structure import Graph, arrows, arrows_back, entered, longest_chain, rooms

# One worker reads all sources.
pytestmark = pytest.mark.xdist_group("sources")

TOWER: Graph = {
    "a": frozenset({"b", "d"}),
    "b": frozenset({"c"}),
    "c": frozenset({"d"}),
    "d": frozenset(),
}
CIRCLE: Graph = {**TOWER, "d": frozenset({"b"})}


def test_the_longest_way_is_the_chain() -> None:
    assert longest_chain(TOWER) == ["a", "b", "c", "d"]


def test_arrows_on_a_circle_run_back_and_make_no_chain() -> None:
    assert arrows_back(TOWER) == []
    assert arrows_back(CIRCLE) == [("b", "c"), ("c", "d"), ("d", "b")]
    assert longest_chain(CIRCLE) == ["a", "b"]


def test_a_folder_is_one_room_and_so_is_a_loose_module() -> None:
    graph: Graph = {
        "bot": frozenset(),
        "bot.app": frozenset({"bot.store", "bot.store.games"}),
        "bot.store": frozenset(),
        "bot.store.games": frozenset({"bot.store.rows"}),
        "bot.store.rows": frozenset(),
    }
    assert rooms(graph) == {"app": frozenset({"store"}), "store": frozenset()}
    assert structure.loose("bot", rooms(graph)) == ["app"]


def test_a_name_that_is_imported_is_a_module_or_the_package() -> None:
    found = set(structure.imports(structure.ROOT / "engine" / "search" / "accelerate.py"))
    assert {"engine._core", "engine.board.grid", "functools"} <= found


async def test_what_an_update_enters_is_seen(engine: EnginePool, tmp_path: Path) -> None:
    seen = await entered(engine, tmp_path)
    for update in structure.UPDATES:
        below = seen[update].below("bot")
        assert {"bot/app.py", "bot/settings.py", "bot/playground/api.py"}.isdisjoint(below)
        assert {"bot/handlers/__init__.py", "bot/store/sqlite/database.py"} & set(below)
    assert "bot/handlers/new.py" in seen["/new"].below("bot")
    assert "bot/handlers/new.py" not in seen["/hint"].below("bot")


@pytest.mark.parametrize(
    ("package", "most_rooms", "most_arrows", "most_floors"),
    [("bot", 20, 83, 10), ("engine", 16, 61, 8)],
)
def test_the_first_level_is_small(
    package: str, most_rooms: int, most_arrows: int, most_floors: int
) -> None:
    first = rooms(structure.modules(package))
    assert len(first) <= most_rooms, sorted(first)
    assert len(arrows(first)) <= most_arrows, arrows(first)
    assert len(longest_chain(first)) <= most_floors, longest_chain(first)
    assert arrows_back(first) == []
    assert structure.loose(package, first) == LOOSE[package]


LOOSE = {"bot": ["__main__", "app", "settings", "start"], "engine": ["__main__"]}
