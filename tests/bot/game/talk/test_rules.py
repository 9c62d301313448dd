import pytest

from bot.chat.talk import REPLIES
from bot.game.talk.details import concepts_of
from bot.game.talk.lexicon import Tag
from bot.game.talk.rules import RULES, SMALL_TALK, SOFT
from bot.handlers import COMMANDS
from tests.bot.game.talk.vocabulary import LEXICONS

BY_READING = {"time", "place", "question", "refused", "judged", "stop_practice", "drop_games"}
"""Concepts that no word stands for; the reading finds them, or they are the names of wishes."""

OTHER_NAMES = {"notes clear", "noting", "erasing", "yesterday", "weekday"}


def known() -> frozenset[str]:
    meant = frozenset[str]().union(*LEXICONS["en"].phrases.values())
    return concepts_of([Tag("", meant)]) | BY_READING


def test_every_rule_asks_for_concepts_that_words_stand_for() -> None:
    for rule in RULES:
        asked = frozenset[str]().union(*rule.needs) | rule.forbids
        assert asked <= known() | {"number:4", "number:6", "number:8", "number:9", "number:16"}
    assert known() >= SOFT


def test_every_wish_is_carried_out_or_answered() -> None:
    assert {rule.wish for rule in RULES} - OTHER_NAMES <= {*COMMANDS, *REPLIES}
    assert {*COMMANDS, *REPLIES} >= SMALL_TALK


def test_what_is_said_of_notes_does_not_clear_the_board() -> None:
    first = next(rule for rule in RULES if rule.fits({"clear", "all", "notes"}, playing=True))
    assert first.wish == "notes clear"


def test_a_rule_may_hold_only_for_those_who_play() -> None:
    for playing, wish in ((True, "giveup"), (False, "solve")):
        rule = next(rule for rule in RULES if rule.fits({"answer"}, playing=playing))
        assert rule.wish == wish


def first_wish(concepts: set[str], *, playing: bool) -> str | None:
    tables = {one.partition(":")[0] + ":" for one in concepts if ":" in one}
    rules = (rule for rule in RULES if rule.fits(concepts | tables, playing=playing))
    return next((rule.wish for rule in rules), None)


@pytest.mark.parametrize(
    ("concepts", "playing", "otherwise"),
    [
        ({"giveup"}, "giveup", "stop"),
        ({"answer"}, "giveup", "solve"),
        ({"very", "difficulty:easy"}, "too_easy", "new"),
        ({"board", "restart", "new"}, "start_over", "board"),
        ({"help"}, "stuck", "help"),
        ({"play"}, "play", "new"),
        ({"puzzle"}, "play", "new"),
        ({"number:4"}, None, "new"),
        ({"number:7"}, None, None),
        ({"level"}, "rate", None),
        ({"hint"}, "hint", "hint"),
        ({"undo"}, "undo", "undo"),
        ({"undo", "restart"}, "start_over", "start_over"),
    ],
)
def test_a_wish_depends_on_whether_a_game_is_played(
    concepts: set[str], playing: str | None, otherwise: str | None
) -> None:
    assert first_wish(concepts, playing=True) == playing
    assert first_wish(concepts, playing=False) == otherwise


def test_a_rule_needs_some_concepts_explains_others_and_excludes_the_rest() -> None:
    hint = [rule for rule in RULES if rule.wish == "hint"][-1]
    assert hint.needs == (frozenset({"hint", "stuck", "at_once"}),)
    assert hint.used >= {"hint", "stuck", "confused", "more"}
    assert hint.forbids == {"learn", "sight"}
    assert not hint.used & hint.forbids
    (redo,) = (rule for rule in RULES if rule.wish == "redo")
    assert redo.forbids == {"restart"}
    assert redo.explains == {"last", "undo", "number:", "more"}
