"""Which language a text wants, where it may name several or deny one."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.game.talk.lexicon import FILLER, Tag

_UNWANTED: Final = frozenset({"not", "stop", "refuse", "confused", "why", "how_do", "dislike"})
"""What people say of the language that is spoken to them when they want another one.

In `why is it all in Spanish` and `stop talking Spanish`, Spanish is not what is wanted.
"""

_UNABLE: Final = re.compile(r"\b(?:cant|cannot|dont know|no se|no puedo)$|不 会$")
"""What is said directly before a language by those who do not know it."""

_OF_EITHER: Final = frozenset({"no", "不 要", "不"})
"""Denials that stand before what they deny, or behind it."""


def language_wanted(tags: Sequence[Tag]) -> str:
    """The language that is wanted; empty for none, as in `stop talking Spanish`, or several.

    What is said of a language stands behind the one named before it, or right behind itself:
    `English isn't my language, Spanish please`. A word that may belong to either of two leaves it
    open: `español no, inglés` reads like `English, no Spanish`.
    """
    named = [at for at, tag in enumerate(tags) if _named(tag)]
    parts = [tags[first + 1 : second] for first, second in pairwise(named)]
    if any(part and part[0].text in _OF_EITHER and not _said_behind(part) for part in parts):
        return ""
    before = [tags[: named[0]] if named else (), *(_of_the_next(part) for part in parts)]
    wished = [
        tags[at]
        for at, said, part in zip(named, before, [*parts, ()], strict=False)
        if not _is_unwanted(said)
        and not _said_behind(part)
        and not any("bad" in tag.concepts for tag in tags[at + 1 : at + 3])
    ]
    found = {one for tag in wished for one in _named(tag)}
    return found.pop() if len(found) == 1 else ""


def _named(tag: Tag) -> list[str]:
    """The languages that a phrase may name."""
    table = "language:"
    return [one.removeprefix(table) for one in sorted(tag.concepts) if one.startswith(table)]


def _said_behind(part: Sequence[Tag]) -> bool:
    """Whether the words between two languages begin with a denial of the first one."""
    concepts = [tag.concepts for tag in part]
    is_order = any(one & {"speak", "change"} for one in concepts)
    is_denial = bool(part) and bool(concepts[0] & {"not", "stop", "refuse"})
    return is_denial and not is_order and any(one != {FILLER} for one in concepts[1:])


def _of_the_next(part: Sequence[Tag]) -> Sequence[Tag]:
    return part[1:] if _said_behind(part) else part


def _is_unwanted(before: Sequence[Tag]) -> bool:
    """Whether the words before a language say that it is there, and not wanted.

    An order to speak it (`我看不懂，说中文`) is denied only by what stands directly before that.
    """
    orders = [at for at, tag in enumerate(before) if tag.concepts & {"speak", "change"}]
    told = _said_of(before[: orders[0]] if orders else before)
    if told and _UNABLE.search(told[-1].text):
        return True
    if not orders:
        return any(tag.concepts & _UNWANTED for tag in before)
    near = [*told[-2:], *before[orders[0] : orders[-1] + 1]]
    return any(tag.concepts & (_UNWANTED - {"confused"}) for tag in near)


def _said_of(before: Sequence[Tag]) -> list[Tag]:
    return [tag for tag in before if tag.concepts != {FILLER}]
