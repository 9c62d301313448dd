"""A time of day and a place in a sentence: `every evening at half past nine, in New York`.

The time is read by `bot.game.schedule` and the place by `bot.game.zones`; what is here finds where
in the sentence they stand. The words of each language are rewritten as a clock shows the time
(`9 de la noche` as `9 pm`) before that.
"""

import re
from collections.abc import Callable
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
_VALUES: Final = {word: number for words in _NUMBERS for number, word in enumerate(words, 1)}
_H: Final = rf"(\d{{1,2}}|{'|'.join(_VALUES)})"
_M: Final = r"(?:[:.h](\d\d))?"

_MORNING: Final = (
    r"in the morning|de la manana|de la madrugada|por la manana|this morning|every morning"
)
_EVENING: Final = (
    r"in the (?:afternoon|evening)|at night|tonight|de la (?:tarde|noche)|"
    r"por la (?:tarde|noche)|o clock at night"
)


def _clock(found: re.Match[str], minutes: int = 0) -> str:
    hour = _number(found[1])
    total = (hour * 60 + minutes) % (24 * 60)
    return f"{total // 60}:{total % 60:02d}"


def _number(text: str) -> int:
    return _VALUES.get(text) or int(text)


def _later(minutes: int) -> Callable[[re.Match[str]], str]:
    return lambda found: _clock(found, minutes)


def _half(found: re.Match[str], half: str = "") -> str:
    """A clock's time with its half of the day, where that is said in words."""
    return f"at {found[1]}:{found[2] or '00'}{half}"


_REWRITES: Final[tuple[tuple[str, Callable[[re.Match[str]], str]], ...]] = (
    (rf"\bhalf (?:past )?{_H}\b", _later(30)),
    (rf"\bquarter past {_H}\b", _later(15)),
    (rf"\bquarter to {_H}\b", _later(-15)),
    (rf"\b{_H} y media\b", _later(30)),
    (rf"\b{_H} y cuarto\b", _later(15)),
    (rf"\b{_H} menos cuarto\b", _later(-15)),
    (rf"\b{_H} (?:oclock|o clock|en punto)\b", _later(0)),
    (rf"\b(?:at|around|a las?|las) {_H}(?![\d:.h])\b", _later(0)),
    (r"\b(?:medio ?dia|midday|noon|12 noon)\b", lambda _: "12:00"),
    (r"\b(?:media ?noche|midnight)\b", lambda _: "0:00"),
    (r"\b(\d{1,2})(?:[.h](\d\d))? ?(?:hs?|hrs|horas|uhr)\b", _half),
    (rf"\b(\d{{1,2}}){_M},? ?(?:{_MORNING})", lambda found: _half(found, "am")),
    (rf"\b(\d{{1,2}}){_M},? ?(?:{_EVENING})", lambda found: _half(found, "pm")),
)
"""How times are said, and how a clock shows them; the texts have no accents."""

_COMPILED: Final = tuple((re.compile(said), shown) for said, shown in _REWRITES)

_PART: Final = "凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|半夜|午夜|早|晚"
_HAN: Final = "零一二两三四五六七八九十"
_HAN_HOUR: Final = (
    rf"(?:{_PART})?\s*(?:\d{{1,2}}|[{_HAN}]{{1,3}})\s*[点時时]"
    rf"(?:半|一刻|三刻|整|钟|(?:\d{{1,2}}|[{_HAN}]{{1,3}})分?)?"
)
_CLEAR: Final = re.compile(
    rf"{_HAN_HOUR}|正午|午夜|(?:{_PART})?\s*\d{{1,2}}[:.]\d\d(?: ?[ap]\.?m\b\.?)?"
    r"|\b\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?"
)
_BARE: Final = re.compile(r"(?<![\d:.])\d{1,2}(?![\d:.x])")
_NOON: Final = re.compile(rf"中午(?![\d{_HAN}])")
_LATIN: Final = r"[^\W\d_\u3400-\u9fff]"
_WORDS: Final = re.compile(rf"{_LATIN}(?:{_LATIN}|[.-])*|[\u3400-\u9fff]+|utc ?[+-]\d{{1,2}}")
_MOST_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class Hour:
    """A minute of the day, and the text without it."""

    minute: int
    rest: str


def find_hour(text: str, *, bare: bool) -> Hour | None:
    """The time in a folded text; `bare` says that a number alone is one, as behind "daily at"."""
    for pattern, rewrite in _COMPILED:
        text = pattern.sub(rewrite, text)
    forms = (_CLEAR, _NOON, _BARE) if bare else (_CLEAR, _NOON)
    for form in forms:
        for found in form.finditer(text):
            written = re.sub(r"^(早|晚)(?!上)", r"\1上", found[0].strip())
            timed = read_time("12:00" if form is _NOON else written)
            if timed and not timed[1]:
                rest = f"{text[: found.start()]} {text[found.end() :]}"
                return Hour(timed[0], rest)
    return None


def find_place(text: str, is_word: Callable[[str], bool]) -> str | None:
    """The longest run of words in a text that names a zone; `is_word` knows the others."""
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
    for length in range(min(len(han), 6), 1, -1):
        for at in range(len(han) - length + 1):
            if find_zone(han[at : at + length]):
                return han[at : at + length]
    return None
