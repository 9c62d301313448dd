"""Who may read figures and details."""

import pytest
from starlette.requests import Request

from bot.settings import is_loopback
from bot.web.access import Access

TOKEN = "correct-horse-battery"  # noqa: S105 - opens nothing


def status(access: Access, **headers: str) -> int:
    """What is answered to somebody with these headers, 200 if they may read."""
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    refused = access.refusal(Request({"type": "http", "headers": raw}))
    return refused.status_code if refused else 200


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("127.0.0.1", True),
        ("127.3.2.1", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),  # noqa: S104 - compared
        ("::", False),
        ("10.0.0.7", False),
        ("bot.example.org", False),
        ("localhost.example.org", False),
        ("", False),
    ],
)
def test_loopback_is_this_machine_alone(host: str, *, is_ours: bool) -> None:
    assert is_loopback(host) == is_ours


def test_on_loopback_whoever_calls_it_by_its_name_may_read() -> None:
    for host in ("127.0.0.1:9090", "localhost", "[::1]:9090", "LOCALHOST:9090"):
        assert status(Access(is_private=True), host=host) == 200


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org:9090", "[", ""])
def test_by_another_name_nobody_may_read_even_there(host: str) -> None:
    """A page in the operator's browser, or a proxy that forwards too much."""
    assert status(Access(is_private=True), host=host) == 403


def test_elsewhere_nobody_may_read_without_a_token() -> None:
    for headers in ({"host": "127.0.0.1"}, {"host": "x", "authorization": "Bearer "}, {}):
        assert status(Access(), **headers) == 403


@pytest.mark.parametrize("is_private", [True, False])
def test_where_there_is_a_token_it_alone_counts(*, is_private: bool) -> None:
    access = Access(is_private, TOKEN)
    for scheme in ("Bearer", "bearer"):
        assert status(access, host="example.org", authorization=f"{scheme} {TOKEN}") == 200
    for shown in (
        *("", TOKEN, "Bearer", "Bearer ", f"Basic {TOKEN}", f"Bearer {TOKEN}x"),
        *(f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN.upper()}", "Bearer é"),
    ):
        assert status(access, host="127.0.0.1", authorization=shown) == 401
    assert status(access, host="127.0.0.1") == 401


def test_a_refusal_says_what_to_set_and_not_what_it_is() -> None:
    request = Request({"type": "http", "headers": [(b"authorization", b"Bearer guess")]})
    refused = Access(token=TOKEN).refusal(request)
    assert refused is not None
    assert refused.headers["www-authenticate"] == "Bearer"
    assert b"SUDOKU_BOT_METRICS_TOKEN" in bytes(refused.body)
    assert TOKEN.encode() not in bytes(refused.body)
    assert TOKEN not in repr(Access(token=TOKEN))
