"""Health, metrics and Telegram's calls over HTTP."""

import asyncio
import re
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot import app
from bot.playground import PlaygroundRequest
from bot.settings import Address
from bot.store import facts
from bot.store.seam.not_stored import StoreError
from bot.telegram.application import SudokuApplication
from bot.telegram.retries import Timer
from bot.telegram.webhook import LARGEST_BODY, SECRET_HEADER, secret_of
from bot.web.access import Access
from bot.web.health import Health
from bot.web.server import Top, create_web, listening
from bot.web.shared import FRESH_SECONDS, MOST_WAITING
from engine import __version__
from tests.bot.house import NETWORK, House, Talk
from tests.bot.process import free_port
from tests.bot.telegram.passing import PassingTime

URL = "https://example.org/telegram/calls"


TOKEN = "correct-horse-battery"  # noqa: S105 - opens nothing
LOOPBACK = Access(is_private=True)


@asynccontextmanager
async def client(
    application: SudokuApplication,
    webhook_url: str = "",
    access: Access = LOOPBACK,
    top: Top | None = None,
    time: PassingTime | None = None,
) -> AsyncIterator[httpx.AsyncClient]:
    time = time or PassingTime()
    health = Health(application, Timer())
    transport = httpx.ASGITransport(create_web(health, webhook_url, access, top, time.clock))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as opened:
        yield opened


async def test_a_process_that_lives_says_so(house: House) -> None:
    async with client(house.application) as web:
        assert (await web.get("/healthz")).text == "ok\n"


async def test_a_start_that_fails_leaves_nothing_that_listens(house: House) -> None:
    web = create_web(Health(house.application, Timer()), "", LOOPBACK)
    address, before = Address("127.0.0.1", free_port()), asyncio.all_tasks()

    async def fails() -> None:
        async with listening(web, address), httpx.AsyncClient() as asking:
            assert (await asking.get(f"http://{address}/healthz")).text == "ok\n"
            raise OSError("the start fails")

    with pytest.raises(OSError, match="the start fails"):
        await fails()
    assert asyncio.all_tasks() == before
    with pytest.raises(ConnectionError):
        await asyncio.open_connection(address.host, address.port)


async def test_a_process_is_ready_only_if_each_of_its_parts_is(house: House) -> None:
    await house.engine.started()
    time = PassingTime()
    async with client(house.application, time=time) as web:
        answer = await web.get("/readyz")
        assert (answer.status_code, {*answer.json().values()}) == (200, {"ok"})
        await house.database.close()
        time.now += FRESH_SECONDS
        answer = await web.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["engine"] == "ok"
    assert answer.json()["database"] != "ok"


async def test_metrics_tell_depths_and_the_outbox(house: House, chat: Talk) -> None:
    await chat.sends("/help")
    async with client(house.application) as web:
        answer = await web.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain")
    assert 'sudoku_queue_depth{queue="engine"} 0.0' in answer.text
    assert 'sudoku_queue_depth{queue="engine, hard questions"} 0.0' in answer.text
    assert 'sudoku_outbox_rows{state="pending"} 0.0' in answer.text
    assert "process_resident_memory_bytes" in answer.text
    assert house.api.token not in answer.text


async def test_metrics_tell_what_runs_and_what_its_database_takes(house: House) -> None:
    async with client(house.application) as web:
        told = (await web.get("/metrics")).text
    (build,) = re.findall(r"^sudoku_build_info\{(.*)\} 1\.0$", told, re.MULTILINE)
    assert f'version="{__version__}"' in build
    assert f'python="{sys.version.split()[0]}"' in build
    taken = dict(re.findall(r'^sudoku_disk_bytes\{content="(\w+)"\} (\S+)$', told, re.MULTILINE))
    assert float(taken["data"]) > 100_000
    if not house.database.is_shared:
        assert 0 <= float(taken["log"]) < float(taken["free"])


