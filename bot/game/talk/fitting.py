"""Which wishes the concepts of a text fit, and whether the first of them is surely meant.

A wish is sure only where its rule explains every word. It is only offered where a word is unknown,
where something is denied that the rule does not expect, where several levels are left open, and
where a single day is named and every day would be subscribed. A text of which more than two thirds
are unknown fits nothing.
"""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Final

from bot.game.talk.details import Wanted, concepts_of, narrowed, wanted_by
from bot.game.talk.lexicon import Tag
from bot.game.talk.rules import RULES, SMALL_TALK, SOFT, Rule

MOST_OFFERED: Final = 3
_MOST_STRANGE: Final = 2
"""How many times as many words may be strange as are known before nothing is offered."""

ASKING: Final = frozenset(("stop", "confused", "done", "play", "looks", "bored", "pause"))
"""Wishes that are answered with a question, and so are offered beside no other one."""

ANSWERED: Final = frozenset({"leave", "hour", "direction"}) | ASKING
"""Wishes that are answered in words of their own, and so join no offer."""

_LEFT_ALONE: Final = frozenset(
    {
        *("hint", "check", "giveup", "undo", "redo", "start_over", "print", "share", "solve"),
        *("rate", "new", "daily", "learn", "stats", "calendar", "games", "notes clear"),
        "deleteme",
    }
)
"""The wishes that somebody may refuse in so many words; nothing of them is offered then."""

_NEEDED_BESIDE: Final = {"notes clear": frozenset({"notes", "not", "stop", "too_many"})}
"""What a rule needs beside what somebody may forbid: `no notes` does not forbid to clear them."""

_FORBIDDING: Final = frozenset({"dont", "do not", "never", "dont you", "please dont"})
"""Words that forbid what stands directly behind them."""

_LINKING: Final = frozenset(
    {
        *("a", "an", "the", "my", "me", "any", "please", "just", "even", "ever", "go", "dare", "u"),
        *("you", "and", "to", "give", "gimme", "make", "do", "start", "begin", "open", "load"),
        *("show", "lo", "la", "me lo", "los", "las", "mi", "mis", "un", "una", "otra vez"),
    }
)
"""What may stand between a denial and what it forbids."""

_ENDING: Final = frozenset({"unsubscribe", "evening_off"})
"""Wishes that end what is sent, and that somebody may refuse in so many words."""

_ENDS: Final = frozenset({"stop", "unsubscribe"})
_BEFORE_END: Final = frozenset({"to", "you", "ever", "please", "que", "de"})
"""What may stand between a denial and the end that it denies."""

_REMINDER: Final = re.compile(r"remind|\bavis(?:o\b|ar|es?\b)|recordatorio|recordar|recuerd|提 ?醒")
"""Words for the reminder alone; `avisos` are messages of any kind."""

_MESSAGES: Final = re.compile(
    r"messages?\b|mensajes?\b|\bavisos\b|\balert|\bpings?\b|消 ?息|notific|通 ?知"
)
_PRAISED: Final = frozenset({"nice", "ok", "enough", "check"})
"""What is said of the daily by those who only want no reminder: `the daily is fine`."""

_MANNERS: Final = SOFT | {"nice", "bad"}
"""What people say besides: thanks, praise and abuse."""

_DAILY: Final = frozenset({"subscribe", "unsubscribe"})

Found = tuple[tuple[Wanted, ...], bool]
"""The wishes that a text may mean, the likeliest first, and whether that one is sure."""


