"""The files of /export, which are made when they can be sent.

Somebody may have made very many moves. So the rows are read page by page, the slow work is done in
a thread, a long file is compressed while it grows, and a very long one comes in several parts, each
a whole document. One export is made at a time, in its person's turn, and the memory for a part is
reserved. So exports take the same memory however many are asked for, and however long they are.
"""

import asyncio
import csv
import gzip
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

from bot.ledger.ledger import EXPORTS
from bot.play import belongings
from bot.play.visit import Visit
from bot.store.belongings import Section
from bot.store.replies import EVERYTHING, RESULTS
from bot.store.results import Result
from bot.telegram.conversation import Conversation, Give

CAPTIONS: Final = {EVERYTHING: "export.all", RESULTS: "export.results"}

LONG: Final = 4_000_000
"""Bytes from which on a part is compressed."""

LONGEST: Final = 4_000_000
"""Bytes of a compressed part, beyond which another part begins."""

PART_BYTES: Final = 3 * LONGEST
"""What a part takes while it is made and sent: itself, what it is made of, and the call."""

TURN_SECONDS: Final = 5.0

HEADINGS: Final = (
    "game", "daily", "size", "difficulty", "seconds", "hints", "mistakes", "counts",
    "finished_at_utc", "puzzle",
)  # fmt: skip

_row: Final = json.JSONEncoder(ensure_ascii=False).encode


async def send(context: Conversation) -> None:
    """Sends all files, each of them now or as soon as it can be sent."""
    for name, caption in CAPTIONS.items():
        await context.send_export(name, partial(make, context.visit, name), context.html(caption))


async def make(visit: Visit, name: str, give: Give) -> None:
    """Makes the file of that name about the person when their turn comes, and gives its parts.

    `give` takes the name and the bytes of each. Raises NothingReserved, what `give` raises, and
    LaneFull where too many exports of this person wait.
    """
    services, owner = visit.services, visit.owner
    async with services.exports.turn(owner, TURN_SECONDS):
        with services.ledger.reserve(EXPORTS, owner, PART_BYTES):
            part: Document | Table = Table(name) if name == RESULTS else Document(name)
            async for section, rows in _pages(visit, name):
                if part.is_full:
                    await give(*part.end())
                    part = part.following()
                await asyncio.to_thread(part.add, section, rows)
            await give(*part.end())


async def _pages(visit: Visit, name: str) -> AsyncIterator[tuple[str, Any]]:
    """Pages of rows with the name of their section; of results for their table."""
    if name == RESULTS:
        async for results in belongings.hand_over_results(visit):
            yield name, results
    else:
        async for section, rows in belongings.hand_over(visit):
            yield section, rows


class Document:
    """JSON with a list of rows for each section, one row a line, written page by page.

    The pages of a section must come one after the other.
    """

    def __init__(self, name: str, number: int = 1) -> None:
        self._name = name
        self._number = number
        self._bytes = io.BytesIO()
        self._file: io.BytesIO | gzip.GzipFile = self._bytes
        self._section: str | None = None
        self._is_empty = True

    @property
    def is_full(self) -> bool:
        """Whether another part should take what follows."""
        return self._file is not self._bytes and self._bytes.tell() > LONGEST

    def add(self, section: str, rows: Section) -> None:
        """Appends a page."""
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
        name = _numbered(self._name, self._number)
        if self._file is self._bytes:
            return name, self._bytes.getvalue()
        self._file.close()
        return f"{name}.gz", self._bytes.getvalue()

    def following(self) -> "Document":
        """The next part, which is empty."""
        return Document(self._name, self._number + 1)

    def _write(self, text: str) -> None:
        self._file.write(text.encode())

    def _compress(self) -> None:
        # Level 1 is fast enough for a large file; without a time equal files have equal bytes.
        begun, self._bytes = self._bytes, io.BytesIO()
        self._file = gzip.GzipFile(self._name, "wb", 1, self._bytes, mtime=0)
        self._file.write(begun.getbuffer())


class Table:
    """Results for a spreadsheet, which knows by the mark in front that it is UTF-8."""

    def __init__(self, name: str, number: int = 1) -> None:
        self._name = name
        self._number = number
        self._text = io.StringIO()
        self._writer = csv.writer(self._text)
        self._writer.writerow(HEADINGS)

    @property
    def is_full(self) -> bool:
        """Whether another part should take what follows."""
        return self._text.tell() > LONGEST

    def add(self, _section: str, results: tuple[Result, ...]) -> None:
        """Appends a page."""
        self._writer.writerows(map(_cells, results))

    def end(self) -> tuple[str, bytes]:
        """Ends the table; its name and its bytes."""
        return _numbered(self._name, self._number), self._text.getvalue().encode("utf-8-sig")

    def following(self) -> "Table":
        """The next part, which is empty."""
        return Table(self._name, self._number + 1)


def _cells(result: Result) -> list[object]:
    finished = datetime.fromtimestamp(result.finished_at, UTC)
    return [
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


def _numbered(name: str, number: int) -> str:
    """The name of a part, which has its number from the second on."""
    stem, dot, kind = name.rpartition(".")
    return name if number == 1 else f"{stem}-{number}{dot}{kind}"
