import pytest

from bot.game.talk.hours import find_hour, find_place


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("8:30 please", 510),
        ("at 7", 420),
        ("half past seven in the evening", 1170),
        ("quarter to nine", 525),
        ("seven oclock", 420),
        ("9 pm", 1260),
        ("noon", 720),
        ("at midnight", 0),
        ("a las 8 y media", 510),
        ("a las 9 de la noche", 1260),
        ("mediodia", 720),
        ("20 h", 1200),
        ("晚上九点", 1260),
        ("早上8点半", 510),
        ("每天中午", 720),
    ],
)
def test_the_time_is_found_as_it_is_said(text: str, minute: int) -> None:
    found = find_hour(text, bare=False)
    assert found is not None
    assert found.minute == minute


def test_a_number_alone_is_a_time_only_where_one_is_expected() -> None:
    assert find_hour("daily 7", bare=False) is None
    found = find_hour("daily 7", bare=True)
    assert found is not None
    assert (found.minute, found.rest.strip()) == (420, "daily")


@pytest.mark.parametrize("text", ["25:00", "r4c5 7", "6x6", "print 4", ""])
def test_what_is_no_time_is_none(text: str) -> None:
    assert find_hour(text, bare=False) is None


def test_a_place_is_found_among_other_words() -> None:
    words = {"every", "day", "in", "new"}.__contains__
    assert find_place("every day in new york", words) == "new york"
    assert find_place("every day in", words) is None
    assert find_place("每天 东京时间", words) == "东京"
