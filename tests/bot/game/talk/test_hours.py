import pytest

from bot.game.talk.hours import PARTS, Hour, choices, find_hour, find_place, without_denied


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
        ("at seven hours and thirty", "7:30"),
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


@pytest.mark.parametrize(
    "text",
    [
        *("4 hours delay at the airport", "i have two hours to kill", "remind me in 4 hrs"),
        *("every 4 hours", "playing for 3 hours straight", "4 hours ago", "3 hrs later"),
        *(
            "4 horas de delay",
            "tengo 4 horas de espera",
            "en 2 horas",
            "llevo tres horas",
            "6 horas",
        ),
        *("飞机晚点4小时", "四个小时后提醒我", "等了两个半小时", "玩了3个钟头"),
    ],
)
def test_how_long_something_lasts_is_no_hour_of_the_day(text: str) -> None:
    assert find_hour(text, (), bare=True) is None


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("a las 21 horas", 21 * 60),
        ("21 horas", 21 * 60),
        ("at 16 hrs", 16 * 60),
        ("2 hours before work, at 09:00", 9 * 60),
    ],
)
def test_hours_that_a_clock_shows_are_hours_of_the_day(text: str, minute: int) -> None:
    assert found(text).minutes == (minute,)


def test_what_a_number_counts_is_no_hour() -> None:
    for text in ("3 times", "2 puzzles", "2 sudokus", "两道题", "3次", "4 veces", "2 games"):
        assert find_hour(text, (), bare=True) is None


def test_a_place_is_found_among_other_words() -> None:
    words = {"every", "day", "in", "new"}.__contains__
    assert find_place("every day in new york", words) == "new york"
    assert find_place("every day in", words) is None
    assert find_place("每天 东京时间", words) == "东京"


MINUTES = {
    "five": 5,
    "ten": 10,
    "quarter": 15,
    "fifteen": 15,
    "twenty": 20,
    "twenty five": 25,
    "half": 30,
    "thirty": 30,
    "forty": 40,
    "forty five": 45,
    "fifty": 50,
}
MINUTOS = {
    "cinco": 5,
    "diez": 10,
    "cuarto": 15,
    "quince": 15,
    "veinte": 20,
    "veinticinco": 25,
    "media": 30,
    "treinta": 30,
    "cuarenta": 40,
}


@pytest.mark.parametrize(
    ("past", "before", "words"),
    [("{} past seven", "{} to seven", MINUTES), ("las siete y {}", "las siete menos {}", MINUTOS)],
)
def test_each_word_for_minutes_is_that_many_past_or_before_the_hour(
    past: str, before: str, words: dict[str, int]
) -> None:
    for word, minute in words.items():
        assert found(past.format(word)).minutes[0] == 7 * 60 + minute, word
        assert found(before.format(word)).minutes[0] == 7 * 60 - minute, word


def test_each_word_for_an_hour_is_that_hour() -> None:
    english = "one two three four five six seven eight nine ten eleven twelve"
    spanish = "una dos tres cuatro cinco seis siete ocho nueve diez once doce"
    for words, form in ((english, "{} oclock"), (spanish, "{} en punto")):
        for hour, word in enumerate(words.split(), 1):
            assert found(form.format(word)).minutes[0] == hour % 12 * 60, word


def test_a_quarter_to_midnight_is_in_the_evening_before() -> None:
    assert found("quarter to 0").minutes == (23 * 60 + 45,)


@pytest.mark.parametrize(
    ("part", "first", "last"),
    [
        ("dawn", 0, 6),
        ("morning", 1, 11),
        ("noon", 11, 15),
        ("afternoon", 12, 21),
        ("evening", 16, 24),
        ("night", 18, 28),
        ("midnight", 22, 29),
    ],
)
def test_each_part_of_the_day_has_its_hours(part: str, first: int, last: int) -> None:
    """Those after midnight count on from 24."""
    named = {hour % 24 for hour in range(first, last + 1)}
    for hour in range(24):
        sure = found(f"at {hour % 12 or 12}", part).minutes == (hour * 60,)
        assert sure == (hour in named), hour


def test_hours_to_choose_from_where_none_was_said() -> None:
    hours = {part: [minute // 60 for minute in choices([part])] for part in PARTS}
    assert hours == {
        "dawn": [5, 6],
        "morning": [],
        "noon": [],
        "afternoon": [14, 16, 18],
        "evening": [18, 19, 20, 21],
        "night": [20, 21, 22],
        "midnight": [],
    }


def test_of_several_numbers_alone_the_first_is_the_time() -> None:
    hour = found("daily at 7 or so, all 3 of them", bare=True)
    assert hour.minutes == (420, 1140)
    assert "3" in hour.rest


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("tokyo", "tokyo"),
        ("every day in tokyo", "tokyo"),
        ("new york or tokyo", "new york"),
        ("tokyo or new york", "new york"),
        ("tokyo berlin", "tokyo"),
        ("at 8 utc", "utc"),
        ("in uk", None),
        ("a nice one", None),
        ("纽约东京", "纽约"),
        ("每天早上东京", "东京"),
        ("发到东京来", "东京"),
        ("我 去 东京", "东京"),
        ("我 去", None),
    ],
)
def test_the_longest_name_of_a_place_counts_and_of_equal_ones_the_first(
    text: str, place: str | None
) -> None:
    words = {"every", "day", "in", "new", "nice", "at"}.__contains__
    assert find_place(text, words) == place


def test_an_hour_is_denied_only_where_another_one_is_named() -> None:
    assert without_denied("no a las 6, mejor al mediodia").split() == ["al", "mediodia"]
    assert without_denied("not at 6 but at 9 pm").split() == ["at", "9", "pm"]
    for kept in ("not at 6", "at 6 but not at 9", "at 6 or at 9", "not a 6, better a 7", "no hint"):
        assert without_denied(kept) == kept
