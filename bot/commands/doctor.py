"""Check everything that the bot needs, and say what is well and what is not."""

import asyncio
import importlib.metadata
import json
import os
import shlex
import sqlite3
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from telegram.error import NetworkError

from bot.commands import FAILED, OK
from bot.commands.console import megabytes, say
from bot.commands.ending import ENDINGS, REFUSED, ending
from bot.commands.running import PATIENCE_SECONDS, Answer, NoAnswer, asked
from bot.pool.jobs import decide_now
from bot.settings import LOOPBACK, Address, SettingError, Settings, is_loopback
from bot.store.databases.locations import location_of
from bot.store.seam.location import Location, OfAnotherProgram
from bot.store.seam.migrations import MIGRATIONS, SchemaTooNew, scripts
from bot.store.seam.not_stored import StoreError
from bot.telegram.connection import TelegramConnection
from bot.web.port import open_port
from engine import __version__
from engine.notation import parse
from engine.search import ACCELERATED, Budget

PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MOST_SECONDS_APART: Final = 30.0
"""Seconds that the clock may differ from Telegram's, which is seldom a second off."""

BOT_RUNS: Final = "a bot runs on it"
BARE: Final = (b"ok\n", b"not ready\n")
UNTOLD: Final = "not ready; it says why to whoever has SUDOKU_BOT_METRICS_TOKEN"

ZONES: Final = ("Europe/Berlin", "Australia/Lord_Howe", "Pacific/Kiritimati", "Africa/Cairo")


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    subject: str
    is_well: bool
    words: str

    def __str__(self) -> str:
        return f"{'ok  ' if self.is_well else 'FAIL'}  {self.subject}: {self.words}"


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    return _told(examine(settings))


def run_without_settings(wrong: SettingError) -> int:
    """As `run`, where a setting is wrong: what depends on the settings is not examined."""
    return _told(_examine_without(wrong))


def _told(findings: Iterator[Finding]) -> int:
    is_well = True
    for finding in findings:
        say(str(finding))
        is_well &= finding.is_well
    return OK if is_well else FAILED


def _examine_without(wrong: SettingError) -> Iterator[Finding]:
    status, reason = ending(wrong)
    words = f"{reason}; a start ends with {status}, and what depends on settings is not looked at"
    yield Finding("settings", is_well=False, words=words)
    yield Finding("program", is_well=True, words=_versions())
    yield _looked("engine", _engine)
    yield _looked("zone data", _zones)


def examine(settings: Settings) -> Iterator[Finding]:
    """Yield one finding after the other; none of them holds the token."""
    yield Finding("settings", is_well=True, words=_mode(settings))
    yield Finding("program", is_well=True, words=_versions())
    database = _looked("database", lambda: _database(settings))
    yield database
    yield _looked("files", lambda: _files(settings))
    quarantine = _looked("quarantine", lambda: _quarantine(settings))
    # What keeps both from being read is told once.
    if quarantine.words != database.words:
        yield quarantine
    yield _looked("engine", _engine)
    yield _looked("zone data", _zones)
    if not _is_served(settings):
        yield _looked("ports", lambda: _ports(settings))
    elif settings.listen:
        yield from _running(settings)
    if settings.token:
        yield from asyncio.run(_telegram(settings))


def _looked(subject: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except ZoneInfoNotFoundError as wrong:
        return Finding(subject, is_well=False, words=str(wrong))
    except ENDINGS as wrong:
        status, reason = ending(wrong)
        return Finding(subject, is_well=False, words=f"{reason}; a start ends with {status}")


def _mode(settings: Settings) -> str:
    if not settings.token:
        return f"no token, so the playground starts on port {settings.port}"
    way = f"called at {settings.webhook_url}" if settings.webhook_url else "by polling"
    return f"serves {settings.api_url} {way}, {_watched(settings)}"


def _watched(settings: Settings) -> str:
    if settings.listen is None:
        return "not watched over HTTP"
    words = f"watched at {settings.listen}"
    if settings.metrics_token:
        return f"{words} with a token"
    if not is_loopback(settings.listen.host):
        return f"{words}, but without SUDOKU_BOT_METRICS_TOKEN nobody may read metrics there"
    return words


def _versions() -> str:
    library = importlib.metadata.version("python-telegram-bot")
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        f"sudoku-bot {__version__}, Python {python}, SQLite {sqlite3.sqlite_version}, "
        f"python-telegram-bot {library}"
    )


def _database(settings: Settings) -> Finding:
    location, known = _location(settings), len(scripts(MIGRATIONS))
    found, is_held = location.examine(), location.is_held()
    if found is None and is_held:
        words = f"{location} is gone, though {BOT_RUNS}: it stores nothing until the file is back"
        return Finding("database", is_well=False, words=words)
    if found is None:
        return Finding("database", is_well=True, words=f"{location} is made at the first start")
    holder = BOT_RUNS if is_held else "no bot runs on it"
    what = f"{found.product}, {megabytes(found.size)}, schema {found.schema} of {known}"
    words = f"{location}, {what}, {holder}"
    if found.is_foreign:
        raise OfAnotherProgram(location)
    if found.faults:
        return Finding("database", is_well=False, words=f"{words}: {'; '.join(found.faults)}")
    if found.schema > known:
        raise SchemaTooNew(found.schema, known)
    # Beside a running bot this would compete with it for the right to write.
    if found.is_ours and not is_held:
        location.try_writing()
    traces = f", {found.erasures} deletions not yet out of the log" if found.erasures else ""
    return Finding("database", is_well=True, words=f"{words}, {found.verdict}{traces}")


