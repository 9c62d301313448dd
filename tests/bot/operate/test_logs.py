"""The token reaches no log."""

import json
import logging
import sys
import threading
from collections.abc import Iterator

import pytest

from bot.operate import logs
from bot.operate.metrics import handling

TOKEN = "123456789:" + "A" * 35


@pytest.fixture(autouse=True)
def root_logger() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    yield
    sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
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


class ExplainedError(Exception):
    """An error whose text reveals everything."""

    is_explained = True


def test_an_error_that_says_all_is_one_line_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for log_format in ("text", "json"):
        logs.configure("INFO", TOKEN, log_format)
        error = ExplainedError("the disk is full")
        logging.getLogger("anything").error("%d updates were not wiped", 3, exc_info=error)
        (line,) = capsys.readouterr().err.splitlines()
        assert "3 updates were not wiped: the disk is full" in line
        assert "Traceback" not in line


def test_each_request_is_not_worth_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN)
    logging.getLogger("httpx").info("HTTP Request: POST")
    logging.getLogger("aiosqlite").debug("executing insert into facts: pepper")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["telegram.ext.ExtBot", "aiosqlite", "asyncio", "botany", "new"])
def test_only_our_own_lines_say_more_than_info(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    logs.configure("DEBUG", TOKEN)
    # A library may set a level of its own.
    logging.getLogger(name).setLevel(logging.DEBUG)
    logging.getLogger(name).debug("Alice wrote this")
    assert capsys.readouterr().err == ""
    logging.getLogger(name).setLevel(logging.NOTSET)
    logging.getLogger(name).info("it has started")
    logging.getLogger("bot.play").debug("a step")
    logging.getLogger("engine").debug("another")
    said = capsys.readouterr().err
    assert [one in said for one in ("started", "a step", "another")] == [True] * 3


def test_what_is_said_too_often_is_counted_and_not_repeated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("INFO", TOKEN)
    (handler,) = logging.getLogger().handlers

    def says(line: int, second: float, *values: int) -> None:
        record = logging.LogRecord("any", logging.ERROR, "any.py", line, "no %d", values, None)
        record.created = second
        handler.handle(record)

    for number in range(1000):
        says(1, 5.0 + number / 1000, number)
        says(2, 5.0 + number / 100, number)
    says(1, 7.5, 1000)
    says(1, 7.6, 1001)
    said = [line.partition(": ")[2] for line in capsys.readouterr().err.splitlines()]
    assert said[-2:] == ["no 1000 (990 more like this were left out)", "no 1001"]
    assert len(said) == 10 + 10 * 10 + 2


def test_what_lasts_is_warned_of_once_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN)
    log = logging.getLogger("anything")

    def warns(created: float, error: Exception) -> None:
        record = log.makeRecord("anything", logging.WARNING, "x.py", 1, "away", (), None)
        record.created, record.exc_info = created, (type(error), error, None)
        log.handle(record)

    for quarter in range(4 * 90):
        warns(quarter / 4, OSError("refused"))
    warns(90, OSError("reset"))
    said = [line for line in capsys.readouterr().err.splitlines() if "away" in line]
    assert [line.partition(": ")[2] for line in said] == [
        "away",
        "away (239 more like this were left out)",
        "away (119 more like this were left out)",
    ]


def test_a_reason_that_many_places_give_is_told_once_a_minute(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("INFO", TOKEN)
    log = logging.getLogger("anything")
    full, away = ExplainedError("the disk is full"), ExplainedError("nobody is there")

    def warns(created: float, line: int, error: Exception, *, is_raised: bool) -> None:
        text, args = ("it failed", ()) if is_raised else ("it failed: %s", (error,))
        record = log.makeRecord("anything", logging.WARNING, "x.py", line, text, args, None)
        record.created = created
        record.exc_info = (type(error), error, None) if is_raised else None
        log.handle(record)

    for second in range(90):
        for line in range(10):
            warns(second, line, full, is_raised=line % 2 == 0)
    warns(89, 11, away, is_raised=True)
    log.info("it works again: %s", full)
    said = [line.partition(": ")[2] for line in capsys.readouterr().err.splitlines()]
    assert said == [
        "it failed: the disk is full",
        "it failed (59 more like this were left out): the disk is full",
        "it failed: nobody is there",
        "it works again: the disk is full",
    ]


def test_every_line_about_an_update_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN)
    log = logging.getLogger("anything")
    with handling(4711):
        log.info("in the middle")
    log.info("afterwards")
    middle, after = capsys.readouterr().err.splitlines()
    assert middle.endswith("in the middle [update 4711]")
    assert after.endswith("afterwards")


def test_json_is_one_object_a_line_without_the_token(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN, "json")
    with handling(4711) as handled:
        handled.command = "new"
        error = ValueError(f"two\nlines with {TOKEN}")
        quoted = TOKEN.replace(":", "%3A")
        logging.getLogger("anything").error("quoted %s", quoted, exc_info=error)
    (line,) = capsys.readouterr().err.splitlines()
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["update"], entry["command"]) == (
        "ERROR",
        "anything",
        4711,
        "new",
    )
    assert "two\nlines" in entry["error"]
    assert TOKEN.partition(":")[2] not in line


def test_a_crash_is_logged_without_the_token(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("INFO", TOKEN)
    error = ValueError(f"the address was /bot{TOKEN}/getMe")
    sys.excepthook(type(error), error, None)
    said = capsys.readouterr().err
    assert "the address was /bot" in said
    assert TOKEN not in said


def test_what_goes_wrong_where_nobody_looks_is_logged_without_the_token(
    capsys: pytest.CaptureFixture[str],
) -> None:
    logs.configure("INFO", TOKEN)

    def fail() -> None:
        raise ValueError(f"in a thread: /bot{TOKEN}/getMe")

    class Dying:
        def __del__(self) -> None:
            raise ValueError(f"at its end: /bot{TOKEN}/getMe")

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    Dying()
    said = capsys.readouterr().err
    assert "in a thread: /bot" in said
    assert "at its end: /bot" in said
    assert TOKEN.partition(":")[2] not in said


def test_a_line_for_standard_output_has_the_form_of_the_log() -> None:
    assert logs.in_form("Serving.", "text") == "Serving."
    entry = json.loads(logs.in_form("Serving.", "json"))
    assert (entry["level"], entry["message"]) == ("INFO", "Serving.")
