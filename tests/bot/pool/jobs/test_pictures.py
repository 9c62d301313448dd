import subprocess
import sys

import pytest

from bot.pool.jobs import WORTH_HAVING_SECONDS


def answers(*seconds: float) -> list[str]:
    """What a process of its own reads in a photo and in a slow picture, in so many seconds each."""
    program = f"""
from bot.pool.jobs import pictures_now
from engine.notation import parse
from engine.photo import Unreadable
from engine.search import Budget, BudgetSpent
from tests.engine.photo.drawn import drawn
from tests.engine.photo.forms import PICTURES

for content in drawn(parse("12.4341221434321")), PICTURES["sixteen large boards"]():
    for seconds in {seconds}:
        try:
            print(pictures_now(bytearray(content), Budget(seconds))[0].grid)
        except (Unreadable, BudgetSpent) as error:
            print(getattr(error, "why", type(error).__name__))
"""
    command = [sys.executable, "-c", program]
    told = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    return told.splitlines()


@pytest.mark.long
def test_a_picture_is_read_again_where_the_time_was_short_and_given_up_where_it_was_long() -> None:
    # All looks at the second picture take more than two seconds.
    assert answers(0, 0.99 * WORTH_HAVING_SECONDS, WORTH_HAVING_SECONDS) == [
        "BudgetSpent",
        "12.4341221434321",
        "12.4341221434321",
        "BudgetSpent",
        "BudgetSpent",
        "too_hard",
    ]