def _files(settings: Settings) -> Finding:
    """Whether other users of this machine can read what people wrote."""
    # The bot makes its files with safe rights, but they may have been copied or changed.
    path = settings.database
    files = [path.with_name(path.name + end) for end in ("", "-wal", "-shm")]
    open_ones = [each for each in files if each.exists() and each.stat().st_mode & 0o077]
    if os.name == "nt" or not open_ones:
        return Finding("files", is_well=True, words="nobody else can read the database")
    names = " ".join(shlex.quote(str(each)) for each in open_ones)
    words = f"other users of this machine can read the database: chmod 600 {names}"
    return Finding("files", is_well=False, words=words)


def _quarantine(settings: Settings) -> Finding:
    kept = _location(settings).quarantine()
    if not kept:
        return Finding("quarantine", is_well=True, words="every update could be read")
    told = ", ".join(f"{fault} ({count})" for fault, count in kept.items())
    words = f"{sum(kept.values())} updates could not be read and are kept for a week: {told}"
    return Finding("quarantine", is_well=False, words=words)


def _ports(settings: Settings) -> Finding:
    """Whether a start of the bot could listen at its addresses."""
    page = None if settings.token else Address(LOOPBACK, settings.port)
    wanted = [address for address in (page, settings.listen) if address]
    for address in wanted:
        open_port(address.host, address.port).close()
    words = f"{' and '.join(map(str, wanted))} can be listened at" if wanted else "none is needed"
    return Finding("ports", is_well=True, words=words)


def _is_served(settings: Settings) -> bool:
    try:
        return _location(settings).is_held()
    except StoreError:
        # Then no bot can serve; the finding of the database says what is wrong.
        return False


def _location(settings: Settings) -> Location:
    return location_of(settings.database, settings.server)


def _running(settings: Settings) -> Iterator[Finding]:
    """What the running bot says of itself at /readyz."""
    try:
        answer = asked(settings, "/readyz")
        parts = _parts(answer)
    except NoAnswer as wrong:
        yield Finding("the running bot", is_well=False, words=str(wrong))
        return
    for part, told in parts.items():
        yield Finding(f"running bot's {part}", told == "ok", told)


def _parts(answer: Answer) -> dict[str, str]:
    """What is said of each part; raises NoAnswer for what no bot says."""
    if answer.body in BARE:
        return {"state": "ok" if answer.status == 200 else UNTOLD}
    told = _object(answer.body)
    if told is None:
        raise NoAnswer(f"what answers there with {answer.status} is no bot, or has too much to do")
    return {part: str(words) for part, words in told.items()}


def _object(body: bytes) -> dict[str, Any] | None:
    """The JSON object of an answer; None for what is none."""
    try:
        told = json.loads(body)
    except ValueError:
        return None
    return told if isinstance(told, dict) else None


def _engine() -> Finding:
    began = time.perf_counter()
    (solution,) = decide_now(parse(PUZZLE), Budget(PATIENCE_SECONDS)).solutions
    spent = (time.perf_counter() - began) * 1000
    core = "the C core" if ACCELERATED else "pure Python, without a C core"
    is_well = str(solution).startswith("534678912")
    return Finding("engine", is_well, f"{core}, a puzzle solved in {spent:.1f} ms")


def _zones() -> Finding:
    for key in ZONES:
        ZoneInfo(key)
    version = importlib.metadata.version("tzdata")
    return Finding(
        "zone data", is_well=True, words=f"{len(available_timezones())} zones, tzdata {version}"
    )


async def _telegram(settings: Settings) -> list[Finding]:
    """Asks over the connection that the bot itself uses, with its proxy and its certificates."""
    connection = TelegramConnection(1)
    await connection.initialize()
    try:
        status, answer = await connection.do_request(
            f"{settings.api_url}/bot{settings.token}/getMe", "GET", read_timeout=PATIENCE_SECONDS
        )
        return [_token(status, answer), _clock(connection.date)]
    except (NetworkError, ValueError) as wrong:
        words = f"{settings.api_url} cannot be reached: {wrong}"
        return [Finding("token", is_well=False, words=words)]
    finally:
        await connection.shutdown()


def _token(status: int, answer: bytes) -> Finding:
    content = _object(answer)
    if content is None:
        # Such as the page of a network that asks people to log in.
        raise NetworkError("what came is no answer of Telegram")
    if not content.get("ok"):
        words = f"{REFUSED} ({status} {content.get('description', '')})"
        return Finding("token", is_well=False, words=words)
    return Finding("token", is_well=True, words=f"of @{content['result']['username']}")


def _clock(told: str | None) -> Finding:
    if told is None:
        return Finding("clock", is_well=True, words="the server does not tell the time")
    apart = (datetime.now(UTC) - parsedate_to_datetime(told)).total_seconds()
    words = f"{apart:+.0f} s from Telegram's"
    return Finding("clock", abs(apart) <= MOST_SECONDS_APART, words)
