import asyncio

from bot.store.postgres import leaders, replicas
from bot.store.postgres.database import Postgres

ROLE = "background"


async def test_a_role_is_led_by_whoever_comes_first_until_its_end(postgres: Postgres) -> None:
    one, other = [await replicas.join(postgres, 7, f"host:{number}") for number in range(2)]
    assert await leaders.lead(postgres, ROLE, one)
    assert await leaders.lead(postgres, ROLE, one)
    assert not await leaders.lead(postgres, ROLE, other)
    assert await leaders.lead(postgres, "another", other)
    await replicas.leave(postgres, one)
    assert await leaders.lead(postgres, ROLE, other)


async def test_who_resigns_leaves_the_role_to_others_and_takes_none_from_them(
    postgres: Postgres,
) -> None:
    one, other = [await replicas.join(postgres, 7, f"host:{number}") for number in range(2)]
    await leaders.lead(postgres, ROLE, one)
    await leaders.resign(postgres, ROLE, other)
    assert not await leaders.lead(postgres, ROLE, other)
    await leaders.resign(postgres, ROLE, one)
    assert await leaders.lead(postgres, ROLE, other)


async def test_of_many_who_want_a_role_at_once_one_gets_it(postgres: Postgres) -> None:
    numbers = [await replicas.join(postgres, 7, f"host:{number}") for number in range(8)]
    led = await asyncio.gather(*(leaders.lead(postgres, ROLE, number) for number in numbers))
    assert led.count(True) == 1