async def test_metrics_tell_how_old_the_newest_backup_is(house: House) -> None:
    time = PassingTime()
    async with client(house.application, time=time) as web:
        assert "\nsudoku_backup_age_seconds NaN\n" in (await web.get("/metrics")).text
        made = house.application.services.clock().timestamp() - 3600
        await facts.put(house.database, facts.BACKED_UP, str(int(made)))
        time.now += FRESH_SECONDS
        told = (await web.get("/metrics")).text
    (age,) = re.findall(r"^sudoku_backup_age_seconds (\S+)$", told, re.MULTILINE)
    assert 3600 <= float(age) < 7200


def bytes_of(database: Path) -> tuple[int, int]:
    """The bytes of a file and of its log."""
    log = database.with_name(f"{database.name}-wal")
    return database.stat().st_size, log.stat().st_size


@pytest.mark.sqlite
async def test_the_size_of_a_database_is_that_of_its_files(
    house: House, database_path: Path
) -> None:
    sizes = await house.database.sizes()
    assert (sizes.data, sizes.log) == bytes_of(database_path)
    await house.database.close()
    with pytest.raises(StoreError):
        await house.database.sizes()


async def test_metrics_count_what_could_not_be_read(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    secret = {SECRET_HEADER: secret_of(house.api.token)}
    time = PassingTime()
    async with client(house.application, URL, time=time) as web:
        assert "sudoku_quarantined_updates{" not in (await web.get("/metrics")).text
        for number in (1, 2):
            update = {"update_id": number, "poll": {"id": "1"}}
            await web.post("/telegram/calls", json=update, headers=secret)
        time.now += FRESH_SECONDS
        answer = await web.get("/metrics")
    assert 'sudoku_quarantined_updates{fault="TypeError in Poll"} 2.0' in answer.text
    caplog.clear()


async def test_metrics_are_told_without_the_database_too(house: House) -> None:
    await house.database.close()
    async with client(house.application) as web:
        await web.get("/readyz")
        answer = await web.get("/metrics")
    assert answer.status_code == 200
    assert 'sudoku_ready{part="database"} 0.0' in answer.text


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def nobody() -> dict[str, object]:
    return {"accounts": [], "most_bytes": 1, "reserved_bytes": 0}


async def test_strangers_learn_whether_it_is_ready_and_nothing_else(house: House) -> None:
    await house.engine.started()
    time = PassingTime()
    async with client(house.application, URL, Access(token=TOKEN), nobody, time) as web:
        assert (await web.get("/healthz")).text == "ok\n"
        for path in ("/metrics", "/top"):
            for headers in ({}, bearer(TOKEN[:-1])):
                refused = await web.get(path, headers=headers)
                assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
                assert "sudoku_" not in refused.text
        ready = await web.get("/readyz")
        assert (ready.status_code, ready.text) == (200, "ok\n")
        await house.database.close()
        time.now += FRESH_SECONDS
        ready = await web.get("/readyz")
        assert (ready.status_code, ready.text) == (503, "not ready\n")
        assert set((await web.get("/readyz", headers=bearer(TOKEN))).json()) > {"database"}
        assert "sudoku_" in (await web.get("/metrics", headers=bearer(TOKEN))).text


async def test_without_a_token_only_loopback_may_read(house: House) -> None:
    async with client(house.application, access=Access(), top=nobody) as web:
        assert [(await web.get(path)).status_code for path in ("/metrics", "/top")] == [403] * 2
    async with client(house.application, top=nobody) as web:
        assert [(await web.get(path)).status_code for path in ("/metrics", "/top")] == [200] * 2
        web.headers["host"] = "bot.example.org"
        assert [(await web.get(path)).status_code for path in ("/metrics", "/top")] == [403] * 2


async def test_the_accounts_with_the_largest_reservations_are_told(house: House) -> None:
    account = {"account": 7, "chat": -100, "bytes": 5_000_000, "seconds": 2.5, "waiting": 3}
    told = {"accounts": [account], "most_bytes": 60_000_000, "reserved_bytes": 5_000_000}
    async with client(house.application, top=lambda: told) as web:
        assert (await web.get("/top")).json() == told
    async with client(house.application) as web:
        assert (await web.get("/top")).status_code == 404


@pytest.mark.sqlite
async def test_many_readers_at_once_share_one_page_and_the_others_are_sent_away(
    house: House,
) -> None:
    await house.engine.started()
    readers = MOST_WAITING + 5
    time = PassingTime()
    async with client(house.application, time=time) as web:
        for path in ("/readyz", "/metrics"):
            async with house.database.transaction():
                # Both pages wait for the database, which is taken.
                asking = [asyncio.create_task(web.get(path)) for _ in range(readers)]
                done, waiting = await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
                while len(done) < 5:
                    more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                    done |= more
                told = {
                    (one.result().status_code, one.result().headers["retry-after"]) for one in done
                }
                assert (len(waiting), told) == (MOST_WAITING, {(429, "1")})
            answers = {(await one).text for one in waiting}
            assert len(answers) == 1


async def test_a_page_is_not_made_again_within_a_second(house: House, chat: Talk) -> None:
    time = PassingTime()
    helped = 'sudoku_updates_total{command="help",outcome="answered"} 1.0'
    async with client(house.application, time=time) as web:
        before = (await web.get("/metrics")).text
        await chat.sends("/help")
        assert (await web.get("/metrics")).text == before
        time.now += FRESH_SECONDS
        assert helped not in before
        assert helped in (await web.get("/metrics")).text


@pytest.mark.parametrize(
    ("head", "is_free"),
    [
        (b"POST /c HTTP/1.1\r\nX-Telegram-Bot-Api-Secret-Token: %s\r\nHost: x", True),
        (b"POST /c HTTP/1.1\r\nhost: x\r\nx-telegram-bot-api-secret-token:%s", True),
        (b"POST /c HTTP/1.1\r\nx-telegram-bot-api-secret-token: %sa\r\n", False),
        (b"POST /c HTTP/1.1\r\nx-telegram-bot-api-secret-token: a%s\r\n", False),
        (b"GET /x-telegram-bot-api-secret-token:%s HTTP/1.1\r\n", False),
        (b"POST /c HTTP/1.1\r\nx-telegram-bot-api-secret-token: \r\n", False),
        (b"", False),
    ],
)
async def test_only_telegrams_own_calls_need_no_turn(
    house: House, head: bytes, *, is_free: bool
) -> None:
    secret = secret_of(house.api.token).encode()
    head = head.replace(b"%s", secret)
    called = create_web(Health(house.application, Timer()), URL)
    polls = create_web(Health(house.application, Timer()))
    assert called.state.needs_no_turn(head) == is_free
    assert not polls.state.needs_no_turn(head)


def message(house: House, text: str) -> dict[str, Any]:
    update = house.alice.person.say(text)
    assert update is not None
    return update


async def test_only_who_knows_the_secret_brings_updates(house: House) -> None:
    secret = secret_of(house.api.token)
    path = "/telegram/calls"
    async with client(house.application, URL) as web:
        update = message(house, "/help")
        shown: list[dict[bytes, bytes]] = [
            {},
            {SECRET_HEADER.encode(): secret[:-1].encode() + b"x"},
            {SECRET_HEADER.encode(): "é".encode()},
        ]
        wrong = [await web.post(path, json=update, headers=headers) for headers in shown]
        assert [answer.status_code for answer in wrong] == [403] * 3
        assert house.application.update_queue.empty()
        right = await web.post(path, json=update, headers={SECRET_HEADER: secret})
    assert right.status_code == 200
    queued = house.application.update_queue.get_nowait()
    assert getattr(queued, "update_id", None) == update["update_id"]


async def test_the_same_update_twice_is_one(house: House) -> None:
    secret = {SECRET_HEADER: secret_of(house.api.token)}
    async with client(house.application, URL) as web:
        update = message(house, "/help")
        for _ in range(2):
            answer = await web.post("/telegram/calls", json=update, headers=secret)
            assert answer.status_code == 200
    assert house.application.update_queue.qsize() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not json", 400),
        (b"\xff\xfe", 400),
        (b" " * (LARGEST_BODY + 1), 413),
        (b"[1]", 400),
    ],
)
async def test_what_cannot_be_an_update_changes_nothing(
    house: House, body: bytes, status: int
) -> None:
    secret = {SECRET_HEADER: secret_of(house.api.token)}
    async with client(house.application, URL) as web:
        answer = await web.post("/telegram/calls", content=body, headers=secret)
    assert answer.status_code == status
    assert house.application.update_queue.empty()


