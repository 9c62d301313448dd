"""Who is eating it: the line of the log that names the busiest accounts."""

import asyncio
import logging

import pytest

from bot.ledger.ledger import FILES, Ledger
from bot.ledger.owner import NOBODY, Owner
from bot.operate import busiest


@pytest.fixture
def ledger() -> Ledger:
    return Ledger(lambda: 0.0)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_those_who_have_reserved_most_are_named_and_then_who_used_most_time_and_never_the_bot(
    ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.spend(Owner(3, -30), 11.4)
    ledger.spend(Owner(4, 4), 9.9)
    ledger.spend(NOBODY, 60.0)
    for account in (1, 2):
        ledger.take(FILES, Owner(account, -10), account * 2_000_000)
    busiest.tell(ledger)
    (line,) = lines(caplog)
    assert line.removeprefix("busiest: ").split("; ") == [
        "account 2 in chat -10, 4.0 MB, 0 s",
        "account 1 in chat -10, 2.0 MB, 0 s",
        "account 3 in chat -30, 0.0 MB, 11 s",
    ]


def test_a_quiet_minute_is_not_worth_a_line(
    ledger: Ledger, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.take(FILES, Owner(1), 999_999)
    ledger.spend(Owner(2), 9.0)
    ledger.spend(NOBODY, 60.0)
    with caplog.at_level(logging.DEBUG):
        busiest.tell(ledger)
    assert lines(caplog) == []


async def test_it_tells_again_each_minute(ledger: Ledger, caplog: pytest.LogCaptureFixture) -> None:
    ledger.take(FILES, Owner(1, 1), 2_000_000)
    pauses = list[float]()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) > 2:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        await busiest.watch(ledger, sleep)
    assert (pauses, len(lines(caplog))) == ([60.0, 60.0, 60.0], 2)
