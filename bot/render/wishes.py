"""The labels of buttons for wishes, such as `A new puzzle: hard`."""

import re
from typing import Final

from bot import messages
from bot.game.talk.details import Wanted
from bot.game.wish import AWAY
from bot.render.hint_words import name
from engine.difficulty import Difficulty
from engine.techniques import technique_named

_NAMED: Final = {"notes": "want.notes_unit", "daily": "want.daily_of"}
"""Labels of wishes that are other ones if something is named: no other day is today."""

_MOVED: Final = re.compile(r"(\w+)= (\w+)=(\w+)")
"""Two moves that put a digit into another cell."""

_WEEKS: Final = {-1: "detail.next_week", 0: "detail.this_week", 1: "detail.last_week"}
"""How a weekday of a week is named, by how many weeks ago that was."""


def wish_label(language: str, wanted: Wanted) -> str:
    """A wish with its details, in the words of a language."""
    if wanted.name == "move" and wanted.rest.endswith(" x"):
        return messages.text(language, "want.erase", cell=wanted.rest.removesuffix(" x"))
    if wanted.name == "move" and (moved := _MOVED.fullmatch(wanted.rest)):
        source, target, digit = moved.groups()
        named = {"digit": digit, "source": source, "target": target}
        return messages.text(language, "want.moved", **named)
    whole = f"want.{wanted.name}_{wanted.rest}"
    if whole in messages.catalogue(language):
        return messages.text(language, whole)
    key = f"want.{wanted.name}"
    if wanted.rest and wanted.name in _NAMED:
        key = _NAMED[wanted.name]
    details = " · ".join(_details(language, wanted))
    if wanted.name == "learn" and details:
        return f"📖 {details}"
    label = messages.text(language, key)
    return f"{label}: {details}" if details else label


def _details(language: str, wanted: Wanted) -> list[str]:
    words = wanted.rest.split()
    match wanted.name:
        case "move":
            return [" = ".join(words)]
        case "learn" if words:
            return [_technique(language, wanted.rest)]
        case "new" | "easier" | "harder" | "rules" | "print":
            chosen, _, technique = wanted.rest.partition("with ")
            count = words[:1] if wanted.name == "print" else []
            kind = [_of_puzzle(language, word) for word in chosen.split()[len(count) :]]
            return [*count, *kind, *([_technique(language, technique)] if technique else [])]
        case "language" if words:
            return [messages.text(wanted.rest, "name.own")]
        case "subscribe" | "evening" if words:
            return [" ".join([words[0].replace(".", ":"), *words[1:]]).title()]
    return [" ".join(_translated(language, word) for word in words)] if words else []


def _technique(language: str, words: str) -> str:
    return name(language, technique_named(words.replace(" ", "_")))


def _of_puzzle(language: str, word: str) -> str:
    """A size, a difficulty or a symmetry."""
    if word.isdecimal():
        return f"{word}×{word}"
    if word in AWAY:
        return messages.text(language, f"detail.{word}")
    kind = "difficulty" if word in set(Difficulty) else "symmetry"
    return messages.text(language, f"{kind}.{word}")


def _translated(language: str, word: str) -> str:
    day, _, weeks = word.partition("-")
    if day == "on":
        return weeks
    if day == "ago":
        return messages.text(language, "detail.days_ago", count=weeks)
    if weeks == "before" or (day and weeks.removeprefix("-").isdecimal()):
        named = messages.text(language, f"detail.{day}")
    if weeks == "before":
        return messages.text(language, "detail.before_last", day=named)
    if day and weeks.removeprefix("-").isdecimal():
        named = messages.text(language, f"detail.{day}")
        key = _WEEKS.get(int(weeks), "detail.weeks_ago")
        return messages.text(language, key, day=named, weeks=weeks)
    return word if word.isdecimal() else messages.text(language, f"detail.{word}")
