"""Forcing chains: published, proved, and all that the definition gives."""

import pytest

from engine.techniques import forcing
from tests.engine.techniques.finders import Finders

FOUND = Finders.of(forcing, is_slow=True)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


@pytest.mark.long
def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved(8)


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()
