"""The token reaches no log."""

import logging
from collections.abc import Iterator

import pytest

from bot import logs

TOKEN = "123456789:" + "A" * 35


@pytest.fixture(autouse=True)
def root_logger() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in logs.TALKATIVE:
        logging.getLogger(name).setLevel(logging.NOTSET)


def test_the_token_is_blotted_out_of_messages_and_tracebacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("DEBUG", TOKEN)
    log = logging.getLogger("anything")
    log.warning("POST https://api.telegram.org/bot%s/getMe", TOKEN)
    failure = ConnectionError(f"https://api.telegram.org/bot{TOKEN}/getMe")
    log.error("it failed", exc_info=failure)
    written = capsys.readouterr().err
    assert "getMe" in written
    assert "ConnectionError" in written
    assert TOKEN not in written


def test_each_request_is_not_worth_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN)
    logging.getLogger("httpx").info("HTTP Request: POST")
    logging.getLogger("aiosqlite").debug("executing insert into facts: pepper")
    assert capsys.readouterr().err == ""
