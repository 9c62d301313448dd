"""In whose name memory and processor time are reserved."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple


class Owner(NamedTuple):
    """An account, a person or a chat that speaks for itself, and the chat in which it asks."""

    account: int
    chat: int = 0


NOBODY: Final = Owner(0)
"""The bot itself, which asks for its own work."""

_ACCOUNT: Final = ContextVar("account that this task works for", default=NOBODY.account)


def account_here() -> int:
    """The account that this task works for; NOBODY's if it works for none."""
    return _ACCOUNT.get()


@contextmanager
def on_behalf_of(account: int) -> Iterator[None]:
    """Has this task, and those that it begins, work for an account while the block runs."""
    token = _ACCOUNT.set(account)
    try:
        yield
    finally:
        _ACCOUNT.reset(token)
