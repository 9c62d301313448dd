from bot.store import comments
from bot.store.comments import MOST_THREADS
from bot.store.seam.source import Store

CLUB, OTHER = -1005, -1006


async def test_a_thread_is_known_in_its_own_group_alone(database: Store) -> None:
    for _ in range(2):
        await comments.add(database, CLUB, 7)
    assert await comments.has(database, CLUB, 7)
    assert not await comments.has(database, CLUB, 8)
    assert not await comments.has(database, OTHER, 7)


async def test_only_the_newest_threads_of_a_group_are_kept(database: Store) -> None:
    await comments.add(database, OTHER, 1)
    rows = ", ".join(f"({CLUB}, {thread})" for thread in range(1, MOST_THREADS + 1))
    await database.all(f"insert into comments (chat_id, thread_id) values {rows}")  # noqa: S608
    assert await comments.has(database, CLUB, 1)
    await comments.add(database, CLUB, MOST_THREADS + 1)
    assert not await comments.has(database, CLUB, 1)
    assert await comments.has(database, CLUB, 2)
    assert await comments.has(database, CLUB, MOST_THREADS + 1)
    assert await comments.has(database, OTHER, 1)
