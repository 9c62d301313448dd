from datetime import date

import pytest

from bot.render.calendar import calendar_text

ENGLISH = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")

NOVEMBER = """\
Mo Tu We Th Fr Sa Su
                   1*
 2  3  4  5  6  7  8
 9 10 11 12 13 14 15
16 17 18~19*20 21?22
23 24 25 26 27 28 29
30"""

FEBRUARY = """\
 L  M  X  J  V  S  D
 1  2  3  4  5  6  7
 8  9 10 11 12 13 14
15 16 17 18 19 20 21
22 23 24 25 26 27 28*"""


def test_a_month_shows_what_was_solved_what_a_freeze_saved_and_today() -> None:
    solved = {"2026-11-01", "2026-11-19", "2026-10-20", "2025-11-20"}
    frozen = {"2026-11-18"}
    shown = calendar_text(date(2026, 11, 20), solved, frozen, today="2026-11-21", weekdays=ENGLISH)
    assert shown == NOVEMBER


def test_weeks_may_begin_with_sunday() -> None:
    shown = calendar_text(
        date(2026, 11, 20), [], today="2026-11-21", weekdays=ENGLISH, first_weekday=6
    )
    assert shown.splitlines()[:2] == ["Su Mo Tu We Th Fr Sa", " 1  2  3  4  5  6  7"]


def test_chinese_weekdays_stand_above_their_columns() -> None:
    """Of phones: a digit is 0.6 em wide, a Chinese character 1 em."""
    chinese = tuple("一二三四五六日")
    shown = calendar_text(date(2026, 11, 1), (), today="", weekdays=chinese)
    heading, *_ = shown.splitlines()
    assert heading.split() == [*chinese]
    for at, name in enumerate(chinese):
        before = heading[: heading.index(name)]
        em = sum(1 if sign in chinese else 0.6 for sign in before)
        assert abs(em - at * 3 * 0.6) <= 0.41


def test_a_month_of_four_weeks_whose_last_day_is_today_and_solved() -> None:
    shown = calendar_text(date(2027, 2, 1), ["2027-02-28"], today="2027-02-28", weekdays="LMXJVSD")
    assert shown == FEBRUARY


@pytest.mark.parametrize("month", range(1, 13))
def test_every_month_fits_a_phone(month: int) -> None:
    labels = [
        date.fromordinal(date(2028, 1, 1).toordinal() + day).isoformat() for day in range(366)
    ]
    shown = calendar_text(date(2028, month, 5), labels, today="", weekdays=ENGLISH)
    assert max(map(len, shown.split("\n"))) <= 25
    assert shown.isascii()
    assert shown.count("*") == sum(label[5:7] == f"{month:02}" for label in labels)
