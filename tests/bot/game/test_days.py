from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.days import (
    LocalDays,
    closes_at,
    daily_difficulty,
    daily_seed,
    day_of,
    day_of_week,
    days_of,
    instant_of,
    is_before_last,
    is_of_streak,
    label_of,
    labels_of,
    parse_label,
    weeks_back,
    with_zone,
)
from bot.game.person import NOBODY
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


def test_a_label_begins_at_its_midnight() -> None:
    days = LocalDays(BERLIN)
    assert days.begins("2026-11-22") == utc("2026-11-21 23:00")
    assert days.today(utc("2026-11-21 22:59:59")) == "2026-11-21"
    assert days.today(utc("2026-11-21 23:00")) == "2026-11-22"


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
    assert LocalDays(where).counts(label, end - timedelta(seconds=1))
    assert not LocalDays(where).counts(label, end)


def test_what_is_not_playable_yet_does_not_count() -> None:
    assert not LocalDays(BERLIN).counts("2026-11-22", utc("2026-11-21 22:00"))


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


def test_three_zones_in_twenty_minutes_give_one_label() -> None:
    """Without rules these answers give yesterday's, today's and tomorrow's label."""
    noon, days = utc("2026-11-21 11:50"), LocalDays(BERLIN)
    counting = set[str]()
    for minutes, zone in ((0, LAST), (10, BERLIN), (20, FIRST)):
        now = noon + timedelta(minutes=minutes)
        days = days.moved(zone, now)
        counting |= {label for label in around(now) if days.counts(label, now)}
    assert counting == {"2026-11-21"}


def test_a_zone_counts_from_the_next_label_on() -> None:
    tokyo = ZoneInfo("Asia/Tokyo")
    days = LocalDays(BERLIN).moved(tokyo, utc("2026-11-21 20:00"))
    assert days.today(utc("2026-11-21 22:59")) == "2026-11-21"
    assert days.today(utc("2026-11-21 23:00")) == "2026-11-22"
    assert days.closes("2026-11-21") == utc("2026-11-22 02:00")
    assert days.begins("2026-11-23") == utc("2026-11-22 15:00")


def test_going_west_the_next_label_waits_for_the_new_midnight() -> None:
    pacific = ZoneInfo("America/Los_Angeles")
    days = LocalDays(BERLIN).moved(pacific, utc("2026-11-21 12:00"))
    assert days.today(utc("2026-11-22 07:59")) == "2026-11-21"
    assert days.today(utc("2026-11-22 08:00")) == "2026-11-22"


def test_across_the_date_line_no_day_is_lost_and_none_is_short() -> None:
    """Samoa has the same clock time as Pago Pago, and is a day ahead."""
    pago, apia = ZoneInfo("Pacific/Pago_Pago"), ZoneInfo("Pacific/Apia")
    days = LocalDays(pago).moved(apia, utc("2026-11-21 20:00"))
    assert days.begins("2026-11-22") == utc("2026-11-22 11:00")
    assert days.begins("2026-11-23") == utc("2026-11-22 23:00")
    assert days.closes("2026-11-22") == utc("2026-11-23 02:00")


