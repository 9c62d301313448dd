import json

import pytest

from bot.game.memory import LONGEST_DAYS, Recall, due_at, is_known, remembered

NOON = 1_795_000_000
DAY = 86_400


@pytest.mark.parametrize("recall", Recall)
def test_a_technique_comes_again_after_a_day_at_the_earliest(recall: Recall) -> None:
    assert due_at(remembered(None, recall, NOON)) >= NOON + DAY


def test_what_is_known_better_comes_later() -> None:
    times = [due_at(remembered(None, recall, NOON)) for recall in Recall]
    assert times == sorted(times)
    assert times[0] < times[-1]


def test_each_good_answer_makes_the_pause_longer() -> None:
    card, now, pauses = None, NOON, []
    for _ in range(4):
        card = remembered(card, Recall.ALONE, now)
        pauses.append(due_at(card) - now)
        now = due_at(card)
    assert pauses == sorted(set(pauses))


def test_nothing_is_left_alone_for_more_than_a_year() -> None:
    card, now = None, NOON
    for _ in range(9):
        card = remembered(card, Recall.ALONE, now)
        assert due_at(card) - now <= LONGEST_DAYS * DAY
        now = due_at(card)
    assert due_at(remembered(card, Recall.ALONE, now)) - now == LONGEST_DAYS * DAY


def test_two_good_answers_some_days_apart_make_it_known_and_a_bad_one_unknown() -> None:
    assert not is_known(None)
    once = remembered(None, Recall.ALONE, NOON)
    assert not is_known(once)
    twice = remembered(once, Recall.ALONE, due_at(once))
    assert is_known(twice)
    assert not is_known(remembered(twice, Recall.FORGOTTEN, due_at(twice)))


def test_the_same_answers_make_the_same_card() -> None:
    first, again = (remembered(None, Recall.HELPED, NOON) for _ in range(2))
    assert first == again


def test_the_longest_pause_is_a_year() -> None:
    assert LONGEST_DAYS == 365


def test_a_technique_is_known_if_it_will_be_remembered_for_a_week() -> None:
    """FSRS: the stability is the time, in days, until nine in ten are remembered."""
    card = json.loads(remembered(None, Recall.ALONE, NOON))
    for days, is_enough in ((6.9, False), (7.0, True), (7.1, True)):
        assert is_known(json.dumps({**card, "stability": days})) is is_enough
    assert not is_known(json.dumps({**card, "stability": None}))
