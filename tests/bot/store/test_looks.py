"""Replicas of the version before, which know the column `board` alone, still draw a board."""

import pytest

from bot.game.person import TALL, Group
from bot.store import groups, users
from bot.store.seam.source import Store

BEFORE = ("full", "compact", "image", "speak")


@pytest.mark.parametrize("table", ["users", "groups"])
async def test_a_look_that_is_not_known_there_is_the_nearest_one(
    database: Store, ann: int, group: int, table: str
) -> None:
    await users.see(database, ann, 1)

    async def chooses(look: str) -> None:
        if table == "users":
            await users.set_board(database, ann, look)
        else:
            chosen = Group("en", look, "conflicts", "light", timer=True)
            await groups.put(database, group, chosen)

    async def chosen() -> str:
        found = await (
            users.get(database, ann) if table == "users" else groups.get(database, group)
        )
        assert found is not None
        return found.board

    column, key = ("id", ann) if table == "users" else ("chat_id", group)
    for look in (*BEFORE, TALL, "image", TALL):
        await chooses(look)
        assert await chosen() == look
        row = await database.one(f"select board from {table} where {column} = $1", key)  # noqa: S608 - ours
        assert row == ("full" if look == TALL else look,)
    # A replica of the version before chooses another look.
    await database.all(f"update {table} set board = 'image' where {column} = $1", key)  # noqa: S608 - ours
    assert await chosen() == "image"


async def test_only_whoever_has_chosen_no_look_gets_the_keys_for_a_tall_phone(
    database: Store, ann: int, bob: int
) -> None:
    await users.see(database, ann, 1)
    await users.see(database, bob, 1)
    assert [await users.suit_tall_phone(database, ann) for _ in range(2)] == [True, False]
    for look in BEFORE:
        await users.set_board(database, bob, look)
        assert not await users.suit_tall_phone(database, bob)
    people = [await users.get(database, one) for one in (ann, bob)]
    assert [person.board for person in people if person] == [TALL, BEFORE[-1]]


async def test_whoever_is_moved_keeps_the_look_and_a_group_begins_without_it(
    database: Store, ann: int, group: int
) -> None:
    await users.see(database, ann, 1)
    await users.set_board(database, ann, TALL)
    await groups.begin(database, group, ann)
    begun = await groups.get(database, group)
    assert begun is not None
    assert begun.board == "full"
    await groups.put(database, group, Group("en", TALL, "conflicts", "light", timer=True))
    await groups.move(database, group, -1009999999999)
    await users.move(database, ann, 4242)
    person, there = await users.get(database, 4242), await groups.get(database, -1009999999999)
    assert person is not None
    assert there is not None
    assert person.board == there.board == TALL
