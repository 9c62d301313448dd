"""Reads a plain text as a wish: which one, how sure that is, and in which language it was said.

The text is folded, cut into phrases (`lexicon`) clause by clause, and the words for difficulties
are joined with what qualifies them (`direction`). The concepts that are left choose the rules
(`rules`), and the tags give the details, such as the size of a puzzle. A time of day goes another
way: if the sentence names one (`hours`) and its other words are about the daily, it is a wish for
the daily at that hour (`timed`).

A wish is carried out without a question only where the first rule explains every word (`fitting`).
An offer costs one tap, but a text that is misread may end a game. Thanks, praise and abuse are no
strange words.

Who writes or dictates much says why first. So where the whole is not sure, the last clause that is
sure by itself leads what is offered, unless something is denied in it or behind it. What no rule
explains whole is joined with what the text is like (`guesses`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bot.game.talk.asides import with_lapse, without_asides
from bot.game.talk.clauses import meant_days, parted, tagged, without_held, without_ornaments
from bot.game.talk.dates import on_day, with_yesterday
from bot.game.talk.details import Wanted, concepts_of
from bot.game.talk.direction import HAN_SPACE, directed, settled
from bot.game.talk.fitting import ANSWERED, ASKING, MOST_OFFERED, Found, fitted, is_once, others
from bot.game.talk.hours import PARTS, choices, find_hour, without_counts, without_denied
from bot.game.talk.lexicon import Lexicon, Tag, cut, fold, phrased
from bot.game.talk.likeness import Like, known
from bot.game.talk.order import orders
from bot.game.talk.rules import SMALL_TALK, SOFT
from bot.game.talk.tales import told_in
from bot.game.talk.timed import AT_HOUR, asked, only_tells, timed

LONGEST: Final = 200
"""Characters of the longest text that is read as a whole."""

LONGEST_LIKENED: Final = 600
"""Characters of the longest text that may be a wish."""

_TIED: Final = "en"
"""The language of a text that more than one language may be."""

_QUESTION: Final = re.compile(r"[?？]|吗|么\b|是不是|\bis (?:this|it|that)\b")
_REFUSAL: Final = re.compile(
    r"^(?:no|que no|nope|nah|不)\s*[,.!，。]"
    r"|^(?:(?:oh |no )?wait|hold on|espera|esperate|un momento|等等|等一下|慢着)"
    r"\s*[,.!，。…]+(?=.*\w)"
)
"""A "no" or a "wait" to what was before, which denies and pauses nothing of what follows."""

_DENIALS: Final = frozenset({"not", "refuse", "declined", "dislike", "stop"})

_MOST_CLAUSES: Final = 6
"""How many clauses at the end of a text are read by themselves."""

_LEFT: Final = frozenset({"not", "dislike", "giveup", "bad", "enough"})
_LEAVING: Final = _LEFT | SOFT | {"play", "stop", "rather", "very", "too", "is", "have", "bored"}
"""What may be said of a puzzle that somebody leaves for another one."""

_ASKED: Final = frozenset({"explain", "how_do", "meaning", "who"})
"""Who asks so may want to know something, and no puzzle."""

_SAID: Final = SMALL_TALK | {"too_hard", "too_easy"}
"""What only says something, and asks for nothing."""

_OF_PUZZLE: Final = frozenset({"new", "daily", "easier", "harder"})
"""Wishes for another puzzle, whose words may only tell of one."""

_PARTS: Final = frozenset(f"part:{part}" for part in PARTS)
_TIMED: Final = frozenset({"every", "usually", "remind", "send"})


@dataclass(frozen=True, slots=True)
class Reading:
    """The wishes that a text may mean, the likeliest first.

    `is_sure` says that the first is meant and nothing else was said. `language` is the language of
    the words; None where it is the person's own or cannot be told. `is_likely` says that nothing
    is denied, although some words are strange or name several wishes. `others` are further wishes
    that fit, for somebody who says that none of the `wanted` ones is right. `is_guess` says that
    it may be any of the wishes or none, so that they are only offered. `is_ordered` says that the
    text orders the language that it wishes for. `is_told` says that its words only tell something.
    """

    wanted: tuple[Wanted, ...]
    is_sure: bool
    language: str | None
    is_likely: bool = False
    others: tuple[Wanted, ...] = ()
    is_guess: bool = False
    is_ordered: bool = False
    is_told: bool = False

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

        None for a text that is too long or means nothing. Of a text longer than LONGEST only its
        last sure clause is read. Where the reading is not sure, the text is read once more with its
        strange words as the known ones that they are most like; what that adds is only offered.
        Takes time linear in the length of the text.
        """
        if len(text) > LONGEST_LIKENED:
            return None
        folded = fold(text, self.simplified)
        if len(text) <= LONGEST:
            return self._likeliest(folded, language, playing=playing)
        last = self._last_clause(folded, language, playing=playing)
        return replace(last, is_sure=False, is_guess=True) if last else None

    def likes(self, text: str) -> tuple[Like, ...]:
        """The wishes that a text is like, the likeliest first; none for one that is too long."""
        if len(text) > LONGEST_LIKENED:
            return ()
        folded = fold(text, self.simplified)
        return known().like(folded, self.phrases(folded))

    def phrases(self, folded: str) -> list[str]:
        """The phrases of a folded text by what they mean, in the language that knows most of it."""
        lexicons = dict(self.lexicons)
        own = lexicons.pop(self._language_of(folded, _TIED) or _TIED)
        return phrased(cut(folded, own, [*lexicons.values()]))

    def at_hour(self, reading: Reading, text: str) -> Reading:
        """A reading of the daily or its reminder, at the hour that the text names, if it names one.

        For what no rule has read: `mejor a las 10 de la mañana`.
        """
        first = reading.wanted[0]
        if first.name not in AT_HOUR or first.rest:
            return reading
        folded = fold(text, self.simplified)
        own, *others = self.lexicons.values()
        hour = find_hour(folded, _parts_in(cut(folded, own, others)), bare=False)
        if hour is None:
            return reading
        question, *hours = asked(hour.minutes, wish=first.name)[0]
        return replace(reading, wanted=(question, *hours) if len(hours) > 1 else tuple(hours))

    def language_of(self, text: str, language: str) -> str | None:
        """The language of a text; None where it is the person's own or cannot be told."""
        return self._language_of(fold(text, self.simplified), language)

    def _likeliest(self, folded: str, language: str, *, playing: bool) -> Reading | None:
        found = self._reading(folded, language, playing=playing)
        if (
            found
            and not found.is_sure
            and (left := self._left_for(folded, language, playing=playing))
        ):
            return left
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
        said = parted(folded)
        lexicons = [*self.lexicons.values()]
        for clause in reversed(said[-_MOST_CLAUSES:] if len(said) > 1 else []):
            if not _DENIALS.isdisjoint(concepts_of(cut(clause, lexicons[0], lexicons[1:]))):
                return None
            found = self._reading(clause, language, playing=playing)
            if found and found.is_sure and found.wanted[0].name not in _SAID:
                return None if found.wanted[0].name in ANSWERED else found
        return None

    def _left_for(self, folded: str, language: str, *, playing: bool) -> Reading | None:
        """What is surely wished instead of a puzzle that is refused: `I don't like this, another`.

        None where anything else is said beside it.
        """
        own, *others = self.lexicons.values()
        clauses = {
            clause: cut(clause, own, others) for clause in parted(HAN_SPACE.sub("，", folded))
        }
        wished = [one for one, tags in clauses.items() if "new" in concepts_of(tags)]
        told = [tag.concepts for one, tags in clauses.items() if one not in wished for tag in tags]
        is_left = all(concepts & _LEAVING for concepts in told)
        if len(wished) != 1 or not is_left or frozenset[str]().union(*told).isdisjoint(_LEFT):
            return None
        found = self._reading(wished[0], language, playing=playing)
        return found if found and found.is_sure and found.wanted[0].name == "new" else None

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
        """The reading of a text, of which clauses that only tell of other puzzles ask for none."""
        told, rest = told_in(folded)
        found = self._whole(folded, language, playing=playing)
        if not told or found is None or found.wanted[0].name not in _OF_PUZZLE:
            return found
        wished = self._whole(rest, language, playing=playing) if rest else None
        if wished and wished.wanted[0].name not in _SAID | ANSWERED:
            return wished
        return replace(found, is_sure=False, is_likely=False, is_guess=True, is_told=True)

    def _whole(self, folded: str, language: str, *, playing: bool) -> Reading | None:
        folded, day = with_yesterday(with_lapse(folded))
        said = self._language_of(folded, language)
        own = said or language
        lexicons = [
            self.lexicons[own],
            *(self.lexicons[one] for one in self.lexicons if one != own),
        ]
        is_question = bool(_QUESTION.search(folded))
        clauses = meant_days(tagged(_REFUSAL.sub("", without_asides(folded)), lexicons))
        tags = _told(clauses, is_question=is_question)
        concepts = concepts_of(tags)
        parts = _parts_in(tags)
        named = without_denied(folded)
        is_moved = named != folded
        # A number alone is an hour only where the text speaks of times.
        is_bare = is_moved or bool(parts) or not _TIMED.isdisjoint(concepts)
        of_hour = _parts_in(cut(named, lexicons[0], lexicons[1:])) if is_moved else parts
        hour = find_hour(named, of_hour, bare=is_bare)
        if "often" in concepts and not find_hour(without_counts(named), of_hour, bare=True):
            hour = None
        daily = timed(hour, lexicons, playing=playing, is_moved=is_moved) if hour else None
        if daily:
            is_open = is_question or is_once(concepts) or only_tells(tags) or "not" in concepts
            is_likely = daily[1] or not (is_open or is_moved)
            return Reading(*daily, said, is_likely=is_likely and len(daily[0]) == 1)
        if is_question:
            tags.append(Tag("?", frozenset({"question"})))
        found = on_day(fitted(tags, playing=playing), day)
        if found and found[0][0].name == "leave" and len(wished := without_held(clauses)) > 0:
            found = (
                _besides(fitted(_told(wished, is_question=is_question), playing=playing)) or found
            )
        if found and found[0][0] == Wanted("subscribe") and (minutes := choices(parts)):
            found = asked(minutes)
        if found is None:
            return None
        # A time of day is no size: `6 am lonodn` names a place that nobody knows.
        begun = found[0][0]
        if hour and begun.name == "new" and begun.rest.isdecimal() and not found[1]:
            found = asked(hour.minutes)
        is_asked = found[0][0].name in {"new", "daily"} and not concepts.isdisjoint(_ASKED)
        is_likely = "not" not in concepts and not is_asked
        more = others(tags, found[0], playing=playing)
        wanted, is_sure = found
        ordered = {Wanted("language", one) for one in orders(clauses)}
        is_ordered = bool(ordered.intersection(wanted))
        # What is said about a language orders none: `I speak Spanish`.
        is_told = wanted[0].name == "language" and bool(wanted[0].rest) and not is_ordered
        return Reading(
            wanted,
            is_sure and not is_told,
            said,
            is_likely=is_likely,
            others=more,
            is_ordered=is_ordered,
        )

    def _language_of(self, folded: str, language: str) -> str | None:
        """The one language that knows most of a text; None for `language` itself and for a tie.

        Another one has to know half as much again as `language`: `ya me canse, chao` has words that
        are nearly English.
        """
        scores: dict[str, int] = {}
        for name, lexicon in self.lexicons.items():
            tags = cut(folded, lexicon, ())
            # A word that had to be mended counts half.
            scores[name] = sum(
                len(tag.text) * (2 - tag.is_mended) for tag in tags if tag.concepts and tag.is_own
            )
        best = max(scores.values())
        first = [name for name, score in scores.items() if score == best]
        is_other = len(first) == 1 and 2 * best >= 3 * scores.get(language, 0)
        return first[0] if is_other and first[0] != language else None


