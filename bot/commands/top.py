"""Say which accounts and chats have the largest reservations in the running bot."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from bot.commands import FAILED, OK
from bot.commands.console import megabytes, refuse, say
from bot.commands.running import Answer, NoAnswer, asked
from bot.settings import Settings

COLUMNS: Final = ("account", "chat", "reserved", "processor", "waiting")
NOT_TOLD: Final = {
    401: "the running bot has another SUDOKU_BOT_METRICS_TOKEN",
    403: "SUDOKU_BOT_METRICS_TOKEN is not set, so the running bot tells this on loopback only",
    404: "the program that runs there has no such page: it is no bot of this version",
    429: "too many ask the running bot at once: ask again",
}


def add_arguments(_: ArgumentParser) -> None:
    """None."""


def run(settings: Settings, _: Namespace) -> int:
    try:
        lines = list(_table(_told(asked(settings, "/top"))))
    except (NoAnswer, ValueError) as wrong:
        refuse(str(wrong))
        return FAILED
    for line in lines:
        say(line)
    return OK


def _told(answer: Answer) -> Mapping[str, Any]:
    """What the bot tells; raises ValueError with what is wrong with the answer."""
    if answer.status != 200:
        reason = NOT_TOLD.get(answer.status, f"the running bot answers {answer.status}")
        raise ValueError(reason)
    try:
        told = json.loads(answer.body)
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise ValueError(NOT_TOLD[404])  # noqa: TRY004 - of what another program says
    return told


def _table(told: Mapping[str, Any]) -> Iterator[str]:
    """The lines of the table; raises ValueError for what is none of ours."""
    try:
        rows = [_row(account) for account in told["accounts"]]
        total = f"{megabytes(told['reserved_bytes'])} of {megabytes(told['most_bytes'])} reserved"
    except (KeyError, TypeError) as wrong:
        raise ValueError(NOT_TOLD[404]) from wrong
    if rows:
        yield from _aligned([COLUMNS, *rows])
    yield f"{total}, by {len(rows)} shown." if rows else f"{total}, by nobody."


def _row(account: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        str(account["account"]),
        str(account["chat"]),
        megabytes(account["bytes"]),
        f"{account['seconds']:.1f} s",
        str(account["waiting"]),
    )


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
