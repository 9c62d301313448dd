"""In whose name memory and processor time are reserved."""

from typing import Final, NamedTuple


class Owner(NamedTuple):
    """An account, a person or a chat that speaks for itself, and the chat in which it asks."""

    account: int
    chat: int = 0


NOBODY: Final = Owner(0)
"""The bot itself, which asks for its own work."""
