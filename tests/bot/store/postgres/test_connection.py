import asyncio
import gc
import traceback
from typing import Final

import pytest

from bot.store.postgres.address import Server
from bot.store.postgres.connection import connect, fetch
from bot.store.seam.not_stored import NotStored, StoreError, Unreachable
from tests.bot.process import free_port
from tests.postgres import PASSWORD, Cluster

OTHERS: Final = (
    "select count(*) from pg_stat_activity"
    " where datname = current_database() and pid <> pg_backend_pid()"
)


async def test_a_wrong_password_is_told_and_not_repeated(cluster: Cluster) -> None:
    with pytest.raises(NotStored, match="the password is wrong") as refused:
        await connect(cluster.server(password="hunter2"))  # noqa: S106 - the wrong one
    assert not isinstance(refused.value, Unreachable)
    told = f"{refused.value!r} {refused.value.__cause__!r}"
    assert "hunter2" not in told
    assert PASSWORD not in told


async def test_a_server_that_is_not_there_is_told() -> None:
    with pytest.raises(Unreachable, match="cannot be reached"):
        await connect(Server(f"postgresql://ann:secret@127.0.0.1:{free_port()}/games"))


async def test_a_database_that_is_not_there_is_told(cluster: Cluster) -> None:
    with pytest.raises(NotStored, match=r'no such database .*"nowhere"'):
        await connect(cluster.server("nowhere"))


async def test_an_address_that_cannot_be_used_is_told(cluster: Cluster) -> None:
    with pytest.raises(NotStored, match="sslmode"):
        await connect(Server(f"{cluster.server().url}?sslmode=perhaps"))


async def test_a_database_that_cannot_hold_all_texts_is_refused(cluster: Cluster) -> None:
    narrow = await cluster.create("narrow", "template0 encoding 'LATIN1'")
    with pytest.raises(NotStored, match="UTF8, not LATIN1"):
        await connect(narrow)


async def test_every_text_can_be_kept(server: Server) -> None:
    connection = await connect(server)
    rows = await fetch(connection, "select $1::text, $2::text", "数独 \0!", "'; drop table x")
    assert rows == [("数独 \ufffd!", "'; drop table x")]
    connection.terminate()


async def test_a_row_that_is_refused_is_not_quoted_in_the_log(server: Server) -> None:
    connection = await connect(server)
    with pytest.raises(StoreError, match="replies") as refused:
        await fetch(connection, "insert into replies (id, html) values (1, $1)", "a love letter")
    told = "".join(traceback.format_exception(refused.value))
    assert "NotNullViolation" in told
    assert "love" not in told.replace('"a love letter"', "")
    connection.terminate()


async def test_who_gives_up_while_it_connects_leaves_no_error_and_no_connection(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    for rounds in range(20):
        connecting = asyncio.create_task(connect(server))
        for _ in range(rounds):
            await asyncio.sleep(0)
        connecting.cancel()
        await asyncio.wait([connecting])
        if not connecting.cancelled():
            connecting.result().terminate()
    async with asyncio.timeout(30):
        while asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.sleep(0.001)
        gc.collect()
        assert caplog.text == ""
        own = await connect(server)
        while await fetch(own, OTHERS) != [(0,)]:
            await asyncio.sleep(0.001)
        await own.close()
