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
    """The files that are being dealt with leave no memory for another one now."""


class Reservations:
    """The bytes that are reserved, up to `most` and up to `share` for each person."""

    def __init__(self, most: int = RESERVED_BYTES, share: int = BYTES_A_PERSON) -> None:
        self._most = most
        self._share = share
        self._reserved = Counter[int]()

    @contextmanager
    def reserve(self, person: int, count: int) -> Iterator[bytearray]:
        """Reserves so many bytes until the block ends; gives the buffer for them, still empty.

        The buffer is emptied with the block, so that nothing is left to whoever still refers to
        it, as a question does that waits for a worker. Raises NothingReserved.
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
            # Which forgets whoever has nothing reserved any more.
            self._reserved -= Counter({person: count})
