"""What a text asks for that no rule explains whole: the rules' reading joined with what it is like.

Either may err. A text that is clearly like one wish likely means it, whatever the rules have
guessed, and where both name the same wish less is enough. Between that and nothing, both are
offered. What tells easier from harder, or one hour from another, hangs on how words go together:
the rules see that better than likeness does, so their reading of it stays where the text is like a
wish of that kind, and so do details that they have read.

A text that is like a move was not understood as one before, and one that is like talk that means
nothing here is no wish. Either is better told so than offered something else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.game.talk.details import Wanted
from bot.game.talk.fitting import ASKING, MOST_OFFERED
from bot.game.talk.likeness import Like
from bot.game.talk.reading import Reading

CLEAR: Final = 0.6
"""From which probability on a wish is likely meant: 9 of 10 are, of wishes that others wrote."""

LEAST: Final = 0.3
"""From which probability on a wish is worth an offer by itself."""

_SECOND: Final = 0.15
"""From which probability on a second wish is offered as well, or the rules' likely one believed."""

_PUZZLE: Final = frozenset(
    {"new", "easier", "harder", "too_hard", "too_easy", "direction", "leave", "afterwards"}
)
_SCHEDULE: Final = frozenset(
    {
        *("hour", "subscribe", "unsubscribe", "evening", "evening_off", "some_days"),
        *("once_a_day", "quiet"),
    }
)
_ORDERED: Final = (_PUZZLE, _SCHEDULE)
"""Wishes that are told apart by the order of the words: which puzzle, and when."""

_COUNTED: Final = frozenset({"hint", "check"})
"""Wishes that cost something: they count in the result."""

NOTHING: Final = "nothing"
"""What talk is like that means nothing here."""

_NO_WISH: Final = frozenset({"move", "cell", NOTHING})
"""What a text may be like besides wishes: a move, a question about a cell, or nothing."""

_COMMANDS: Final = {
    "yesterday": Wanted("daily", "yesterday"),
    "notes clear": Wanted("notes", "clear"),
}
"""What is wanted where the name of a wish does not say it."""


def guided(found: Reading | None, likes: Sequence[Like]) -> Reading | None:
    """The reading of a text that is like these wishes, all that there are, the likeliest first.

    A sure reading stays as it is. None where the text means nothing, or a move that was not
    understood.
    """
    if not likes or (found and (found.is_sure or _is_exact(found, likes))):
        return found
    first = likes[0]
    if found and _is_ordered(found, first):
        return found
    if first.wish in _NO_WISH:
        return found if found and _outlasts(found, first) else None
    wishes = [one for one in likes if one.wish not in _NO_WISH]
    return _weighed(found, wishes)


def _weighed(found: Reading | None, likes: Sequence[Like]) -> Reading | None:
    """The reading of a text that is like these wishes."""
    wanted = [_wanted(one.wish, found) for one in likes]
    first, second, *_ = likes
    is_agreed = found is not None and wanted[0] == found.wanted[0]
    if first.probability >= (LEAST if is_agreed else CLEAR):
        return _led(found, wanted)
    nearly = [one for one, like in zip(wanted, likes, strict=True) if like.probability >= _SECOND]
    if found and found.is_likely and found.wanted[0] in nearly:
        others = _distinct(wanted[0], *found.others, but=found.wanted[0])
        return replace(found, others=others)
    if first.probability >= LEAST:
        is_second = second.probability >= _SECOND and wanted[1].name not in ASKING
        return _both(found, wanted[: 1 + is_second])
    if found and not is_agreed and found.wanted[0].name in _COUNTED:
        return replace(found, is_likely=False)
    return found


def _is_exact(found: Reading, likes: Sequence[Like]) -> bool:
    """Whether a likely reading has details, or is of a wish that was never learnt."""
    first = found.wanted[0]
    is_learnt = any(_COMMANDS.get(one.wish, Wanted(one.wish)).name == first.name for one in likes)
    return found.is_likely and bool(first.rest or not is_learnt)


def _is_ordered(found: Reading, first: Like) -> bool:
    """Whether a reading hangs on the order of words, and the text is clearly like nothing else."""
    wish = found.wanted[0]
    family = next((one for one in _ORDERED if wish.name in one), None)
    is_else = first.probability >= CLEAR and family is not None and first.wish not in family
    return family is not None and not (is_else and not wish.rest)


def _outlasts(found: Reading, first: Like) -> bool:
    """Whether a reading stays where the text is like a move, a question of a cell, or nothing."""
    if first.wish == "cell":
        return True
    return first.probability < (CLEAR if found.is_likely or first.wish == "move" else LEAST)


def _both(found: Reading | None, like: Sequence[Wanted]) -> Reading:
    """A reading that only offers: what the text is like, and what the rules have read."""
    read = found.wanted if found and not found.is_small_talk else ()
    return Reading(_distinct(*read, *like), is_sure=False, language=_language(found), is_guess=True)


def _led(found: Reading | None, like: Sequence[Wanted]) -> Reading:
    """A reading that begins with the wish that the text is most like."""
    first, second, *_ = like
    others = _distinct(*(found.wanted if found else ()), second, but=first)
    return Reading(
        (first,), is_sure=False, language=_language(found), is_likely=True, others=others
    )


def _wanted(wish: str, found: Reading | None) -> Wanted:
    """A wish, with the details that the rules have read for it."""
    wanted = _COMMANDS.get(wish, Wanted(wish))
    read = (*found.wanted, *found.others) if found else ()
    return next((one for one in read if one.name == wanted.name), wanted)


def _distinct(*wanted: Wanted, but: Wanted | None = None) -> tuple[Wanted, ...]:
    return tuple(one for one in dict.fromkeys(wanted) if one != but)[:MOST_OFFERED]


def _language(found: Reading | None) -> str | None:
    return found.language if found else None
