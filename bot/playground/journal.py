"""An append-only log of JSON lines, so that a chat outlives its process."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from bot.playground.parameters import Json


class Journal:
    """Records in a file; without a path nothing is kept.

    Each record has reached the operating system when `append` returns. Reading leaves out a last
    line that was torn when the process was killed.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = None if path is None else path.open("ab")

    def append(self, record: Json) -> None:
        if self._file is not None:
            self._file.write(_line(record))
            self._file.flush()

    def read(self) -> Iterator[Json]:
        if self._path is None:
            return
        with self._path.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    yield json.loads(line)

    def rewrite(self, records: Iterable[Json]) -> None:
        """Replace everything by `records` in one step."""
        if self._path is None:
            return
        fresh = self._path.with_name(f"{self._path.name}.new")
        with fresh.open("wb") as lines:
            lines.writelines(_line(record) for record in records)
            lines.flush()
            os.fsync(lines.fileno())
        # Closed first: some systems do not replace a file that is open.
        self.close()
        fresh.replace(self._path)
        self._file = self._path.open("ab")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _line(record: Json) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
