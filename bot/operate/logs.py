"""Logs that an operator can read, and that never hold the token or what people write."""

import json
import logging
import sys
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from types import TracebackType
from typing import Final

from bot.operate.metrics import current

# One line per request would drown the others.
TALKATIVE: Final = ("httpx", "httpcore")
OURS: Final = frozenset({"bot", "engine"})
"""Loggers that may say more than INFO; others would log the texts and names that pass through them.
"""

FORMAT: Final = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

LINES_A_SECOND: Final = 10
"""Lines from one place in the code; what it says on top of them in a second is only counted."""

SAME_SECONDS: Final = 60
"""Seconds in which a place warns of the same thing once, and all of them of the same reason."""

MOST_REASONS: Final = 100

log = logging.getLogger(__name__)


def _is_discreet(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.INFO or record.name.partition(".")[0] in OURS


@dataclass(slots=True)
class _Place:
    """What one place in the code has logged: in its newest second, and last of all."""

    second: int
    count: int = 0
    left_out: int = 0
    last: str = ""
    last_at: float = -inf


class _FewOfAKind(logging.Filter):
    """Drops what one place in the code logs too often; its next line says how many lines it was.

    Otherwise a fault that comes with each of thousands of connections would fill the disk, and one
    that lasts would say the same every second to somebody who looks for something else. A full disk
    is in the way of many places, which all give it as the reason: the first one says it for all.
    """

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[tuple[str, int], _Place] = {}
        # When each reason was given last.
        self._reasons: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        second, at = int(record.created), (record.pathname, record.lineno)
        place = self._places.setdefault(at, _Place(second))
        if second != place.second:
            place.second, place.count = second, 0
        place.count += 1
        told = f"{record.getMessage()} {record.exc_info and record.exc_info[1]!r}"
        is_known = told == place.last and record.created - place.last_at < SAME_SECONDS
        reason = _reason(record)
        is_known |= record.created - self._reasons.get(reason, -inf) < SAME_SECONDS
        if place.count > LINES_A_SECOND or (is_known and record.levelno >= logging.WARNING):
            place.left_out += 1
            return False
        if reason:
            if len(self._reasons) == MOST_REASONS:
                self._reasons.clear()
            self._reasons[reason] = record.created
        if place.left_out:
            words = f"({place.left_out} more like this were left out)"
            record.msg, record.args = f"{record.getMessage()} {words}", ()
            place.left_out = 0
        place.last, place.last_at = told, record.created
        return True


def _reason(record: logging.LogRecord) -> str:
    """What an error says that needs no traceback, as the database's are; empty if it has none."""
    values = record.args if isinstance(record.args, tuple) else ()
    errors = (record.exc_info and record.exc_info[1], *values)
    return next((str(error) for error in errors if getattr(error, "is_explained", False)), "")


class _Text(logging.Formatter):
    """One line of text, with the update that it is about at the end of the message."""

    def __init__(self) -> None:
        super().__init__(FORMAT)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        handled = current()
        line = super().formatMessage(record)
        return f"{line} [update {handled.update_id}]" if handled else line


class _Json(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        handled = current()
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if handled:
            entry |= {"update": handled.update_id, "command": handled.command}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


class _WithoutToken(logging.StreamHandler):  # type: ignore[type-arg] # not generic at run time
    """Replaces the token wherever it would appear, in messages and in tracebacks alike."""

    def __init__(self, token: str) -> None:
        super().__init__(sys.stderr)
        # The half behind the colon alone is the secret, and stays the same when a URL is quoted.
        self._secret = token.partition(":")[2]

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(_in_one_line(record))
        return line.replace(self._secret, "<token>") if self._secret else line


def configure(level: str, token: str, log_format: str = "text") -> None:
    """Sends all logs of this process to standard error, also crashes, all without the token."""
    handler = _WithoutToken(token)
    handler.setFormatter(_Json() if log_format == "json" else _Text())
    handler.addFilter(_is_discreet)
    handler.addFilter(_FewOfAKind())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    # Python itself would print these errors past all handlers.
    sys.excepthook = _crashed
    sys.unraisablehook = _dropped
    threading.excepthook = _dropped


def in_form(message: str, log_format: str) -> str:
    """A line for standard output: the message, or an object as those of the log."""
    if log_format != "json":
        return message
    return _Json().format(logging.LogRecord("bot", logging.INFO, "", 0, message, (), None))


def _in_one_line(record: logging.LogRecord) -> logging.LogRecord:
    """The record with its error in the message, if the error needs no traceback."""
    error = record.exc_info[1] if record.exc_info else None
    if not getattr(error, "is_explained", False):
        return record
    # A copy, because other handlers get the same record.
    short = logging.makeLogRecord(record.__dict__)
    short.msg, short.args = f"{record.getMessage()}: {error}", ()
    short.exc_info = short.exc_text = None
    return short


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("the process ends", exc_info=(kind, error, trace))


def _dropped(dropped: "sys.UnraisableHookArgs | threading.ExceptHookArgs") -> None:
    error = dropped.exc_value or dropped.exc_type()
    log.error("nobody was there to take an error", exc_info=error)
