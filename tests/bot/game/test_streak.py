from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.streak import Streak, ending, streak

TODAY = date(2026, 3, 2)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        ([], Streak(0, 0)),
        (["2026-03-02"], Streak(1, 1)),
        (["2026-03-01"], Streak(1, 1)),
        (["2026-02-28"], Streak(0, 1)),
        (["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"], Streak(4, 4)),
        (["2026-03-02", "2026-02-28", "2026-02-27", "2026-02-26"], Streak(1, 3)),
        (["2026-03-01", "2026-03-01", "2026-02-28"], Streak(2, 2)),
        (["2026-03-03", "2026-03-02"], Streak(2, 2)),
        (["2025-12-31", "2026-01-01"], Streak(0, 2)),
    ],
)
def test_runs_of_days(labels: list[str], expected: Streak) -> None:
    assert streak(labels, TODAY.isoformat()) == expected


def days(*offsets: int) -> list[str]:
    return [(TODAY + timedelta(days=offset)).isoformat() for offset in offsets]


def test_seven_days_earn_a_freeze_that_forgives_one() -> None:
    week = days(*range(-8, -1))
    assert streak(week, days(-2)[0]) == Streak(7, 7, has_freeze=True)
    assert streak(week, TODAY.isoformat()) == Streak(7, 7, frozen=(days(-1)[0],))
    assert streak([*week, *days(0)], TODAY.isoformat()) == Streak(8, 8, frozen=(days(-1)[0],))


def test_a_run_ends_unless_today_is_solved_or_a_freeze_saves_it() -> None:
    today = TODAY.isoformat()
    assert ending(days(-1), today) == 1
    assert ending(days(*range(-6, 0)), today) == 6
    assert ending(days(*range(-7, 0)), today) == 0, "the seventh day has earned a freeze"
    assert ending(days(*range(-9, -2), -1), today) == 8, "the freeze is used up"
    assert ending(days(-2), today) == 0, "that run has ended already"
    assert ending(days(-1, 0), today) == 0
    assert ending([], today) == 0


def test_six_days_earn_none_and_two_missed_days_are_one_too_many() -> None:
    assert streak(days(*range(-7, -1)), TODAY.isoformat()) == Streak(0, 6)
    assert streak(days(*range(-9, -2)), TODAY.isoformat()) == Streak(0, 7)


def test_one_freeze_is_held_at_most_and_seven_more_days_earn_the_next() -> None:
    fortnight = range(-16, -2)
    assert streak(days(*fortnight), days(-2)[0]) == Streak(14, 14, has_freeze=True)
    assert streak(days(*fortnight, -1), TODAY.isoformat()).has_freeze is False
    assert streak(days(*fortnight, *range(-1, 6)), days(5)[0]).has_freeze is True


@given(st.sets(st.integers(-40, 0)))
def test_the_same_rule_told_one_day_after_the_other(offsets: set[int]) -> None:
    run = best = progress = 0
    held = False
    frozen: list[str] = []
    for day in range(-41, 1):
        if day in offsets:
            run += 1
            progress += not held
            held, progress = (True, 0) if progress == 7 else (held, progress)
        elif held and day:
            held = False
            frozen += days(day)
            if day + 1 not in offsets and day + 1 < 0:
                frozen.pop()
                run = progress = 0
        elif day:
            run, progress, held = 0, 0, False
        best = max(best, run)
    expected = Streak(run, best, tuple(frozen), held)
    assert streak(days(*offsets), TODAY.isoformat()) == expected


def test_a_label_that_is_no_date_is_a_bug() -> None:
    with pytest.raises(ValueError, match="yesterday"):
        streak(["yesterday"], TODAY.isoformat())


def test_a_freeze_that_was_used_is_earned_again_after_seven_days() -> None:
    week, label = [*range(-20, -13)], TODAY.isoformat()
    after = [*range(-12, -6)]
    assert streak(days(*week, *after), days(-7)[0]).has_freeze is False
    assert streak(days(*week, *after, -6), days(-6)[0]).has_freeze is True
    assert streak(days(*week, *after, -6), label).current == 0
