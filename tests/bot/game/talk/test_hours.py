import pytest

from bot.game.talk.hours import PARTS, Hour, choices, find_hour, find_place


def found(text: str, *parts: str, bare: bool = False) -> Hour:
    hour = find_hour(text, parts, bare=bare)
    assert hour is not None
    return hour


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("8:30 please", "8:30"),
        ("at 7", "7:00"),
        ("half past seven", "7:30"),
        ("quarter to nine", "8:45"),
        ("quarter to one", "12:45"),
        ("seven oclock", "7:00"),
        ("nine thirty", "9:30"),
        ("8ish", "8:00"),
        ("at half past midnight", "12:30"),
        ("a las 8 y media", "8:30"),
        ("las nueve menos diez", "8:50"),
        ("cuarto para las nueve", "8:45"),
        ("九点半", "9:30"),
        ("九点三刻", "9:45"),
        ("一点半", "1:30"),
    ],
)
def test_a_clock_of_twelve_hours_shows_a_time_twice_a_day(text: str, clock: str) -> None:
    hour, minute = map(int, clock.split(":"))
    first = hour % 12 * 60 + minute
    assert found(text).minutes == (first, first + 720)


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("9 pm", 1260),
        ("nine p.m.", 1260),
        ("9 p. m.", 1260),
        ("12 am", 0),
        ("12 pm", 720),
        ("at 07", 420),
        ("08:30", 510),
        ("0:15", 15),
        ("20 h", 1200),
        ("a las 21", 1260),
        ("二十点", 1200),
        ("零点", 0),
    ],
)
def test_what_a_clock_shows_once_is_sure(text: str, minute: int) -> None:
    assert found(text).minutes == (minute,)


@pytest.mark.parametrize(
    ("text", "parts", "hours"),
    [
        ("at 9", ("morning",), (9,)),
        ("at 9", ("evening",), (21,)),
        ("at 1", ("night",), (1,)),
        ("at 1", ("noon",), (13,)),
        ("at 12", ("night",), (0,)),
        ("at 12", ("afternoon",), (12,)),
        ("at 5", ("night",), (5, 17)),
        ("at 12", ("morning",), (0, 12)),
        ("at 9", ("morning", "evening"), (9, 21)),
        ("at 9 pm", ("morning",), (9, 21)),
        ("at 21", ("morning",), (9, 21)),
        ("at 9 pm", ("evening",), (21,)),
        ("8 am, 9 pm", (), (8, 21)),
    ],
)
def test_parts_of_the_day_choose_or_deny(
    text: str, parts: tuple[str, ...], hours: tuple[int, ...]
) -> None:
    assert found(text, *parts).minutes == tuple(hour * 60 for hour in hours)


def test_noon_and_midnight_are_times_themselves() -> None:
    assert found("in tokyo", "noon").minutes == (720,)
    assert found("in tokyo", "midnight").minutes == (0,)
    assert find_hour("in tokyo", ["evening"], bare=True) is None


def test_hours_to_choose_from_are_of_the_part_that_was_named() -> None:
    for part in PARTS:
        assert {minute // 60 for minute in choices([part])} <= {hour % 24 for hour in PARTS[part]}
    assert choices(["evening", "night"]) == tuple(hour * 60 for hour in range(18, 23))
    assert choices(["morning", "evening"]) == choices([]) == ()


def test_no_part_of_the_day_is_longer_than_half_of_it() -> None:
    assert max(map(len, PARTS.values())) <= 12


def test_a_number_alone_is_a_time_only_where_one_is_expected() -> None:
    assert find_hour("daily 7", (), bare=False) is None
    hour = found("daily 7", "morning", bare=True)
    assert (hour.minutes, hour.rest.strip()) == ((420,), "daily")
    assert find_hour("send one once", (), bare=True) is None


def test_a_bit_in_chinese_is_not_one_o_clock() -> None:
    assert find_hour("早一点发给我", ["morning"], bare=True) is None
    assert found("每天一点").minutes == (60, 780)


@pytest.mark.parametrize("text", ["25:00", "r4c5 7", "6x6", "print 4", "do it at once", ""])
def test_what_is_no_time_is_none(text: str) -> None:
    assert find_hour(text, (), bare=False) is None


def test_a_place_is_found_among_other_words() -> None:
    words = {"every", "day", "in", "new"}.__contains__
    assert find_place("every day in new york", words) == "new york"
    assert find_place("every day in", words) is None
    assert find_place("每天 东京时间", words) == "东京"
