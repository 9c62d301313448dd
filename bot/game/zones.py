"""Time zones by the names that people use for where they are: cities, countries, offsets.

The time zone database knows a zone by one city, often not the one where somebody lives
(`Asia/Shanghai` for Beijing), and people write in many ways: `berlin`, `New_York`, `UK`, `北京市`,
`cst`, `UTC+8`. So names are compared in a plain form, without case, accents and punctuation, and
are collected from four sources, of which a later one overrules an earlier one:

1. countries that have few zones (`iso3166.tab`, `zone.tab`);
2. the cities of the zones, which are the last parts of their keys;
3. the whole keys;
4. `cities.toml`, written by hand: other large cities, Chinese names, abbreviations.

A name that may mean several zones gives all of them, for the person to choose from. Nothing is
guessed from a misspelt name, since a wrong zone would be noticed only when the daily comes at
night. An offset stands for a zone that keeps it all year.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final
from zoneinfo import available_timezones

_FEW: Final = 4
"""Zones of a country, at most, that are offered as a choice where somebody names it."""

LONGEST_NAME: Final = 80
"""Characters of the longest name of a zone; what is behind them is not looked at."""

_OFFSET: Final = re.compile(r"(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?")


def find_zone(text: str) -> tuple[str, ...]:
    """The IANA keys that a text may mean: one when it is clear, several to choose from, or none.

    Reads keys, cities, countries and abbreviations in English, cities and countries in Chinese,
    and offsets such as `UTC+8` or `+5:30`; case, accents and punctuation do not matter.
    """
    text = text[:LONGEST_NAME]
    return _index().get(_plain(text)) or _of_offset(text)


def short_name(key: str) -> str:
    """What to call a zone in a sentence: its city, or `UTC+8` where it is only an offset."""
    name = key.rpartition("/")[2].replace("_", " ")
    if not key.startswith("Etc/GMT"):
        return name
    return name.translate(str.maketrans("+-", "-+")).replace("GMT", "UTC")


def _of_offset(text: str) -> tuple[str, ...]:
    offset = "".join(unicodedata.normalize("NFKC", text).lower().replace("−", "-").split())
    if offset[:1] in ("+", "-"):
        offset = "utc" + offset
    match = _OFFSET.fullmatch(offset)
    if match is None:
        return _index().get(re.sub(r"([+-])0(\d:)", r"\1\2", offset.replace("gmt", "utc")), ())
    sign, hours = match[1], int(match[2])
    # The database's own names count hours west of Greenwich: Etc/GMT-8 is UTC+8 (POSIX).
    key = f"Etc/GMT{'-' if sign == '+' else '+'}{hours}" if hours else "UTC"
    return (key,) if key in available_timezones() or key == "UTC" else ()


@cache
def _index() -> dict[str, tuple[str, ...]]:
    """The keys of every known name in plain form; those of `cities.toml` overrule the others."""
    # Each source overwrites the names of those before it.
    names: dict[str, tuple[str, ...]] = dict(_countries())
    names |= {_plain(key.rpartition("/")[2]): (key,) for _, key in _places()}
    names |= {_plain(key): (key,) for key in sorted(available_timezones())}
    curated = tomllib.loads(Path(__file__).with_name("cities.toml").read_text(encoding="utf-8"))
    names |= {_plain(name): (key,) for key, called in curated["zones"].items() for name in called}
    names |= {_plain(name): tuple(keys) for name, keys in curated["choices"].items()}
    return names


def _countries() -> Iterator[tuple[str, tuple[str, ...]]]:
    zones: dict[str, list[str]] = {}
    for code, key in _places():
        zones.setdefault(code, []).append(key)
    for code, country in _table("iso3166.tab"):
        if 0 < len(zones.get(code, [])) <= _FEW:
            yield _plain(re.sub(r"\(.*\)", "", country)), tuple(zones[code])


def _places() -> Iterator[tuple[str, str]]:
    """Pairs of a country's code and the key of a zone in it, one for each zone."""
    return ((code, key) for code, _, key, *_ in _table("zone.tab"))


def _table(name: str) -> Iterator[list[str]]:
    text = files("tzdata.zoneinfo").joinpath(name).read_text(encoding="utf-8")
    return (line.split("\t") for line in text.splitlines() if not line.startswith("#"))


def _plain(name: str) -> str:
    """Letters and digits only, in lower case, without accents; offsets keep sign and colon."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return re.sub(r"[^\w+/:-]|_|-(?!\d)", "", letters).removesuffix("市")
