import pytest

from bot.game.talk.dates import on_day, with_yesterday
from bot.game.talk.details import Wanted
from tests.bot.game.talk.vocabulary import VOCABULARY


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("the one from 3 days ago", "ago-3"),
        ("the day before yesterday", "ago-2"),
        ("the daily from november 15", "on-11-15"),
        ("play the daily of the 3rd of may", "on-05-03"),
        ("el de hace tres días", "ago-3"),
        ("el diario de anteayer", "ago-2"),
        ("el del 15 de noviembre", "on-11-15"),
        ("前天的", "ago-2"),
        ("大前天的", "ago-3"),
        ("两天前的每日", "ago-2"),
        ("11月15号的每日", "on-11-15"),
    ],
)
def test_a_day_that_is_named_is_the_day_of_the_daily(text: str, day: str) -> None:
    reading = VOCABULARY.read(text, "en", playing=False)
    assert reading is not None
    named = [one for one in reading.wanted if one.name == "daily"]
    assert named == [Wanted("daily", day)]


@pytest.mark.parametrize(
    "text",
    [
        *("hace 3 dias que no juego", "may 5 be there", "yesterday's", "0 days ago", "13月1号"),
        *("november 15 or november 16", "yesterday's, not that of november 15", "february 30"),
    ],
)
def test_other_texts_name_no_such_day(text: str) -> None:
    assert with_yesterday(text) == (text, "")


def test_only_yesterday_becomes_the_day() -> None:
    assert with_yesterday("the daily of nov 5") == ("the daily of  yesterday ", "on-11-05")
    found = ((Wanted("daily", "yesterday"), Wanted("daily")), True)
    assert on_day(found, "ago-3") == ((Wanted("daily", "ago-3"), Wanted("daily")), True)
    assert on_day(found, "") == found
    assert on_day(None, "ago-3") is None
