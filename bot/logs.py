"""Logging that an operator can read and that never holds the token."""

import logging
import sys
from typing import Final

# One line per request would drown the others; aiosqlite's hold every value, secrets among them.
TALKATIVE: Final = ("httpx", "httpcore", "aiosqlite")
FORMAT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


class _WithoutToken(logging.Formatter):
    """Blots out the token wherever it would appear, in messages and in tracebacks alike."""

    def __init__(self, token: str) -> None:
        super().__init__(FORMAT)
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        return line.replace(self._token, "<token>") if self._token else line


def configure(level: str, token: str) -> None:
    """Sends all logs of this process to standard error, without the token."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_WithoutToken(token))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
