import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message

from bot.playground.guard import Guard


async def answer(headers: dict[str, str]) -> tuple[int, dict[str, str]]:
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": raw}
    await Guard(PlainTextResponse("page"))(scope, receive, send)
    return sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "127.0.0.1:8080"},
        {"host": "localhost:8080", "origin": "http://localhost:8080"},
        {"host": "[::1]:8080"},
    ],
)
async def test_the_own_page_is_welcome_under_a_strict_policy(headers: dict[str, str]) -> None:
    status, sent = await answer(headers)
    assert status == 200
    assert "default-src 'none'" in sent["content-security-policy"]
    assert "unsafe" not in sent["content-security-policy"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8080"},
        {"host": "127.0.0.1:8080", "origin": "http://evil.example"},
        {"host": "127.0.0.1:8080", "origin": "null"},
        {"host": "127.0.0.1:8080", "origin": "http://127.0.0.1:9999"},
        {"host": "[broken"},
    ],
)
async def test_foreign_hosts_and_origins_are_not(headers: dict[str, str]) -> None:
    assert (await answer(headers))[0] == 403
