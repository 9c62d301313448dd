"""What `python -m tests.screenshots` finds: no label is cut off, and a 9x9 fits a phone."""

from pathlib import Path

import pytest

from tests import screenshots
from tests.bot.playground.browsing import CHROMIUM

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
]


@pytest.mark.long
@pytest.mark.xfail(strict=True, reason="keys as high as Telegram's leave too little room")
async def test_title_board_and_keys_of_a_9x9_are_on_a_phone_together(tmp_path: Path) -> None:
    """In Spanish, which has the longest words; also with notes, a selected cell and a digit."""
    stumbles = await screenshots.photograph(tmp_path, ["es"], ["boards"])
    assert not [stumble for stumble in stumbles if "cut" in stumble or "wraps" in stumble]
    assert not [stumble for stumble in stumbles if "9 es phone" in stumble]
    assert (tmp_path / "board9-es-phone.png").stat().st_size
