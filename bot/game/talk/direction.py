"""Which way a text wants the difficulty to go: `too hard`, `not hard enough`, `nothing too easy`.

The rules know which concepts a text holds, and not in which order. But `too hard, something easy`
wants the opposite of `too easy, something hard`. So each word for a difficulty is joined, before
the rules see it, with what qualifies it into one tag of what is wanted:

- `too hard`, and `not easy` of a puzzle that is there, are the complaint `too_hard`;
- `not too hard` of a puzzle that is still to come is `difficulty:medium`, `not so hard` `easier`;
- what may mean either, such as `it's not too hard`, is `easier` and `harder`: that is a question.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from bot.game.talk.lexicon import Tag

CLAUSES: Final = re.compile(r"[,;!?，。；！？、\n]+|\.+(?:\s|$)")
"""What stands between clauses: no word qualifies what is behind it."""

_HARD: Final = frozenset({"harder", "difficulty:hard", "difficulty:expert", "difficulty:extreme"})
_EASY: Final = frozenset({"easier", "difficulty:easy"})
_COMPARED: Final = frozenset({"easier", "harder"})
_OPPOSITE: Final = {"easier": "harder", "harder": "easier"}
_COMPLAINT: Final = {"easier": "too_hard", "harder": "too_easy"}
_TO_COME: Final = frozenset({"want", "new", "puzzle", "one"})
"""What names a puzzle that is still to come."""

_DEGREE: Final = frozenset({"too", "rather", "very", "enough", "is", "this"})
_BETWEEN: Final = _DEGREE | _TO_COME | {"filler", "send", "me"}
"""What may stand between `not` and the word that it denies."""


def directed(tags: Sequence[Tag], *, is_question: bool) -> list[Tag]:
    """The tags of a clause, with each word for a difficulty joined to what qualifies it."""
    found: list[Tag] = []
    behind, begin = list(tags), 0
    while behind:
        tag = behind.pop(0)
        if not (away := _away_from(tag)):
            found.append(tag)
            continue
        enough = [behind.pop(0)] if behind and "enough" in behind[0].concepts else []
        if found[begin:] and "more" in found[-1].concepts:
            tag = _one([found.pop(), tag], {_OPPOSITE[away]})
        first = _first(found, begin)
        judged = _Judged(away, tag, (*found[first:], *enough), _is_there(found[begin:]))
        joined, meant = [*found[first:], tag, *enough], judged.meant(is_question=is_question)
        found[first:] = [_one(joined, meant)] if meant else joined
        begin = len(found)
    return found


def _away_from(tag: Tag) -> str:
    """The comparison that leads away from what a word says: `easier` for `hard`; or nothing."""
    is_hard, is_easy = bool(tag.concepts & _HARD), bool(tag.concepts & _EASY)
    if is_hard is is_easy:
        return ""
    return "easier" if is_hard else "harder"


def _first(tags: Sequence[Tag], begin: int) -> int:
    """Where what qualifies the next word begins: at `not`, otherwise at `too`."""
    for concept in ("not", "too"):
        for at in range(begin, len(tags)):
            if concept in tags[at].concepts:
                return at
    return len(tags)


def _is_there(tags: Sequence[Tag]) -> bool:
    """Whether words are said of the puzzle that is there: `this is`, `it's`."""
    for tag in reversed(tags):
        if tag.concepts & {"is", "this"}:
            return True
        if tag.concepts & _TO_COME:
            return False
    return False


@dataclass(frozen=True, slots=True)
class _Judged:
    """A word for a difficulty with what qualifies it, and whether it is said of what is there."""

    away: str
    tag: Tag
    qualifying: tuple[Tag, ...]
    is_there: bool

    def meant(self, *, is_question: bool) -> Collection[str]:
        """What is wanted; nothing where the word stays what it is."""
        concepts = frozenset[str]().union(*(one.concepts for one in self.qualifying))
        if "not" in concepts:
            return self._denied(concepts, is_question=is_question)
        is_complaint = "too" in concepts and not concepts & {"want", "new"}
        return {_COMPLAINT[self.away]} if is_complaint else set()

    def _denied(self, concepts: frozenset[str], *, is_question: bool) -> Collection[str]:
        praised = {_COMPLAINT[_OPPOSITE[self.away]]}
        is_rather = any(one.concepts & {"rather", "is"} == {"rather"} for one in self.qualifying)
        if not self._holds_only(_BETWEEN):
            return set() if concepts & _TO_COME else _COMPARED
        if "enough" in concepts:
            return praised
        if self.tag.concepts & _COMPARED:
            return _COMPARED
        if self.is_there:
            return _COMPARED if is_rather or "too" in concepts else praised
        if is_rather:
            return {self.away}
        is_clear = "too" in concepts or (self._holds_only(_DEGREE) and not is_question)
        return {"difficulty:medium"} if is_clear else _COMPARED

    def _holds_only(self, concepts: frozenset[str]) -> bool:
        return all(one.concepts & (concepts | {"not"}) for one in self.qualifying)


def _one(tags: Sequence[Tag], concepts: Collection[str]) -> Tag:
    text = " ".join(tag.text for tag in tags)
    is_own, is_mended = all(tag.is_own for tag in tags), any(tag.is_mended for tag in tags)
    return Tag(text, frozenset(concepts), is_own, is_mended)
