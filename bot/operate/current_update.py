"""The update that a task works on, for those who watch: the logs and the metrics."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum


class Outcome(StrEnum):
    """How an update ended; `refused` is an answer too, `failed` is a bug of ours."""

    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(slots=True)
class Handling:
    """One update on its way; `command` is the handler's module, once one has taken it."""

    update_id: int
    command: str = "none"
    outcome: Outcome = Outcome.ANSWERED


_current: ContextVar[Handling | None] = ContextVar("handling", default=None)


def current() -> Handling | None:
    """What this task works on; None where it is no update."""
    return _current.get()


@contextmanager
def handling(update_id: int) -> Iterator[Handling]:
    """Until the block ends, that update is what this task works on."""
    handled = Handling(update_id)
    token = _current.set(handled)
    try:
        yield handled
    finally:
        _current.reset(token)


def taken_by(command: str) -> None:
    """A handler has taken the update."""
    if handled := current():
        handled.command = command


def ended(outcome: Outcome) -> None:
    """The update was answered otherwise than with what was asked for."""
    if handled := current():
        handled.outcome = outcome
