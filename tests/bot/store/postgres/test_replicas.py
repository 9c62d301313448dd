from itertools import count

import pytest

from bot.game.place import Place
from bot.store import inbox, replies
from bot.store.packing import READ_SINCE
from bot.store.postgres import replicas
from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, execute, fetch
from bot.store.postgres.database import Postgres
from bot.store.postgres.replicas import SESSION, OtherBot
from bot.store.replies import Reply
from bot.store.seam.holding import Arrival
from bot.store.seam.migrations import MIGRATIONS, scripts
from bot.store.seam.not_stored import StoreError

BOT = 7
NUMBERS = count(1)


async def join(postgres: Postgres, bot_id: int = BOT) -> int:
    return await replicas.join(postgres, bot_id, f"host:{next(NUMBERS)}")


async def time_passes(postgres: Postgres, replica: int) -> None:
    """Makes it look as if the replica had not been heard from for a long time."""
    await postgres.all("update replicas set until = until - 60000 where id = $1", replica)


async def hold(postgres: Postgres, replica: int, *chats: int) -> None:
    for chat in chats:
        await postgres.all("insert into leases values ($1, $2)", chat, replica)


async def holds(postgres: Postgres) -> dict[int, int]:
    return dict(await postgres.all("select chat_id, holder from leases"))


async def test_who_says_nothing_for_long_is_ended_with_all_that_it_holds(
    postgres: Postgres,
) -> None:
    dead, alive = await join(postgres), await join(postgres)
    await hold(postgres, dead, 1)
    await hold(postgres, alive, 2)
    assert await replicas.fence(postgres, alive) == ()
    await time_passes(postgres, dead)
    assert await replicas.renew(postgres, alive) is True, "somebody is late"
    assert await replicas.fence(postgres, dead) == (), "nobody ends himself"
    assert await replicas.fence(postgres, alive) == (dead,)
    assert await holds(postgres) == {2: alive}
    assert await replicas.renew(postgres, dead) is None
    assert await replicas.renew(postgres, alive) is False
    assert await join(postgres) > alive, "its number is never given out again"


async def test_a_replica_says_which_schema_its_program_knows(postgres: Postgres) -> None:
    await join(postgres)
    known = len(scripts(MIGRATIONS))
    assert await postgres.all("select schema from replicas") == [(known,)]
    assert known >= READ_SINCE, "it reads packed games"


async def test_who_says_so_in_time_is_alive(postgres: Postgres) -> None:
    one, other = await join(postgres), await join(postgres)
    await time_passes(postgres, one)
    assert await replicas.renew(postgres, one) is False
    assert await replicas.fence(postgres, other) == ()
    assert len(await replicas.alive(postgres)) == 2


async def test_a_replica_with_an_open_transaction_is_left_for_the_next_time(
    postgres: Postgres, server: Server
) -> None:
    """It can be renewed meanwhile, and the others do not wait for it."""
    busy, other = await join(postgres), await join(postgres)
    foreign = await connect(server)
    await execute(foreign, "begin")
    await fetch(foreign, "select 1 from replicas where id = $1 for key share", busy)
    assert await replicas.renew(postgres, busy) is False
    await time_passes(postgres, busy)
    assert await replicas.fence(postgres, other) == ()
    await execute(foreign, "rollback")
    assert await replicas.fence(postgres, other) == (busy,)
    foreign.terminate()


async def test_a_replica_that_froze_within_a_statement_is_ended_all_the_same(
    postgres: Postgres, server: Server
) -> None:
    """No timeout of the server applies between the messages of a new statement."""
    frozen, other = await join(postgres), await join(postgres)
    foreign = await connect(server)
    await execute(foreign, f"begin; set local application_name = '{SESSION}{frozen}'")
    await fetch(foreign, "select 1 from replicas where id = $1 for key share", frozen)
    await foreign.prepare("select 1 + 1")
    assert await replicas.fence(postgres, other) == ()
    assert await fetch(foreign, "select 1"), "who is in time goes on"
    await foreign.prepare("select 1 + 2")
    await time_passes(postgres, frozen)
    assert await replicas.fence(postgres, other) == (frozen,)
    foreign.terminate()


