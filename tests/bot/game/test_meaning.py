"""A table of what a text may refer to; the names of its rows say why."""

from typing import Final

import pytest

from bot.game.meaning import (
    DRAFT_SECONDS,
    EXERCISE_SECONDS,
    Meaning,
    Replied,
    Seen,
    Typed,
    meanings,
)

NOW: Final = 100_000
OLD, NEW, NEWEST = Seen(NOW - 60), Seen(NOW - 40), Seen(NOW - 20)
HOUR_OLD = Seen(NOW - DRAFT_SECONDS)
GAME, OTHER_GAME, EXERCISE, DRAFT, WISH = Meaning

TABLE: Final = {
    "nothing is open": (Typed(NOW), [WISH]),
    "a game is played": (Typed(NOW, OLD), [GAME]),
    # Without a reply: what the person looked at last, if it can read the text.
    "an exercise after the game": (Typed(NOW, OLD, NEW), [EXERCISE, GAME]),
    "an exercise at the same second": (Typed(NOW, OLD, OLD), [EXERCISE, GAME]),
    "an exercise before the game": (Typed(NOW, NEW, OLD), [GAME]),
    "an exercise above the board": (Typed(5, Seen(5, 9), Seen(5, 8)), [GAME]),
    "an exercise below the board": (Typed(5, Seen(5, 8), Seen(5, 9)), [EXERCISE, GAME]),
    "an exercise without a message": (Typed(5, Seen(5, 8), Seen(5)), [EXERCISE, GAME]),
    "an exercise without a game": (Typed(NOW, None, OLD), [EXERCISE, WISH]),
    "a game that ended after the exercise": (Typed(NOW, None, OLD, ended=NEW.at), [WISH]),
    "a game that ended at the same second": (Typed(NOW, None, OLD, ended=OLD.at), [EXERCISE, WISH]),
    "a game that ended before the exercise": (
        Typed(NOW, None, NEW, ended=OLD.at),
        [EXERCISE, WISH],
    ),
    "an exercise of an hour ago": (Typed(NOW, None, HOUR_OLD), [EXERCISE, WISH]),
    "an older exercise": (Typed(NOW + 1, None, HOUR_OLD), [WISH]),
    "to an older exercise": (
        Typed(NOW + 1, None, HOUR_OLD, None, Replied.EXERCISE, NEW.at),
        [EXERCISE, WISH],
    ),
    "a draft after the game": (Typed(NOW, OLD, None, NEW), [DRAFT, GAME]),
    "a draft at the same second": (Typed(NOW, OLD, None, OLD), [DRAFT, GAME]),
    "a draft before the game": (Typed(NOW, NEW, None, OLD), [GAME]),
    "a draft without a game": (Typed(NOW, None, None, NEW), [DRAFT, WISH]),
    "a draft of an hour ago": (Typed(NOW, None, None, HOUR_OLD), [DRAFT, WISH]),
    "an older draft": (Typed(NOW + 1, None, None, HOUR_OLD), [WISH]),
    "a draft after an exercise": (Typed(NOW, OLD, NEW, NEWEST), [DRAFT, EXERCISE, GAME]),
    "an exercise after a draft": (Typed(NOW, OLD, NEWEST, NEW), [EXERCISE, DRAFT, GAME]),
    "a draft after the game, an exercise before": (Typed(NOW, NEW, OLD, NEWEST), [DRAFT, GAME]),
    "both before the game": (Typed(NOW, NEWEST, NEW, OLD), [GAME]),
    # A reply says what the text refers to.
    "to the board": (Typed(NOW, OLD, NEW, NEWEST, Replied.GAME), [GAME]),
    "to another board": (Typed(NOW, NEWEST, NEW, OLD, Replied.OTHER_GAME), [OTHER_GAME]),
    "to a board without a game": (Typed(NOW, replied=Replied.OTHER_GAME), [OTHER_GAME]),
    "to a draft": (Typed(NOW, NEWEST, NEW, OLD, Replied.DRAFT), [DRAFT]),
    "to the exercise": (Typed(NOW, NEW, OLD, NEWEST, Replied.EXERCISE), [EXERCISE, GAME]),
    "to an exercise that is not open": (
        Typed(NOW, OLD, NEW, NEWEST, Replied.OTHER_EXERCISE),
        [GAME],
    ),
}


@pytest.mark.parametrize(("typed", "found"), TABLE.values(), ids=TABLE.keys())
def test_what_a_text_may_be_meant_for(typed: Typed, found: list[Meaning]) -> None:
    assert list(meanings(typed)) == found


def test_a_draft_may_be_corrected_and_an_exercise_answered_for_an_hour() -> None:
    assert DRAFT_SECONDS == EXERCISE_SECONDS == 60 * 60


def test_a_message_that_is_not_known_is_not_later() -> None:
    assert meanings(Typed(5, Seen(5, 1), Seen(5))) == (EXERCISE, GAME)
    assert meanings(Typed(5, Seen(5, 2), Seen(5, 1))) == (GAME,)
    assert meanings(Typed(5, Seen(5, 2), Seen(5, 2))) == (EXERCISE, GAME)
    assert Seen(5) == Seen(5, 0)
