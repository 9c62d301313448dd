"""Reads a plain text as a wish: which one, how sure that is, and in which language it was said.

The text is folded, cut into phrases (`lexicon`) clause by clause, and the words for difficulties
are joined with what qualifies them (`direction`). The concepts that are left choose the rules
(`rules`), and the tags give the details, such as the size of a puzzle. A time of day goes another
way: if the sentence names one (`hours`) and its other words are about the daily, it is a wish for
the daily at that hour.

A wish is carried out without a question only where the first rule explains every word. An offer
costs one tap, but a text that is misread may end a game. So a wish is only offered where a word is
unknown, where something is denied that the rule does not expect, where several levels are left
open, and where a single day is named and every day would be subscribed. A text of which more than
two thirds are unknown means nothing. Thanks, praise and abuse are no strange words.

Who writes or dictates much says why first. So where the whole is not sure, the last clause that is
sure by itself leads what is offered, unless something is denied in it or behind it.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bot.game.talk.details import Wanted, concepts_of, narrowed, wanted_by
from bot.game.talk.direction import CLAUSES, directed, is_refusal
from bot.game.talk.hours import PARTS, Hour, choices, find_hour, find_place
from bot.game.talk.lexicon import Lexicon, Tag, cut, fold, is_emoji
from bot.game.talk.rules import RULES, SMALL_TALK, SOFT, Rule

LONGEST: Final = 200
"""Characters of the longest text that is read; what is longer is no wish."""

_MOST_OFFERED: Final = 3
_MOST_HOURS: Final = 4
_MOST_STRANGE: Final = 2
"""How many times as many words may be strange as are known before nothing is offered."""

_QUESTION: Final = re.compile(r"[?？]|吗|么\b|是不是|\bis (?:this|it|that)\b")
_REFUSAL: Final = re.compile(r"^(?:no|que no|nope|nah|不)\s*[,.!，。]")
"""A "no" to what was said before, which denies nothing of what follows."""

_LINKS: Final = re.compile(
    r"\b(?:but|so|and|then|because|cos|anyway|pero|asi que|entonces|pues|porque|y)\b"
    "|但是|所以|然后|不过|因为"
)
"""Words that begin a new clause where people who write or dictate much leave the commas out."""

_DENIALS: Final = frozenset({"not", "refuse", "declined", "dislike", "stop"})

_MOST_CLAUSES: Final = 6
"""How many clauses at the end of a text are read by themselves."""

_ASKED: Final = frozenset({"explain", "how_do", "meaning", "who"})
"""Who asks so may want to know something, and no puzzle."""

_ANSWERS: Final = frozenset(("answer", "last", "solve", "giveup"))
_ASKING: Final = frozenset(("stop", "confused", "done", "play", "looks", "bored", "pause"))
"""Wishes that are answered with a question, and so are offered beside no other one."""

_ANSWERED: Final = frozenset({"leave", "hour", "direction"}) | _ASKING
"""Wishes that are answered in words of their own, and so join no offer."""

_SAID: Final = SMALL_TALK | {"too_hard", "too_easy"}
"""What only says something, and asks for nothing."""

_LEFT_ALONE: Final = frozenset(
    {
        *("hint", "check", "giveup", "undo", "redo", "start_over", "print", "share", "solve"),
        *("rate", "new", "daily", "learn", "stats", "calendar", "games"),
    }
)
"""The wishes that somebody may refuse in so many words; nothing of them is offered then."""

_MANNERS: Final = SOFT | {"nice", "bad"}
"""What people say besides: thanks, praise and abuse."""

_PARTS: Final = frozenset(f"part:{part}" for part in PARTS)
_TIMED: Final = frozenset({"every", "usually", "remind", "send"})
_AT_HOUR: Final = frozenset({"subscribe", "evening"})
_DAILY: Final = frozenset({"subscribe", "unsubscribe"})
_OF_DAILY: Final = SOFT | {"every", "usually", "once", "part:", "today", "play", "change"}
"""What may stand beside an hour that is then likely the hour of the daily."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The wishes that a text may mean, the likeliest first.

    `is_sure` says that the first is meant and nothing else was said. `language` is the language of
    the words; None where it is the person's own or cannot be told. `is_likely` says that nothing
    is denied, although some words are strange or name several wishes. `others` are further wishes
    that fit, for somebody who says that none of the `wanted` ones is right.
    """

    wanted: tuple[Wanted, ...]
    is_sure: bool
    language: str | None
    is_likely: bool = False
    others: tuple[Wanted, ...] = ()

    @property
    def is_small_talk(self) -> bool:
        return self.wanted[0].name in SMALL_TALK


@dataclass(frozen=True)
class Vocabulary:
    """The lexicons of all languages, and how traditional characters are simplified."""

    lexicons: Mapping[str, Lexicon]
    simplified: Mapping[int, str]

    def read(self, text: str, language: str, *, playing: bool) -> Reading | None:
        """Reads a text of somebody who speaks `language` and plays a game or not.

        None for a text that is too long or means nothing. Where the reading is not sure, the text
        is read once more with its strange words as the known ones that they are most like; what
        that adds is only offered. Takes time linear in the length of the text.
        """
        if len(text) > LONGEST:
            return None
        folded = fold(text, self.simplified)
        found = self._reading(folded, language, playing=playing)
        if found and (found.is_sure or not (found.is_likely or found.is_small_talk)):
            return found
        if clause := self._last_clause(folded, language, playing=playing):
            found = _led_by(found, clause)
        guessed = self._guessed(folded, language)
        likely = self._reading(guessed, language, playing=playing) if guessed != folded else None
        return _joined(found, likely) if likely else found

    def _last_clause(self, folded: str, language: str, *, playing: bool) -> Reading | None:
        """The reading of the last clause that is sure by itself; None where none is.

        Who writes much says first why, and last what they want. A denial in it or behind it may
        be about what it asks for.
        """
        clauses = [part for text in CLAUSES.split(folded) for part in _LINKS.split(text)]
        said = [clause for clause in clauses if clause.strip()]
        lexicons = [*self.lexicons.values()]
        for clause in reversed(said[-_MOST_CLAUSES:] if len(said) > 1 else []):
            if not _DENIALS.isdisjoint(concepts_of(cut(clause, lexicons[0], lexicons[1:]))):
                return None
            found = self._reading(clause, language, playing=playing)
            if found and found.is_sure and found.wanted[0].name not in _SAID:
                return None if found.wanted[0].name in _ANSWERED else found
        return None

    def _guessed(self, folded: str, language: str) -> str:
        """A text with the known words that its strange ones are most like."""
        own = self.lexicons[self._language_of(folded, language) or language]
        others = [one for one in self.lexicons.values() if one is not own]
        strange = [tag.text for tag in cut(folded, own, others) if not tag.concepts]
        for word in strange:
            if near := own.slips.near(word):
                folded = re.sub(rf"\b{re.escape(word)}\b", near, folded)
        for first, second in pairwise(strange):
            if first + second in folded and (pair := own.near_pair(first, second)):
                folded = folded.replace(first + second, pair)
        return folded

    def _reading(self, folded: str, language: str, *, playing: bool) -> Reading | None:
        said = self._language_of(folded, language)
        own = said or language
        lexicons = [
            self.lexicons[own],
            *(self.lexicons[one] for one in self.lexicons if one != own),
        ]
        is_question = bool(_QUESTION.search(folded))
        clauses = _clauses(_REFUSAL.sub("", folded), lexicons)
        tags = [tag for clause in clauses for tag in directed(clause, is_question=is_question)]
        tags = _without_ornaments(tags)
        concepts = concepts_of(tags)
        parts = [one.removeprefix("part:") for one in concepts if one in _PARTS]
        # A number alone is an hour only where the text speaks of times.
        hour = find_hour(folded, parts, bare=bool(parts) or not _TIMED.isdisjoint(concepts))
        timed = _timed(hour, lexicons, playing=playing) if hour else None
        if timed:
            return Reading(*timed, said)
        if is_question:
            tags.append(Tag("?", frozenset({"question"})))
        found = _read(tags, playing=playing)
        if found and found[0][0] == Wanted("subscribe") and (minutes := choices(parts)):
            found = _asked(minutes)
        if found is None:
            return None
        # A time of day is no size: `6 am lonodn` names a place that nobody knows.
        begun = found[0][0]
        if hour and begun.name == "new" and begun.rest.isdecimal() and not found[1]:
            found = _asked(hour.minutes)
        is_asked = found[0][0].name in {"new", "daily"} and not concepts.isdisjoint(_ASKED)
        is_likely = "not" not in concepts and not is_asked
        others = _others(tags, found[0], playing=playing)
        return Reading(*found, said, is_likely=is_likely, others=others)

    def _language_of(self, folded: str, language: str) -> str | None:
        """The one language that knows most of a text; None for `language` itself and for a tie."""
        scores: dict[str, int] = {}
        for name, lexicon in self.lexicons.items():
            tags = cut(folded, lexicon, ())
            # A word that had to be mended counts half.
            scores[name] = sum(
                len(tag.text) * (2 - tag.is_mended) for tag in tags if tag.concepts and tag.is_own
            )
        best = max(scores.values())
        first = [name for name, score in scores.items() if score == best]
        return first[0] if len(first) == 1 and first[0] != language else None


def _led_by(found: Reading | None, clause: Reading) -> Reading:
    """A reading that begins with what its last clause asks for."""
    if found is None or found.is_small_talk:
        return replace(clause, is_sure=False, is_likely=found is not None)
    first = clause.wanted[0]
    # The whole says more about the same wish, such as which levels are refused.
    if found.wanted[0].name in {first.name, *(_ANSWERED - _ASKING)}:
        return found
    rest = [one for one in found.wanted if one != first and one.name not in _ASKING]
    return replace(found, wanted=(first, *rest)[:_MOST_OFFERED])


def _joined(found: Reading | None, guessed: Reading) -> Reading:
    """A reading with what a guess at its strange words adds to it."""
    if found is None or (found.is_small_talk and not guessed.is_small_talk):
        return replace(guessed, is_sure=False, is_likely=False)
    first, *more = guessed.wanted
    if first == found.wanted[0] or guessed.is_small_talk or first.name in _ANSWERED:
        return found
    wanted = dict.fromkeys((*found.wanted, first, *more))
    return replace(found, wanted=tuple(wanted)[:_MOST_OFFERED], is_likely=False)


def _without_ornaments(tags: list[Tag]) -> list[Tag]:
    """The tags of a text without emoji, unless these are all that says something."""
    words = [tag for tag in tags if not is_emoji(tag.text)]
    return words if any(tag.concepts - SOFT for tag in words) else tags


Found = tuple[tuple[Wanted, ...], bool]


def _clauses(text: str, lexicons: Sequence[Lexicon]) -> list[list[Tag]]:
    """The clauses of a text; one that only refuses joins the one before: `hard ones, no thanks`."""
    found: list[list[Tag]] = []
    parts = CLAUSES.split(text)
    for clause in parts:
        tags = _chosen(cut(clause, lexicons[0], lexicons[1:]))
        if len(parts) > 1 and _keeps_back_answer(tags):
            continue
        if found and is_refusal(tags):
            found[-1] += tags
        else:
            found.append(tags)
    return found


def _keeps_back_answer(tags: Sequence[Tag]) -> bool:
    """Whether a clause only asks not to be told: `a hint, but don't tell me the number`."""
    told = [tag for tag in tags if tag.concepts - SOFT - {"refuse", "not", "stop"}]
    is_refusal = any("refuse" in tag.concepts for tag in tags)
    return is_refusal and bool(told) and all(tag.concepts & _ANSWERS for tag in told)


def _chosen(tags: list[Tag]) -> list[Tag]:
    """The tags of a clause without what is not wanted: `text instead of a picture`."""
    at = next((at for at, tag in enumerate(tags) if "instead" in tag.concepts), len(tags))
    if any(tag.concepts - SOFT for tag in tags[:at]):
        return tags[:at]
    # `instead of text a picture` names first what is not wanted.
    rest = tags[at + 1 :]
    unwanted = next((at for at, tag in enumerate(rest) if tag.concepts - SOFT), len(rest))
    return tags[:at] + rest[unwanted + 1 :]


def _timed(hour: Hour, lexicons: Sequence[Lexicon], *, playing: bool) -> Found | None:
    """The wish for the daily at an hour; None where the rest is about something else."""
    place = find_place(hour.rest, lambda word: any(word in one.words for one in lexicons)) or ""
    tags = cut(hour.rest.replace(place, " ", 1), lexicons[0], lexicons[1:])
    concepts = concepts_of(tags) | {"time"} | ({"place"} if place else set())
    rule = next((rule for rule in RULES if rule.fits(concepts, playing=playing)), None)
    if rule and rule.wish == "unsubscribe":
        return (Wanted(rule.wish),), _is_explained(tags, rule) and not _is_once(concepts)
    # An hour beside words that go with any daily is likely meant for it, but not surely.
    if not (rule and rule.wish in _AT_HOUR):
        rule = None
        if not all(_explains(_OF_DAILY, tag) for tag in tags):
            return None
    if len(hour.minutes) > 1:
        return _asked(hour.minutes, place, rule.wish if rule else "subscribe")
    name = rule.wish if rule else "subscribe"
    wanted = Wanted(name, f"{_written(hour.minutes[0])} {place}".strip())
    is_sure = rule is not None and _is_explained(tags, rule)
    return (wanted,), is_sure and not _is_once(concepts)


def _asked(minutes: Sequence[int], place: str = "", wish: str = "subscribe") -> Found:
    """The question at which of several times the daily, or the reminder, is wanted."""
    times = [f"{_written(minute)} {place}".strip() for minute in minutes[:_MOST_HOURS]]
    return (Wanted("hour"), *(Wanted(wish, time) for time in times)), False


def _is_once(concepts: Collection[str]) -> bool:
    """Whether one day alone is named, which is not every day."""
    return "once" in concepts and "every" not in concepts


def _written(minute: int) -> str:
    """A time as it stands in the data of buttons, where a colon would separate two fields."""
    return f"{minute // 60:02}.{minute % 60:02}"


def _read(tags: Sequence[Tag], *, playing: bool) -> Found | None:
    concepts = concepts_of(tags)
    fitting = [rule for rule in RULES if rule.fits(concepts, playing=playing)]
    if _is_thanked_last(tags):
        fitting = [rule for rule in fitting if rule.wish != "thanks"] or fitting
    # A single Latin letter is no strange word, but a single Chinese character is one.
    strange = sum(len(tag.text) > 1 or not tag.text.isascii() for tag in tags if not tag.concepts)
    if not fitting or strange > _MOST_STRANGE * (len(tags) - strange):
        return None
    first = fitting[0]
    if first.wish in SMALL_TALK and strange > 1:
        return None
    if first.wish in _LEFT_ALONE and _is_refused(tags, first):
        return (Wanted("leave"),), False
    open_to = narrowed(tags)
    wanted = dict.fromkeys(
        wanted_by(rule, one) for rule in _apart(fitting, tags) for one in open_to
    )
    is_open = len(open_to) > 1 if first.wish == "new" else _is_once(concepts)
    is_sure = _is_explained(tags, first) and not (is_open and first.wish in {"new", *_DAILY})
    # A denial that the rule knows nothing of may mean the opposite of the wish.
    if "not" in concepts and not _denied(first):
        return None if first.wish in SMALL_TALK else (tuple(wanted)[:_MOST_OFFERED], False)
    return tuple(wanted)[:_MOST_OFFERED], is_sure


def _others(tags: Sequence[Tag], wanted: Sequence[Wanted], *, playing: bool) -> tuple[Wanted, ...]:
    """What a text may mean besides, by the rules that would fit next."""
    concepts = concepts_of(tags)
    named = {one.name for one in wanted}
    fitting = (rule for rule in RULES if rule.fits(concepts, playing=playing))
    found = dict.fromkeys(
        wanted_by(rule, tags)
        for rule in fitting
        if rule.wish not in SMALL_TALK and rule.wish not in _ANSWERED
    )
    return tuple(one for one in found if one.name not in named)[:_MOST_OFFERED]


def _is_thanked_last(tags: Sequence[Tag]) -> bool:
    """Whether thanks stand behind what is asked for, and not `thanks for the hint`."""
    told = [tag.concepts for tag in tags if tag.concepts - (SOFT - {"thanks"})]
    return bool(told) and "thanks" in told[-1] and not any("nice" in one for one in told)


def _apart(fitting: Sequence[Rule], tags: Sequence[Tag]) -> list[Rule]:
    """The first rule, and each other one that explains something which no earlier one did."""
    chosen = [fitting[0]]
    explained = set(fitting[0].used | SOFT)
    for rule in fitting[1:]:
        held = concepts_of([tag for tag in tags if not _explains(explained, tag)])
        if (
            rule.wish not in _ASKING
            and rule.wish not in SMALL_TALK
            and any(group & held for group in rule.needs)
        ):
            chosen.append(rule)
            explained |= rule.used
    return chosen


def _is_refused(tags: Sequence[Tag], rule: Rule) -> bool:
    """Whether a refusal stands directly before what a rule needs: `I don't want a hint`."""
    needed = frozenset[str]().union(*rule.needs)
    for at, tag in enumerate(tags):
        # `this one not, another one`: what is refused stands before it.
        if "refuse" in tag.concepts and not (at and "this" in tags[at - 1].concepts):
            behind = (one.concepts for one in tags[at + 1 :] if one.concepts - SOFT)
            return not needed.isdisjoint(next(behind, frozenset()))
    return False


def _denied(rule: Rule) -> bool:
    return "not" in rule.used


def _is_explained(tags: Sequence[Tag], rule: Rule) -> bool:
    """Whether a rule explains all that was said."""
    used = rule.used | SOFT
    return all(_explains(used, tag) for tag in tags)


def _explains(used: Collection[str], tag: Tag) -> bool:
    if not tag.concepts:
        return False
    # Praise and abuse change no wish.
    if tag.concepts <= _MANNERS:
        return True
    tables = {f"{concept.partition(':')[0]}:" for concept in tag.concepts if ":" in concept}
    return any(concept in used for concept in tag.concepts | tables)
