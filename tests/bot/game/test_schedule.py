from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game.schedule import Due, next_due, read_time

ZONES = sorted(available_timezones())
DAY = timedelta(days=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def dues(minute: int, zone: str, after: str, count: int = 3) -> list[tuple[str, str]]:
    """The labels that follow, each with its instant in UTC."""
    found, at = [], utc(after)
    for _ in range(count):
        due = next_due(minute, ZoneInfo(zone), at)
        found.append((due.label, f"{due.at:%Y-%m-%d %H:%M}"))
        at = due.at
    return found


@pytest.mark.parametrize(
    ("minute", "zone", "after", "expected"),
    [
        (  # an ordinary wish, over the change to winter time
            8 * 60,
            "Europe/Berlin",
            "2026-10-24 00:00",
            [
                ("2026-10-24", "2026-10-24 06:00"),
                ("2026-10-25", "2026-10-25 07:00"),
                ("2026-10-26", "2026-10-26 07:00"),
            ],
        ),
        (  # 2:30 twice: the first only
            2 * 60 + 30,
            "Europe/Berlin",
            "2026-10-24 00:30",
            [
                ("2026-10-25", "2026-10-25 00:30"),
                ("2026-10-26", "2026-10-26 01:30"),
                ("2026-10-27", "2026-10-27 01:30"),
            ],
        ),
        (  # 2:30 never: as soon as the gap ends
            2 * 60 + 30,
            "Europe/Berlin",
            "2026-03-28 01:30",
            [
                ("2026-03-29", "2026-03-29 01:00"),
                ("2026-03-30", "2026-03-30 00:30"),
                ("2026-03-31", "2026-03-31 00:30"),
            ],
        ),
        (  # midnight never
            0,
            "Africa/Cairo",
            "2026-04-22 22:00",
            [
                ("2026-04-24", "2026-04-23 22:00"),
                ("2026-04-25", "2026-04-24 21:00"),
                ("2026-04-26", "2026-04-25 21:00"),
            ],
        ),
        (  # half past midnight never, and (in autumn) half past 23:00 twice
            30,
            "Asia/Beirut",
            "2026-03-27 22:30",
            [
                ("2026-03-29", "2026-03-28 22:00"),
                ("2026-03-30", "2026-03-29 21:30"),
                ("2026-03-31", "2026-03-30 21:30"),
            ],
        ),
        (
            23 * 60 + 30,
            "Asia/Beirut",
            "2026-10-24 00:00",
            [
                ("2026-10-24", "2026-10-24 20:30"),
                ("2026-10-25", "2026-10-25 21:30"),
                ("2026-10-26", "2026-10-26 21:30"),
            ],
        ),
        (  # half an hour of summer time
            2 * 60 + 10,
            "Australia/Lord_Howe",
            "2026-10-02 16:00",
            [
                ("2026-10-04", "2026-10-03 15:30"),
                ("2026-10-05", "2026-10-04 15:10"),
                ("2026-10-06", "2026-10-05 15:10"),
            ],
        ),
        (
            6 * 60,
            "Asia/Kathmandu",
            "2026-11-21 00:15",
            [
                ("2026-11-22", "2026-11-22 00:15"),
                ("2026-11-23", "2026-11-23 00:15"),
                ("2026-11-24", "2026-11-24 00:15"),
            ],
        ),
        (  # the first and the last to see a day
            0,
            "Pacific/Kiritimati",
            "2026-11-21 09:59",
            [
                ("2026-11-22", "2026-11-21 10:00"),
                ("2026-11-23", "2026-11-22 10:00"),
                ("2026-11-24", "2026-11-23 10:00"),
            ],
        ),
        (
            23 * 60 + 59,
            "Etc/GMT+12",
            "2026-11-21 11:58",
            [
                ("2026-11-20", "2026-11-21 11:59"),
                ("2026-11-21", "2026-11-22 11:59"),
                ("2026-11-22", "2026-11-23 11:59"),
            ],
        ),
        (  # the due of Saturday falls on Sunday, and Sunday has its own
            23 * 60 + 30,
            "America/Nuuk",
            "2026-03-28 01:30",
            [
                ("2026-03-28", "2026-03-29 01:00"),
                ("2026-03-29", "2026-03-30 00:30"),
                ("2026-03-30", "2026-03-31 00:30"),
            ],
        ),
        (  # a day that never came
            8 * 60,
            "Pacific/Apia",
            "2011-12-29 00:00",
            [
                ("2011-12-29", "2011-12-29 18:00"),
                ("2011-12-31", "2011-12-30 18:00"),
                ("2012-01-01", "2011-12-31 18:00"),
            ],
        ),
    ],
)
def test_each_label_is_due_once(
    minute: int, zone: str, after: str, expected: list[tuple[str, str]]
) -> None:
    assert dues(minute, zone, after) == expected


def test_a_new_zone_does_not_bring_a_label_again() -> None:
    """Sent in Kiritimati, then moved to the other side of the date line on the same day."""
    now = utc("2026-11-21 18:00")
    first = next_due(480, ZoneInfo("Pacific/Kiritimati"), utc("2026-11-21 17:00"))
    assert first == Due(now, "2026-11-22")
    west = ZoneInfo("Etc/GMT+12")
    assert next_due(480, west, now).label == "2026-11-21"
    assert next_due(480, west, now, first.label) == Due(utc("2026-11-23 20:00"), "2026-11-23")


def test_a_later_hour_on_the_day_waits_for_tomorrow_once_today_was_sent() -> None:
    zone, now = ZoneInfo("Europe/Berlin"), utc("2026-11-21 07:00")
    assert next_due(600, zone, now).label == "2026-11-21"
    assert next_due(600, zone, now, "2026-11-21").label == "2026-11-22"


def exists(day: date, zone: ZoneInfo) -> bool:
    """Whether the clocks show this date at any quarter of an hour around it."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    hours = (noon + timedelta(minutes=15 * n) for n in range(-4 * 27, 4 * 27))
    return any(hour.astimezone(zone).date() == day for hour in hours)


STARTS = st.integers(200_000, 2_140_000_000).map(lambda at: datetime.fromtimestamp(at, UTC))


@given(st.sampled_from(ZONES), st.integers(0, 1439), STARTS)
@example("Pacific/Apia", 0, utc("2011-12-28 12:00"))
@example("Pacific/Kwajalein", 720, utc("1993-08-19 12:00"))
@example("America/Nuuk", 23 * 60 + 59, utc("2026-03-27 12:00"))
@example("Asia/Beirut", 0, utc("2026-03-27 12:00"))
@example("Australia/Lord_Howe", 105, utc("2026-04-03 12:00"))
def test_dues_increase_day_by_day_at_the_wished_time(
    key: str, minute: int, after: datetime
) -> None:
    zone = ZoneInfo(key)
    found, at = [], after
    for _ in range(5):
        found.append(next_due(minute, zone, at))
        at = found[-1].at
    assert after < found[0].at
    for earlier, later in pairwise(found):
        assert earlier.at < later.at
        day = date.fromisoformat(earlier.label) + DAY
        assert later.label == day.isoformat() or not exists(day, zone)
    for due in found:
        local = due.at.astimezone(zone)
        wish = datetime.combine(date.fromisoformat(due.label), datetime.min.time())
        wish += timedelta(minutes=minute)
        if local.replace(tzinfo=None) == wish:
            assert local.fold == 0
        else:  # a gap: a moment ago the wish was still to come, now it is past
            assert local.replace(tzinfo=None) > wish
            before = (due.at - timedelta(seconds=1)).astimezone(zone)
            assert before.replace(tzinfo=None) < wish


@pytest.mark.parametrize(
    ("text", "hour", "minute"),
    [
        ("08:00", 8, 0),
        ("8", 8, 0),
        ("0", 0, 0),
        ("23:59", 23, 59),
        ("8.30", 8, 30),
        ("8h30", 8, 30),
        ("0830", 8, 30),
        ("730", 7, 30),
        ("8am", 8, 0),
        ("8 AM", 8, 0),
        ("8:30 pm", 20, 30),
        ("8:30 p.m.", 20, 30),
        ("12am", 0, 0),
        ("12 pm", 12, 0),
        ("noon", 12, 0),
        ("Midnight", 0, 0),
        ("８：３０", 8, 30),
        ("١٨:٣٠", 18, 30),
        ("8点", 8, 0),
        ("8點", 8, 0),
        ("八时", 8, 0),
        ("早上8点", 8, 0),
        ("早上8:15", 8, 15),
        ("晚上八点半", 20, 30),
        ("20点30分", 20, 30),
        ("二十点零五分", 20, 5),
        ("二十三点五十九", 23, 59),
        ("十点十分", 10, 10),
        ("两点一刻", 2, 15),
        ("下午3点三刻", 15, 45),
        ("下午15点", 15, 0),
        ("8点钟", 8, 0),
        ("8点整", 8, 0),
        ("中午12点", 12, 0),
        ("中午一点", 13, 0),
        ("上午11点", 11, 0),
        ("凌晨12点", 0, 0),
        ("晚上12点", 0, 0),
        ("晚上1点", 1, 0),
        ("晚上5点", 17, 0),
        ("半夜一点", 1, 0),
        ("半夜11点", 23, 0),
        ("中午", 12, 0),
        ("午夜", 0, 0),
    ],
)
def test_times_are_read_as_people_write_them(text: str, hour: int, minute: int) -> None:
    assert read_time(text) == (hour * 60 + minute, "")
    assert read_time(f"  {text}, Europe/Berlin ") == (hour * 60 + minute, "Europe/Berlin")


@pytest.mark.parametrize(
    "text",
    [
        *("", "Berlin", "24:00", "25", "8:60", "8:5", "13pm", "0am", "-8", "+8", "UTC+8"),
        *("8-10", "20:15:00", "12345", "8:30pmx", "二三点", "十十点", "25点", "8点60分", "点"),
    ],
)
def test_what_is_no_time_is_not_guessed(text: str) -> None:
    assert read_time(text) is None


def test_the_place_may_follow_at_once() -> None:
    assert read_time("8 Amsterdam") == (480, "Amsterdam")
    assert read_time("8am New York") == (480, "New York")
    assert read_time("早上8点北京") == (480, "北京")


@given(st.integers(0, 1439))
def test_every_minute_can_be_written(minute: int) -> None:
    hour, rest = divmod(minute, 60)
    assert read_time(f"{hour:02}:{rest:02}") == (minute, "")
    assert read_time(f"{hour}点{rest}分") == (minute, "")
    assert read_time(f"{hour % 12 or 12}:{rest:02}{'ap'[hour // 12]}m") == (minute, "")


@given(st.text(max_size=30))
def test_any_text_is_a_time_of_the_day_or_none(text: str) -> None:
    found = read_time(text)
    assert found is None or 0 <= found[0] < 1440


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        *(("noon", 12), ("正午", 12), ("中午", 12), ("midnight", 0), ("午夜", 0), ("半夜", 0)),
        *(("零点", 0), ("〇点", 0), ("兩點", 2), ("夜里5点", 5), ("夜里6点", 18), ("夜裡11点", 23)),
        *(("晚上4点", 4), ("晚上5点", 17), ("中午3点", 15), ("中午4点", 4), ("傍晚6点", 18)),
        *(("清晨5点", 5), ("早晨7点", 7), ("下午1点", 13), ("下午12点", 12), ("夜里12点", 0)),
    ],
)
def test_the_parts_of_a_chinese_day_have_their_hours(text: str, hour: int) -> None:
    assert read_time(text) == (hour * 60, "")


def test_every_hour_has_a_name() -> None:
    for hour, name in enumerate("零一二两三四五六七八九"):
        expected = hour - (hour > 2)
        assert read_time(f"{name}点") == (expected * 60, ""), name
    for tens, ten in enumerate(("", "十", "二十")):
        for ones, one in enumerate(("零", *"一二三四五六七八九")):
            hour, name = 10 * tens + ones, ten + (one if ones or not tens else "")
            assert read_time(f"{name}点") == ((hour * 60, "") if hour < 24 else None), name
    for hour in range(1, 13):
        assert read_time(f"{hour}am") == (hour % 12 * 60, "")
        assert read_time(f"{hour} p.m.") == (hour % 12 * 60 + 720, "")


def test_nothing_behind_160_characters_is_looked_at() -> None:
    assert read_time("8 " + "x" * 200) == (480, "x" * 158)


def test_a_due_is_stored_in_whole_seconds() -> None:
    assert Due(utc("1970-01-02 00:00"), "1970-01-02").seconds == 86_400
