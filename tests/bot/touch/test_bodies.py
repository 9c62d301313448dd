"""Bodies of calls, also of calls that no page would make."""

import json
from collections.abc import Iterable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request
from starlette.types import Message

from bot.touch.bodies import LARGEST_BODY, BadCall, Body, TooMuch, read_body, whole_in


async def read(*pieces: bytes) -> Body:
    """What is read of a body that comes in pieces."""
    sent: Iterable[Message] = [
        {"type": "http.request", "body": piece, "more_body": True} for piece in pieces
    ]
    coming = iter([*sent, {"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Message:
        return next(coming)

    return await read_body(Request({"type": "http", "method": "POST"}, receive))


async def test_an_object_is_read_in_pieces() -> None:
    assert await read(b'{"game": ', b'"g7"}') == {"game": "g7"}


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b"7", b"null", b'"x"', b"\xff"),
        *(b'{"a": NaN}', b'{"a": Infinity}', b"[" * 7_000, b'{"a": ' + b"9" * 6_000 + b"}"),
    ],
    ids=lambda content: content[:9].decode(errors="replace"),
)
async def test_what_is_no_object_is_refused(content: bytes) -> None:
    with pytest.raises(BadCall):
        await read(content)


async def test_a_body_that_is_too_long_is_refused_before_it_has_come() -> None:
    whole = json.dumps({"a": "x" * (LARGEST_BODY - 9)}).encode()
    assert len(whole) == LARGEST_BODY
    assert await read(whole)
    with pytest.raises(TooMuch):
        await read(whole, b" ")


@pytest.mark.parametrize("found", [True, 1.0, "1", None, -1, 10, [1]])
def test_only_a_whole_number_within_its_limits_is_taken(found: object) -> None:
    with pytest.raises(BadCall, match="cell"):
        whole_in({"cell": found}, "cell", 0, 9)
    assert whole_in({"cell": 9}, "cell", 0, 9) == 9


@given(st.binary(max_size=200))
async def test_no_body_is_an_error_of_ours(content: bytes) -> None:
    with suppress(BadCall):
        assert isinstance(await read(content), dict)
