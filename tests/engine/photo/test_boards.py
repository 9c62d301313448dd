from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from engine.photo.boards import looks
from engine.photo.net import BLANK, SYMBOLS
from engine.photo.picture import Picture
from engine.photo.reader import read
from engine.photo.stopwatch import Stopwatch
from engine.search.budget import Budget
from tests.engine.photo.distorted import blurred, moved, photo, puzzle_of
from tests.engine.photo.drawn import drawn
from tests.engine.photo.forms import saved

LARGE, SMALL = puzzle_of(12), puzzle_of(0)


def page() -> bytes:
    """A large board that a moving camera has blurred, beside a small one that is clear."""
    seen = photo(partial(moved, length=11), 12)
    with Image.open(BytesIO(seen)) as large, Image.open(BytesIO(drawn(SMALL))) as small:
        paper = Image.new("RGB", (1_400, 840), "white")
        paper.paste(large, (0, 0))
        paper.paste(small.resize((500, 500)), (870, 100))
        return saved(paper, "PNG")


@pytest.mark.long
def test_a_board_that_is_read_badly_comes_last_and_stays_what_is_most_likely_meant() -> None:
    content = page()
    boards = next(looks(Picture.of(content), Stopwatch.of(Budget(60))))
    assert [board.rank for board in boards] == [1, 0]
    assert [reading.grid for reading in read(content, Budget(60))] == [LARGE, SMALL]


def test_a_blurred_board_is_not_laid_on_its_side() -> None:
    """On its side nearly all of its digits look like notes, and the one that does not is clear."""
    content = photo(partial(blurred, sigma=5), 617548)
    board = next(next(looks(Picture.of(content), Stopwatch.of(Budget(60)))))
    said = [SYMBOLS[at] for at in board.seen.argmax(axis=1)]
    assert said == [str(value or BLANK) for value in puzzle_of(617548).values]
