"""Franken swordfish: published, proved, and all that the definition gives."""

import pytest

from engine.techniques import franken
from engine.techniques.costs import cost
from engine.techniques.fish import FINNED_SWORDFISH, SWORDFISH
from tests.engine.techniques.finders import Finders

FOUND = Finders.of(franken)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


@pytest.mark.long
def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere(["a"])


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


def test_they_cost_more_than_a_swordfish_of_lines() -> None:
    plain = Finders((SWORDFISH, FINNED_SWORDFISH)).found(1)
    easier = max(cost(step) for _, several in plain for step in several)
    assert min(cost(step) for _, several in FOUND.found(1) for step in several) > easier
