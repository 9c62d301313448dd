"""What a process counts."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot import app
from bot.operate.metrics import Metrics
from bot.playground import PlaygroundRequest
from bot.playground.errors import ApiError
from tests.bot.house import NETWORK, House, Talk


def figures(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Every figure by its name and the values of its labels."""
    families = text_string_to_metric_families(metrics.text({}, {}).decode())
    return {
        (sample.name, *map(str, sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


async def test_updates_are_counted_by_command_and_outcome(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 none 42")
    await chat.sends("r1c1 9")
    await chat.sends("/undo")
    found = figures(house.application.metrics)
    assert found["sudoku_updates_total", "new", "answered"] == 1
    assert found["sudoku_updates_total", "typed", "refused"] == 1
    assert found["sudoku_update_seconds_count", "new"] == 1


async def test_a_bug_counts_as_failed(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    house.api.fail_next("sendMessage", ApiError(403, "Forbidden: bot was blocked by the user"))
    await chat.sends("/help")
    found = figures(house.application.metrics)
    assert found["sudoku_updates_total", "help", "failed"] == 1
    assert found["sudoku_telegram_errors_total", "403"] == 1
    caplog.clear()


async def test_calls_to_telegram_are_counted_without_the_token(house: House, chat: Talk) -> None:
    await chat.sends("/help")
    found = figures(house.application.metrics)
    assert found["sudoku_telegram_seconds_count", "sendMessage"] == 1
    text = house.application.metrics.text({}, {}).decode()
    assert house.api.token not in text
    assert house.api.token.partition(":")[2] not in text
    # Not only as a part of a longer number, which a time may contain by chance.
    assert not re.search(rf"\b{chat.person.id}\b", text)


async def test_a_refusal_of_telegram_is_counted_by_its_status(house: House) -> None:
    application = app.build(
        house.services, f"{house.api.token}x", NETWORK, lambda: PlaygroundRequest(house.api)
    )
    with pytest.raises(Exception, match=r"[Uu]nauthorized|rejected"):
        await application.bot.get_me()
    assert figures(application.metrics)["sudoku_telegram_errors_total", "401"] == 1


def test_the_last_contact_is_counted_from_the_start_where_there_was_none() -> None:
    now = [100.0]
    metrics = Metrics(lambda: now[0])
    now[0] = 160.0
    assert metrics.seconds_since_contact == 60
    metrics.reached("getMe", 159.0)
    now[0] = 165.0
    assert metrics.seconds_since_contact == 5


def test_the_engine_is_timed_by_kind_even_when_it_fails() -> None:
    metrics = Metrics()
    with pytest.raises(ValueError, match="no"), metrics.engine("decide"):
        raise ValueError("no")
    assert figures(metrics)["sudoku_engine_seconds_count", "decide"] == 1


def test_depths_are_those_of_now() -> None:
    metrics = Metrics()
    assert b'sudoku_queue_depth{queue="engine"} 3.0' in metrics.text({"engine": 3}, {})
    text = metrics.text({"engine": 0}, {"pending": 7})
    assert b'sudoku_queue_depth{queue="engine"} 0.0' in text
    assert b'sudoku_outbox_rows{state="pending"} 7.0' in text
