from dataclasses import replace

from bot.game.days import daily_difficulty, labels_of
from bot.play import daily
from bot.store import dailies
from engine import Symmetry, has_symmetry, is_unique
from engine.difficulty import rate
from tests.bot.house import House


async def test_the_puzzle_of_a_label_is_made_once_and_kept_for_ever(house: House) -> None:
    first = await daily.puzzle_of(house.services, "2026-11-20")
    old = house.services
    other = replace(old, secret=b"another secret")
    assert await daily.puzzle_of(other, "2026-11-20") == first
    assert await dailies.get(house.database, "2026-11-20") == first


async def test_it_is_unique_symmetric_and_follows_from_the_secret(house: House) -> None:
    puzzle = await daily.puzzle_of(house.services, "2026-11-20")
    assert has_symmetry(puzzle.grid, Symmetry.CENTRAL)
    assert is_unique(puzzle.grid)
    assert puzzle.seed is None
    old = house.services
    other = replace(old, secret=b"another secret")
    assert (await daily.puzzle_of(other, "2026-11-21")).grid != puzzle.grid


async def test_a_level_is_as_hard_as_its_label_says(house: House) -> None:
    made = {}
    for label in labels_of("2026-11-21"):
        made[label] = await daily.puzzle_of(house.services, label)
        assert rate(made[label].grid).difficulty == made[label].difficulty
    assert [puzzle.difficulty for puzzle in made.values()] == ["easy", "hard", "expert"]
    assert len({puzzle.id for puzzle in made.values()}) == 3


async def test_it_is_as_hard_as_its_weekday(house: House) -> None:
    week = [f"2026-11-{day}" for day in range(23, 30)]
    for label in week:
        puzzle = await daily.puzzle_of(house.services, label)
        assert rate(puzzle.grid).difficulty is daily_difficulty(label)
