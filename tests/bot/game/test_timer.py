import pytest

from bot.game.timer import IDLE_SECONDS, played


@pytest.mark.parametrize(
    ("last", "now", "counted"),
    [(0, 0, 0), (100, 130, 30), (0, 300, 300), (0, 301, 300), (0, 86_400, 300), (50, 40, 0)],
)
def test_a_pause_counts_as_five_minutes_at_most(last: int, now: int, counted: int) -> None:
    assert IDLE_SECONDS == 300
    assert played(1_000, last, now) == 1_000 + counted
