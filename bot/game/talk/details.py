"""The details of a wish in a text: which size and difficulty, how many turns, which technique."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final

from bot.game.days import is_before_last, weeks_back
from bot.game.talk.direction import LEVELS, OF_ALL
from bot.game.talk.language import language_wanted
from bot.game.talk.lexicon import Tag
from bot.game.talk.rules import Rule
from bot.game.wish import LIKE_A_SIZE, SIZES, hardest_of_size
from engine.difficulty import Difficulty

_MOST_TURNS: Final = 20
_MOST_WEEKS: Final = 10
_SMALL: Final = 6
_BIG: Final = 16

_AWAY: Final = {"big": "bigger", "small": "smaller"}

_MADE: Final = frozenset(map(str, SIZES))
"""The sizes of the puzzles that are made, as a wish names them."""

_LAST: Final = frozenset({"last", "ultimos", "ultimas"})

_THAN: Final = re.compile(r"\bthan\b|\bque (?:el|la|lo|los|las|un|una)\b|比")
"""Words before a size that is only compared with."""

_COUNTED: Final = re.compile(
    r"(?:games?|rounds?|juegos?|rondas?|hours?|hs?|hrs?|min(?:ute)?s?|mins?|days?|weeks?|months?|years?|yrs?|puzzles?|sudokus?|times"
    r"|mistakes?|errors?|people|players|of|horas?|minutos?|dias?|semanas?|mes(?:es)?|anos?|anitos"
    r"|veces|errores|personas|partidas?|stars?|stops|stations|paradas)\b"
    r"|[个点小钟分天岁道题次年月周人步站秒]"
)
"""What a number before it counts."""

_DEFINITE: Final = re.compile(
    r" (?:the|it|el|la|lo) | (?:my|mi) (?:\d|hard|easy|sudoku|puzzle|puzle|game|partida)|[这那]"
)
_A_SINGLE: Final = re.compile(r" (?:an?|one|uno?|una) |一 ?[道个张份局盘]")
_A_PAGE: Final = "4"
"""How many puzzles are printed where no number is said: `print hard ones`."""

_OF: Final = frozenset({"a", "an", "the", "of", "de", "del", "un", "uno", "的", "个"})
"""Words that may stand between a puzzle and its size."""

_JOINING: Final = frozenset({"or", "nor", "and", "o", "ni", "y", "和", "或"})
"""Words between two sizes that are refused together."""

_COUNTING: Final = frozenset({"somos", "tengo", "llevo", "cumplo", "age", "aged", "were", "we are"})
"""Words behind which a number counts people or years."""

_NAMES: Final = {
    "notes clear": "notes",
    **dict.fromkeys(("noting", "erasing"), "help"),
    **dict.fromkeys(("yesterday", "weekday"), "daily"),
}
"""The commands of wishes that have another name."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wish by its name, and the arguments of the command that carries it out."""

    name: str
    rest: str = ""


def concepts_of(tags: Collection[Tag]) -> frozenset[str]:
    """All concepts of a text, and the tables that they belong to (`size:` for `size:6`)."""
    found = frozenset[str]().union(*(tag.concepts for tag in tags))
    # A row and a column together name a cell, and ask for neither.
    named = {"cell"} if {"unit:row", "unit:column"} <= found else set[str]()
    return found | named | {f"{concept.partition(':')[0]}:" for concept in found if ":" in concept}


def wanted_by(rule: Rule, tags: Sequence[Tag]) -> Wanted:
    """The wish of a rule with its details."""
    details = _DETAILS.get(rule.wish)
    return Wanted(_NAMES.get(rule.wish, rule.wish), details(tags) if details else "")


def _look(tags: Sequence[Tag]) -> str:
    """How the board is to look: of several looks one that is not denied, else the last.

    `In text I can't see it` denies the one before it.
    """
    named = [at for at, tag in enumerate(tags) if _value([tag], "look")]
    ends = [*named[1:], len(tags)]
    wished = [
        tags[at]
        for at, end in zip(named, ends, strict=False)
        if not any(tag.concepts & {"not", "stuck", "refuse"} for tag in tags[at + 1 : end][:3])
        and not any(tag.concepts & {"not", "refuse", "stuck"} for tag in tags[max(0, at - 3) : at])
    ]
    return _value(wished or tags, "look")


def _count(tags: Sequence[Tag]) -> str:
    """How many puzzles to print; empty for one, which is the one that is played."""
    number = _value(tags, "number")
    return number if number != "1" else ""