def fitted(tags: Sequence[Tag], *, playing: bool) -> Found | None:
    concepts = concepts_of(tags)
    fitting = [rule for rule in RULES if rule.fits(concepts, playing=playing)]
    if _only_hesitates(tags):
        fitting = [rule for rule in fitting if rule.wish != "pause"]
    if _is_thanked_last(tags):
        fitting = [rule for rule in fitting if rule.wish != "thanks"] or fitting
    # A single Latin letter is no strange word, but a single Chinese character is one.
    strange = sum(len(tag.text) > 1 or not tag.text.isascii() for tag in tags if not tag.concepts)
    if not fitting or strange > _MOST_STRANGE * (len(tags) - strange):
        return None
    first = fitting[0]
    if first.wish in SMALL_TALK and strange > 1:
        return None
    if instead := _instead(first, tags):
        return instead
    open_to = narrowed(tags)
    wanted = dict.fromkeys(
        wanted_by(rule, one) for rule in _apart(fitting, tags) for one in open_to
    )
    if first.wish == "unsubscribe" and (end := end_of_reminder(tags)):
        wanted = {end: None, **wanted}
    # The daily of a single weekday is none of every day: `每日 周三的`.
    is_once_named = is_once(concepts) or (first.wish == "subscribe" and "weekday:" in concepts)
    is_open = len(open_to) > 1 if first.wish == "new" else is_once_named
    is_sure = is_explained(tags, first) and not (is_open and first.wish in {"new", *_DAILY})
    is_sure = is_sure and not (first.wish == "undo" and _names_place(tags, first))
    # A denial that the rule knows nothing of may mean the opposite of the wish.
    if "not" in concepts and not _denied(first):
        return None if first.wish in SMALL_TALK else (tuple(wanted)[:MOST_OFFERED], False)
    return tuple(wanted)[:MOST_OFFERED], is_sure


def _instead(first: Rule, tags: Sequence[Tag]) -> Found | None:
    """What is meant instead of a wish that is refused; None where it is not."""
    concepts = concepts_of(tags)
    if first.wish in _ENDING and is_explained(tags, first) and is_end_denied(tags):
        return (Wanted("leave"),), False
    if first.wish == "unsubscribe" and _is_for_now(tags):
        # Who wants none tomorrow may want one the day after.
        return (Wanted("some_days"), Wanted("unsubscribe")), False
    # Who asks how to get rid of what is sent wants no more of it.
    if "erasing" in concepts and first.wish in {"subscribe", "evening"}:
        return (Wanted("unsubscribe"), Wanted("evening_off")), False
    if first.wish not in _LEFT_ALONE or not _is_refused(tags, first):
        return None
    # Who wants no check each time is bothered by the marks of mistakes.
    is_each_time = first.wish == "check" and "always" in concepts
    return (Wanted("settings" if is_each_time else "leave"),), False


def others(tags: Sequence[Tag], wanted: Sequence[Wanted], *, playing: bool) -> tuple[Wanted, ...]:
    """What a text may mean besides, by the rules that would fit next."""
    concepts = concepts_of(tags)
    named = {one.name for one in wanted}
    fitting = (rule for rule in RULES if rule.fits(concepts, playing=playing))
    found = dict.fromkeys(
        wanted_by(rule, tags)
        for rule in fitting
        if rule.wish not in SMALL_TALK and rule.wish not in ANSWERED
    )
    return tuple(one for one in found if one.name not in named)[:MOST_OFFERED]


def _names_place(tags: Sequence[Tag], rule: Rule) -> bool:
    """Whether a digit, a place or a game is named, which need not be that of the last move."""
    concepts = concepts_of(tags)
    is_digit = "number:" in concepts and "number:1" not in concepts
    is_counted = bool(wanted_by(rule, tags).rest)
    return not is_counted and (is_digit or not concepts.isdisjoint({"unit:", "cell", "puzzle"}))


def _only_hesitates(tags: Sequence[Tag]) -> bool:
    """Whether a `wait` only interrupts what is said: `put it in the corner, no wait, below`.

    Such a word pauses a game only where it stands nearly alone.
    """
    pauses = [tag for tag in tags if "pause" in tag.concepts]
    is_weak = bool(pauses) and all("hesitate" in tag.concepts for tag in pauses)
    return is_weak and sum(not tag.concepts for tag in tags) > 1


def _is_thanked_last(tags: Sequence[Tag]) -> bool:
    """Whether thanks stand behind what is asked for, and not `thanks for the hint`."""
    told = [tag.concepts for tag in tags if tag.concepts - (SOFT - {"thanks"})]
    return bool(told) and "thanks" in told[-1] and not any("nice" in one for one in told)


def _apart(fitting: Sequence[Rule], tags: Sequence[Tag]) -> list[Rule]:
    """The first rule, and each other one that explains something which no earlier one did."""
    chosen = [fitting[0]]
    explained = set(fitting[0].used | SOFT)
    for rule in fitting[1:]:
        held = concepts_of([tag for tag in tags if not explains(explained, tag)])
        if (
            rule.wish not in ASKING
            and rule.wish not in SMALL_TALK
            and any(group & held for group in rule.needs)
        ):
            chosen.append(rule)
            explained |= rule.used
    return chosen


