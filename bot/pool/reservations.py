"""Memory for the files that people send, reserved before any of their bytes are fetched."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

RESERVED_BYTES: Final = 60_000_000
"""Bytes of all files that are on their way from Telegram, wait for a worker or are being read."""

BYTES_A_PERSON: Final = RESERVED_BYTES // 4
"""Bytes of them that one person may have reserved, in all chats together."""


class NothingReserved(RuntimeError):  # noqa: N818 - an answer to the user, not a fault
    """Raised when other files, or this person's own, leave no memory for another one."""


class Reservations:
    """Counts reserved bytes: at most `most` in all and `share` for each person."""

    def __init__(self, most: int = RESERVED_BYTES, share: int = BYTES_A_PERSON) -> None:
        self._most = most
        self._share = share
        self._reserved = Counter[int]()

    @contextmanager
    def reserve(self, person: int, count: int) -> Iterator[bytearray]:
        """Reserves `count` bytes until the block ends and yields an empty buffer for them.

        The end of the block empties the buffer. A question that still waits for a worker refers to
        it, and would otherwise hold memory that is no longer counted. Raises NothingReserved.
        """
        if (
            self._reserved.total() + count > self._most
            or self._reserved[person] + count > self._share
        ):
            raise NothingReserved
        self._reserved += Counter({person: count})
        content = bytearray()
        try:
            yield content
        finally:
            content.clear()
            # Subtracting Counters drops the entries that reach zero, so people do not pile up.
            self._reserved -= Counter({person: count})
