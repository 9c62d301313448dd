"""What a text asks for that no rule explains whole: the rules' reading joined with what it is like.

Either may err. Where both name the same wish, or the text is far more like one wish than like any
other, that wish is likely meant. Where they differ and none is far ahead, both are offered. What
tells easier from harder, or one hour from another, hangs on how words go together: the rules see
that and likeness does not, so their reading of it stays, as do the details that they have read.

A text that is like a move was not understood as one before. It is better told so than offered
something else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.game.talk.details import Wanted
from bot.game.talk.fitting import ASKING, MOST_OFFERED
from bot.game.talk.likeness import Like
from bot.game.talk.reading import Reading

CLEAR: Final = 1.4
"""The lead from which on a wish is likely meant: 7 of 8 are, of wishes that nobody here wrote."""

LEAST: Final = 0.5
"""The lead from which on a wish is worth an offer by itself."""

_NEAR: Final = 3
"""Among how many wishes that a text is most like the rules' likely one is believed."""

_ORDERED: Final = frozenset(
    {
        *("new", "easier", "harder", "too_hard", "too_easy", "direction", "leave"),
        *("hour", "subscribe", "evening", "evening_off", "afterwards", "some_days"),
        *("once_a_day", "measured", "origin", "fewest", "quiet"),
        "unsubscribe",
    }
)
"""What depends on the order of the words."""

_COUNTED: Final = frozenset({"hint", "check"})
"""Wishes that cost something: they count in the result."""

_ON_BOARD: Final = frozenset({"move", "cell"})
"""What a text may be like besides wishes: a move, or a question about a cell."""

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
    if found and found.wanted[0].name in _ORDERED:
        return _beside_puzzle(found, first)
    if first.wish in _ON_BOARD:
        return None if first.wish == "move" and first.lead >= CLEAR else found
    wishes = [_wanted(one.wish, found) for one in likes if one.wish not in _ON_BOARD]
    return _weighed(found, wishes, first.lead)


def _weighed(found: Reading | None, like: Sequence[Wanted], lead: float) -> Reading | None:
    """The reading of a text that is like these wishes, the first of them by so much ahead."""
    is_agreed = found is not None and like[0] == found.wanted[0]
    if lead >= (LEAST if is_agreed else CLEAR):
        return _led(found, like)
    if found and found.is_likely and found.wanted[0] in like[1:_NEAR]:
        return replace(found, others=_distinct(like[0], *found.others, but=found.wanted[0]))
    if lead >= LEAST:
        return _both(found, [like[0], *(one for one in like[1:2] if one.name not in ASKING)])
    if found and not is_agreed and found.wanted[0].name in _COUNTED:
        return replace(found, is_likely=False)
    return found


def _is_exact(found: Reading, likes: Sequence[Like]) -> bool:
    """Whether a likely reading has details, or is of a wish that was never learnt."""
    first = found.wanted[0]
    is_learnt = any(_COMMANDS.get(one.wish, Wanted(one.wish)).name == first.name for one in likes)
    return found.is_likely and bool(first.rest or not is_learnt)


def _beside_puzzle(found: Reading, first: Like) -> Reading:
    """A reading that hangs on the order of words; beside a puzzle perhaps with something else.

    Much that is said of a puzzle looks like a wish for one: `where do I even look next`.
    """
    is_other = first.lead >= CLEAR and first.wish not in _ORDERED | _ON_BOARD
    if found.wanted[0].name != "new" or found.is_likely or not is_other:
        return found
    return _both(found, [_wanted(first.wish, found)])


def _both(found: Reading | None, like: Sequence[Wanted]) -> Reading:
    """A reading that only offers: what the rules have read, and what the text is like."""
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
