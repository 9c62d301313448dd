from hypothesis import given
from hypothesis import strategies as st

from bot.render.ranges import ranges


def test_runs_are_shortened() -> None:
    assert ranges([7, 1, 2, 3, 9, 10]) == "1–3, 7, 9–10"
    assert ranges([]) == ""


@given(st.sets(st.integers(1, 60)))
def test_every_number_is_told_and_no_other(numbers: set[int]) -> None:
    told: set[int] = set()
    for part in ranges(numbers).split(", ") if numbers else []:
        first, _, last = part.partition("–")
        told |= set(range(int(first), int(last or first) + 1))
    assert told == numbers
