"""Pillow draws, but whoever only has pictures drawn does not load it."""

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from bot.render import beside, chart, drawings, picture, portrait, streak_card
from bot.render.draft import draft_picture
from bot.render.theme import DARK
from engine import parse

GRID = parse("1234341221434321")
DRAFT = draft_picture(GRID, GRID, doubtful=[5])


def seen() -> bytes:
    file = BytesIO()
    Image.new("RGB", (64, 64), (200, 30, 30)).save(file, "JPEG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("named", "drawn", "parts"),
    [
        (drawings.board_png, picture.board_png, (DRAFT,)),
        (drawings.history_png, chart.history_png, ([60, 90, 50], DARK)),
        (drawings.streak_png, streak_card.streak_png, (7, DARK)),
        (drawings.portrait, portrait.portrait, ()),
        (drawings.beside, beside.beside, (seen(), DRAFT)),
        (drawings.beside_again, beside.beside_again, (beside.beside(seen(), DRAFT), DRAFT, 5)),
    ],
)
def test_what_is_named_is_what_is_drawn(
    named: Callable[..., bytes], drawn: Callable[..., bytes], parts: tuple[object, ...]
) -> None:
    assert named(*parts) == drawn(*parts)


def test_a_bot_that_serves_telegram_has_loaded_neither_pillow_nor_the_playground() -> None:
    """Together they are five megabytes of every process."""
    code = "import sys, bot.__main__; print(*sorted({'PIL', 'bot.playground'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
