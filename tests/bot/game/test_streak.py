from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.streak import Streak, streak

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


@given(st.sets(st.integers(-40, 0)))
def test_walking_back_day_by_day_gives_the_same(offsets: set[int]) -> None:
    labels = [(TODAY + timedelta(days=offset)).isoformat() for offset in offsets]

    def run_from(day: int) -> int:
        return 1 + run_from(day - 1) if day in offsets else 0

    current = run_from(0) or run_from(-1)
    best = max((run_from(offset) for offset in offsets), default=0)
    assert streak(labels, TODAY.isoformat()) == Streak(current, best)


def test_a_label_that_is_no_date_is_a_bug() -> None:
    with pytest.raises(ValueError, match="yesterday"):
        streak(["yesterday"], TODAY.isoformat())
