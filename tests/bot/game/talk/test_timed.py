import pytest

from bot.game.talk.details import Wanted
from bot.game.talk.hours import Hour
from bot.game.talk.timed import asked, timed
from tests.bot.game.talk.vocabulary import LEXICONS

LISTED = [*LEXICONS.values()]
NINE, LATE = 9 * 60, 21 * 60


def test_an_hour_is_that_of_the_daily_where_the_rest_speaks_of_it() -> None:
    assert timed(Hour((NINE,), "remind me every day"), LISTED, playing=False) == (
        (Wanted("subscribe", "09.00"),),
        True,
    )
    assert timed(Hour((NINE,), "stop sending it"), LISTED, playing=False) == (
        (Wanted("unsubscribe"),),
        True,
    )


def test_an_hour_beside_something_else_is_no_wish() -> None:
    assert timed(Hour((NINE,), "a hint"), LISTED, playing=True) is None


def test_an_hour_that_comes_twice_a_day_is_asked_for() -> None:
    found = timed(Hour((NINE, LATE), "remind me every day in tokyo"), LISTED, playing=False)
    assert found == asked((NINE, LATE), "tokyo")
    assert found[0][1:] == (Wanted("subscribe", "09.00 tokyo"), Wanted("subscribe", "21.00 tokyo"))


@pytest.mark.parametrize("many", [5, 9])
def test_no_more_than_four_hours_are_asked_for(many: int) -> None:
    wanted, is_sure = asked(range(0, many * 60, 60))
    assert [one.rest for one in wanted] == ["", "00.00", "01.00", "02.00", "03.00"]
    assert not is_sure