def _printed(tags: Sequence[Tag]) -> str:
    """How many new puzzles to print, of which size and difficulty; empty for the one played."""
    count, band = _count(tags), _difficulty(tags)
    kind = [*_values(tags, "size")[:1], *([band] if band else [])]
    said = f" {' '.join(tag.text for tag in tags)} "
    is_there = not concepts_of(tags).isdisjoint({"this", "answer", "today", "last"})
    if not count and (not kind or is_there or _DEFINITE.search(said)):
        return ""
    return " ".join([count or ("1" if _A_SINGLE.search(said) else _A_PAGE), *kind])


def _turns(tags: Sequence[Tag]) -> str:
    """How many turns to undo, where moves or steps are counted; empty for one."""
    if any("twice" in tag.text.split() for tag in tags):
        return "2"
    for first, second in pairwise(tags):
        # `the last two` and `go back two` as well as `two moves`.
        is_behind = first.text.split()[-1] in _LAST or "back" in first.concepts
        counted, moves = (second, first) if is_behind else (first, second)
        number = _value([counted], "number")
        if (
            moves.concepts & {"last", "undo"}
            and number.isdecimal()
            and 1 < int(number) <= _MOST_TURNS
        ):
            return number
    return ""


def _unit(tags: Sequence[Tag]) -> str:
    unit, number = _value(tags, "unit"), _value(tags, "number")
    return f"{unit} {number}" if unit and number else ""


def _value(tags: Sequence[Tag], table: str) -> str:
    """The last concept of a table in a text, without the table's name; empty for none."""
    return "".join(_values(tags, table)[-1:])


def _values(tags: Sequence[Tag], table: str) -> list[str]:
    mark = f"{table}:"
    concepts = (concept for tag in tags for concept in sorted(tag.concepts))
    return [one.removeprefix(mark) for one in concepts if one.startswith(mark)]


def _weekday(tags: Sequence[Tag]) -> str:
    """A weekday, with how many weeks ago it was where a week is named: `wednesday-1`.

    `wednesday-before` is the one before the last.
    """
    weekday = _value(tags, "weekday")
    said = " ".join(tag.text for tag in tags)
    if weekday and is_before_last(said):
        return f"{weekday}-before"
    weeks = weeks_back(said)
    is_near = weeks is not None and weeks < _MOST_WEEKS
    return f"{weekday}-{weeks}" if weekday and is_near else weekday


def _technique(tags: Sequence[Tag]) -> str:
    """The technique with the longest name among those in a text."""
    named = [tag for tag in tags if any(one.startswith("technique:") for one in tag.concepts)]
    return _value(sorted(named, key=lambda tag: len(tag.text)), "technique").replace("_", " ")


def _puzzle(tags: Sequence[Tag]) -> str:
    """The arguments of /new: size, symmetry, difficulty and technique."""
    band = _difficulty(tags)
    size = _size(tags, band)
    if band == Difficulty.EXTREME and size in _MADE and any(OF_ALL.match(tag.text) for tag in tags):
        # `The hardest 6x6` is there, and only an extreme one is not.
        band = str(hardest_of_size(int(size)))
    technique = _technique(tags)
    if technique:
        technique = f"with {technique}"
    parts = [size, _value(tags, "symmetry"), band, technique]
    return " ".join(part for part in parts if part)


def _size(tags: Sequence[Tag], band: str) -> str:
    concepts = concepts_of(tags)
    wished = [tag for at, tag in enumerate(tags) if not _is_denied(tags[max(0, at - 3) : at])]
    # `I hate 9x9, something smaller`: the size that is named is not the one that is wanted.
    is_refused = _is_compared(tags) or len(_values(wished, "size")) < len(_values(tags, "size"))
    is_left = is_refused and not concepts.isdisjoint({"small", "big"})
    named = _sizes(wished) or ([] if is_left else _sizes(tags))
    named = named or _unmade(tags)
    if named:
        return named[0]
    # `Too big` is what somebody does not want.
    meant = [tag for before, tag in pairwise([Tag("", frozenset()), *tags]) if not _is_too(before)]
    concepts = concepts_of(meant)
    # Small puzzles are never extreme: then the few minutes were those of another one.
    if ("small" in concepts and band != Difficulty.EXTREME) or (
        "kids" in concepts and not _value(tags, "difficulty")
    ):
        return str(_SMALL)
    return str(_BIG) if "big" in concepts else ""


def _named_size(tags: Sequence[Tag]) -> str:
    """The size that is named, as of a harder puzzle; empty where it is only compared with.

    In Chinese the puzzle that is wanted stands behind what it is compared with: `比这个难的6x6`.
    """
    wished = [
        tag
        for at, tag in enumerate(tags)
        if not _is_denied(tags[max(0, at - 3) : at]) or tags[at - 1].text.endswith("的")
    ]
    if named := _values(wished, "size")[:1]:
        return named[0]
    # `Bigger but easier`, and not `too big, an easier one`.
    concepts = concepts_of(tags)
    away = [way for way in ("big", "small") if way in concepts]
    is_plain = len(away) == 1 and concepts.isdisjoint({"too", "not", "refuse", "board", "look:"})
    return _AWAY[away[0]] if is_plain else ""


