"""One of two processes on one PostgreSQL leads."""

import asyncio
from typing import cast

from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.database import Postgres
from bot.store.seam.not_stored import NotStored
from bot.store.seam.source import Row, Store, Value
from bot.telegram.leading import Leading
from tests.bot.house import House


async def soon(_seconds: float) -> None:
    await asyncio.sleep(0)


class Roles:
    """A Store of several replicas, as the one of them that asks sees it; it fails at first."""

    def __init__(self, replica: int, holder: int | None = None, failures: int = 0) -> None:
        self.replica = replica
        self.holder = holder
        self.failures = failures

    async def one(self, sql: str, *values: Value) -> Row | None:
        if self.failures:
            self.failures -= 1
            raise NotStored("the network is gone")
        if self.holder is None and sql.startswith("insert"):
            self.holder = int(values[1] or 0)
        return None if self.holder is None else (self.holder,)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        if self.failures:
            raise NotStored("the network is gone")
        if sql.startswith("delete") and values[1] == self.holder:
            self.holder = None
        return []


async def test_a_replica_looks_every_half_second_for_a_role_that_is_free() -> None:
    roles, slept = Roles(1, holder=2, failures=3), list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        assert not leading.is_leading or len(slept) > 9
        if len(slept) == 9:
            roles.holder = None
        await asyncio.sleep(0)

    leading = Leading(cast("Store", roles), sleep)
    waiting = asyncio.create_task(leading.wait())
    await asyncio.sleep(0)
    assert not waiting.done()
    await leading.run()
    await waiting
    assert (roles.holder, leading.is_leading) == (1, True)
    assert slept == [0.5] * 10
    await leading.run()
    assert slept == [0.5] * 10


async def test_only_the_leader_gives_the_role_back() -> None:
    roles = Roles(1)
    leading = Leading(cast("Store", roles), soon)
    await leading.run()
    await leading.resign()
    assert roles.holder is None
    others = Roles(1, holder=1)
    await Leading(cast("Store", others), soon).resign()
    assert others.holder == 1, "it has not begun to lead"
    roles.failures = 1
    await leading.resign()


async def test_who_works_alone_leads_without_a_question(house: House) -> None:
    leading = Leading(house.database)
    assert leading.is_leading
    await leading.wait()
    await leading.run()


async def test_one_leads_and_the_other_once_that_one_has_ended(
    postgres: Postgres, server: Server
) -> None:
    stores = [Postgres(server), Postgres(server)]
    for number, store in enumerate(stores):
        store.fence(await replicas.join(store, 7, f"host:{number}"))
    first, second = (Leading(store, soon) for store in stores)
    await first.run()
    assert first.is_leading
    waiting = asyncio.create_task(second.run())
    led = asyncio.create_task(second.wait())
    for _ in range(20):
        await postgres.prove()
    assert not second.is_leading
    assert not led.done()
    assert stores[0].replica is not None
    await replicas.leave(postgres, stores[0].replica)
    await asyncio.wait_for(asyncio.gather(waiting, led), 30)
    assert second.is_leading
    for store in stores:
        await store.close()


class Away(Postgres):
    """A database that cannot be reached three times, and then can."""

    failures = 3

    async def one(self, sql: str, *values: Value) -> Row | None:
        if self.failures:
            self.failures -= 1
            raise NotStored("the network is gone")
        return await super().one(sql, *values)


async def test_a_database_that_is_away_for_a_moment_is_asked_again(
    postgres: Postgres, server: Server
) -> None:
    store = Away(server)
    store.fence(await replicas.join(postgres, 7, "host:1"))
    leading = Leading(store, soon)
    await leading.run()
    assert leading.is_leading
    await store.close()
