"""What a text asks for that no rule explains whole: the rules' reading joined with what it is like.

Either may err. Where both name the same wish, that wish is likely meant, and surely if the text is
clearly like it, which matters where something is done. Where they differ and the text is clearly
like one wish, that one is: of 800 such messages that nobody had seen, likeness was right for 650
and the rules for 45. Where it is not clear, both are offered. Even where the rules are sure, a wish
that the text is like beyond doubt comes first, and theirs is only offered with it: likeness was
right for 48 of 51, and the rules for 24.

What tells easier from harder, or one hour from another, hangs on how words go together. The rules
see that better than likeness does, so their reading stays where the text is like a wish of that
kind. A text that is like a move was not understood as one before, and one that is like talk that
means nothing here is no wish. Either is better told so than offered something else.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.game.talk.details import Wanted
from bot.game.talk.fitting import ASKING, MOST_OFFERED
from bot.game.talk.likeness import Like
from bot.game.talk.reading import Reading
from bot.game.talk.rules import SMALL_TALK
from bot.game.talk.timed import AT_HOUR

CLEAR: Final = 0.6
"""From which probability on a wish is likely meant.

It was chosen on some of the exams in tests/bot/wishes_*.toml. In the two that were written after
that, 9 of 10 such wishes are meant.
"""

BEYOND_DOUBT: Final = 0.95
"""From which probability on a wish outweighs what the rules have read in detail or are sure of."""

SURE: Final = 0.75
"""From which probability on a wish is sure if the rules have read the same.

It was chosen as CLEAR was. In the two exams that were written after that, all 13 such wishes are
meant.
"""

LEAST: Final = 0.3
"""From which probability on a wish is worth an offer by itself, or meant if the rules agree."""

_SECOND: Final = 0.15
"""From which probability on a second wish is offered as well, or any beside the rules'."""

_PUZZLE: Final = frozenset(
    {
        *("new", "easier", "harder", "too_hard", "too_easy", "direction", "leave", "afterwards"),
        "bigger",
    }
)
_COMPLAINTS: Final = frozenset({"too_hard", "too_easy"})
_SCHEDULE: Final = frozenset(
    {
        *("hour", "subscribe", "unsubscribe", "evening", "evening_off", "some_days"),
        *("once_a_day", "quiet"),
    }
)
_ORDERED: Final = (_PUZZLE, _SCHEDULE)
"""Wishes that are told apart by the order of the words: which puzzle, and when."""

_DAYS: Final = frozenset({"games", "daily", "dailies", "yesterday"})
"""Wishes that share the words for days: `the game from last night` is no daily of yesterday."""

NOTHING: Final = "nothing"
"""What talk is like that means nothing here."""

_TAKEN_BACK: Final = frozenset(map(Wanted, ("undo", "redo", "new", "daily", "unsubscribe")))
"""Wishes that change something, but need no details, and one tap takes back what was done."""

_PAGES: Final = frozenset({"stats", "rules", "help", "sight"})
"""Pages and answers that are shown to whoever may well mean them, as they change nothing.

Of 14 messages that were only likely to mean one, 12 did. Of other pages fewer than half were meant.
"""

_NO_WISH: Final = frozenset({"move", "cell", NOTHING})
"""What a text may be like besides wishes: a move, a question about a cell, or nothing."""

_UNLEARNT: Final = frozenset(
    {
        *("calendar", "shelf", "solve", "foreign", "term", "stop_practice", "drop_games"),
        *("own_notes", "sizes", "one_unit", "uncounted"),
    }
)
"""Wishes for which no messages were written, so that a text is always like others."""

_LOSING: Final = "deleteme"
"""The wish that cannot be taken back: where only likeness sees it, it is offered and not led to."""

_COMMANDS: Final = {
    "yesterday": Wanted("daily", "yesterday"),
    "notes clear": Wanted("notes", "clear"),
    "erasing": Wanted("help", "erase"),
}
"""What is wanted where the name of a wish does not say it."""

_ANSWERED_BY: Final = {"looks": Wanted("settings"), "notes": Wanted("help", "notes")}
"""The commands that do or tell what is wanted, where the rules have read them instead."""


_MORE_EXACT: Final = frozenset(
    {
        *(("check", "done"), ("stats", "time_taken"), ("foreign", "language")),
        *(("too_hard", "bad"), ("new", "levels"), ("sizes", "levels")),
        ("rate", "learn"),
    }
)
"""Pairs of wishes: where the rules are sure of the first, a text may well be like the second.

`Done, is it right?` is like a player who is done, but asks for a check. So the reading of the rules
stays. Who swears about a puzzle that is too hard still says that it is too hard.
Whoever asks if an X-wing is in here is like one who asks what it is, but wants this puzzle rated.
"""

_DIRECTIONS: Final = {
    "harder": frozenset({"hard", "expert", "extreme"}),
    "easier": frozenset({"easy"}),
}
"""The levels that go the way of a comparison."""


