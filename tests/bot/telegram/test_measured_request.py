import asyncio
import json
from typing import Any

import pytest
from telegram.error import NetworkError, TimedOut

from bot.operate.metrics import Metrics, handling
from bot.telegram.measured_request import MeasuredRequest
from bot.telegram.unstored import IS_OF_NO_UPDATE
from tests.bot.operate.test_metrics import figures
from tests.stub import TOKEN, Stub

URL = f"https://api.telegram.org/bot{TOKEN}/sendMessage"
DONE = (200, b'{"ok": true}')


class Answering(Stub):
    """Answers each call with the next of some outcomes."""

    def __init__(self, *outcomes: tuple[int, bytes] | Exception) -> None:
        super().__init__()
        self._outcomes = iter(outcomes)

    async def do_request(self, *_: Any, **__: Any) -> tuple[int, bytes]:
        outcome = next(self._outcomes)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


async def sure() -> None:
    """Never finds that another process has the work."""


async def test_answers_and_failures_are_counted_and_never_the_token() -> None:
    metrics, refused = Metrics(), NetworkError("Bad Gateway")
    refused.__cause__ = ConnectionResetError()
    outcomes = DONE, (403, b""), TimedOut(), refused
    request = MeasuredRequest(Answering(*outcomes), metrics, sure)
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            with pytest.raises(type(outcome)):
                await request.do_request(URL, "POST")
        else:
            assert await request.do_request(URL, "POST") == outcome
    await MeasuredRequest(Answering(DONE), metrics, sure).do_request(
        f"https://api.telegram.org/file/bot{TOKEN}/photos/1.jpg", "GET"
    )
    found = figures(metrics)
    for kind in ("403", "TimedOut", "ConnectionResetError"):
        assert found["sudoku_telegram_errors_total", kind] == 1
    assert found["sudoku_telegram_seconds_count", "sendMessage"] == 2
    assert found["sudoku_telegram_seconds_count", "file"] == 1
    assert TOKEN not in metrics.text({}, {}).decode()


async def test_a_call_waits_until_nobody_else_can_be_at_the_work() -> None:
    turn = asyncio.Event()

    async def waits() -> None:
        await turn.wait()

    request = MeasuredRequest(Answering(DONE, DONE), Metrics(), waits)
    call = asyncio.create_task(request.do_request(URL, "POST"))
    await asyncio.sleep(0)
    assert not call.done()
    turn.set()
    assert await call == DONE
    turn.clear()
    IS_OF_NO_UPDATE.set(True)
    assert await request.do_request(URL, "POST") == DONE


async def test_only_what_an_update_has_caused_answers_one() -> None:
    answered = list[str]()
    request = MeasuredRequest(
        Answering(DONE, DONE), Metrics(), sure, lambda: answered.append("an update")
    )
    await request.do_request(URL, "POST")
    assert not answered
    with handling(1):
        await request.do_request(URL, "POST")
    assert len(answered) == 1


def test_an_answer_is_read_without_the_keyboard_that_was_sent() -> None:
    read = MeasuredRequest.parse_json_payload
    sent = {"message_id": 7, "reply_markup": {"inline_keyboard": []}}
    assert read(json.dumps({"ok": True, "result": sent}).encode()) == {
        "ok": True,
        "result": {"message_id": 7},
    }
    assert read(b'{"ok": true, "result": true}')["result"] is True
    # Nobody asks what an edited message looks like.
    edited = sent | {"edit_date": 5, "text": "much"}
    assert read(json.dumps({"ok": True, "result": edited}).encode())["result"] is True


@pytest.mark.parametrize("payload", [b"", b"<html>", b"[1]", b'{"ok": tru', b"[" * 100_000])
def test_what_is_no_answer_of_telegram_is_not_quoted(payload: bytes) -> None:
    with pytest.raises(NetworkError, match=r"^what came is no answer of Telegram$"):
        MeasuredRequest.parse_json_payload(payload)
