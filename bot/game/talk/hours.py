"""A time of day and a place in a sentence: `every evening at half past nine, in New York`.

A time in words is first rewritten as a clock shows it (`nueve y media` as `9:30`). On a clock of
twelve hours most times come twice a day, and the parts of the day that are named anywhere in the
sentence decide between the two (`every evening`, `de la noche`). Where none is named, or one
contradicts the clock (`21:00 in the morning`), both are possible: a question is better than a wrong
hour.

The hard part is what looks like a time and is none. `one`, `una` and `一点` ("a bit") are everyday
words, and a bare number may count anything. They are times only where the words around them say
so, or where the caller knows that a time is expected. The place is read by `bot.game.zones`.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Final

from bot.game.schedule import read_time
from bot.game.zones import find_zone

_NUMBERS: Final = (
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
     "twelve"),
    ("una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once",
     "doce"),
)  # fmt: skip
_TWELVE: Final = ("noon", "midday", "midnight")
_VALUES: Final = {
    **{word: number for words in _NUMBERS for number, word in enumerate(words, 1)},
    **dict.fromkeys(_TWELVE, 12),
}
_MINUTES: Final = {
    "five": 5, "ten": 10, "quarter": 15, "fifteen": 15, "twenty": 20, "twenty five": 25,
    "half": 30, "thirty": 30, "forty": 40, "forty five": 45, "fifty": 50,
    "cinco": 5, "diez": 10, "cuarto": 15, "quince": 15, "veinte": 20, "veinticinco": 25,
    "media": 30, "treinta": 30, "cuarenta": 40,
}  # fmt: skip
_H: Final = rf"(?P<hour>\d{{1,2}}|{'|'.join(_VALUES)})"
_M: Final = rf"(?P<minute>{'|'.join(sorted(_MINUTES, key=len, reverse=True))})"


def _clock(found: re.Match[str]) -> str:
    """A time in figures, which stays one of twelve or of 24 hours as it was said."""
    said = found.groupdict()
    hour, typed = _VALUES.get(said["hour"]), said["hour"]
    minutes = _MINUTES.get(said.get("minute") or "", 0)
    if not minutes:
        return f"{hour or typed}:00"
    value = hour or int(typed)
    if said.get("before"):
        value, minutes = (12 if value == 1 else (value - 1) % 24), 60 - minutes
    # As many figures as were typed: `09` comes once a day, but `9` twice (`_TWICE`).
    return f"{value:0{1 if hour else len(typed)}}:{minutes:02}"


_HAN: Final = "零一二两三四五六七八九十"
_COUNT: Final = rf"(?:\d{{1,2}}|{'|'.join(_VALUES)})"
_HOURS: Final = r"(?:hours?|horas?|hs?|hrs?)"
_LASTS: Final = re.compile(
    r"\b(?:in|for|within|every|each|another|next|than|after|takes?|took|spent|been|have|has|got"
    r"|en|por|durante|hace|tras|unas|cada|llev[oa]|tengo|faltan|dentro de|otras|casi|quedan"
    rf"|tard[oe]|duran?|son|con|mas de|solo) {_COUNT} ?{_HOURS}\b"
    rf"|(?<!\blas )\b{_COUNT} ?{_HOURS} (?:delay(?:ed)?|wait(?:ing)?|flight|trip|ride|drive"
    r"|layover|ago|left|later?|straight|long|to kill|of|free|now|already|before|after|seguidas"
    r"|mas|despues|libres?|antes|atras|sin|jugando|esperando"
    r"|de (?!la (?:manana|tarde|noche|madrugada)))"
    rf"|(?<!las )\b(?:[1-9]|1[0-2]|{'|'.join(_VALUES)}) horas\b(?! (?:de la|en punto|y |[ap]m))"
    rf"|(?:\d{{1,2}}|[{_HAN}]{{1,3}}) ?个?半?(?:小时|钟头)"
)
"""How long something lasts, or when it is counted from now: no hour of the day."""

_REWRITES: Final = (
    rf"\b(?:at|a las?) {_H} (?:hours?|horas?) (?:and|y|con) {_M}\b",
    rf"\b{_M} (?:minutes )?(?:past|after) {_H}\b",
    rf"\b{_M} (?:minutes )?(?P<before>to|before|para la|para las) {_H}\b",
    rf"\b(?P<minute>half) {_H}\b",
    rf"\b{_H} y (?P<minute>media|cuarto)\b",
    rf"\blas? {_H} y {_M}\b",
    rf"\b{_H} (?P<before>menos) {_M}\b",
    rf"\b{_H} (?P<minute>thirty|fifteen|forty five)\b",
    rf"\b{_H} (?:oclock|o clock|en punto|hs?|hrs|horas|uhr)\b",
    r"\b(?P<hour>\d{1,2})(?:hs?|hrs|uhr)\b",
    rf"\b{_H}[ -]?ish\b",
    rf"\b(?:at|around|a las?|las) (?!(?<=at )once){_H}(?![\d:.hx])\b",
    rf"(?<![:.h])\b{_H}(?= ?[ap]\.? ?m\b)",
)
"""Forms of saying a time that `_clock` puts into figures; the texts have no accents."""

_COMPILED: Final = tuple(map(re.compile, _REWRITES))

_A_BIT: Final = r"(?<![上午夜里晨天日在到成每\s])(?<![每今]晚)(?<!^)一[点时](?![半钟整\d一三])"
"""一点 where it means `a bit`: behind all characters but the few that lead to `one o'clock`."""

_CLEAR: Final = re.compile(
    rf"(?!{_A_BIT})(?:\d{{1,2}}|[{_HAN}]{{1,3}})\s*[点时]"
    rf"(?:半|一刻|三刻|整|钟|(?:\d{{1,2}}|[{_HAN}]{{1,3}})分?)?"
    r"|(?<![\d:.+-])\d{1,2}[:.h]\d\d(?: ?[ap]\.? ?m\b\.?)?(?![\d:])"
    r"|(?<![\d:.+-])\d{1,2} ?[ap]\.? ?m\b\.?"
)
_ALSO: Final = {"one", "una", "once", *_TWELVE}
"""Numbers that are everyday words too, and so are no times by themselves."""

_BARE: Final = re.compile(
    rf"(?<![\d:.+-])(?:\d{{1,2}}|\b(?:{'|'.join(_VALUES.keys() - _ALSO)})\b)"
    r"(?![\d:.x]| ?(?:min|sec|seg|hours?|horas|days?|dias|puzzles?|sudokus?|games?|times|weeks?"
    r"|veces|partidas?|semanas?|[题道局盘天次分个秒]))"
)
_APART: Final = re.compile(
    r"(?<![\d:.+x-])\b([01]?\d|2[0-3]) ([0-5]\d)\b"
    r"(?![:.x]\d| ?(?:min|sec|seg|hours?|horas|days?|dias))"
)
"""A time whose hour and minutes are only parted by a space: `6 45`."""

_TWICE: Final = re.compile(rf"(?:[1-9]|1[0-2])(?!\d)|(?:[{_HAN[1:]}]|十[一二])(?=\s*[点时])")
"""The beginning of a time that comes twice a day, in the morning and in the evening."""

_LATIN: Final = r"[^\W\d_\u3400-\u9fff]"
_WORDS: Final = re.compile(rf"{_LATIN}(?:{_LATIN}|[.-])*|[\u3400-\u9fff]+|utc ?[+-]\d{{1,2}}")
_MOST_WORDS: Final = 5
_MOST_CHARACTERS: Final = 10
"""Words and Chinese characters of the longest place that is looked for."""

_NAMED: Final = re.compile(
    rf"\b(?:at|around|by|for|to|a las?|las?|make it) (?!once\b){_COUNT}\b(?! ?(?:min|day|week))"
    rf"|\b{_COUNT} ?(?:[ap]\.? ?m\b|o ?clock\b|in the (?:morn|even|after)|de la |en punto)"
    rf"|{_CLEAR.pattern}|\b(?:noon|midday|midnight|mediodia|medianoche)\b|中午|正午|午夜"
)
"""What names an hour where another one is denied."""

_A_DAY: Final = re.compile(
    r"\b(?:\d|dos|tres|cuatro|two|three|four) (?:\w+ )?(?:al|por|x|cada|a|per|each|every)"
    r" (?:dia|day)\b|(?:每天|一天|每日)\w{0,2}?[\d一两二三四][次题道个]"
)
_DENIED: Final = re.compile(
    r"\b(?:no|not|dont|never|stop|nunca|deja)\b|\btoo (?:early|late|soon)\b"
    r"|\b(?:muy|demasiado) (?:temprano|pronto|tarde)\b|别|不要|不想|不用|不再|太早|太晚"
)
_INSTEAD: Final = re.compile(
    r"(?:\b(?:but|better|rather|instead|make it|move it|put it|pero|sino|mejor|ponlo|ponmelo|pasalo"
    r"|cambialo)\b|改[到成为在]?|换[到成]|调[到成]|而是|最好)|[,;!?，。；！？、]+|\.(?:\s|$)"
)
"""What stands before the hour that is wanted instead of another one."""

_HALF: Final = 12 * 60
_DAY: Final = 24 * 60

PARTS: Final = {
    "dawn": range(7),
    "morning": range(1, 12),
    "noon": range(11, 16),
    "afternoon": range(12, 22),
    "evening": range(16, 25),
    "night": range(18, 29),
    "midnight": range(22, 30),
}
"""The hours of the parts of the day; those after midnight count on from 24.

