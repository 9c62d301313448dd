"""The words of hints: what a technique is called, how it works, where a step is and why.

The reason of a step is anything from half a sentence to thousands of characters of chains, and both
a message and the attention of its reader have limits. So a reason is told in the first of these
ways that is short enough: in whole sentences, tersely (a link has only its unit or its cells as a
reason), briefly (a link has no reason), and cut.

A reason that nobody would read in one go is told in passages instead, each with its own picture
(`told_in`). The passages of a step are the same in every language, because their numbers stand in
the data of buttons.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup

from bot import messages
from engine.difficulty import Difficulty
from engine.techniques import (
    NAKED_SINGLE,
    TAUGHT,
    TECHNIQUES,
    Cells,
    EndPassage,
    Options,
    Passage,
    Step,
    Technique,
    technique_named,
)
from engine.words import Words, passage_phrase, passages, phrases

_INSIDE: Final = re.compile(r"([(（])[^()（）]*(\{unit\}|\{cells\})[^()（）]*([)）])")
CUT: Final = " …"

KNOWN: Final = "✓"
BEGUN: Final = "◐"
"""Before a technique in the list: what is known, and what was begun."""

MOST_NAMED: Final = 2
"""Techniques of a difficulty that are named before one asks for it, so that a phone shows all."""

READ_AT_ONCE: Final = 600
"""Characters of a reason in whole sentences; what is longer is told tersely."""

PROOFS: Final = ("chain", "chains", "branches")
"""The names of the parts that a person follows link by link."""

KNOWN_STEPS: Final = 256
"""Steps whose passages are cached."""

LONGEST: Final = 3000
"""Characters of a reason, such as the consequences of an assumption; what is more is cut."""


@cache
def words(language: str) -> Words:
    """The words with which a language puts the parts of a step into phrases."""
    catalogue = messages.catalogue(language)
    return Words(**{each.name: str(catalogue[f"step.{each.name}"]) for each in fields(Words)})


@cache
def _terse(language: str) -> Words:
    """The words for long proofs: a reason is only its unit or its cells, or the cell itself."""
    whole = words(language)
    reasons = ("other_place", "other_digits", "same_unit", "only_place")
    # A reason in brackets keeps only its unit or its cells there.
    units = {each: _INSIDE.sub(r"\1\2\3", getattr(whole, each)) for each in reasons}
    alone = {"other_candidate": "{claim}", "only_candidate": "{option}"}
    return replace(whole, so=" → ", **alone, **units)


@cache
def _brief(language: str) -> Words:
    """The words for chains that are too long with a reason at every link."""
    reasons = ("other_place", "other_digits", "same_unit")
    return replace(_terse(language), **dict.fromkeys(reasons, "{claim}"))


def name(language: str, technique: Technique) -> str:
    """The name of a technique."""
    return messages.text(language, f"technique.{technique}.name")


@cache
def techniques_by_name(language: str) -> Mapping[str, Technique]:
    """All techniques by their names in any language; a name in brackets is a second name.

    Other names that players use come from the words of talk. The names of `language` come last, so
    that a guess is spelt as its readers spell it.
    """
    found = {technique.replace("_", " "): technique for technique in TECHNIQUES}
    for each in messages.languages():
        for value, names in messages.talk(each)["technique"].items():
            found |= dict.fromkeys(names.split(", "), technique_named(value))
    for each in sorted(messages.languages(), key=language.__eq__):
        whole = {name(each, technique): technique for technique in TECHNIQUES}
        for called, technique in whole.items():
            found |= dict.fromkeys(re.split(r"\s*[（）()]\s*", called), technique)
        found |= whole
    return {called: technique for called, technique in found.items() if called}


def technique_list(language: str, marks: Mapping[Technique, str]) -> list[Markup]:
    """A line for each difficulty: some of its techniques with their marks, and how many more.

    Techniques that were begun are named before the others.
    """
    lines = []
    for band in Difficulty:
        several = [each for each in TAUGHT if each.difficulty is band]
        # What was begun is chosen first, but all that is chosen keeps the order of the lessons.
        first = sorted(several, key=lambda each: marks.get(each) != BEGUN)[:MOST_NAMED]
        named = sorted(first, key=several.index)
        names = [f"{marks.get(each, '')} {name(language, each)}".strip() for each in named]
        listed, more = messages.listed(language, names), len(several) - len(names)
        if more > 0:
            listed = messages.text(language, "learn.more", techniques=listed, count=more)
        heading = messages.text(language, f"difficulty.{band}")
        lines.append(messages.html(language, "learn.band", difficulty=heading, techniques=listed))
    return lines


def about(language: str, technique: Technique) -> str:
    """How a technique works."""
    return messages.text(language, f"technique.{technique}.about")


def where(language: str, step: Step) -> str:
    """Where to look for a step."""
    return _told(language, step, "where", _phrases(step, words(language)))


def why(language: str, step: Step, longest: int = LONGEST) -> str:
    """Why a step holds, in at most `longest` characters.

    If whole sentences take more than READ_AT_ONCE, the reason of a link is only its unit. If that
    is too long as well, the links lose their reasons; only then is the text cut.
    """
    part = "why_seen" if _is_seen(step) else "why"
    whole = _told(language, step, part, _phrases(step, words(language)))
    if len(whole) <= min(READ_AT_ONCE, longest):
        return whole
    for said in (_terse(language), _brief(language)):
        found = _proof(language, step, said)
        whole = _told(language, step, part, found)
        if len(whole) <= longest:
            return whole
    key = max(found, key=lambda name: len(found[name]))
    room = len(found[key]) - (len(whole) - longest) - len(CUT)
    cut = _told(language, step, part, {**found, key: _cut(found[key], room)})
    # No full stop behind the mark of the cut.
    return re.sub(f"{CUT}[.。]", CUT, cut)


@lru_cache(KNOWN_STEPS)
def told_in(step: Step) -> tuple[Passage, ...]:
    """The passages in which the reason of a step is told, the same in all languages.

    Empty where it can be read in one go in every language, and where it cannot be divided.
    """
    is_long = any(len(why(each, step)) > READ_AT_ONCE for each in messages.languages())
    return passages(step) if is_long else ()


def shown_of(step: Step, number: int) -> int:
    """The number of a passage that the step has; a button may ask for any number."""
    return min(max(number, 0), max(len(told_in(step)) - 1, 0))


def last_of(step: Step) -> int:
    """The number of the last passage of a step."""
    return shown_of(step, len(told_in(step)))


def why_passage(language: str, step: Step, passage: Passage, *, tersely: bool = False) -> str:
    """One passage of the reason of a step; the last one says what all of them together prove.

    Where it is told tersely, the reason of a link is only its unit.
    """
    said = passage_phrase(step, passage, _terse(language) if tersely else words(language))
    if not isinstance(passage, EndPassage):
        return said
    return _told(
        language, step, "why", _phrases(step, words(language)) | dict.fromkeys(PROOFS, said)
    )


def move(language: str, step: Step) -> str:
    """What a step places or rules out."""
    return _told(language, step, "move", _phrases(step, words(language)))


def _is_seen(step: Step) -> bool:
    """Whether a naked single sees all other digits, so that no earlier elimination is needed."""
    seen = dict(step.roles).get("seen") if step.technique is NAKED_SINGLE else None
    return isinstance(seen, Cells) and len(seen.cells) == step.geometry.size - 1


def _told(language: str, step: Step, part: str, said: Mapping[str, str]) -> str:
    return messages.text(language, f"technique.{step.technique}.{part}", **said)


def _proof(language: str, step: Step, said: Words) -> dict[str, str]:
    """The phrases for a step, with its chains and branches in other words than the rest.

    Of two colours of candidates only the first is listed; the second is called their partners.
    """
    found, other = _phrases(step, words(language)), _phrases(step, said)
    if isinstance(dict(step.roles).get("second"), Options):
        found["second"] = messages.text(language, "step.partners")
    return found | {name: other[name] for name in PROOFS if name in other}


def _phrases(step: Step, said: Words) -> dict[str, str]:
    """The phrases for a step; for a naked single also the region in which to look for it."""
    if step.technique is not NAKED_SINGLE:
        return phrases(step, said)
    box = step.geometry.box_of(step.placements[0].cell) + 1
    return {**phrases(step, said), "region": said.box.format(number=box)}


def _cut(phrase: str, longest: int) -> str:
    """The first words of a phrase and the mark of the cut, without punctuation between them."""
    return phrase[:longest].rpartition(" ")[0].rstrip(" ,，、;；") + CUT
