import asyncio
from dataclasses import replace

import pytest

from bot.game.place import Place
from bot.store import belongings, chats, makings
from bot.store.makings import Making
from bot.store.puzzles import PuzzleRow
from bot.store.seam.source import Store
from tests.bot.store.conftest import ANN, BOB, GROUP

BOT = 1_000_000_000
SUPERGROUP = -1_002_999_999_999
MAKING = Making(Place(GROUP, 7), 40, ANN, BOT, 12, '{"size": 9}', "a seed", 100)


@pytest.fixture(autouse=True)
def known(puzzle: PuzzleRow) -> PuzzleRow:
    """Ann and Bob are known."""
    return puzzle


async def test_whoever_takes_it_first_has_it(database: Store) -> None:
    await makings.begin(database, MAKING)
    assert await makings.get(database, MAKING.place, MAKING.message_id) == MAKING
    taken = await asyncio.gather(
        *(makings.take(database, MAKING.place, MAKING.message_id) for _ in range(3))
    )
    assert [one for one in taken if one] == [MAKING]
    assert await makings.get(database, MAKING.place, MAKING.message_id) is None
    assert await makings.left(database, BOT) == ()


@pytest.mark.parametrize(
    ("place", "message_id"), [(Place(GROUP), 40), (Place(ANN, 7), 40), (Place(GROUP, 7), 41)]
)
async def test_what_is_made_elsewhere_is_left_alone(
    database: Store, place: Place, message_id: int
) -> None:
    await makings.begin(database, MAKING)
    assert await makings.get(database, place, message_id) is None
    assert await makings.take(database, place, message_id) is None
    assert await makings.left(database, BOT) == (MAKING,)


async def test_the_next_process_of_a_bot_finds_what_was_being_made(database: Store) -> None:
    later = replace(MAKING, message_id=41, update_id=13, asked_at=101)
    others = replace(MAKING, message_id=42, bot_id=BOT + 1)
    for making in (later, others, MAKING):
        await makings.begin(database, making)
    assert await makings.left(database, BOT) == (MAKING, later)


async def test_it_goes_on_in_the_supergroup(database: Store) -> None:
    await makings.begin(database, MAKING)
    for _ in range(2):
        await chats.move(database, GROUP, SUPERGROUP)
        assert await makings.left(database, BOT) == (replace(MAKING, place=Place(SUPERGROUP, 7)),)


async def test_nothing_is_made_for_a_deleted_person(database: Store) -> None:
    others = replace(MAKING, message_id=41, user_id=BOB)
    for making in (MAKING, others):
        await makings.begin(database, making)
    await belongings.delete_user(database, ANN, 9)
    assert await makings.left(database, BOT) == (others,)
