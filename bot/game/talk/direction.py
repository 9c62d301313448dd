"""Which way a text wants the difficulty to go: `too hard`, `not hard enough`, `nothing too easy`.

The rules know which concepts a text holds, but not in which order. Yet `too hard, something easy`
wants the opposite of `too easy, something hard`. So before the rules see a clause, each word for a
difficulty is joined with the words that qualify it into one tag that says what is wanted:

- `too hard`, and `it's not easy` of the puzzle on the board, are the complaint `too_hard`;
- `not too hard` of a puzzle that is still to come is `difficulty:medium`, `not so hard` `easier`;
- what may mean either, such as `it's not too hard`, is both `easier` and `harder`: the bot asks;
- `so easy` before a wish for another one keeps its level and is `judged`: the bot asks;
- a refusal, such as `not a hard one`, is all levels that it leaves, and `refused`. With a
  comparison (`don't give me a harder one`) it is the opposite one, and `not`.

`middle` marks a level that a refusal only suggests, so that another one may be wanted beside it.

Two things decide what a qualifier means. Is the word said of the puzzle that is there (`it's`,
`this is`) or of one that is still to come (`want`, `a new one`)? And which words stand between it
and the denial? A wish in between ends the denial (`no hint, give me a hard one`), and strange words
make the bot ask or offer instead of acting. A wrong guess begins a puzzle that somebody has just
refused, so every doubt is settled that way.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final

from bot.game.talk.lexicon import Tag
from engine.difficulty import Difficulty

HAN_SPACE: Final = re.compile(r"(?<=[\u3400-\u9fff]) +(?=[\u3400-\u9fff])")
"""What many put between Chinese clauses instead of a comma."""

CLAUSES: Final = re.compile(r"[,;!?，。；！？、\n]+|\.+(?:\s|$)")
"""What separates clauses: no word qualifies anything in the next one."""

LEVELS: Final = tuple(f"difficulty:{level}" for level in Difficulty)
_HARD: Final = frozenset({"harder", "difficulty:hard", "difficulty:expert", "difficulty:extreme"})
_EASY: Final = frozenset({"easier", "difficulty:easy"})
_COMPARED: Final = frozenset({"easier", "harder"})
_OPPOSITE: Final = {"easier": "harder", "harder": "easier"}
_COMPLAINT: Final = {"easier": "too_hard", "harder": "too_easy"}
_TO_COME: Final = frozenset({"want", "new", "puzzle", "one"})
"""What names a puzzle that is still to come."""

_RELATIVE: Final = frozenset({"thats", "that is", "that"})

_WISHED: Final = frozenset({"want", "new", "send"})
"""What begins a wish."""

_AGAINST: Final = frozenset({"stop", "unsubscribe", "dislike"})
"""What refuses a level that stands behind it, as `not` does: `stop sending hard ones`."""

_REFUSING: Final = frozenset({"not", "dislike", "declined"})
"""What refuses a level that stands before it: `hard ones, no thanks`."""

_VERY: Final = frozenset({*"很超巨贼好", "very", "muy", "bien", "re"})
"""What is one phrase with the level behind it."""

OF_ALL: Final = re.compile(r"(?:the |your )?(?:[a-z]+est\b|most )|(?:el|la|lo|los|las) mas |最")
"""How a superlative begins, which is said of no puzzle that is there."""

_DEGREE: Final = frozenset({"too", "rather", "very", "enough", "is", "this"})
_BETWEEN: Final = _DEGREE | _TO_COME | {"filler", "send", "me", "which", "have", "level"}
"""What may stand between `not` and the word that it denies."""


def directed(tags: Sequence[Tag], *, is_question: bool) -> list[Tag]:
    """The tags of a clause, with each word for a difficulty joined to what qualifies it."""
    found: list[Tag] = []
    behind, begin = list(tags), 0
    while behind:
        tag = behind.pop(0)
        away = _away_from(tag)
        if not away and tag.concepts.isdisjoint(LEVELS):
            found.append(tag)
            continue
        # `enough` stands behind its word: `not hard enough`.
        enough = [behind.pop(0)] if behind and "enough" in behind[0].concepts else []
        if away and found[begin:] and "more" in found[-1].concepts:
            # `more advanced` is a comparison like `harder`.
            tag = _one([found.pop(), tag], {_OPPOSITE[away]})
        first, is_there = _first(found, begin), _is_there(found[begin:])
        refusal: list[Tag] = []
        # A refusal from behind (`hard ones, no`) counts if nothing before the level qualifies it.
        if first == len(found) and not is_there and _is_refused(found[begin:], tag, behind):
            refusal, behind = behind, []
        qualifying = (*found[first:], *enough, *refusal)
        is_left = bool(_concepts_of(behind) & _WISHED)
        judged = _Judged(away, tag, qualifying, is_there, is_question, is_left)
        joined = [*found[first:], tag, *enough, *refusal]
        meant = judged.meant()
        if not meant and _is_judged(found[begin:], tag, behind):
            joined[joined.index(tag)] = replace(tag, concepts=tag.concepts | {"judged"})
        found[first:] = [_one(joined, meant)] if meant else joined
        # What qualified this word qualifies no later one.
        begin = len(found)
    return found


def settled(tags: Sequence[Tag]) -> list[Tag]:
    """The tags of a text; where a level is wished besides, what was judged settles nothing."""
    named = [tag for tag in tags if tag.concepts & (_COMPARED | {*LEVELS})]
    ways = {frozenset(tag.concepts & _COMPARED) for tag in named} - {frozenset(), _COMPARED}
    if len(ways) == 1 and all(tag.concepts & _COMPARED for tag in named):
        # `Not easier, harder`: what the first leaves open the second says.
        (way,) = ways
        tags = [
            replace(tag, concepts=tag.concepts - _COMPARED | way) if tag in named else tag
            for tag in tags
        ]
    if all("judged" in tag.concepts for tag in named):
        return [*tags]
    return [replace(tag, concepts=tag.concepts - {"judged"}) for tag in tags]


def _away_from(tag: Tag) -> str:
    """The comparison that leads away from what a word says: `easier` for `hard`; or nothing."""
    is_hard, is_easy = bool(tag.concepts & _HARD), bool(tag.concepts & _EASY)
    if is_hard is is_easy:
        return ""
    return "easier" if is_hard else "harder"


def _is_judged(before: Sequence[Tag], tag: Tag, behind: Sequence[Tag]) -> bool:
    """Whether a level may be said of the puzzle that is there: `so easy, another one`.

    Then a wish for another one wants the opposite of what the level alone would ask for.
    """
    if OF_ALL.match(tag.text):
        return False
    is_very = tag.text[:1] in _VERY or tag.text.partition(" ")[0] in _VERY
    is_qualified = is_very or _concepts_of(before) & {"rather", "very", "is"}
    is_named = tag.text.endswith("的") or (
        behind and (behind[0].concepts & {"one", "puzzle"} or behind[0].text == "的")
    )
    return bool(is_qualified) and not is_named and not _concepts_of(before) & (_TO_COME | _WISHED)


def _first(tags: Sequence[Tag], begin: int) -> int:
    """Where the qualifiers of the next word begin: at `not`, otherwise at `too` or `stop`."""
    for concepts in ({"not"}, {"too"}, _AGAINST):
        for at in range(begin, len(tags)):
            if tags[at].concepts & concepts:
                return at
    return len(tags)


def _is_there(tags: Sequence[Tag]) -> bool:
    """Whether words are said of the puzzle that is there: `this is`, `it's`, not `one that is`."""
    if any("which" in tag.concepts for tag in tags):
        return False
    for at in reversed(range(len(tags))):
        if tags[at].text in _RELATIVE and _names_puzzle(tags[:at]):
            return False
        if tags[at].concepts & {"is", "this"}:
            # `want` and then `isn't` (要不是难的) is a wish and says nothing of this puzzle.
            is_of_wish = "not" in tags[at].concepts and at and tags[at - 1].concepts & _WISHED
            return not is_of_wish
        if tags[at].concepts & _TO_COME:
            return False
    return False


def _names_puzzle(before: Sequence[Tag]) -> bool:
    """Whether the last of these words is a puzzle, which `that is` describes: `a 9x9 that's`."""
    last = before[-1].concepts if before else frozenset[str]()
    return bool(last & _TO_COME) or any(one.startswith("size:") for one in last)


def is_refusal(tags: Sequence[Tag]) -> bool:
    """Whether these words only refuse what was said before them: `I do not want`."""
    if not all(tag.concepts & (_BETWEEN | _REFUSING) for tag in tags):
        return False
    concepts = _concepts_of(tags)
    return not concepts.isdisjoint(_REFUSING) and concepts.isdisjoint({"have", "this", "new"})


def _is_refused(before: Sequence[Tag], tag: Tag, behind: Sequence[Tag]) -> bool:
    """Whether the words behind a level refuse it.

    They do not in `give me a hard one, I don't like it`, which refuses the puzzle on the board.
    """
    is_of_wish = _concepts_of(before) & _WISHED or tag.concepts & _COMPARED
    return is_refusal(behind) and not (is_of_wish and _concepts_of(behind) & {"want", "dislike"})


@dataclass(frozen=True, slots=True)
class _Judged:
    """A word for a difficulty with its qualifiers.

    `is_there` says that it is about the puzzle on the board, `away` is the comparison that leads
    away from it. `is_left` says that a wish for another one stands behind it.
    """

    away: str
    tag: Tag
    qualifying: tuple[Tag, ...]
    is_there: bool
    is_question: bool
    is_left: bool

    def meant(self) -> Collection[str]:
        """The concepts of what is wanted; none where the word keeps its own."""
        concepts = _concepts_of(self.qualifying)
        if "not" in concepts:
            return self._denied(concepts)
        if "too" in concepts:
            # A wish in between ends the complaint: `too late, give me a hard one`.
            is_complaint = self.away and not concepts & {"want", "new"}
            return {_COMPLAINT[self.away]} if is_complaint else set()
        if self.away and self.is_there and self.is_left and not self.is_question:
            # `it is easy, give me another`: nobody leaves what suits them.
            return {_COMPLAINT[self.away]} if not self.tag.concepts & _COMPARED else set()
        is_told = self._holds_only(_BETWEEN | _AGAINST | _REFUSING) and not self.is_there
        is_against = is_told and not concepts & {"want", "new", "enough"}
        return self._refused() if is_against and concepts & (_AGAINST | _REFUSING) else set()

    def _denied(self, concepts: frozenset[str]) -> Collection[str]:
        if self._begins_anew() or (self.is_there and not self.away):
            return set()
        praised = {_COMPLAINT[_OPPOSITE[self.away]]} if self.away else set()
        is_rather = any(one.concepts & {"rather", "is"} == {"rather"} for one in self.qualifying)
        is_strange = not self._holds_only(_BETWEEN)
        if self.is_there:
            # `it's not so hard` may praise or complain; `it's not hard enough` only complains.
            is_vague = is_rather or "too" in concepts or self.tag.concepts & _COMPARED
            is_open = is_strange or (is_vague and "enough" not in concepts)
            return _COMPARED if is_open else praised
        if is_strange or not self.away:
            return self._refused()
        if "enough" in concepts or is_rather:
            return praised if "enough" in concepts else {self.away}
        return self._denied_level(concepts)

    def _denied_level(self, concepts: frozenset[str]) -> Collection[str]:
        if self.tag.concepts & _COMPARED:
            is_refused = "stop" in concepts or (concepts & _WISHED and not self.is_question)
            return self._refused() if is_refused else _COMPARED
        # `not hard` names no other level: something in between is suggested.
        if "too" in concepts or (self._holds_only(_DEGREE) and not self.is_question):
            return {"difficulty:medium", "middle"}
        # `don't you have hard ones?` may ask for one.
        return _COMPARED if self.is_question and "have" in concepts else self._refused()

    def _refused(self) -> Collection[str]:
        """What is left to offer: the levels on the other side, or the other comparison.

        With `not`, the comparison is offered and never carried out.
        """
        refused = [at for at, level in enumerate(LEVELS) if level in self.tag.concepts]
        if not refused:
            return {self.away, "not"}
        below, above = LEVELS[: refused[0]], LEVELS[refused[-1] + 1 :]
        sides = {"easier": below, "harder": above}
        return {"refused", *sides.get(self.away, (*below, *above))}

    def _begins_anew(self) -> bool:
        """Whether `not` denies something else, and a wish begins behind that."""
        known = _BETWEEN | {"not"}
        last = list(takewhile(lambda one: one.concepts & known, reversed(self.qualifying)))
        is_whole = len(last) == len(self.qualifying)
        return not is_whole and any(one.concepts & _WISHED for one in last)

    def _holds_only(self, concepts: frozenset[str]) -> bool:
        return all(one.concepts & (concepts | {"not"}) for one in self.qualifying)


def _one(tags: Sequence[Tag], concepts: Collection[str]) -> Tag:
    text = " ".join(tag.text for tag in tags)
    is_own, is_mended = all(tag.is_own for tag in tags), any(tag.is_mended for tag in tags)
    return Tag(text, frozenset(concepts), is_own, is_mended)


def _concepts_of(tags: Collection[Tag]) -> frozenset[str]:
    return frozenset[str]().union(*(tag.concepts for tag in tags))
