"""What `python -m tests.screenshots` finds: no label is cut off, and boards fit a phone."""

from pathlib import Path

import pytest

from tests import screenshots
from tests.bot.playground.browsing import CHROMIUM

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
