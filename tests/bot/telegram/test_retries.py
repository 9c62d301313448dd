"""What is retried, after how long, and how much of it is logged."""

import logging

import pytest
from telegram import Bot
from telegram.error import (
    BadRequest,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.playground import BotApi, PlaygroundRequest
from bot.telegram.retries import (
    LONGEST_PAUSE,
    OUTAGE_PAUSE,
    REFUSED_SECONDS,
    Retries,
    Timer,
)
from tests.bot.telegram.passing import PassingTime


@pytest.fixture
def time() -> PassingTime:
    return PassingTime()


@pytest.fixture
def api() -> BotApi:
    return BotApi()


@pytest.fixture
def retries(api: BotApi, time: PassingTime) -> Retries:
    return Retries(bot_of(api, api.token), "something", Timer(time.clock, time.sleep))


def bot_of(api: BotApi, token: str) -> Bot:
    return Bot(token, request=PlaygroundRequest(api), get_updates_request=PlaygroundRequest(api))


@pytest.mark.parametrize(
    ("error", "longest"),
    [
        (NetworkError("gone"), OUTAGE_PAUSE),
        (TimedOut(), OUTAGE_PAUSE),
        (BadRequest("wrong"), LONGEST_PAUSE),
        (ValueError("a bug"), LONGEST_PAUSE),
    ],
    ids=repr,
)
async def test_pauses_grow_up_to_a_limit_and_begin_anew(
    retries: Retries, error: Exception, longest: float
) -> None:
    """Somebody who writes when an outage ends is answered within seconds."""
    pauses = [await retries.failed(error) for _ in range(100)]
    assert pauses[:3] == [0.5, 1, 2]
    assert pauses == sorted(pauses)
    assert set(pauses[10:]) == {longest}
    retries.succeeded()
    assert await retries.failed(error) == 0.5


@pytest.mark.parametrize(
    ("error", "pauses"),
    [
        (NetworkError("gone"), [0.5, 1, 2, 2, 2, 2, 2, 2]),
        (BadRequest("wrong"), [0.5, 1, 2, 4, 8, 16, 30, 30]),
        (ValueError("a bug"), [0.5, 1, 2, 4, 8, 16, 30, 30]),
    ],
    ids=repr,
)
async def test_pauses_double_up_to_two_seconds_or_half_a_minute(
    retries: Retries, error: Exception, pauses: list[float]
) -> None:
    assert [await retries.failed(error) for _ in pauses] == pauses


async def test_a_token_that_is_refused_by_both_is_tried_every_five_seconds_for_thirty(
    api: BotApi, time: PassingTime
) -> None:
    retries = Retries(
        bot_of(api, "123456789:" + "B" * 35), "something", Timer(time.clock, time.sleep)
    )
    pauses = [await retries.failed(InvalidToken()) for _ in range(6)]
    assert pauses == [0.5, 1, 2, 4, 5, 5]
    time.now += 29.9
    assert await retries.failed(InvalidToken()) == 5
    time.now += 0.1
    with pytest.raises(InvalidToken):
        await retries.failed(InvalidToken())


@pytest.mark.parametrize(("told", "pause"), [(0, 0.5), (1, 1), (40, 40)])
async def test_of_two_pauses_the_longer_one_counts(
    retries: Retries, told: int, pause: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    assert await retries.failed(RetryAfter(told)) == pause


async def test_what_failed_is_logged_with_the_trace_of_a_bug_alone(
    retries: Retries, caplog: pytest.LogCaptureFixture
) -> None:
    for error in (NetworkError("gone"), ValueError("x")):
        await retries.failed(error)
        retries.succeeded()
    assert [bool(record.exc_info) for record in caplog.records] == [False, True]


async def test_telegram_may_ask_for_a_longer_pause(
    retries: Retries, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PTB_TIMEDELTA", "1")
    assert await retries.failed(RetryAfter(77)) == 77


async def test_a_thousand_failures_are_a_few_lines(
    retries: Retries, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for _ in range(1000):
        await retries.failed(NetworkError("gone"))
    assert len(caplog.messages) == 10
    assert "512 in a row" in caplog.messages[-1]
    retries.succeeded()
    retries.succeeded()
    assert caplog.messages[10:] == ["something works again"]


async def test_an_error_that_nobody_knows_does_not_tell_what_it_stumbled_over(
    retries: Retries, caplog: pytest.LogCaptureFixture
) -> None:
    await retries.failed(KeyError("a secret word"))
    assert "KeyError" in caplog.messages[0]
    assert "a secret word" not in caplog.messages[0]


async def test_a_refusal_that_getme_does_not_share_is_never_final(
    retries: Retries, time: PassingTime
) -> None:
    for _ in range(20):
        await retries.failed(InvalidToken())
        await time.sleep(REFUSED_SECONDS)


async def test_a_refusal_by_both_is_final_after_half_a_minute(
    api: BotApi, time: PassingTime, caplog: pytest.LogCaptureFixture
) -> None:
    other = "123456789:" + "B" * 35
    retries = Retries(bot_of(api, other), "something", Timer(time.clock, time.sleep))

    async def attempt() -> None:
        raise InvalidToken(f"The token `{other}` was rejected by the server.")

    began = time.clock()
    with pytest.raises(InvalidToken):
        await retries.until_done(attempt)
    assert REFUSED_SECONDS <= time.clock() - began < REFUSED_SECONDS + 6
    assert other not in caplog.text


async def test_a_shorter_refusal_is_forgotten(
    api: BotApi, retries: Retries, time: PassingTime
) -> None:
    for _ in range(5):
        api.fail_next("getMe", InvalidToken())
        await retries.failed(InvalidToken())
        await time.sleep(REFUSED_SECONDS - 1)
        await retries.failed(InvalidToken())


async def test_where_getme_cannot_be_reached_nothing_is_known(
    api: BotApi, retries: Retries, time: PassingTime
) -> None:
    for failure in (InvalidToken(), NetworkError("gone"), InvalidToken()):
        api.fail_next("getMe", failure)
    await retries.failed(InvalidToken())
    await time.sleep(REFUSED_SECONDS)
    await retries.failed(InvalidToken())
    with pytest.raises(InvalidToken):
        await retries.failed(InvalidToken())


async def test_it_is_tried_until_it_is_done(retries: Retries, time: PassingTime) -> None:
    failures: list[Exception] = [NetworkError("gone"), KeyError("new"), TelegramError("busy")]

    async def attempt() -> str:
        if failures:
            raise failures.pop()
        return "done"

    assert await retries.until_done(attempt) == "done"
    assert time.slept == [0.5, 1.0, 2.0]
