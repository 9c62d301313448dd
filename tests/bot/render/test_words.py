import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import messages
from bot.game.zones import find_zone
from bot.render.words import (
    cell_list,
    cities,
    contradiction,
    ranges,
    time_of_day,
    zone_name,
)
from engine import Geometry, find_contradiction, parse

NINE = Geometry.of_size(9)
SOLUTION = parse("1234341221434321")


def test_long_lists_of_cells_say_how_many_more() -> None:
    assert cell_list("en", NINE, [0, 80]) == "r1c1, r9c9"
    assert cell_list("zh", NINE, [0, 80]) == "r1c1、r9c9"
    assert cell_list("en", NINE, range(12)).endswith("r2c3")
    assert cell_list("en", NINE, range(13)).endswith("r2c3 and 1 more cell")
    assert cell_list("en", NINE, range(81)).endswith("r2c3 and 69 more cells")


@pytest.mark.parametrize(
    ("line", "english", "chinese"),
    [
        ("11" + "." * 14, "two 1s in row 1 (r1c1, r1c2)", "第 1 行有两个 1"),
        ("1...1" + "." * 11, "two 1s in column 1 (r1c1, r2c1)", "第 1 列有两个 1"),
        ("1....1" + "." * 10, "two 1s in box 1 (r1c1, r2c2)", "第 1 宫有两个 1"),
        ("..1..2..1.......", "1 has no place left in row 2", "第 2 行已经没有地方放 1"),
        ("123....4" + "." * 8, "nothing fits in r1c4", "r1c4 什么数字都填不了"),
    ],
)
def test_contradictions(line: str, english: str, chinese: str) -> None:
    found = find_contradiction(parse(line))
    assert found is not None
    assert contradiction("en", found) == english
    assert chinese in contradiction("zh", found)


def test_cities_and_zones_in_the_words_of_the_language() -> None:
    assert cities("en")["New York"] == "America/New_York"
    assert cities("zh")["北京"] == "Asia/Shanghai"
    assert zone_name("zh", "Asia/Shanghai") == "北京"
    assert zone_name("en", "Asia/Shanghai") == "Shanghai"
    assert zone_name("en", "Etc/GMT-8") == "UTC+8"


@pytest.mark.parametrize("language", messages.languages())
def test_each_offered_city_is_one_zone(language: str) -> None:
    for name, zone in cities(language).items():
        assert find_zone(name) == (zone,)
        assert zone_name(language, zone) == name


def test_minutes_of_the_day() -> None:
    assert [time_of_day(minute) for minute in (0, 480, 1439)] == ["00:00", "08:00", "23:59"]


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
