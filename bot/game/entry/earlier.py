"""Digits that were written before the last one: `not that one, the one before it, delete that`.

Such a sentence names no cell and speaks of the last digit too, which mostly is to stay. So what is
said to go is told apart from what is denied, clause by clause.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.game.entry.heard import with_digits
from bot.game.entry.question import is_question

LONGEST: Final = 120
"""Characters of the longest text that may take such a digit back."""

_THING: Final = r"(?:one|number|digit|move|entry|thing|guess|placement)"
_LAST: Final = (
    rf"(?:(?:this|that)(?: last)?(?: {_THING})?|it"
    rf"|(?:the |my )?(?:very )?(?:last|latest|most recent)(?: {_THING})?)"
    r"(?: (?:that )?i(?:'?ve)?(?: just)? \w+(?: in| down)?)?"
)
_BEFORE: Final = re.compile(
    rf"\b(?:{_THING} (?:(?:that )?i(?:'?d|'?ve| had)? ?(?:just )?\w+(?: in| down)? )?"
    rf"(?:(?:right|just) )?(?:before|b4|previous to)(?: {_LAST})?"
    rf"|(?:second|2nd|next)[ -](?:to|from|2)[ -](?:the )?last(?: {_THING})?"
    rf"|last but one|penultimate(?: {_THING})?|second most recent(?: {_THING})?"
    rf"|{_THING} (?:i \w+ )?(?:two|2) (?:moves|steps|digits|numbers|turns) (?:ago|back|earlier)"
    r")\b"
)
"""The digit before the last one."""

_GOES: Final = re.compile(
    r"\b(?:delete|erase|remove|clear|undo|scrap|wipe|bin|get rid of|rub (?:out|off)|scratch"
    r"|take(?: \w+){0,5} (?:away|out|back|off))\b"
)
_STAYS: Final = r"(?:not|don'?t|do not|never|keep|leave|except|instead of)"
_LAST_STAYS: Final = re.compile(
    rf"\b{_STAYS} (?:(?:delete|erase|remove|clear|undo|touch|take back|just) )?{_LAST}(?! {_THING})"
)
_BEFORE_STAYS: Final = re.compile(rf"\b{_STAYS}(?: [\w']+){{0,4}} $")
_BOTH: Final = re.compile(
    rf"\b{_LAST} (?:(?:and|plus|n|&) )(?:also )?(?:the |my )?$|\bboth\b|\bas well as (?:the )?$"
)
_CLAUSES: Final = re.compile(r"[,.;:!?\n]+|\bbut\b(?! one)")
_ELSE: Final = re.compile(
    r"\b(?:games?|puzzles?|sudokus?|dail(?:y|ies)|hints?|notes?|pencil|rows?|col(?:umn)?s?|box(?:es)?"
    r"|days?|yesterday|week|everything|all|technique|data|how)\b|\d{3}"
)


_FIRST: Final = re.compile(
    rf"\b(?:very )?first {_THING}(?: (?:that )?i(?:'?ve)?(?: ever)? \w+(?: in| down)?)?\b(?! in\b)"
)
_SINCE: Final = re.compile(
    r"\b(?:(?:go|take me|take it|rewind|undo|back up|get me|put it)(?: \w+){0,3}?"
    r" (?P<before>before)|(?:undo|erase|delete|take back|remove)"
    r" (?:everything|all|all the moves|whatever)(?: i \w+)? (?:after|since)) (?:i (?:\w+) )?"
    r"(?:the |that |my |an? )?(?P<digit>\d)\b(?! ?(?:moves|steps|am|pm|:))"
)
"""The digit after which, or from which on, everything is to be taken back."""


@dataclass(frozen=True, slots=True)
class Since:
    """Everything after a digit is to be taken back; with `is_before` that digit goes, too."""

    digit: int
    is_before: bool


class Gone(StrEnum):
    """Which digits are to go."""

    BEFORE = "before"
    BOTH = "both"
    LAST = "last"
    FIRST = "first"


def gone_before(text: str) -> Gone | None:
    """Which digits are to go, of a text that speaks of the first or of the one before the last."""
    plain = " ".join(text.lower().replace("’", "'").split())
    if len(text) > LONGEST or _ELSE.search(plain) or is_question(text):
        return None
    if not _GOES.search(plain):
        return None
    if _FIRST.search(plain):
        return None if re.search(rf"\b{_STAYS}\b|\bbut\b", plain) else Gone.FIRST
    # `not that one the one before`: the last one stays, and the rest of the clause is no denial.
    parts = _CLAUSES.split(_LAST_STAYS.sub(" , ", plain))
    named = next(((part, found) for part in parts if (found := _BEFORE.search(part))), None)
    if named is None:
        return None
    clause, found = named
    ahead = clause[: found.start()]
    if not _BEFORE_STAYS.search(ahead):
        return Gone.BOTH if _BOTH.search(ahead) else Gone.BEFORE
    return Gone.LAST if _goes_besides(plain) else None


def gone_since(text: str) -> Since | None:
    """The digit back to which a text wants everything taken back; None for anything else."""
    plain = " ".join(with_digits(text.lower()).split())
    if len(text) > LONGEST or _ELSE.search(re.sub(r"\ball\b|everything", "", plain)):
        return None
    found = None if is_question(text) else _SINCE.search(plain)
    if found is None or re.search(rf"\b{_STAYS} ", plain):
        return None
    return Since(int(found["digit"]), is_before=found["before"] is not None)


def _goes_besides(plain: str) -> bool:
    """Whether something is to go in words that no denial stands before."""
    return any(
        not re.search(rf"\b{_STAYS} (?:\w+ )?$", plain[: verb.start()])
        for verb in _GOES.finditer(plain)
    )