An hour that people call by several names belongs to all of those parts.
"""

_ALONE: Final = {"noon": _HALF, "midnight": 0}
"""The times that parts of the day mean where no hour is named."""

_CHOICES: Final = {
    "dawn": (5, 6),
    "afternoon": (14, 16, 18),
    "evening": (18, 19, 20, 21),
    "night": (20, 21, 22),
}


@dataclass(frozen=True, slots=True)
class Hour:
    """The minutes of the day that may be meant, several if unsure, and the rest of the text."""

    minutes: tuple[int, ...]
    rest: str


def without_counts(text: str) -> str:
    """A folded text without how many a day are wanted, which is no hour: `send me 2 a day`."""
    return _A_DAY.sub(" ", text)


def without_denied(text: str) -> str:
    """What a folded text says of the hour that is wanted: `not at 6, better at noon`.

    The text itself where it denies no hour, or names none instead.
    """
    said = [part for part in _INSTEAD.split(text) if part.strip()]
    denied = [bool(_NAMED.search(part) and _DENIED.search(part)) for part in said]
    if True not in denied:
        return text
    behind = said[denied.index(True) + 1 :]
    is_named = any(_NAMED.search(part) for part in behind)
    return " ".join(behind) if is_named and not any(map(_DENIED.search, behind)) else text


def find_hour(text: str, parts: Collection[str], *, bare: bool) -> Hour | None:
    """The time in a folded text that names these PARTS of the day; None where it has none.

    `bare` says that a number alone is a time, as behind "daily at".
    """
    text = _LASTS.sub(" ", text)
    if bare:
        text = _APART.sub(r"\1:\2", text)
    for pattern in _COMPILED:
        text = pattern.sub(_clock, text)
    # Of bare numbers only the first is a time: the others may count anything.
    if times := list(_read(_CLEAR, text)) or (list(_read(_BARE, text))[:1] if bare else []):
        minutes = {minute for _, found in times for minute in _meant(*found, parts)}
        # From the last to the first, so that the places of the earlier ones stay right.
        for place, _ in reversed(times):
            text = f"{text[: place.start]} {text[place.stop :]}"
        return Hour(tuple(sorted(minutes)), text)
    alone = sorted(_ALONE[part] for part in parts if part in _ALONE)
    return Hour(tuple(alone), text) if alone else None


def choices(parts: Collection[str]) -> tuple[int, ...]:
    """Minutes of the day to offer where a text names parts of the day but no hour.

    Empty where the parts hold the morning, to which the usual hour belongs.
    """
    hours = {hour for part in parts for hour in _CHOICES.get(part, ())}
    return () if "morning" in parts else tuple(hour * 60 for hour in sorted(hours))


def _read(form: re.Pattern[str], text: str) -> Iterator[tuple[slice, tuple[int, bool]]]:
    """Where times of a form stand: the minute of the day, and whether clocks show it twice."""
    for found in form.finditer(text):
        # `8 a. m.` has a space in Spanish, which `read_time` does not take.
        written = str(_VALUES.get(found[0], re.sub(r"\.? m\b", "m", found[0]).strip()))
        timed = read_time(written)
        if timed and not timed[1]:
            is_twice = bool(_TWICE.match(written)) and not re.search("[ap]", written)
            yield slice(*found.span()), (timed[0], is_twice)


def _meant(minute: int, is_twice: bool, parts: Collection[str]) -> set[int]:  # noqa: FBT001
    """The minutes of the day that a time means in these parts of the day."""
    other = (minute + _HALF) % _DAY
    hours = {hour % 24 for part in parts for hour in PARTS.get(part, ())}
    named = {one for one in (minute, other) if one // 60 in hours}
    if is_twice:
        return named or {minute, other}
    # `21:00 in the morning`: either the clock is right or the part of the day is.
    return {minute} if minute in named else {minute, *named}


def find_place(text: str, is_word: Callable[[str], bool]) -> str | None:
    """The longest run of words in a text that names a zone; None where none does.

    `is_word` knows the words of wishes, some of which are places as well (`nice`).
    """
    words = _WORDS.findall(text)
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        for at in range(len(words) - count + 1):
            place = " ".join(words[at : at + count])
            if _may_be_place(place, is_word) and find_zone(place):
                return place
    for han in (word for word in words if "\u3400" <= word[0] <= "\u9fff"):
        if part := _within(han):
            return part
    return None


def _may_be_place(place: str, is_word: Callable[[str], bool]) -> bool:
    is_short = len(place) < (2 if not place.isascii() else 3)
    return not is_short and not all(map(is_word, place.split()))


def _within(han: str) -> str | None:
    """The longest place within Chinese characters, which have no spaces."""
    for length in range(min(len(han), _MOST_CHARACTERS), 1, -1):
        for at in range(len(han) - length + 1):
            if find_zone(han[at : at + length]):
                return han[at : at + length]
    return None
