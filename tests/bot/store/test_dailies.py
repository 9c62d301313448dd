from bot.store import dailies, puzzles
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.source import Store
from tests.bot.store.rows import daily_labels


async def test_the_first_puzzle_of_a_label_stays(database: Store, puzzle: PuzzleRow) -> None:
    later = await puzzles.add(
        database, puzzle.grid.with_values({15: 0}), puzzle.solution, Origin.DAILY
    )
    assert await dailies.get(database, "2026-11-21") is None
    assert await dailies.put(database, "2026-11-21", puzzle.id) == puzzle
    assert await dailies.put(database, "2026-11-21", later.id) == puzzle
    assert await dailies.put(database, "2026-11-20", later.id) == later
    assert await dailies.get(database, "2026-11-21") == puzzle
    assert await daily_labels(database) == ("2026-11-20", "2026-11-21")


async def test_the_first_secret_stays(database: Store) -> None:
    assert await dailies.secret(database, "one") == "one"
    assert await dailies.secret(database, "two") == "one"
