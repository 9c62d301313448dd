"""What the bot says: one TOML catalogue per language, found by its file name.

A language is three files: the messages, the texts that teach techniques (techniques/), and the
words by which people say what they want (talk/). A message is a text with `{placeholders}`, or a
table of plural forms, of which the value of `count` chooses one.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from markupsafe import Markup, escape

DEFAULT: Final = "en"

Message = str | Mapping[str, str]


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, the default first."""
    found = {file.name[:-5] for file in files(__name__).iterdir() if file.name.endswith(".toml")}
    return DEFAULT, *sorted(found - {DEFAULT})


@cache
def catalogue(language: str) -> Mapping[str, Message]:
    """All messages of a language by dotted key; plural messages as their table of forms."""
    folder, name = files(__name__), f"{language}.toml"
    sources = (folder.joinpath(name), folder.joinpath("techniques", name))
    tables = (tomllib.loads(source.read_text("utf-8")) for source in sources)
    return {key: message for table in tables for key, message in _flatten("", table)}


def language_for(*codes: str | None) -> str:
    """The first language that the bot speaks among IETF language codes such as `zh-hans`."""
    asked = ((code or "").lower().partition("-")[0] for code in codes)
    return next((code for code in asked if code in languages()), DEFAULT)


def text(language: str, key: str, **values: object) -> str:
    """The message as plain text; raises KeyError for an unknown key or a missing value."""
    return _message(language, key, values).format_map(values)


def html(language: str, key: str, **values: object) -> Markup:
    """The message as HTML, its values escaped unless they are Markup themselves."""
    safe = {name: _escaped(value) for name, value in values.items()}
    return Markup(_message(language, key, values).format_map(safe))  # noqa: S704 - our own text


def duration(language: str, seconds: int) -> str:
    """A time as on a stopwatch; from two days on in whole days."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes_left = divmod(minutes, 60)
    if hours >= 48:
        return text(language, "time.days", count=hours // 24)
    if hours:
        return text(language, "time.hours", hours=hours, minutes=minutes_left, seconds=rest)
    if minutes:
        return text(language, "time.minutes", minutes=minutes, seconds=rest)
    return text(language, "time.seconds", seconds=rest)


def difficulty_parts(language: str, difficulty: str | None) -> list[str]:
    """A list with the name of a stored difficulty; empty if the puzzle has none."""
    key = f"difficulty.{difficulty}"
    return [text(language, key)] if key in catalogue(language) else []


def listed(language: str, things: Iterable[str]) -> str:
    """A list of things with the separator of the language."""
    return text(language, "name.comma").join(things)


@cache
def talk(language: str) -> Mapping[str, Mapping[str, str]]:
    """The words by which people of a language say what they want, by table and concept."""
    return tomllib.loads(files(__name__).joinpath("talk", f"{language}.toml").read_text("utf-8"))


@cache
def vocabulary(kind: str) -> Mapping[str, str]:
    """The name of each thing of a kind, by every word that any language has for it."""
    return {
        word: key.removeprefix(f"words.{kind}.")
        for language in languages()
        for key, words in catalogue(language).items()
        if key.startswith(f"words.{kind}.") and isinstance(words, str)
        for word in words.split()
    }


def examples(language: str, kind: str) -> list[str]:
    """One word of a language for each thing of a kind."""
    prefix = f"words.{kind}."
    return [
        str(words).split()[0]
        for key, words in catalogue(language).items()
        if key.startswith(prefix)
    ]


def _escaped(value: object) -> object:
    """A value as HTML; an integer stays one, so that a message can format it."""
    return value if isinstance(value, int) else escape(value)


def _message(language: str, key: str, values: Mapping[str, object]) -> str:
    message = catalogue(language)[key]
    if isinstance(message, str):
        return message
    # A language such as Chinese has only the form `other`.
    one = "one" in message and values["count"] == 1
    return message["one" if one else "other"]


def _flatten(prefix: str, table: Mapping[str, Any]) -> list[tuple[str, Message]]:
    found: list[tuple[str, Message]] = []
    for name, value in table.items():
        if isinstance(value, str) or "other" in value:
            found.append((prefix + name, value))
        else:
            found.extend(_flatten(f"{prefix}{name}.", value))
    return found