async def test_without_a_webhook_there_is_no_door(house: House) -> None:
    secret = {SECRET_HEADER: secret_of(house.api.token)}
    async with client(house.application) as web:
        answer = await web.post("/telegram/calls", json={}, headers=secret)
    assert answer.status_code == 404


def test_the_secret_is_no_part_of_the_token() -> None:
    token = "123456789:" + "A" * 35
    assert secret_of(token) == secret_of(token) != secret_of(token + "B")
    assert token.partition(":")[2] not in secret_of(token)


@pytest.mark.long
async def test_telegram_is_told_where_to_call_and_its_calls_are_answered(house: House) -> None:
    await house.application.shutdown()
    application = app.build(
        house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
    )
    address = Address("127.0.0.1", free_port())
    async with app.serving(application, address, URL):
        webhook = house.api.world.webhook
        assert webhook is not None
        assert webhook.url == URL
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def listen(event: dict[str, Any]) -> None:
            if event["event"] == "message" and event["message"]["from"]["is_bot"]:
                answered.set_result(event["message"]["text"])

        update = message(house, "/start")
        house.api.world.listeners.add(listen)
        async with httpx.AsyncClient() as web:
            call = await web.post(
                f"http://{address}/telegram/calls",
                json=update,
                headers={SECRET_HEADER: webhook.secret},
            )
        assert call.status_code == 200
        assert "Let's play" in await asyncio.wait_for(answered, 30)
    # Updates that come while the bot is away wait at Telegram.
    assert house.api.world.webhook is webhook
    # The database may still be writing to the disk.
    await house.stops()
    await nothing_goes_on()


