"""A filled database is one that the bot can serve, and holds what was asked for."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.background.stock import WANTED, kinds
from bot.game.place import Place
from bot.store import games, packing, puzzles, results, stock
from bot.store.sqlite.location import SqliteFile
from engine import Geometry, Symmetry, generate
from tests.grown import FIRST_ID, GAMES_EACH, TURNS, fill

GAMES = 3 * GAMES_EACH


@pytest.mark.long
async def test_a_filled_database_is_whole_and_people_play_on_in_it(tmp_path: Path) -> None:
    file = tmp_path / "sudoku.db"
    sizes = await fill(file, GAMES)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []
    # Pages are counted whole, so that few games seem to take more.
    assert TURNS < sizes.game < sizes.unpacked / 2 < 100 * TURNS
    store = await SqliteFile(file).open()
    try:
        assert set((await stock.levels(store)).values()) == {WANTED}
        assert len(await stock.levels(store)) == len(kinds())
        assert await puzzles.ungraded(store) is None
        assert await packing.next_game(store) is None
        for person in range(FIRST_ID, FIRST_ID + 3):
            solved = await results.of_user(store, person)
            assert len(solved) == GAMES_EACH
            last = await games.current(store, Place(person), person)
            assert last is not None
            assert (len(last.game.turns), last.is_open) == (TURNS, False)
        nine = generate(Geometry.of_size(9), Symmetry.NONE, "new")
        new = await puzzles.add(store, nine.grid, nine.solution, puzzles.Origin.NEW)
        begun = await games.start(store, Place(FIRST_ID), new.id, FIRST_ID, 1)
        assert (new.id, begun.id) == (GAMES + 1, GAMES + 1)
    finally:
        await store.close()


@pytest.mark.long
async def test_an_empty_database_has_a_full_stock_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "sudoku.db"
    await fill(file, 0)
    store = await SqliteFile(file).open()
    try:
        assert set((await stock.levels(store)).values()) == {WANTED}
        assert await store.all("select * from games") == []
    finally:
        await store.close()