def _is_refused(tags: Sequence[Tag], rule: Rule) -> bool:
    """Whether a refusal stands directly before what a rule needs: `I don't want a hint`."""
    needed = frozenset[str]().union(*rule.needs) - _NEEDED_BESIDE.get(rule.wish, frozenset())
    for at, tag in enumerate(tags):
        # `this one not, another one`: what is refused stands before it.
        if "refuse" in tag.concepts and not (at and "this" in tags[at - 1].concepts):
            behind = (one.concepts for one in tags[at + 1 :] if one.concepts - SOFT)
            return not needed.isdisjoint(next(behind, frozenset()))
    return _is_forbidden(tags, needed, is_of_several=rule.wish == "deleteme")


def _is_forbidden(
    tags: Sequence[Tag], needed: Collection[str], *, is_of_several: bool = False
) -> bool:
    """Whether the only thing said of what a rule needs forbids it: `don't undo that`.

    `is_of_several` says that the rule needs several words, as in `don't delete my data`.
    `Why don't you undo that?` forbids nothing, nor does `I don't get the hint`.
    """
    if not concepts_of(tags).isdisjoint({"question", "why", "can_you"}):
        return False
    named = [at for at, tag in enumerate(tags) if not tag.concepts.isdisjoint(needed)]
    if not named or (len(named) > 1 and not is_of_several):
        return False
    before = [tag for tag in tags[: named[0]] if tag.text not in _LINKING]
    return bool(before) and before[-1].text in _FORBIDDING


def is_end_denied(tags: Sequence[Tag]) -> bool:
    """Whether a denial stands directly before an end: `don't stop the daily`, `别取消每日`.

    `Why don't you stop` denies nothing, nor does the answer in `no, stop`.
    """
    if not concepts_of(tags).isdisjoint({"question", "why", "can_you"}):
        return False
    kept = [tag for tag in tags if tag.text not in _BEFORE_END]
    return any(
        "not" in before.concepts and "ok" not in before.concepts and tag.concepts & _ENDS
        for before, tag in pairwise(kept)
    )


def end_of_reminder(tags: Sequence[Tag]) -> Wanted | None:
    """The end of the reminder alone, where nothing else is to end: `cancel the reminder`.

    Who has no reminder means the daily, unless it is praised: `no reminders, the daily is fine`.
    Then whatever other messages are called, the daily is none of them.
    """
    said = " ".join(tag.text for tag in tags)
    is_any = bool(_MESSAGES.search(said))
    if not (is_any or _REMINDER.search(said)):
        return None
    daily = next((at for at, tag in enumerate(tags) if "today" in tag.concepts), None)
    if daily is None:
        return None if is_any else Wanted("evening_off")
    return Wanted("evening_off", "alone") if _is_praised(tags, daily) else None


def _is_praised(tags: Sequence[Tag], at: int) -> bool:
    """Whether words beside this one praise it, or say that it is enough."""
    beside = [*tags[max(0, at - 1) : at], *tags[at + 1 : at + 4]]
    return any(tag.concepts & _PRAISED and "not" not in tag.concepts for tag in beside)


def _denied(rule: Rule) -> bool:
    return "not" in rule.used


def is_explained(tags: Sequence[Tag], rule: Rule) -> bool:
    """Whether a rule explains all that was said."""
    used = rule.used | SOFT
    return all(explains(used, tag) for tag in tags)


def explains(used: Collection[str], tag: Tag) -> bool:
    if not tag.concepts:
        return False
    # Praise and abuse change no wish.
    if tag.concepts <= _MANNERS:
        return True
    tables = {f"{concept.partition(':')[0]}:" for concept in tag.concepts if ":" in concept}
    return any(concept in used for concept in tag.concepts | tables)


def _is_for_now(tags: Sequence[Tag]) -> bool:
    """Whether what is sent is to stay away for a day or a few: `明天不用发每日`.

    `Where is today's, you didn't send it` stops nothing.
    """
    concepts = concepts_of(tags)
    is_stopped = not concepts.isdisjoint({"unsubscribe", "stop"}) and "question" not in concepts
    # Every day is in the name of the daily: 每日.
    apart = [tag for tag in tags if not {"every", "today"} <= tag.concepts]
    return is_stopped and is_once(concepts_of(apart))


def is_once(concepts: Collection[str]) -> bool:
    """Whether one day alone is named, which is not every day."""
    return "once" in concepts and "every" not in concepts