async def nothing_goes_on() -> None:
    """Fails if a task is left over; a connection that is on its way to a server may end first."""
    if others := asyncio.all_tasks() - {asyncio.current_task()}:
        _, left = await asyncio.wait(others, timeout=300)
        assert not left


async def test_a_place_that_is_taken_is_an_error_at_once(house: House) -> None:
    await house.application.shutdown()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = Address("127.0.0.1", taken.getsockname()[1])
        application = app.build(
            house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
        )
        with pytest.raises(OSError, match=r"[Aa]ddress"):
            async with app.serving(application, address):
                pytest.fail("it must not serve")
    # The database may still be writing to the disk.
    await house.stops()
    await nothing_goes_on()


@pytest.mark.long
async def test_the_board_is_served_at_the_path_of_its_address(house: House) -> None:
    begun = {"init": "nobody", "game": "", "device": "a-device"}
    for url, status in (("https://example.org/board", 401), ("", 404)):
        await house.stops()
        house.app_url = url
        await house.starts()
        await house.application.shutdown()
        address = Address("127.0.0.1", free_port())
        async with (
            app.serving(house.application, address),
            httpx.AsyncClient(base_url=f"http://{address}") as web,
        ):
            assert (await web.post("/board/open", json=begun)).status_code == status
            assert (await web.get("/healthz")).text == "ok\n"
