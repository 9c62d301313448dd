import pytest

from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.store import blocks, games, subscriptions, users
from bot.store.blocks import Block
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store

NEW = -1_009_999_999_999


async def test_a_block_lasts_until_it_is_ended_and_keeps_its_first_instant(
    database: Store, ann: int, group: int
) -> None:
    assert await blocks.add(database, ann, 100)
    assert not await blocks.add(database, ann, 200)
    assert await blocks.add(database, group, 50)
    assert await blocks.get(database, ann) == Block(ann, 100)
    assert await blocks.every(database) == (Block(group, 50), Block(ann, 100))
    assert await blocks.remove(database, ann)
    assert not await blocks.remove(database, ann)
    assert await blocks.get(database, ann) is None
    assert await blocks.every(database) == (Block(group, 50),)


async def test_whoever_has_used_the_bot_is_known(
    database: Store, ann: int, group: int, puzzle: PuzzleRow
) -> None:
    async def known(*numbers: int) -> list[bool]:
        return [await blocks.is_known(database, number) for number in numbers]

    channel = -1_001_111_111_111
    numbers = ann, 1, group, channel, person_of_chat(channel), NEW
    assert await known(*numbers) == [True, False, False, False, False, False]
    await games.start(database, Place(group), puzzle.id, ann, 1)
    await users.see(database, person_of_chat(channel), 1)
    await subscriptions.put(
        database, NEW, ann, zone="UTC", minute=0, next_due=5, next_label="2026-11-21"
    )
    assert await known(*numbers) == [True, False, True, True, True, True]


@pytest.mark.parametrize("is_there", [False, True])
async def test_a_block_follows_a_group_and_those_who_write_in_its_name(
    database: Store, ann: int, group: int, *, is_there: bool
) -> None:
    """A supergroup that is blocked already keeps its own block."""
    for number in (ann, group, person_of_chat(group)):
        await blocks.add(database, number, 100)
    if is_there:
        await blocks.add(database, NEW, 90)
    await blocks.move(database, group, NEW)
    assert set(await blocks.every(database)) == {
        Block(ann, 100),
        Block(NEW, 90 if is_there else 100),
        Block(person_of_chat(NEW), 100),
    }