ZONES = (
    *("Etc/GMT+12", "Pacific/Pago_Pago", "America/Los_Angeles", "America/St_Johns", "Etc/UTC"),
    *("Europe/Berlin", "Asia/Kathmandu", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia"),
    "Pacific/Kiritimati",
)
STEP = timedelta(minutes=30)


def around(now: datetime) -> list[str]:
    """The labels of some days before and after an instant."""
    return [(now.date() + timedelta(days)).isoformat() for days in range(-3, 4)]


@dataclass
class Traveller:
    """Somebody who names one zone after another, and all dailies that they got.

    `named` are the zones that they named, each with the label of the day on which they did. `got`
    are the labels in order, each with the instant at which it was first available.
    """

    now: datetime
    days: LocalDays
    named: list[tuple[str, ZoneInfo]]
    got: list[tuple[str, datetime]]

    def goes_to(self, zone: ZoneInfo) -> None:
        self.named.append((self.days.today(self.now), zone))
        self.days = self.days.moved(zone, self.now)
        self.looks()

    def waits(self, steps: int) -> None:
        for _ in range(steps):
            self.now += STEP
            self.looks()

    def looks(self) -> None:
        label = self.days.today(self.now)
        last, at = self.got[-1]
        if label == last:
            return
        assert date.fromisoformat(label) - date.fromisoformat(last) == timedelta(days=1)
        assert self.now - at >= timedelta(hours=9)
        self.got.append((label, self.now))
        assert label <= label_of(self.now, self.zone_of_day(label))
        self.counts_two()

    def zone_of_day(self, label: str) -> ZoneInfo:
        """The zone that was the last to be named before the day of a label."""
        return [zone for day, zone in self.named if day < label][-1]

    def counts_two(self) -> None:
        """At most two labels count at this moment, or counted a few hours ago."""
        instants = [self.now, self.now - timedelta(hours=5)]
        counting = {one for at in instants for one in around(self.now) if self.days.counts(one, at)}
        assert len(counting) <= 2, (self, counting)


@pytest.mark.long
@given(
    st.integers(0, 270 * 24),
    st.sampled_from(ZONES),
    st.lists(st.tuples(st.integers(0, 100), st.sampled_from(ZONES)), max_size=12),
)
def test_whoever_travels_gets_each_label_on_a_day_of_its_own(
    hours: int, home: str, journey: list[tuple[int, str]]
) -> None:
    """Every label has begun in the zone that was named before its day."""
    now = utc("2026-03-01 00:00") + timedelta(hours=hours)
    days = LocalDays(ZoneInfo(home))
    today = days.today(now)
    traveller = Traveller(now, days, [("", days.zone)], [(today, now - timedelta(days=1))])
    for steps, zone in journey:
        traveller.waits(steps)
        traveller.goes_to(ZoneInfo(zone))
    traveller.waits(200)
    assert label_of(traveller.now, traveller.days.zone) == traveller.got[-1][0]


# 16 November 2026 is a Monday.
@pytest.mark.parametrize(
    ("day", "labels"),
    [
        ("2026-11-16", ("2026-11-16", "2026-11-16-medium", "2026-11-16-hard")),
        ("2026-11-17", ("2026-11-17-easy", "2026-11-17", "2026-11-17-hard")),
        ("2026-11-20", ("2026-11-20-easy", "2026-11-20-medium", "2026-11-20")),
        ("2026-11-21", ("2026-11-21-easy", "2026-11-21-hard", "2026-11-21")),
        ("2026-11-22", ("2026-11-22-easy", "2026-11-22-hard", "2026-11-22")),
    ],
)
def test_each_day_has_an_easy_and_a_hard_one_and_one_of_the_three_is_the_daily(
    day: str, labels: tuple[str, ...]
) -> None:
    assert labels_of(day) == labels
    assert [label for label in labels if is_of_streak(label)] == [day]
    assert {day_of(label) for label in labels} == {day}
    assert [parse_label(label) for label in labels] == list(labels)
    difficulties = [daily_difficulty(label) for label in labels]
    assert {Difficulty.EASY, Difficulty.HARD} < set(difficulties)
    assert difficulties == sorted(set(difficulties))


@pytest.mark.parametrize(
    "text",
    ["2026-11-20-hard", "2026-11-20-expert", "2026-11-20-", "2026-11-20 easy", "2026-02-30-easy"],
)
def test_no_day_has_another_level(text: str) -> None:
    """20 November 2026 is a Friday, whose daily is hard itself."""
    assert parse_label(text) is None


def test_a_change_of_zone_is_kept_with_the_person() -> None:
    tokyo, now = ZoneInfo("Asia/Tokyo"), utc("2026-11-21 20:00")
    user = with_zone(replace(NOBODY, zone="Europe/Berlin"), tokyo, now, BERLIN)
    assert (user.zone, user.zone_before, user.zone_since) == (
        *("Asia/Tokyo", "Europe/Berlin", "2026-11-22"),
    )
    assert user.zone_at == int(utc("2026-11-21 23:00").timestamp())
    assert days_of(user, tokyo) == LocalDays(BERLIN).moved(tokyo, now)


def test_the_first_zone_counts_at_once() -> None:
    user = with_zone(NOBODY, BERLIN, utc("2026-11-21 20:00"), None)
    assert (user.zone, user.zone_before, user.zone_since, user.zone_at) == (
        *("Europe/Berlin", None, None, None),
    )
    assert days_of(user, BERLIN) == LocalDays(BERLIN)


def test_half_a_change_of_zone_is_none() -> None:
    changed = with_zone(NOBODY, FIRST, utc("2026-11-21 20:00"), BERLIN)
    assert days_of(changed, FIRST).change is not None
    for half in (
        replace(changed, zone_before=None),
        replace(changed, zone_since=None),
        replace(changed, zone_at=None),
    ):
        assert days_of(half, FIRST) == LocalDays(FIRST)


def test_naming_the_same_zone_again_changes_nothing() -> None:
    days = LocalDays(BERLIN)
    assert days.moved(ZoneInfo("Europe/Berlin"), utc("2026-11-21 20:00")) == days


def test_a_change_that_does_not_count_yet_is_replaced() -> None:
    """The label that it waits for begins no sooner, and never in the past."""
    first = LocalDays(BERLIN).moved(LAST, utc("2026-11-21 20:00"))
    assert first.change is not None
    again = first.moved(FIRST, utc("2026-11-21 21:00"))
    assert again.change == first.change
    assert again.zone == FIRST
    late = first.moved(FIRST, utc("2026-11-22 01:00"))
    assert late.change is not None
    assert (late.change.since, late.change.at) == ("2026-11-22", utc("2026-11-22 01:00"))
    assert late.today(utc("2026-11-22 01:00")) == "2026-11-22"


def test_the_first_label_in_a_new_zone_lasts_twelve_hours() -> None:
    days = LocalDays(LAST).moved(FIRST, utc("2026-11-21 20:00"))
    begins = days.begins("2026-11-22")
    assert begins == utc("2026-11-22 12:00")
    assert days.today(begins - timedelta(seconds=1)) == "2026-11-21"
    assert days.today(begins) == "2026-11-22"
    assert days.today(begins + timedelta(hours=12, seconds=-1)) == "2026-11-22"
    assert days.today(begins + timedelta(hours=12)) == "2026-11-23"
    assert days.begins("2026-11-23") == begins + timedelta(hours=12)
    # The label before the change closes by the old zone, the first one waits with its grace.
    assert days.closes("2026-11-21") == utc("2026-11-22 15:00")
    assert days.closes("2026-11-22") == begins + timedelta(hours=15)


def test_a_daily_counts_from_its_beginning_to_its_end() -> None:
    days, label = LocalDays(BERLIN), "2026-11-22"
    begins, closes = days.begins(label), days.closes(label)
    assert not days.counts(label, begins - timedelta(seconds=1))
    assert days.counts(label, begins)
    assert days.counts(label, closes - timedelta(seconds=1))
    assert not days.counts(label, closes)


def test_a_week_is_named_by_how_long_ago_it_was() -> None:
    named = {"上周三": 1, "上上个星期三": 2, "这周三": 0, "本周三": 0, "周三": None, "三周": None}
    named |= {"wednesday of last week": 1, "this week": 0, "last wednesday": None}
    named |= {"el lunes de la semana pasada": 1, "esta semana": 0, "el lunes pasado": None}
    named |= {"this friday": 0, "este viernes": 0, "this one": None, "next one": None}
    named |= {"下周三": -1, "next friday": -1, "el proximo viernes": -1, "el lunes que viene": -1}
    named |= {"friday two weeks ago": 2, "monday of the week before last": 2}
    named |= {"el lunes de la semana antepasada": 2, "el lunes de hace dos semanas": 2}
    assert {said: weeks_back(said) for said in named} == named


def test_the_weekday_before_the_last_is_named() -> None:
    for said in ("the friday before last", "el viernes antepasado", "viernes anterior al pasado"):
        assert is_before_last(said)
    for said in ("last friday", "the friday of the week before last", "the one before", "friday"):
        assert not is_before_last(said)


def test_a_weekday_is_the_last_one_before_today_or_that_of_a_week() -> None:
    # A Wednesday.
    today = date(2026, 11, 18)
    assert day_of_week("wednesday", today, None) == date(2026, 11, 11)
    assert day_of_week("tuesday", today, None) == date(2026, 11, 17)
    assert day_of_week("thursday", today, None) == date(2026, 11, 12)
    assert day_of_week("wednesday", today, 0) == today
    assert day_of_week("sunday", today, 0) == date(2026, 11, 22)
    assert day_of_week("monday", today, 2) == date(2026, 11, 2)
