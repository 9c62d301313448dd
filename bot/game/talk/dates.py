"""Days that are named by a date or by how long ago they were: `the one from 3 days ago`.

Such a day is wanted in the same sentences as yesterday is. So its name is replaced by that word
before the text is read, and the day is put into what was read. `I haven't played for 3 days` names
none.
"""

import re
from dataclasses import replace
from datetime import date
from typing import Final

from bot.game.talk.details import Wanted
from bot.game.talk.fitting import Found

_MONTHS: Final = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "jan feb mar apr - jun jul aug sep oct nov dec",
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    )
    for number, name in enumerate(names.split(), start=1)
    if name != "-"
}
_MONTH: Final = f"(?:{'|'.join(sorted(_MONTHS, key=len, reverse=True))})"
_NUMBERS: Final = {
    word: number
    for words in ("one two three four five six seven", "un dos tres cuatro cinco seis siete")
    for number, word in enumerate(words.split(), start=1)
} | {"两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_COUNT: Final = rf"(?:\d{{1,3}}|{'|'.join(_NUMBERS)})"
_DAY: Final = re.compile(
    rf"\b(?:(?:the one |that )?from )?(?P<en>{_COUNT}) days? ago\b"
    rf"|\bhace (?P<es>{_COUNT}) dias?\b(?! (?:que|q|sin)\b)"
    rf"|(?P<zh>{_COUNT}) ?天(?:之|以)?前"
    r"|(?P<two>\bthe day before yesterday\b|\b(?:antes ?de ?ayer|anteayer|antier)\b|(?<!大)前天)"
    r"|(?P<three>大前天)"
    rf"|\b(?P<month>{_MONTH}) (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d| ?[ap]m)"
    rf"|\b(?:del? |the )?(?P<dia>\d{{1,2}})(?:st|nd|rd|th)? (?:of |de )?(?P<mes>{_MONTH})\b"
    r"|(?P<yue>\d{1,2}) ?月 ?(?P<ri>\d{1,2}) ?[号日]?"
)
_OF_MAY: Final = re.compile(r"\d(?:st|nd|rd|th)\b|\bof\b")
"""Without these `may` is no month: `may 5 be there`."""

_ALREADY: Final = re.compile(r"\b(?:yesterdays?|ayer|today)\b|昨天|今天")
_YESTERDAY: Final = Wanted("daily", "yesterday")


def with_yesterday(folded: str) -> tuple[str, str]:
    """A folded text with the day that it names as yesterday, and that day as a wish names it.

    The day is `ago-3` or, of this year or the one before, `on-11-15`; empty where none is named.
    """
    found = [*_DAY.finditer(folded)]
    if len(found) != 1:
        return folded, ""
    (named,) = found
    rest = f"{folded[: named.start()]} {folded[named.end() :]}"
    if _ALREADY.search(rest) or not (day := _of(named)):
        return folded, ""
    word = "昨天" if not named[0].isascii() else "ayer" if _is_spanish(named) else "yesterday"
    return f"{folded[: named.start()]} {word} {folded[named.end() :]}", day


def on_day(found: Found | None, day: str) -> Found | None:
    """What was read, with this day instead of yesterday."""
    if found is None or not day:
        return found
    wanted, is_sure = found
    return tuple(replace(one, rest=day) if one == _YESTERDAY else one for one in wanted), is_sure


def _of(named: re.Match[str]) -> str:
    count = named["en"] or named["es"] or named["zh"]
    if count or named["two"] or named["three"]:
        ago = _NUMBERS.get(count) or int(count) if count else 2 if named["two"] else 3
        return f"ago-{ago}" if ago else ""
    if "may" in {named["month"], named["mes"]} and not _OF_MAY.search(named[0]):
        return ""
    month = int(named["yue"]) if named["yue"] else _MONTHS[named["month"] or named["mes"]]
    day = int(named["ri"] or named["day"] or named["dia"])
    try:
        # A year with all days that any year has.
        return f"on-{date(2024, month, day):%m-%d}"
    except ValueError:
        return ""


def _is_spanish(named: re.Match[str]) -> bool:
    return bool(named["es"]) or bool(re.search(r"\b(?:de|del|antier|anteayer|ayer)\b", named[0]))
