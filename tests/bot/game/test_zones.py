from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.zones import find_zone, short_name


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        (" BERLIN ", "Europe/Berlin"),
        ("München", "Europe/Berlin"),
        ("Munchen", "Europe/Berlin"),
        ("Germany", "Europe/Berlin"),
        ("柏林", "Europe/Berlin"),
        ("Beijing", "Asia/Shanghai"),
        ("北京", "Asia/Shanghai"),
        ("北京市", "Asia/Shanghai"),
        ("Xi'an", "Asia/Shanghai"),
        ("new york", "America/New_York"),
        ("New_York", "America/New_York"),
        ("São Paulo", "America/Sao_Paulo"),
        ("port au prince", "America/Port-au-Prince"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("ushuaia", "America/Argentina/Ushuaia"),
        ("Vietnam", "Asia/Ho_Chi_Minh"),
        ("UK", "Europe/London"),
        ("日本", "Asia/Tokyo"),
        ("utc", "UTC"),
        ("UTC+8", "Etc/GMT-8"),
        ("+08:00", "Etc/GMT-8"),
        ("GMT-5", "Etc/GMT+5"),
        ("−3", "Etc/GMT+3"),
        ("UTC+0", "UTC"),
        ("+14", "Etc/GMT-14"),
        ("UTC +5:30", "Asia/Kolkata"),
        ("gmt+05:45", "Asia/Kathmandu"),
    ],
)
def test_places_are_found_by_what_people_call_them(text: str, key: str) -> None:
    assert find_zone(text) == (key,)


@pytest.mark.parametrize(
    ("text", "some"),
    [
        ("USA", {"America/New_York", "America/Los_Angeles"}),
        ("美国", {"America/New_York", "America/Los_Angeles"}),
        ("cst", {"America/Chicago", "Asia/Shanghai"}),
        ("Portland", {"America/Los_Angeles", "America/New_York"}),
        ("Ecuador", {"America/Guayaquil", "Pacific/Galapagos"}),
    ],
)
def test_a_name_of_several_zones_is_a_choice(text: str, some: set[str]) -> None:
    assert some <= set(find_zone(text))


@pytest.mark.parametrize("text", ["", "Atlantis", "UTC+15", "UTC-13", "+5:31", "8", "/", "…", "市"])
def test_nothing_is_guessed(text: str) -> None:
    assert find_zone(text) == ()


def test_every_key_with_a_region_is_itself() -> None:
    keys = {key for key in available_timezones() if "/" in key}
    assert [key for key in sorted(keys) if find_zone(key.lower()) != (key,)] == []


@given(st.integers(-12, 14))
def test_an_offset_is_that_offset(hours: int) -> None:
    (key,) = find_zone(f"UTC{hours:+}")
    now = datetime(2026, 7, 1, tzinfo=ZoneInfo(key))
    assert now.utcoffset() == timedelta(hours=hours)
    assert short_name(key) == (f"UTC{hours:+}" if hours else "UTC")


@pytest.mark.parametrize("text", ["+3:30", "+4:30", "+5:30", "+5:45", "+6:30", "+8:45", "+9:30"])
def test_an_offset_with_minutes_holds_in_winter_and_summer(text: str) -> None:
    (key,) = find_zone(text)
    hours, _, minutes = text.partition(":")
    for month in (1, 7):
        offset = datetime(2026, month, 1, tzinfo=UTC).astimezone(ZoneInfo(key)).utcoffset()
        assert offset == timedelta(hours=int(hours), minutes=int(minutes))


def test_every_answer_can_be_used() -> None:
    for text in ("China", "Russia", "俄罗斯", "Canada", "巴西", "Mexico", "IST", "UTC-9:30"):
        for key in find_zone(text):
            assert ZoneInfo(key).key == key


def test_a_zone_has_a_short_name() -> None:
    assert short_name("America/Argentina/Buenos_Aires") == "Buenos Aires"
    assert short_name("Etc/GMT-8") == "UTC+8"
    assert short_name("UTC") == "UTC"


@given(st.text(max_size=40))
def test_any_text_has_an_answer(text: str) -> None:
    assert all(ZoneInfo(key) for key in find_zone(text))


@pytest.mark.parametrize(
    ("country", "count"),
    [("Albania", 1), ("Angola", 1), ("Armenia", 1), ("Greenland", 4), ("Antarctica", 0)],
)
def test_a_country_of_up_to_four_zones_is_a_choice_of_them(country: str, count: int) -> None:
    assert len(find_zone(country)) == count


def test_nothing_behind_eighty_characters_of_a_name_is_looked_at() -> None:
    assert find_zone("Berlin" + " " * 74 + "Atlantis") == ("Europe/Berlin",)
    assert find_zone("Berlin" + " " * 73 + "Atlantis") == ()