def _alone(tags: Sequence[Tag]) -> str:
    """Whether only the reminder is to end, as the daily is to be sent on."""
    return "alone" if "kept" in concepts_of(tags) else ""


def _of_hint(tags: Sequence[Tag]) -> str:
    """Whether the reason of a hint is asked for, and not that of a digit on the board."""
    is_named = any("hint" in tag.text.split() for tag in tags)
    return "hint" if is_named or "hint" in concepts_of(tags) else ""


def _at_once(tags: Sequence[Tag]) -> str:
    """Whether a hint is to tell its digit at once."""
    concepts = concepts_of(tags)
    is_refused = not concepts.isdisjoint({"not", "refuse", "without"})
    return "answer" if "at_once" in concepts and not is_refused else ""


def _is_too(tag: Tag) -> bool:
    return "too" in tag.concepts


def _sizes(tags: Sequence[Tag]) -> list[str]:
    # Beside children a mere number is their age.
    is_of_kids = "kids" in concepts_of(tags)
    counted = [] if is_of_kids else tags
    before, behind = [None, *counted], [*counted[1:], None]
    beside = zip(before, counted, behind, strict=False)
    alone = [tag for last, tag, next_ in beside if _is_size(last, next_)]
    numbers = [number for number in _values(alone, "number") if int(number) in SIZES]
    return [*_values(tags, "size"), *numbers]


def _unmade(tags: Sequence[Tag]) -> list[str]:
    """A number behind `new` that means a size in which no puzzles are made: `new 12`."""
    if "kids" in concepts_of(tags):
        return []
    told = [tag for tag in tags if tag.text not in _OF]
    return [
        tag.text
        for before, tag, behind in zip(told, told[1:], [*told[2:], None], strict=False)
        if before.concepts & {"new", "puzzle"}
        and tag.text.isdecimal()
        and 1 < int(tag.text) <= LIKE_A_SIZE
        and _is_size(before, behind)
    ]


def _is_size(before: Tag | None, behind: Tag | None) -> bool:
    """Whether a number between these words may be a size: `4 hours` counts something else."""
    is_counted = behind is not None and _COUNTED.match(behind.text)
    return not is_counted and not (before is not None and before.text in _COUNTING)


def _is_denied(before: Sequence[Tag]) -> bool:
    """Whether the words before a size deny it: `no 6x6, a 4x4`, `smaller than a 9x9`."""
    sizes = [
        at for at, tag in enumerate(before) if any(one.startswith("size:") for one in tag.concepts)
    ]
    if sizes and not any(tag.text in _JOINING for tag in before):
        # What stands before another size is said of that one.
        before = before[sizes[-1] + 1 :]
    denied = {"not", "stop", "refuse", "dislike"}
    return any(tag.concepts & denied for tag in before) or _is_compared(before)


def _is_compared(before: Sequence[Tag]) -> bool:
    return bool(_THAN.search(" ".join(tag.text for tag in before)))


def narrowed(tags: Sequence[Tag]) -> list[list[Tag]]:
    """One copy of a text for each level that it leaves open; of several wanted ones the last."""
    named = [tag.concepts for tag in tags if not tag.concepts.isdisjoint(LEVELS)]
    if not named:
        return [[*tags]]
    wished = [one for one in named if one.isdisjoint({"refused", "middle"})]
    # Several refusals leave what none of them excludes. Where that is nothing the last wish counts.
    left = frozenset.intersection(*named).intersection(LEVELS) or (wished or named)[-1]
    return [[*tags, Tag("", frozenset({level}))] for level in LEVELS if level in left]


def _difficulty(tags: Sequence[Tag]) -> str:
    band = _value(tags, "difficulty")
    is_more = "very" in concepts_of(tags)
    return Difficulty.EXPERT if band == Difficulty.HARD and is_more else band


_DETAILS: Final[Mapping[str, Callable[[Sequence[Tag]], str]]] = {
    "new": _puzzle,
    "easier": _named_size,
    "harder": _named_size,
    "rules": partial(_value, table="size"),
    "evening_off": _alone,
    "why": _of_hint,
    "hint": _at_once,
    "learn": _technique,
    "language": language_wanted,
    "board": _look,
    "print": _printed,
    "notes": _unit,
    "notes clear": lambda _: "clear",
    "noting": lambda _: "notes",
    "erasing": lambda _: "erase",
    "term": partial(_value, table="term"),
    "yesterday": lambda _: "yesterday",
    "weekday": _weekday,
    "undo": _turns,
    "whats_left": _unit,
}
"""The functions that find the arguments of a wish's command in a text."""
