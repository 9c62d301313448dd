import pytest

from tests.engine.photo.hostile import MOST_MEGABYTES, PICTURES, cost


@pytest.mark.long
@pytest.mark.parametrize("name", ["a large WEBP", "a large JPEG"])
def test_a_picture_at_the_limits_needs_no_more_memory_than_any_may(name: str) -> None:
    taken = cost(PICTURES[name]())
    assert taken.answer == "no_board"
    assert taken.megabytes <= MOST_MEGABYTES
