"""What `python -m tests.screenshots` finds: no label is cut off, and boards fit a phone."""

from pathlib import Path

import pytest

from tests import screenshots
from tests.bot.playground.browsing import CHROMIUM

EDGE = 8
"""Points between the top of a message and its title."""

NAMED = 30
"""Points between the top of a message in a group and the capitals of its title."""

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
]


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_boards_up_to_9x9_are_whole_on_small_phones_while_one_plays(tmp_path: Path) -> None:
    """In Spanish, which has the longest words, with notes in every cell, and a key for the page."""
    stumbles = await screenshots.photograph(tmp_path, ["es"], ["whole"])
    assert not [stumble for stumble in stumbles if "cut" in stumble or "wraps" in stumble]
    assert not [stumble for stumble in stumbles if "taller" in stumble]
    assert (tmp_path / "text9-es-small.png").stat().st_size


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_the_keys_for_a_tall_phone_leave_the_board_whole_on_one(tmp_path: Path) -> None:
    """On 360x740, but for the bubble's edge above the title if the hour takes a line of its own.

    The board that offers them has the usual keys, and is whole on 360x640.
    """
    stumbles = await screenshots.photograph(tmp_path, ["es"], ["tall"])
    assert not [stumble for stumble in stumbles if stumble.startswith("tall-offered")]
    high = [stumble for stumble in stumbles if "taller" in stumble and " small: " not in stumble]
    assert all(int(stumble.split(": ")[1].split()[0]) <= EDGE for stumble in high)
    assert not [stumble for stumble in stumbles if "cut" in stumble or "wraps" in stumble]


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_by_ear_at_the_end_of_a_daily_and_in_a_group_all_is_whole(tmp_path: Path) -> None:
    """Statistics and the calendar as well, in Spanish.

    Above the roomy board of four people, whose names take two lines, only the bot's name is not.
    """
    stumbles = await screenshots.photograph(tmp_path, ["es"], ["heard", "days", "groups"])
    high = [stumble for stumble in stumbles if stumble.startswith("group-board es small: ")]
    assert all(int(stumble.split(": ")[1].split()[0]) <= NAMED for stumble in high)
    assert stumbles == high
