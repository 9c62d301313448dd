"""Calls to Telegram over real HTTP, and what their failures say."""

import asyncio
import errno
import os
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from telegram import Bot
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter, TimedOut

from bot.playground import ApiError, BotApi, default_people
from bot.playground.errors import too_many_requests
from bot.telegram.connection import (
    LARGEST_ANSWER,
    NOT_SENT,
    AnswerTooLarge,
    TelegramConnection,
    reading_at_most,
)
from tests.bot.playground.pictures import png
from tests.bot.process import free_port, http_at, said, telegram_at

ALICE = 1001


@pytest.fixture
async def api() -> BotApi:
    api = BotApi()
    for person in default_people(api)[:2]:
        person.say("/start")
    return api


def bot_at(address: str, token: str) -> Bot:
    return Bot(
        token,
        f"{address}/bot",
        f"{address}/file/bot",
        request=TelegramConnection(8),
        get_updates_request=TelegramConnection(1),
    )


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    async with telegram_at(api) as address, bot_at(address, api.token) as bot:
        yield bot


@pytest.mark.long
async def test_text_files_and_answers_arrive_whole(bot: Bot) -> None:
    said = await bot.send_message(ALICE, "数独 & <b>=+%</b>\n", parse_mode="HTML")
    assert said.text == "数独 & =+%"
    picture = png(64, 48)
    sent = await bot.send_photo(ALICE, picture, caption="a board")
    assert sent.caption == "a board"
    file = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await file.download_as_bytearray()) == picture


