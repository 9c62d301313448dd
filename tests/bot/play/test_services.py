from dataclasses import replace

from bot.settings import Settings
from tests.bot.play.people import People


def test_no_secret_is_told_where_the_services_are_printed(people: People) -> None:
    services = replace(people.services, secret=b"do not tell")
    assert "do not tell" not in repr(services)
    assert "Event" not in repr(services)
    assert not any(word in repr(services) for word in ("Ledger", "FairLane"))


def test_unless_told_otherwise_a_puzzle_is_awaited_for_a_second_and_copies_live_for_a_month(
    people: People,
) -> None:
    assert people.services.at_once_seconds == 1.0
    assert people.services.copy_days == Settings().copy_days == 30
