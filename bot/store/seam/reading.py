"""Tasks that may only read.

While another process keeps the database locked, updates are handled before they are stored
(`bot/telegram/early.py`). Nothing remembers that such an update has taken effect, so it must not
change anything. Its task is marked, and the store refuses whatever the task would write, without
waiting. A task that a marked one begins is marked as well.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.store.seam.not_stored import NotStored

_READS_ONLY: Final = ContextVar("reads_only", default=False)


class OnlyReading(NotStored):
    """Raised where a task that may only read would write."""


@contextmanager
def reading_only() -> Iterator[None]:
    """Lets the current task read, and write nothing, while the block runs."""
    token = _READS_ONLY.set(True)
    try:
        yield
    finally:
        _READS_ONLY.reset(token)


def is_reading_only() -> bool:
    """Whether the current task may only read."""
    return _READS_ONLY.get()


def require_writing() -> None:
    """Raises OnlyReading where the current task may not write."""
    if _READS_ONLY.get():
        raise OnlyReading("what came is not stored yet, so it may change nothing")
