"""A table of what a text is meant for; the names of its rows say why."""

from dataclasses import replace
from typing import Final

import pytest

from bot.game.meaning import DRAFT_SECONDS, Meaning, Replied, Seen, Typed, meaning_of

NOW: Final = 100_000
OLD, NEW, NEWEST = Seen(NOW - 60), Seen(NOW - 40), Seen(NOW - 20)
HOUR_OLD = Seen(NOW - DRAFT_SECONDS)


def deaf(seen: Seen) -> Seen:
    """Something that cannot take the text."""
    return replace(seen, takes_text=False)


TABLE: Final = {
    "nothing is open": (Typed(NOW), Meaning.WISH),
    "a game is played": (Typed(NOW, OLD), Meaning.GAME),
    # Without a reply, what was looked at last takes what it can take.
    "an exercise after the game": (Typed(NOW, OLD, NEW), Meaning.EXERCISE),
    "an exercise at the same second": (Typed(NOW, OLD, OLD), Meaning.EXERCISE),
    "an exercise before the game": (Typed(NOW, NEW, OLD), Meaning.GAME),
    "an exercise above the board": (Typed(NOW, Seen(5, 9), Seen(5, 8)), Meaning.GAME),
    "an exercise below the board": (Typed(NOW, Seen(5, 8), Seen(5, 9)), Meaning.EXERCISE),
    "an exercise without a message": (Typed(NOW, Seen(5, 8), Seen(5)), Meaning.EXERCISE),
    "an exercise without a game": (Typed(NOW, None, OLD), Meaning.EXERCISE),
    "no answer to the exercise": (Typed(NOW, OLD, deaf(NEW)), Meaning.GAME),
    "no answer and no game": (Typed(NOW, None, deaf(NEW)), Meaning.WISH),
    "a draft after the game": (Typed(NOW, OLD, None, NEW), Meaning.DRAFT),
    "a draft at the same second": (Typed(NOW, OLD, None, OLD), Meaning.DRAFT),
    "a draft before the game": (Typed(NOW, NEW, None, OLD), Meaning.GAME),
    "a draft without a game": (Typed(NOW, None, None, NEW), Meaning.DRAFT),
    "no correction of the draft": (Typed(NOW, OLD, None, deaf(NEW)), Meaning.GAME),
    "no correction and no game": (Typed(NOW, None, None, deaf(NEW)), Meaning.WISH),
    "a draft of an hour ago": (Typed(NOW, None, None, HOUR_OLD), Meaning.DRAFT),
    "an older draft": (Typed(NOW + 1, None, None, HOUR_OLD), Meaning.WISH),
    "a draft after an exercise": (Typed(NOW, OLD, NEW, NEWEST), Meaning.DRAFT),
    "an exercise after a draft": (Typed(NOW, OLD, NEWEST, NEW), Meaning.EXERCISE),
    "an answer that corrects nothing": (Typed(NOW, OLD, NEW, deaf(NEWEST)), Meaning.EXERCISE),
    "a correction that answers nothing": (Typed(NOW, OLD, deaf(NEWEST), NEW), Meaning.DRAFT),
    "both before the game": (Typed(NOW, NEWEST, NEW, OLD), Meaning.GAME),
    # A reply says what it is meant for.
    "to the board": (Typed(NOW, OLD, NEW, NEWEST, Replied.GAME), Meaning.GAME),
    "to another board": (Typed(NOW, NEWEST, NEW, OLD, Replied.OTHER_GAME), Meaning.OTHER_GAME),
    "to a board without a game": (Typed(NOW, replied=Replied.OTHER_GAME), Meaning.OTHER_GAME),
    "to a draft": (Typed(NOW, NEWEST, NEW, deaf(OLD), Replied.DRAFT), Meaning.DRAFT),
    "to the exercise": (Typed(NOW, NEW, OLD, NEWEST, Replied.EXERCISE), Meaning.EXERCISE),
    "words to the exercise": (Typed(NOW, OLD, deaf(NEW), None, Replied.EXERCISE), Meaning.GAME),
    "to an exercise that is not open": (
        Typed(NOW, OLD, NEW, NEWEST, Replied.OTHER_EXERCISE),
        Meaning.GAME,
    ),
}


@pytest.mark.parametrize(("typed", "meaning"), TABLE.values(), ids=TABLE.keys())
def test_what_a_text_is_meant_for(typed: Typed, meaning: Meaning) -> None:
    assert meaning_of(typed) is meaning
