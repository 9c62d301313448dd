"""Refusals of calls, as the page and its reader get them."""

import pytest
from starlette.requests import Request

from bot.messages import languages, text
from bot.touch.answers import STATUS, CallRefused, Code, refusal, refused_by


def asked(language: str) -> Request:
    headers = [(b"accept-language", language.encode())]
    return Request({"type": "http", "method": "POST", "headers": headers})


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_words_in_every_language(code: Code, language: str) -> None:
    answer = refusal(asked(language), CallRefused(code, where="cell"))
    assert answer.status_code == STATUS[code]
    words = text(language, f"call.{code}", where="cell")
    assert words in bytes(answer.body).decode()


@pytest.mark.parametrize(
    ("asks", "language"),
    [
        ("es-MX,en;q=0.8", "es"),
        ("fr, zh-Hans;q=0.9", "zh"),
        ("", "en"),
        ("*", "en"),
        (",;;q=,", "en"),
        ("x" * 10_000, "en"),
    ],
)
def test_a_refusal_speaks_as_the_browser_asks(asks: str, language: str) -> None:
    answer = refusal(asked(asks), CallRefused(Code.GONE))
    assert text(language, "call.gone") in bytes(answer.body).decode()


def test_an_error_of_ours_is_no_refusal() -> None:
    assert refused_by(KeyError("cell")) is None
    assert refused_by(ValueError("cell")) is None