def _parts_in(tags: Sequence[Tag]) -> list[str]:
    """The parts of the day that a text names."""
    return [one.removeprefix("part:") for one in concepts_of(tags) if one in _PARTS]


def _told(clauses: Sequence[Sequence[Tag]], *, is_question: bool) -> list[Tag]:
    tags = [tag for clause in clauses for tag in directed(clause, is_question=is_question)]
    return without_ornaments(settled(tags))


def _besides(found: Found | None) -> Found | None:
    """What is wished beside something that is to be left as it is; None where nothing is."""
    is_wish = found is not None and found[0][0].name not in _SAID | ANSWERED
    return found if is_wish else None


def _led_by(found: Reading | None, clause: Reading) -> Reading:
    """A reading that begins with what its last clause asks for."""
    if found is None or found.is_small_talk:
        return replace(clause, is_sure=False, is_likely=found is not None)
    first = clause.wanted[0]
    # The whole says more about the same wish, such as which levels are refused.
    # `An easier one, but the same size`: the last clause leaves open what the whole has named.
    is_vaguer = first == Wanted("new") and found.wanted[0].name in {"easier", "harder"}
    if is_vaguer or found.wanted[0].name in {first.name, *(ANSWERED - ASKING)}:
        return found
    known = set(first.rest.split())
    named = [one for one in found.wanted if one.name == first.name]
    first = next((one for one in named if known < {*one.rest.split()}), first)
    rest = [one for one in found.wanted if one != first and one.name not in ASKING]
    return replace(found, wanted=(first, *rest)[:MOST_OFFERED])


def _joined(found: Reading | None, guessed: Reading) -> Reading:
    """A reading with what a guess at its strange words adds to it."""
    if found is None or (found.is_small_talk and not guessed.is_small_talk):
        return replace(guessed, is_sure=False, is_likely=False)
    first, *more = guessed.wanted
    if first == found.wanted[0] or guessed.is_small_talk or first.name in ANSWERED:
        return found
    wanted = dict.fromkeys((*found.wanted, first, *more))
    return replace(found, wanted=tuple(wanted)[:MOST_OFFERED])
