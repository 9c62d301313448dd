"""The files of /export, which are made when they can be sent.

Somebody may have made very many moves. So the rows are read page by page, the slow work is done in
a thread, and a long file is compressed while it grows.
"""

import asyncio
import csv
import gzip
import io
import json
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bot.play import belongings
from bot.play.visit import Visit
from bot.store.belongings import Section
from bot.store.replies import EVERYTHING, RESULTS
from bot.store.results import Result
from bot.telegram.conversation import Conversation

CAPTIONS: Final = {EVERYTHING: "export.all", RESULTS: "export.results"}

LONG: Final = 10_000_000
"""Bytes from which on a file is compressed."""

HEADINGS: Final = (
    "game", "daily", "size", "difficulty", "seconds", "hints", "mistakes", "counts",
    "finished_at_utc", "puzzle",
)  # fmt: skip

_row: Final = json.JSONEncoder(ensure_ascii=False).encode


async def send(context: Conversation) -> None:
    """Sends all files, each of them now or as soon as it can be sent."""
    for name, caption in CAPTIONS.items():
        await context.send_export(name, partial(make, context.visit, name), context.html(caption))


async def make(visit: Visit, name: str) -> tuple[str, bytes]:
    """Makes the file of that name about the person; returns its final name and its bytes."""
    if name == RESULTS:
        return name, await asyncio.to_thread(_table, await belongings.hand_over_results(visit))
    document = Document(name)
    async for section, rows in belongings.hand_over(visit):
        await asyncio.to_thread(document.add, section, rows)
    return document.end()


class Document:
    """JSON with a list of rows for each section, one row a line, written page by page."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._bytes = io.BytesIO()
        self._file: io.BytesIO | gzip.GzipFile = self._bytes
        self._section: str | None = None
        self._is_empty = True

    def add(self, section: str, rows: Section) -> None:
        """Appends a page; the pages of a section must come one after the other."""
        if section != self._section:
            self._write("{" if self._section is None else "\n],")
            self._write(f'\n"{section}": [')
            self._section, self._is_empty = section, True
        if rows:
            self._write(("\n" if self._is_empty else ",\n") + ",\n".join(map(_row, rows)))
            self._is_empty = False
        if self._file is self._bytes and self._bytes.tell() > LONG:
            self._compress()

    def end(self) -> tuple[str, bytes]:
        """Ends the document; its name, with `.gz` if it is compressed, and its bytes."""
        self._write("\n]\n}\n")
        if self._file is not self._bytes:
            self._file.close()
        return self._name, self._bytes.getvalue()

    def _write(self, text: str) -> None:
        self._file.write(text.encode())

    def _compress(self) -> None:
        # Level 1 is fast enough for a large file; without a time equal files have equal bytes.
        begun, self._bytes = self._bytes, io.BytesIO()
        self._file = gzip.GzipFile(self._name, "wb", 1, self._bytes, mtime=0)
        self._file.write(begun.getbuffer())
        self._name += ".gz"


def _table(results: tuple[Result, ...]) -> bytes:
    """The results for a spreadsheet, which knows by the mark in front that it is UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADINGS)
    for result in results:
        finished = datetime.fromtimestamp(result.finished_at, UTC)
        writer.writerow(
            [
                result.game_id,
                result.daily_label or "",
                result.size,
                result.difficulty or "",
                result.seconds,
                result.hints,
                result.mistakes,
                result.standing,
                f"{finished:%Y-%m-%d %H:%M:%S}",
                result.givens,
            ]
        )
    return out.getvalue().encode("utf-8-sig")