def guided(found: Reading | None, likes: Sequence[Like]) -> Reading | None:
    """The reading of a text that is like these wishes, all that there are, the likeliest first.

    None where the text means nothing, or a move that was not understood.
    """
    likes = [one for one in likes if one.wish != _LOSING or _may_lose(one, found)]
    if found and _is_doubtful(found, likes):
        return replace(found, wanted=(*found.others, *found.wanted), is_sure=False, is_guess=True)
    if found and _is_agreed(found, likes):
        return replace(found, is_sure=True)
    if not likes or (found and (found.is_told or _stays(found, likes[0]))):
        return found
    first = likes[0]
    if found and found.is_sure:
        return _doubted(found, likes)
    if first.wish in _NO_WISH:
        return found if found and _outlasts(found, first) else None
    return _weighed(found, [one for one in likes if one.wish not in _NO_WISH])


def _weighed(found: Reading | None, likes: Sequence[Like]) -> Reading | None:
    """The reading of a text that is like these wishes, of which the rules are not sure."""
    wanted = [_wanted(one.wish, found) for one in likes]
    first, second, *_ = likes
    if first.wish == _LOSING and found is None:
        return _both(None, wanted[:1])
    if first.wish == "giveup" and found and _is_solution_refused(found):
        # Who refuses the solution and asks for something wants less of it.
        return _both(found, [Wanted("hint"), wanted[0]])
    is_agreed = found is not None and _is_same(wanted[0], found.wanted[0])
    if found and found.is_likely and is_agreed and first.probability >= LEAST:
        return found
    has_details = found is not None and found.is_likely and bool(found.wanted[0].rest)
    is_page = first.wish in _PAGES
    if first.probability >= (
        LEAST if is_agreed or is_page else BEYOND_DOUBT if has_details else CLEAR
    ):
        # Which language is ordered the rules have read; one tap takes it back.
        is_sure = wanted[0].name == "language" and found is not None and found.is_ordered
        return _led(found, wanted, is_sure=is_sure and first.probability >= BEYOND_DOUBT)
    if first.probability < (LEAST if found is None or found.is_small_talk else _SECOND):
        return found if found and (found.is_likely or found.is_small_talk) else None
    is_second = second.probability >= _SECOND and wanted[1].name not in ASKING
    return _both(found, wanted[: 1 + is_second])


def _doubted(found: Reading, likes: Sequence[Like]) -> Reading:
    """A sure reading, unless the text is like another wish; small talk gives way more easily."""
    first, wanted = likes[0], [_wanted(one.wish, found) for one in likes]
    read = found.wanted[0].name
    is_same = _is_same(wanted[0], found.wanted[0]) or {read, first.wish} <= SMALL_TALK
    is_same = is_same or (read, first.wish) in _MORE_EXACT
    # `Have you got 16x16 ones?` asks for a size, and not for another kind of Sudoku.
    is_same = is_same or (first.wish == "variant" and found.wanted[0].rest.isdecimal())
    is_same = is_same or read in _UNLEARNT or first.wish in _NO_WISH
    if is_same or first.probability < (CLEAR if found.is_small_talk else BEYOND_DOUBT):
        return found
    led = _led(found, wanted)
    return led if found.is_small_talk else replace(led, wanted=(wanted[0], found.wanted[0]))


def _may_lose(like: Like, found: Reading | None) -> bool:
    """Whether a text that is like the wish to lose all that is stored may mean it.

    `Edit my profile` and `delete an old game` are like it, too.
    """
    read = (*found.wanted, *found.others) if found else ()
    is_read = any(one.name == _LOSING for one in read)
    return is_read or (found is None and like.probability >= BEYOND_DOUBT)


def _stays(found: Reading, first: Like) -> bool:
    """Whether a reading stays as it is, whatever the text is like."""
    name = found.wanted[0].name
    is_away = name == "some_days" and first.wish == "daily"
    is_away = is_away or (name == "one_unit" and first.wish not in {"why", "check"})
    # Who refuses the solution, and says nothing else, is left alone.
    read = {one.name for one in (*found.wanted, *found.others)}
    is_refused = first.wish == "giveup" and read == {"leave", "giveup"}
    return is_away or is_refused or _is_ordered(found, first) or _is_refused(found, first)


def _is_refused(found: Reading, first: Like) -> bool:
    """Whether the rules have read that it is refused what the text is like: `don't print it`."""
    is_refused = found.wanted[0].name == "leave" and not _is_solution_refused(found)
    return is_refused and [first.wish] == [one.name for one in found.others[:1]]


