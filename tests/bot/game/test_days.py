from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.days import (
    closes_at,
    counts_for_streak,
    daily_difficulty,
    daily_seed,
    instant_of,
    label_of,
    parse_label,
    playable,
)
from engine.difficulty import Difficulty

BERLIN = ZoneInfo("Europe/Berlin")
FIRST, LAST = ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Etc/GMT+12")


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_the_day_begins_at_midnight_where_the_player_is() -> None:
    assert label_of(utc("2026-11-21 22:59:59"), BERLIN) == "2026-11-21"
    assert label_of(utc("2026-11-21 23:00"), BERLIN) == "2026-11-22"
    assert label_of(utc("2026-11-21 10:00"), FIRST) == "2026-11-22"
    assert label_of(utc("2026-11-21 11:59"), LAST) == "2026-11-20"


def test_a_label_is_playable_from_its_midnight_on_and_for_ever() -> None:
    assert not playable("2026-11-22", utc("2026-11-21 22:59:59"), BERLIN)
    assert playable("2026-11-22", utc("2026-11-21 23:00"), BERLIN)
    assert playable("2020-02-29", utc("2026-11-21 23:00"), BERLIN)


@pytest.mark.parametrize(
    ("label", "zone", "closes"),
    [
        ("2026-11-21", "Europe/Berlin", "2026-11-22 02:00"),
        # The night in which Berlin's clocks go from 2:00 to 3:00, and that in which they go back.
        ("2026-03-28", "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-10-24", "Europe/Berlin", "2026-10-25 02:00"),
        # Lord Howe moves by half an hour.
        ("2026-10-03", "Australia/Lord_Howe", "2026-10-03 16:00"),
        ("2026-11-21", "Asia/Kathmandu", "2026-11-21 21:15"),
        ("2026-11-21", "Pacific/Kiritimati", "2026-11-21 13:00"),
        ("2026-11-21", "Etc/GMT+12", "2026-11-22 15:00"),
        # In Samoa, 30 December 2011 never came: the next moment is midnight of the 31st.
        ("2011-12-29", "Pacific/Apia", "2011-12-30 10:00"),
    ],
)
def test_a_label_counts_until_three_in_the_morning(label: str, zone: str, closes: str) -> None:
    where, end = ZoneInfo(zone), utc(closes)
    assert closes_at(label, where) == end
    assert counts_for_streak(label, end - timedelta(seconds=1), where)
    assert not counts_for_streak(label, end, where)


def test_what_is_not_playable_yet_does_not_count() -> None:
    assert not counts_for_streak("2026-11-22", utc("2026-11-21 22:00"), BERLIN)


@pytest.mark.parametrize(
    ("day", "minute", "zone", "instant"),
    [
        ("2026-11-21", 8 * 60, "Europe/Berlin", "2026-11-21 07:00"),
        ("2026-03-29", 2 * 60 + 30, "Europe/Berlin", "2026-03-29 01:00"),
        ("2026-10-25", 2 * 60 + 30, "Europe/Berlin", "2026-10-25 00:30"),
        ("2026-10-04", 2 * 60 + 10, "Australia/Lord_Howe", "2026-10-03 15:30"),
        ("2026-04-05", 1 * 60 + 45, "Australia/Lord_Howe", "2026-04-04 14:45"),
        # Cairo's and Beirut's clocks jump at midnight: the day begins at 1:00.
        ("2026-04-24", 0, "Africa/Cairo", "2026-04-23 22:00"),
        ("2026-04-24", 59, "Africa/Cairo", "2026-04-23 22:00"),
        ("2026-03-29", 30, "Asia/Beirut", "2026-03-28 22:00"),
        # Nuuk's clocks jump from 23:00 to the midnight of the next day.
        ("2026-03-28", 23 * 60 + 30, "America/Nuuk", "2026-03-29 01:00"),
    ],
)
def test_gaps_end_and_folds_begin(day: str, minute: int, zone: str, instant: str) -> None:
    assert instant_of(date.fromisoformat(day), minute, ZoneInfo(zone)) == utc(instant)


def test_the_week_gets_harder() -> None:
    week = [daily_difficulty(f"2026-11-{day}") for day in range(16, 23)]
    order = list(Difficulty)
    assert week == sorted(week, key=order.index)
    assert (week[0], week[-1]) == (Difficulty.EASY, Difficulty.EXTREME)
    assert set(week) == set(Difficulty)


def test_seeds_follow_the_published_example_of_hmac() -> None:
    """Test case 2 of RFC 4231."""
    assert daily_seed(b"Jefe", "what do ya want for nothing?") == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    )


def test_a_label_tells_nothing_about_the_next() -> None:
    seeds = {daily_seed(secret, f"2026-11-2{n}") for secret in (b"a", b"b") for n in range(10)}
    assert len(seeds) == 20


@pytest.mark.parametrize("text", ["2026-02-30", "20261121", "2026-W47-6", "26-11-21", "x", ""])
def test_what_is_no_date_is_no_label(text: str) -> None:
    assert parse_label(text) is None


@given(st.dates())
def test_every_date_is_a_label(day: date) -> None:
    assert parse_label(day.isoformat()) == day.isoformat()