async def test_whatever_a_replica_writes_is_named_after_it(
    postgres: Postgres, server: Server
) -> None:
    number = await join(postgres)
    store = Postgres(server)
    store.fence(number)
    async with store.transaction() as transaction:
        named = await transaction.one("select current_setting('application_name')")
    assert named == (f"{SESSION}{number}",)
    assert await store.one("select current_setting('application_name')") == named
    await store.close()


async def test_a_single_statement_is_behind_the_fence_in_its_one_message(
    postgres: Postgres, server: Server
) -> None:
    """The write waits for the replica that fences this one, and fencing waits for the write."""
    number, other = await join(postgres), await join(postgres)
    insert = "insert into leases (chat_id, holder) values ($1, $2) returning chat_id"
    first = replicas.fenced(insert, number)
    second = replicas.fenced(f"with kept as ({insert}) select * from kept", number)  # noqa: S608
    assert await postgres.all(first, 1, number) == [(1,)]
    foreign = await connect(server)
    await execute(foreign, "begin")
    assert await fetch(foreign, second, 2, number) == [(2,)]
    await time_passes(postgres, number)
    assert await replicas.fence(postgres, other) == (), "its row is locked"
    await execute(foreign, "commit")
    await foreign.close()
    assert await replicas.fence(postgres, other) == (number,)
    for fenced in first, second:
        with pytest.raises(StoreError, match="this replica was ended"):
            await postgres.all(fenced, 3, other)
    assert await holds(postgres) == {}


async def test_who_leaves_frees_its_chats(postgres: Postgres) -> None:
    one, other = await join(postgres), await join(postgres)
    await hold(postgres, one, 1)
    await replicas.leave(postgres, one)
    assert await holds(postgres) == {}
    assert await replicas.renew(postgres, other) is False


async def test_a_chat_is_freed_only_where_nothing_waits(postgres: Postgres) -> None:
    one, other = await join(postgres), await join(postgres)
    await hold(postgres, one, 1, 2, 3, 5)
    await hold(postgres, other, 4)
    waiting = [Arrival(11, 5, 1, "{}"), Arrival(12, 2, None, "{}"), Arrival(13, 5, 3, "{}", "no")]
    await inbox.receive(postgres, BOT, waiting, 100)
    await postgres.all("update inbox set holder = $1", one)
    await replies.keep(postgres, Reply(Place(5), "later"), 100)
    assert await replicas.free(postgres, one, [1, 2, 3, 4, 5]) == {3}
    await inbox.finish(postgres, BOT, [11])
    assert await replicas.free(postgres, one, [1, 2, 5]) == {1}
    assert await holds(postgres) == {2: one, 4: other, 5: one}


async def test_who_is_about_to_leave_frees_what_it_is_not_at_work_on(postgres: Postgres) -> None:
    """A chat's waiting updates that nobody is at work on are left for the next holder."""
    one, other = await join(postgres), await join(postgres)
    await hold(postgres, one, 1, 2, 3)
    await hold(postgres, other, 4)
    await inbox.receive(postgres, BOT, [Arrival(11, 5, 1, "{}"), Arrival(12, 5, 2, "{}")], 100)
    await postgres.all("update inbox set holder = $1 where update_id = 11", one)
    await replies.keep(postgres, Reply(Place(3), "later"), 100)
    assert not await replicas.free_all(postgres, one)
    assert await holds(postgres) == {1: one, 4: other}


async def test_the_replicas_of_another_bot_are_refused_while_they_live(postgres: Postgres) -> None:
    one = await join(postgres)
    with pytest.raises(OtherBot, match="another bot serves this database"):
        await join(postgres, BOT + 1)
    await time_passes(postgres, one)
    assert await join(postgres, BOT + 1) == one + 1
