import pytest

from bot.playground.errors import ApiError, forbid, refuse, too_many_requests


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("Chat not found", "chat not found"),
        ("chat not found", "chat not found"),
        ("MESSAGE_TOO_LONG", "MESSAGE_TOO_LONG"),
        ("A", "a"),
        ("", ""),
        ("HTTP is no word", "HTTP is no word"),
    ],
)
def test_a_refusal_begins_small_unless_it_is_a_code(words: str, shown: str) -> None:
    with pytest.raises(ApiError) as refusal:
        refuse(words)
    body = {"ok": False, "error_code": 400, "description": f"Bad Request: {shown}"}
    assert refusal.value.to_json() == body


def test_what_is_forbidden_is_a_403() -> None:
    with pytest.raises(ApiError, match=r"^Forbidden: bot was blocked$") as refusal:
        forbid("bot was blocked")
    assert refusal.value.code == 403
    assert "parameters" not in refusal.value.to_json()


def test_too_many_requests_say_how_long_to_wait() -> None:
    assert too_many_requests(7).to_json() == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 7",
        "parameters": {"retry_after": 7},
    }