def _is_doubtful(found: Reading, likes: Sequence[Like]) -> bool:
    """Whether a complaint may be a wish for such a puzzle, since the text is not like a complaint.

    What is done about it would be the opposite: `un sudoku facilito, es que voy aprendiendo`.
    """
    read = found.wanted[0].name
    if read not in _COMPLAINTS or not any(one.name == "new" for one in found.others):
        return False
    # Who is rude about a puzzle complains, too.
    alike = [one.probability for one in likes if one.wish in {read, "bad"}]
    return bool(alike) and sum(alike) < LEAST


def _is_solution_refused(found: Reading) -> bool:
    """Whether the rules have read the solution, and a denial: `don't tell me the answer`."""
    named = {one.name for one in (*found.wanted, *found.others)}
    return "giveup" in named and not found.is_likely


def _is_agreed(found: Reading, likes: Sequence[Like]) -> bool:
    """Whether rules and likeness have read the same, so that it is done where it can be undone."""
    wish = found.wanted[0]
    is_same = bool(likes) and likes[0].wish == wish.name and not found.is_told
    is_chosen = wish.name == "language" and (found.is_ordered or not wish.rest)
    # Another hour can be named at any time, and the rules have found the only one.
    is_hour = wish.name in AT_HOUR and bool(wish.rest) and found.is_likely
    # What is denied beside a puzzle may be the puzzle: `no daily tomorrow`.
    is_denied = wish.name in _PUZZLE | _DAYS and not found.is_likely
    is_undone = (wish in _TAKEN_BACK and not is_denied) or is_chosen
    is_undone = is_undone or (is_hour and len(found.wanted) == 1)
    return is_same and is_undone and likes[0].probability >= SURE


def begins(found: Reading, likes: Sequence[Like], reading: Reading) -> bool:
    """Whether rules and likeness have read one puzzle, which somebody who plays none can begin.

    `reading` is what came of both. What is denied beside it matters little then: `a hard one, don't
    underestimate me`.
    """
    if not likes or reading.is_guess or likes[0].probability < CLEAR:
        return False
    if found.wanted[0] != reading.wanted[0]:
        return False
    wish, like = found.wanted[0], likes[0].wish
    if any(one.name in _PUZZLE for one in found.wanted[1:]):
        return False
    if wish.name in _DIRECTIONS:
        return like == wish.name
    levels = _DIRECTIONS.get(like)
    return wish.name == "new" and (like == "new" or bool(levels and levels & {*wish.rest.split()}))


def _is_ordered(found: Reading, first: Like) -> bool:
    """Whether a reading hangs on the order of words, and the text is like a wish of that kind."""
    families = (*_ORDERED, _DAYS) if found.is_likely else _ORDERED
    return any(found.wanted[0].name in family and first.wish in family for family in families)


def _outlasts(found: Reading, first: Like) -> bool:
    """Whether a reading stays where the text is like a move, a question of a cell, or nothing."""
    if first.wish == "cell":
        return not found.is_small_talk
    # What no Sudoku bot can do is said to be just that.
    if found.wanted[0].name == "chat" and first.wish == NOTHING:
        return True
    if found.wanted[0].name in _SCHEDULE and first.wish == NOTHING:
        return first.probability < BEYOND_DOUBT
    return first.probability < (CLEAR if found.is_likely or first.wish == "move" else LEAST)


def _both(found: Reading | None, like: Sequence[Wanted]) -> Reading:
    """A reading that only offers: what the text is like, and what the rules have read."""
    read = found.wanted if found and not found.is_small_talk else ()
    wanted = _distinct(*like[:1], *read[:1], *like[1:], *read[1:])
    return Reading(wanted, is_sure=False, language=_language(found), is_guess=True)


def _led(found: Reading | None, like: Sequence[Wanted], *, is_sure: bool = False) -> Reading:
    """A reading that begins with the wish that the text is most like."""
    first, second, *_ = like
    others = _distinct(*(found.wanted if found else ()), second, but=first)
    return Reading(
        (first,), is_sure=is_sure, language=_language(found), is_likely=True, others=others
    )


def _wanted(wish: str, found: Reading | None) -> Wanted:
    """A wish, with the details that the rules have read for it."""
    wanted = _COMMANDS.get(wish, Wanted(wish))
    if wanted.name == "help":
        return wanted
    read = (*found.wanted, *found.others) if found else ()
    if wish == "why" and any(one.name == "hint" for one in read):
        return Wanted("why", "hint")
    same = _ANSWERED_BY.get(wanted.name)
    return next((one for one in read if one.name == wanted.name or one == same), wanted)


def _is_same(one: Wanted, other: Wanted) -> bool:
    """Whether two wishes are the same, whatever their details; of /help each page is another."""
    return one.name == other.name and (one.name != "help" or one.rest == other.rest)


def _distinct(*wanted: Wanted, but: Wanted | None = None) -> tuple[Wanted, ...]:
    return tuple(one for one in dict.fromkeys(wanted) if one != but)[:MOST_OFFERED]


def _language(found: Reading | None) -> str | None:
    return found.language if found else None
