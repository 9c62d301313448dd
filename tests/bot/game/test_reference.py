"""References to games in links and buttons."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.reference import (
    DAY,
    DAYS,
    position_name,
    read_position_name,
    read_reference,
    reference,
)
from engine.techniques import TECHNIQUES

SECRET = b"secret"
NOW = 1_700_000_000
TELEGRAM = re.compile(r"[A-Za-z0-9_-]{1,64}")


@given(st.integers(1, 10**15 - 1))
def test_a_reference_leads_to_its_game_and_telegram_takes_it(game_id: int) -> None:
    made = reference(SECRET, game_id, NOW)
    assert TELEGRAM.fullmatch(made)
    assert read_reference(SECRET, made, NOW) == game_id


def test_a_reference_is_the_same_all_day_and_expires() -> None:
    begin = NOW - NOW % DAY
    made = reference(SECRET, 7, begin)
    assert reference(SECRET, 7, begin + DAY - 1) == made != reference(SECRET, 7, begin + DAY)
    assert read_reference(SECRET, made, begin + (DAYS + 1) * DAY - 1) == 7
    assert read_reference(SECRET, made, begin + (DAYS + 1) * DAY) is None


def test_a_reference_that_was_changed_leads_nowhere() -> None:
    made = reference(SECRET, 7, NOW)
    last_day = str(NOW // DAY + DAYS)
    assert read_reference(b"another", made, NOW) is None
    assert read_reference(SECRET, made.replace("g7-", "g8-"), NOW) is None
    assert read_reference(SECRET, made.replace(last_day, str(NOW // DAY + DAYS + 1)), NOW) is None
    assert read_reference(SECRET, f"{made}x", NOW) is None


@given(st.text())
def test_no_other_text_leads_to_a_game(text: str) -> None:
    assert read_reference(SECRET, text, NOW) is None


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_name_of_a_position_leads_to_it_and_telegram_takes_it(technique: str) -> None:
    made = position_name(technique, 999_999_999)
    assert TELEGRAM.fullmatch(made)
    assert read_position_name(made) == (technique, 999_999_999)
    assert read_reference(SECRET, made, NOW) is None


@pytest.mark.parametrize(
    "text", ["p-x", "p--1", "p-x-", "p-x-1234567890", "p-X-1", " p-x-1", "p-x-1\n"]
)
def test_other_texts_name_no_position(text: str) -> None:
    assert read_position_name(text) is None
