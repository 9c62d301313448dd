"""The words and phrases of the languages, and a text cut up into them.

Each phrase stands for one or more concepts, such as `undo` or `difficulty:hard`. A text is cut up
from left to right, at each place into the longest phrase that is known. Chinese has no spaces, so
each of its characters counts as a word of its own and a phrase is several of them; Latin words are
compared without capitals, accents and apostrophes.

A word that occurs in no phrase may be a typing error (`slips`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.game.talk.slips import Slips
from engine.techniques import Technique

WORD: Final = "word"
"""The table of concepts that have no key of their own."""

FILLER: Final = "filler"
_FOLD: Final = "fold"

_COUNTLESS: Final = ("number:", "technique:", "part:")
"""Tables of which it says little about a wish which of their concepts is named."""

_LINKED: Final = frozenset({"back", "hesitate"})
"""Concepts that say how a word goes with those beside it, and nothing more about a wish."""

_FOREIGN: Final = frozenset({"foreign"})
"""The concept of the names of languages that the bot does not speak."""

_PAIR: Final = 2
"""Characters of most Chinese words."""

_LONGEST_WITH_S: Final = 3
"""Words with no more letters than this keep their s: `this` loses it, `is` does not."""

_LONGEST_APART: Final = 4
"""Phrases with no more letters than this are not written as one word."""

_SIZE: Final = re.compile(r"(?<!\d)(\d{1,2}) ?(?:[x×*✕]|乘) ?(\d{1,2})(?!\d)")
_BY: Final = re.compile(r"\b(\d{1,2}) (?:by|por) \1\b")
"""A size in words: `12 by 12`."""

_EMOJI: Final = (
    "\u2190-\u21ff\u2300-\u23ff\u25a0-\u25ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
)
_TOKEN: Final = re.compile(rf"[^\W\d_\u3400-\u9fff]+|\d+|[\u3400-\u9fff]|[{_EMOJI}]")
_IS_EMOJI: Final = re.compile(f"[{_EMOJI}]")
_REPEATED: Final = re.compile(r"([a-z])\1{2,}")

_COUNTED: Final = r"(?<!\bat)(?<!print)(?<!undo)(?<!last)(?<!back)(?<!\brow)(?<!column)(?<!level)"
_TO: Final = re.compile(
    rf"(?<=[a-z]){_COUNTED} 2 (?=(?:send|share|get|have|be|do|go|know|see|play|my|the|me|you|u|this"
    r"|that|try|make|stop|change|print|learn|quit|undo|put|ask|find|show|turn|start|solve)\b)"
)
_FOR: Final = re.compile(
    rf"(?<=[a-z]){_COUNTED} 4 (?=(?:me|my|the|u|you|us|this|now|today|kids|fun)\b)"
)
"""Figures that people write for words of the same sound, and that count nothing."""

_WHAT: Final = re.compile(
    r"\b(?:wtf|wth)(?= (?:is|are)\b)"
    r"|\b(?P<asked>what|how|why|where|when|who)(?: tf| the (?:fuck|hell|heck))\b"
)
"""Questions with an oath in them: `wtf is a candidate`, `how tf do I undo`."""

_SHORT: Final = """
q que, d de,
l8r later, l8rs later, cul8r later, gr8 great, g8 great, b4 before, m8 mate, w8 wait, str8 straight,
2day today, 2days todays, 2nite tonight, 2moro tomorrow, any1 anyone, some1 someone, no1 nobody,
every1 everyone, 4ever forever, salu2 saludos, 3q 谢谢,
hw how, mny many, ovr over, strt start, clr clear, wut what, wht what, wats whats, tme time,
sumthin something, sumfin something, somethin something, nite night, dnt dont, nxt next, lst last,
tmrw tomorrow, tdy today, yday yesterday, ystrdy yesterday, pzl puzzle, pzzl puzzle, sdk sudoku,
shud should, shuld should, iz is, rite right, dis this, dat that, stahp stop, halp help,
aki aqui, ahr ahora, bn bien, dsd desde, dnd donde, acer hacer, aser hacer, ke que, tngo tengo,
toy estoy, stoy estoy, cmo como, komo como, naa nada, msj mensaje, msjs mensajes,
康康 看看, 木有 没有, 肿么 怎么, 神马 什么, 灰常 非常, 在来 再来, 辣么 那么, 俺 我
"""
_WHOLE: Final = dict(pair.split() for pair in _SHORT.replace("\n", " ").split(","))
"""What people write for words, by their sound or shorter, and the words; figures count nothing."""

_SPELLED: Final = re.compile(
    r"\b(?=[a-z]*\d[a-z])(?![rfl]\d+ ?c\d)(?!c\d+[rfl]\d)[a-z]+\d[a-z]+\d?\b"
)
"""A figure between letters, such as `f8ful`, unless both name a cell: strange, but no number."""

_CELL: Final = re.compile(r"[a-i]\d")


def _pattern(short: str) -> str:
    """What finds a short form; one that is the name of a cell, too, only before a word."""
    if not short.isascii():
        return short
    return rf"\b{short}\b" + ("(?= [a-z])" if _CELL.fullmatch(short) else "")


_SHORTENED: Final = re.compile("|".join(map(_pattern, _WHOLE)))
_SUDOKU: Final = re.compile(r"\bs[aou]d[aou][ck]{1,2}h?[aou]+(?=s?\b)")
"""The many ways to spell `sudoku`."""

Tables = Mapping[str, Mapping[str, str]]
"""What a file of words holds: tables of concepts, each with its phrases between commas."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A phrase of a text with the concepts that it may stand for; none where it is unknown.

    `is_own` says that it belongs to the language of the reading, `is_mended` that a typing error
    was corrected.
    """

    text: str
    concepts: frozenset[str]
    is_own: bool = True
    is_mended: bool = False


@dataclass(frozen=True)
class Lexicon:
    """The phrases of one language with their concepts."""

    language: str
    phrases: Mapping[tuple[str, ...], frozenset[str]]

    @classmethod
    def of(
        cls,
        language: str,
        tables: Tables,
        techniques: Mapping[str, Technique],
        commands: Iterable[str] = (),
    ) -> "Lexicon":
        """Reads the tables; `commands` are names that mean themselves in every language."""
        found: dict[tuple[str, ...], set[str]] = {}
        for phrase, concept in _entries(tables, techniques, commands):
            words = tuple(tokens(phrase))
            found.setdefault(words, set()).add(concept)
            whole = "".join(words)
            # People write `giveup` and `newgame`, too, without the space.
            if len(whole) > _LONGEST_APART and whole.isascii():
                found.setdefault((whole,), set()).add(concept)
        # Most who write `ur` mean no unique rectangle.
        for meant in found.values():
            if FILLER in meant:
                meant -= {one for one in meant if one.startswith("technique:")}
        return cls(language, {words: frozenset(meant) for words, meant in found.items()})

    @cached_property
    def longest(self) -> Mapping[str, int]:
        """How many words the longest phrase with a first word has."""
        lengths: dict[str, int] = {}
        for words in self.phrases:
            lengths[words[0]] = max(lengths.get(words[0], 0), len(words))
        return lengths

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(word for phrase in self.phrases for word in phrase)

    @cached_property
    def slips(self) -> Slips:
        # What is asked for least is not what a slip means: `turno` is no `turco`.
        usual = [words for words, meant in self.phrases.items() if meant != _FOREIGN]
        return Slips(self.language, frozenset(word for phrase in usual for word in phrase))

    @cached_property
    def _by_character(self) -> Mapping[tuple[int, str], str]:
        """Words of two Chinese characters that say something, by the place of each character."""
        table: dict[tuple[int, str], str] = {}
        for phrase, concepts in self.phrases.items():
            if len(phrase) == _PAIR and not phrase[0].isascii() and FILLER not in concepts:
                for at, character in enumerate(phrase):
                    table.setdefault((at, character), "".join(phrase))
        return table

    def near_pair(self, first: str, second: str) -> str | None:
        """A word that shares one of two strange characters: input methods mistake the other."""
        return self._by_character.get((0, first)) or self._by_character.get((1, second))

    def at(self, words: Sequence[str], at: int) -> tuple[int, frozenset[str]] | None:
        """How many words the longest phrase at a place has, and its concepts; None without one."""
        first = (words[at], _singular(words[at]))
        most = max(self.longest.get(word, 0) for word in first)
        for count in range(min(most, len(words) - at), 0, -1):
            phrase = tuple(words[at : at + count])
            meant = self.phrases.get(phrase)
            if meant is None and phrase[0].isascii():
                meant = self.phrases.get(tuple(map(_singular, phrase)))
            if meant:
                return count, meant
        return None


def fold(text: str, simplified: Mapping[int, str]) -> str:
    """A text in lower case, without accents and apostrophes, in simplified characters."""
    plain = unicodedata.normalize("NFKD", text.translate(simplified).lower())
    kept = "".join(letter for letter in plain if not unicodedata.combining(letter))
    kept = _REPEATED.sub(r"\1", re.sub(r"['’‘`´]", "", kept))
    whole = _SHORTENED.sub(lambda found: _WHOLE[found[0]], _SUDOKU.sub("sudoku", kept))
    spelled = _SPELLED.sub(_without_figures, whole)
    spelled = _WHAT.sub(lambda found: found["asked"] or "what", spelled)
    return _FOR.sub(" for ", _TO.sub(" to ", _BY.sub(r"\1x\1", spelled)))


def _without_figures(found: re.Match[str]) -> str:
    return re.sub(r"\d", "", found[0])


def simplified(tables: Tables) -> Mapping[int, str]:
    """The simplified character for each traditional one; empty for languages without them."""
    pairs = tables.get(_FOLD)
    if pairs is None:
        return {}
    return dict(zip(map(ord, pairs["traditional"]), pairs["simplified"], strict=True))


def tokens(text: str) -> list[str]:
    """The words, numbers, Chinese characters and emoji of a folded text."""
    return _TOKEN.findall(text)


def is_emoji(word: str) -> bool:
    """Whether a word of a text consists of emoji."""
    return all(map(_IS_EMOJI.fullmatch, tokens(word)))


def cut(text: str, own: Lexicon, others: Sequence[Lexicon]) -> list[Tag]:
    """Cuts a folded text into phrases of a language, and of the others where it has none."""
    tags: list[Tag] = []
    behind = 0
    for size in _SIZE.finditer(text):
        tags += _cut(tokens(text[behind : size.start()]), own, others)
        tags.append(_sized(size))
        behind = size.end()
    return tags + _cut(tokens(text[behind:]), own, others)


def phrased(tags: Sequence[Tag]) -> list[str]:
    """The phrases of a text by what they mean: their concepts, without which number or technique.

    A phrase that is not known is empty, and what only fills the text is left out.
    """
    found = []
    for tag in tags:
        concepts = {
            one.partition(":")[0] if one.startswith(_COUNTLESS) else one
            for one in tag.concepts - _LINKED
        }
        if concepts != {FILLER}:
            found.append("|".join(sorted(concepts)))
    return found


def _sized(found: re.Match[str]) -> Tag:
    """`6x6` as the size that it names."""
    first, second = int(found[1]), int(found[2])
    concept = f"size:{first}" if first == second else ""
    return Tag(found[0], frozenset({concept} - {""}), is_own=False)


def _cut(words: list[str], own: Lexicon, others: Sequence[Lexicon]) -> list[Tag]:
    known = [_known(word, own, others) for word in words]
    tags, at = [], 0
    while at < len(known):
        found = own.at(known, at)
        is_own = found is not None
        found = found or next(filter(None, (other.at(known, at) for other in others)), None)
        count, concepts = found or (1, frozenset())
        # An emoji decorates what is said, unless it says something itself.
        if not found and _IS_EMOJI.fullmatch(words[at]):
            at += 1
            continue
        # No wish has a number of more than nine digits.
        if words[at].isdigit() and not concepts:
            concepts = frozenset({f"number:{int(words[at][:9])}"})
        mended = known[at : at + count] != words[at : at + count]
        tags.append(Tag(" ".join(words[at : at + count]), concepts, is_own, mended))
        at += count
    return tags


def _known(word: str, own: Lexicon, others: Sequence[Lexicon]) -> str:
    """The word itself, its singular, or the known word that it is a typing error for."""
    if not word.isascii() or word.isdigit():
        return word
    lexicons = (own, *others)
    for form in (word, _singular(word), word.removesuffix("es")):
        if any(form in lexicon.words for lexicon in lexicons):
            return form
    # A slip is one in the language of the text: `calentar` is no `calendar`.
    return own.slips.mended(word) or word


def _singular(word: str) -> str:
    is_plural = len(word) > _LONGEST_WITH_S and word.endswith("s") and not word.endswith("ss")
    return word[:-1] if is_plural else word


def _entries(
    tables: Tables, techniques: Mapping[str, Technique], commands: Iterable[str]
) -> Iterator[tuple[str, str]]:
    """Each phrase, folded, with its concept."""
    plain = simplified(tables)
    for name, table in tables.items():
        for key, phrases in table.items() if name != _FOLD else ():
            concept = key if name == WORD else f"{name}:{key}"
            yield from ((fold(phrase, plain).strip(), concept) for phrase in phrases.split(","))
    yield from ((fold(name, plain), f"technique:{meant}") for name, meant in techniques.items())
    yield from ((name, name) for name in commands)