@pytest.mark.long
async def test_refusals_are_the_librarys_errors(
    bot: Bot, api: BotApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    with pytest.raises(BadRequest, match=r"[Cc]hat not found"):
        await bot.send_message(987654321, "hello")
    api.fail_next("sendMessage", too_many_requests(7))
    with pytest.raises(RetryAfter):
        await bot.send_message(ALICE, "hello")
    api.fail_next("sendMessage", ApiError(502, "Bad Gateway"))
    with pytest.raises(NetworkError, match="Bad Gateway"):
        await bot.send_message(ALICE, "hello")


@pytest.mark.long
async def test_a_wrong_token_is_said(api: BotApi) -> None:
    async with telegram_at(api) as address:
        with pytest.raises(InvalidToken):
            async with bot_at(address, "123456789:" + "B" * 35):
                pytest.fail("it must not be let in")


async def test_where_nobody_listens_nothing_was_sent() -> None:
    connection = TelegramConnection(1)
    await connection.initialize()
    with pytest.raises(NetworkError) as failed:
        await connection.do_request(f"http://127.0.0.1:{free_port()}/botSECRET/getMe", "POST")
    assert isinstance(failed.value.__cause__, NOT_SENT)
    assert str(failed.value) == f"{os.strerror(errno.ECONNREFUSED)} (ClientConnectorError)"
    with pytest.raises(NetworkError) as unknown:
        await connection.do_request("http://nowhere.invalid/botSECRET/getMe", "POST")
    words = "the name of the server is not found (ClientConnectorDNSError)"
    assert str(unknown.value) == words
    await connection.shutdown()
    await connection.shutdown()


async def test_a_proxy_that_lets_nothing_through_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
        writer.close()

    async def told(proxy: int, server: str) -> str:
        monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{proxy}")
        connection = TelegramConnection(1)
        await connection.initialize()
        try:
            with pytest.raises(NetworkError) as failed:
                await connection.do_request(f"https://{server}/botSECRET/getMe", "POST")
        finally:
            await connection.shutdown()
        return str(failed.value)

    words = "the proxy does not answer (ClientProxyConnectionError)"
    assert await told(free_port(), "silent.invalid") == words
    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as proxy:
        port = proxy.sockets[0].getsockname()[1]
        words = "the proxy refuses the call (ClientHttpProxyError)"
        assert await told(port, "refused.invalid") == words


async def fates(answer: bytes, patience: float = 60.0) -> BaseException:
    """The error of a call that a server reads and answers so, then closes or stays silent."""

    done = asyncio.Event()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        writer.write(answer)
        if not answer:
            await reader.read()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
        done.set()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    connection = TelegramConnection(1)
    await connection.initialize()
    port = server.sockets[0].getsockname()[1]
    try:
        with pytest.raises(NetworkError) as failed:
            await connection.do_request(f"http://127.0.0.1:{port}/x", "POST", read_timeout=patience)
        return failed.value
    finally:
        await connection.shutdown()
        await done.wait()
        server.close()


async def test_a_silent_server_may_have_acted() -> None:
    late = await fates(b"", patience=0.2)
    assert isinstance(late, TimedOut)
    assert not isinstance(late.__cause__, NOT_SENT)


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{", b"\r\n"])
async def test_a_server_that_breaks_off_may_have_acted(answer: bytes) -> None:
    broken = await fates(answer)
    assert not isinstance(broken, TimedOut)
    assert not isinstance(broken.__cause__, NOT_SENT)


def certificate(folder: Path) -> Path:
    """Makes a key and a certificate for 127.0.0.1 that is signed with it, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a test")])
    here = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    signed = made.add_extension(here, critical=False).sign(key, hashes.SHA256())
    plain = serialization.NoEncryption()
    form = serialization.PrivateFormat.PKCS8
    file = folder / "certificate.pem"
    pem = serialization.Encoding.PEM
    file.write_bytes(key.private_bytes(pem, form, plain) + signed.public_bytes(pem))
    return file


async def test_a_certificate_that_is_not_trusted_is_named(tmp_path: Path) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate(tmp_path))
    connection = TelegramConnection(1)
    await connection.initialize()
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", ssl=context)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NetworkError) as failed:
            await connection.do_request(f"https://127.0.0.1:{port}/botSECRET/getMe", "POST")
    await connection.shutdown()
    words = "the server's certificate is not trusted (ClientConnectorCertificateError)"
    assert str(failed.value) == words
    assert isinstance(failed.value.__cause__, NOT_SENT)


def refuse_tls(listening: socket.socket, context: ssl.SSLContext) -> None:
    """Ends each call over TLS with an alert, after the caller holds it for safe, until closed."""
    with suppress(OSError):
        while True:
            with listening.accept()[0] as taken, taken.dup() as beside:
                with suppress(ssl.SSLError):
                    context.wrap_socket(taken, server_side=True)
                while beside.recv(10_000):
                    pass


@pytest.mark.long
async def test_a_refusal_by_tls_is_not_told_as_one_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = certificate(tmp_path)
    # A server that asks for a certificate of the caller, as a middlebox of a company may.
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=file)
    context.load_cert_chain(file)
    context.verify_mode = ssl.CERT_REQUIRED
    # Certificates are read once in a process, so the call is made by one of its own.
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"https://127.0.0.1:{listening.getsockname()[1]}"
        refusing = asyncio.create_task(asyncio.to_thread(refuse_tls, listening, context))
        token = "123456789:" + "B" * 35
        _, words = await asyncio.to_thread(said, tmp_path, "doctor", TOKEN=token, API_URL=url)
        listening.shutdown(socket.SHUT_RDWR)
        await refusing
    assert "no safe connection came about (ClientOSError)" in words
    assert os.strerror(errno.EPERM) not in words


@pytest.mark.long
async def test_a_call_that_found_no_free_connection_was_not_sent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/x"
        connection = TelegramConnection(1)
        await connection.initialize()
        first = asyncio.create_task(connection.do_request(url, "POST", read_timeout=30))
        taken, _ = await asyncio.to_thread(silent.accept)
        with taken, pytest.raises(TimedOut) as late:
            await connection.do_request(url, "POST", connect_timeout=0.1, pool_timeout=0.1)
        assert isinstance(late.value.__cause__, NOT_SENT)
        first.cancel()
        await asyncio.wait([first])
        await connection.shutdown()


async def test_an_answer_without_end_is_cut() -> None:
    body = b" " * (LARGEST_ANSWER + 1)
    assert isinstance(await fates(b"HTTP/1.1 200 OK\r\n\r\n" + body), AnswerTooLarge)


async def test_of_an_answer_that_is_said_to_be_too_large_nothing_is_awaited() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
    assert isinstance(await fates(head % (LARGEST_ANSWER + 1)), AnswerTooLarge)
    with reading_at_most(5):
        assert isinstance(await fates(head % 6), AnswerTooLarge)


@pytest.mark.long
async def test_a_file_may_be_read_up_to_a_limit_and_its_refusal_whole(bot: Bot) -> None:
    picture = png(64, 48)
    sent = await bot.send_photo(ALICE, picture)
    file = await bot.get_file(sent.photo[-1].file_id)
    with reading_at_most(len(picture)):
        assert await file.download_as_bytearray() == picture
    with reading_at_most(len(picture) - 1), pytest.raises(AnswerTooLarge):
        await file.download_as_bytearray()
    with reading_at_most(1), pytest.raises(InvalidToken, match="Not Found"):
        await bot.request.retrieve(f"{file.file_path}.no")
    assert await file.download_as_bytearray() == picture


async def test_a_refusal_that_quotes_the_address_does_not_hand_the_token_on() -> None:
    async def quote(request: Request) -> PlainTextResponse:
        return PlainTextResponse(f"I do not like {request.url}", 404)

    async with http_at(Starlette(routes=[Route("/{path:path}", quote)])) as address:
        connection = TelegramConnection(1)
        await connection.initialize()
        for path in ("bot1:SECRET/getMe", "file/bot1:SECRET/documents/bot2:x/1.txt"):
            status, body = await connection.do_request(f"{address}/{path}", "GET")
            assert status == 404
            assert b"I do not like" in body
            assert b"SECRET" not in body
        await connection.shutdown()


async def test_a_proxy_of_the_environment_is_used_with_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[bytes]()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    proxy = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    monkeypatch.setenv("http_proxy", f"http://me:secret@{proxy}")
    monkeypatch.setenv("no_proxy", "localhost")
    connection = TelegramConnection(1)
    await connection.initialize()
    for _ in range(2):
        answer = await connection.do_request("http://telegram.invalid/botTOKEN/getMe", "POST")
        assert answer == (200, b"{}")
    await connection.shutdown()
    server.close()
    for one in asked:
        assert one.startswith(b"POST http://telegram.invalid/botTOKEN/getMe HTTP/1.1\r\n")
        assert b"Proxy-Authorization: Basic bWU6c2VjcmV0" in one
    assert len(asked) == 2
