"""The limits are for good in no process but those that are started here."""

import subprocess
import sys

import pytest

from tests.engine.photo.forms import PICTURES
from tests.engine.photo.hostile import MOST_MEGABYTES, MOST_SECONDS, cost

HOG = """
from engine.photo import limited_memory
from tests.engine.photo.hostile import megabytes

for _ in range(2):
    with limited_memory():
        kept = []
        try:
            while len(kept) * {size} < 400_000_000:
                kept.append(bytes([1]) * {size})
        except MemoryError:
            kept.clear()
print(megabytes("VmHWM"))
"""

GREEDY = """
from engine import photo
from engine.notation import parse
from engine.search import Budget

with photo.limited_memory():
    from tests.engine.photo.drawn import drawn

PHOTO = drawn(parse("12.4341221434321"))
for left in (1_000_000, 5_000_000, 20_000_000):
    with photo.limited_memory():
        kept = []
        try:
            while len(kept) < 4_000:
                kept.append(bytes(100_000))
        except MemoryError:
            del kept[-left // 100_000:]
        try:
            answer = str(photo.read(PHOTO, Budget(9))[0].grid)
        except photo.Unreadable as error:
            answer = error.why.value
        kept.clear()
    print(answer)
with photo.limited_memory():
    print(photo.read(PHOTO, Budget(9))[0].grid)
"""

RESTORED = """
import resource
from engine.photo import limited_memory

kinds = resource.RLIMIT_DATA, resource.RLIMIT_AS
before = [resource.getrlimit(kind) for kind in kinds]
with limited_memory():
    assert all(resource.getrlimit(kind)[0] > 0 for kind in kinds)
    print([resource.getrlimit(kind) == limit for kind, limit in zip(kinds, before)])
print([resource.getrlimit(kind) == limit for kind, limit in zip(kinds, before)])
"""

LEFT_BEHIND = """
from engine import photo
from engine.search import Budget
from tests.engine.photo.forms import PICTURES
from tests.engine.photo.hostile import megabytes

resident = []
errors = []
for _ in range(3):
    try:
        with photo.limited_memory():
            photo.read(PICTURES["coarse noise"](), Budget(9))
    except photo.Unreadable as error:
        errors.append(error)
    resident.append(megabytes("RssAnon"))
print(resident[-1] - resident[0])
"""


def said(program: str) -> list[str]:
    """The lines that another process prints."""
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, capture_output=True, check=True, encoding="utf-8"
    ).stdout.splitlines()


@pytest.mark.long
@pytest.mark.parametrize("size", [2_000, 100_000, 30_000_000])
def test_a_process_that_takes_what_it_gets_gets_no_more_than_was_promised(size: int) -> None:
    (most,) = said(HOG.format(size=size))
    assert 150 <= int(most) <= MOST_MEGABYTES


@pytest.mark.long
def test_a_picture_for_which_memory_is_short_is_refused_and_the_next_one_is_read() -> None:
    *answers, last = said(GREEDY)
    assert set(answers) <= {"too_large", "too_hard", "12.4341221434321"}
    assert answers[0] in {"too_large", "too_hard"}
    assert last == "12.4341221434321"


@pytest.mark.long
def test_an_exception_that_is_kept_keeps_no_picture() -> None:
    (more,) = said(LEFT_BEHIND)
    assert int(more) < 10


@pytest.mark.long
def test_what_comes_after_a_picture_is_not_limited() -> None:
    assert said(RESTORED) == ["[False, False]", "[True, True]"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["WEBP", "progressive 4:2:0", "PNG, interlaced, 16 bits"])
def test_a_picture_at_the_limits_needs_no_more_memory_than_any_may(name: str) -> None:
    taken = cost(PICTURES[name]())
    assert taken.answer in {"no_board", "grainy"}
    assert taken.megabytes <= MOST_MEGABYTES


@pytest.mark.long
def test_a_picture_of_very_many_borders_takes_little_more_than_a_photo() -> None:
    assert cost(PICTURES["squares"]()).megabytes <= 150


@pytest.mark.long
@pytest.mark.parametrize("name", ["progressive, 500 scans", "JPEG of a million parts"])
def test_a_small_file_that_would_keep_a_decoder_busy_is_refused_at_once(name: str) -> None:
    taken = cost(PICTURES[name]())
    assert taken.answer == "too_hard"
    assert taken.seconds < MOST_SECONDS / 2
