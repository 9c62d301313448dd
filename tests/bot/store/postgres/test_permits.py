import asyncio

from bot.store.postgres import permits, replicas
from bot.store.postgres.database import Postgres
from bot.store.postgres.permits import Demand

TOTAL = 28


async def join(postgres: Postgres, count: int = 1) -> list[int]:
    await permits.make(postgres, TOTAL)
    # What the server knows of the table decides in which order it joins.
    await postgres.all("analyze permits")
    return [await replicas.join(postgres, 7, f"host:{number}") for number in range(count)]


async def a_second_passes(postgres: Postgres) -> None:
    await postgres.all("update permits set free_at = free_at - 1000")


async def held(postgres: Postgres) -> dict[int, int]:
    rows = await postgres.all(
        "select holder, count(*) from permits where holder is not null group by holder"
    )
    return dict(rows)


async def test_a_permit_belongs_to_one_replica(postgres: Postgres) -> None:
    one, other = await join(postgres, 2)
    assert await permits.take(postgres, one, 20) == 20
    assert await permits.take(postgres, other, 20) == 8
    assert await permits.take(postgres, one, 1) == 0
    assert await held(postgres) == {one: 20, other: 8}


async def test_of_many_who_take_at_once_none_takes_what_another_has(postgres: Postgres) -> None:
    numbers = await join(postgres, 6)
    taken = await asyncio.gather(*(permits.take(postgres, number, 9) for number in numbers))
    assert sum(taken) == sum((await held(postgres)).values()) <= TOTAL
    assert await held(postgres) == {
        number: count for number, count in zip(numbers, taken, strict=True) if count
    }


async def test_what_was_given_back_is_free_a_second_later(postgres: Postgres) -> None:
    one, other = await join(postgres, 2)
    await permits.take(postgres, one, TOTAL)
    await permits.give(postgres, one, 5)
    assert await permits.take(postgres, other, 3) == 0, "it holds them, and must not use them yet"
    assert not await permits.borrow(postgres, 0)
    await a_second_passes(postgres)
    assert await permits.take(postgres, other, 9) == 2
    assert await held(postgres) == {one: TOTAL - 5, other: 5}


async def test_a_permit_that_is_borrowed_is_free_a_second_later(postgres: Postgres) -> None:
    (one,) = await join(postgres)
    await permits.take(postgres, one, TOTAL - 3)
    assert [await permits.borrow(postgres, 1) for _ in range(3)] == [True, True, False]
    assert [await permits.borrow(postgres, 0) for _ in range(2)] == [True, False]
    await a_second_passes(postgres)
    assert [await permits.borrow(postgres, 2) for _ in range(2)] == [True, False]
    assert await permits.take(postgres, one, TOTAL) == 2


async def test_who_borrows_waits_for_no_disk(postgres: Postgres) -> None:
    waits = "show synchronous_commit"
    await join(postgres)
    async with postgres.transaction() as borrowing:
        assert await borrowing.one(waits) == ("on",)
        assert await permits.borrow(borrowing, 0)
        assert await borrowing.one(waits) == ("off",)
    assert await postgres.one(waits) == ("on",)


async def test_of_many_who_borrow_at_once_each_has_a_permit_of_its_own(postgres: Postgres) -> None:
    (one,) = await join(postgres)
    await permits.take(postgres, one, TOTAL - 5)
    borrowed = await asyncio.gather(*(permits.borrow(postgres, 0) for _ in range(12)))
    # One that finds a row locked goes to the next one, and may find none although one is left.
    assert 1 <= sum(borrowed) <= 5
    rows = await postgres.all("select number from permits where holder is null and free_at > 0")
    assert len(rows) == sum(borrowed)


async def test_nobody_gives_what_another_has(postgres: Postgres) -> None:
    one, other = await join(postgres, 2)
    await permits.take(postgres, one, 3)
    await permits.take(postgres, other, 3)
    await permits.give(postgres, one, 9)
    assert await held(postgres) == {other: 3}


async def test_the_permits_of_a_replica_are_free_with_its_end(postgres: Postgres) -> None:
    one, other = await join(postgres, 2)
    await permits.take(postgres, one, TOTAL)
    await permits.declare(postgres, one, 9, is_halted=False)
    await replicas.leave(postgres, one)
    assert await permits.demands(postgres) == ()
    assert await permits.take(postgres, other, TOTAL) == TOTAL


async def test_each_says_what_it_has_use_for_and_sees_what_others_hold(postgres: Postgres) -> None:
    one, other = await join(postgres, 2)
    await permits.declare(postgres, one, 4, is_halted=False)
    await permits.declare(postgres, other, 9, is_halted=True)
    await permits.declare(postgres, one, 8, is_halted=False)
    await permits.take(postgres, other, 3)
    seen = await permits.demands(postgres)
    assert seen == (Demand(one, 8, 0, is_halted=False), Demand(other, 9, 3, is_halted=True))
    await permits.lift(postgres)
    assert not any(demand.is_halted for demand in await permits.demands(postgres))


async def test_there_are_as_many_as_the_program_says(postgres: Postgres) -> None:
    """Also if an earlier leader has made more of them, or fewer."""
    (one,) = await join(postgres)
    for count in (30, 26, 28):
        await permits.make(postgres, count)
        assert await postgres.all("select count(*) from permits") == [(count,)]
    assert await permits.take(postgres, one, 50) == 28
