"""The metrics of a process for its operator, and which update the current task works on."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import StrEnum
from math import nan
from time import monotonic
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
LAG_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
LAG_STEP: Final = 0.1


class UpdateResult(StrEnum):
    """How an update ended; `refused` is an answer too, `failed` is a bug of ours.

    What was `put_off` is handled again, and counts again, once it can be stored.
    """

    ANSWERED = "answered"
    REFUSED = "refused"
    FAILED = "failed"
    PUT_OFF = "put_off"


@dataclass(slots=True)
class HandledUpdate:
    """An update that is being handled; `command` is the name of the handler that took it."""

    update_id: int
    command: str = "none"
    result: UpdateResult = UpdateResult.ANSWERED


_current: ContextVar[HandledUpdate | None] = ContextVar("handled update", default=None)


def current() -> HandledUpdate | None:
    """The update that this task works on; None where it works on none."""
    return _current.get()


@contextmanager
def handling(update_id: int) -> Iterator[HandledUpdate]:
    """Makes an update the one that this task works on until the block ends."""
    handled = HandledUpdate(update_id)
    token = _current.set(handled)
    try:
        yield handled
    finally:
        _current.reset(token)


def taken_by(command: str) -> None:
    """Notes which handler has taken the update."""
    if handled := current():
        handled.command = command


def ended(result: UpdateResult) -> None:
    """Notes how the update ended, if not with the answer that was asked for."""
    if handled := current():
        handled.result = result


class Metrics:
    """The metrics of one process; a label has few values, and none of them names a person."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._contact = self._caught_up = clock()
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.build = Info("sudoku_build", "What runs here, by its versions.", registry=registry)
        self.updates = Counter(
            "sudoku_updates",
            "Updates that were handled, by the command that took them and how they ended.",
            ["command", "outcome"],
            registry=registry,
        )
        self.update_seconds = Histogram(
            "sudoku_update_seconds",
            "From taking an update up to its last answer, waiting for its chat's turn included.",
            ["command"],
            buckets=SECONDS,
            registry=registry,
        )
        self.engine_seconds = Histogram(
            "sudoku_engine_seconds",
            "From a question to the engine's answer, waiting for a worker included.",
            ["kind"],
            buckets=SECONDS,
            registry=registry,
        )
        self.telegram_seconds = Histogram(
            "sudoku_telegram_seconds",
            "Calls to Telegram that were answered, whatever the answer, by method.",
            ["method"],
            buckets=SECONDS,
            registry=registry,
        )
        self.telegram_errors = Counter(
            "sudoku_telegram_errors",
            "Calls to Telegram that went wrong, by the status or the kind of failure.",
            ["kind"],
            registry=registry,
        )
        self.lag_seconds = Histogram(
            "sudoku_event_loop_lag_seconds",
            "How much later than asked for the event loop woke a task up.",
            buckets=LAG_SECONDS,
            registry=registry,
        )
        self.slots_missed = Counter(
            "sudoku_slots_missed",
            "Updates that waited because all slots were taken; more than a few are an alert.",
            registry=registry,
        )
        self.left_out = Counter(
            "sudoku_updates_left_out",
            "Updates on top of what one chat or person may have waiting.",
            registry=registry,
        )
        self.blocked = Counter(
            "sudoku_updates_blocked",
            "Updates of accounts and chats that are blocked, which were dropped.",
            registry=registry,
        )
        self.queue = Gauge(
            "sudoku_queue_depth", "What waits or is at work.", ["queue"], registry=registry
        )
        self.outbox = Gauge(
            "sudoku_outbox_rows",
            "Dailies that are not sent yet, by state.",
            ["state"],
            registry=registry,
        )
        self.dailies = Counter(
            "sudoku_dailies",
            "Dailies and reminders that this process has sent or given up, by what became of them.",
            ["outcome"],
            registry=registry,
        )
        self.unpacked = Gauge(
            "sudoku_games_unpacked",
            "Games that have ended and whose turns wait to be packed.",
            registry=registry,
        )
        self.overdue = Gauge(
            "sudoku_games_overdue_seconds",
            "For how long the oldest ended game has been kept longer than it should be.",
            registry=registry,
        )
        self.quarantine = Gauge(
            "sudoku_quarantined_updates",
            "Updates that nobody could read and that are kept for somebody to look at.",
            ["fault"],
            registry=registry,
        )
        self.batch_age = Gauge(
            "sudoku_updates_age_seconds",
            "How long ago all that Telegram had to tell was taken in.",
            registry=registry,
        )
        self.ready = Gauge(
            "sudoku_ready", "Whether a part does its work, by part.", ["part"], registry=registry
        )
        self.disk_bytes = Gauge(
            "sudoku_disk_bytes",
            "Bytes on the disk of the database, by what is there: its data, its log, or nothing.",
            ["content"],
            registry=registry,
        )
        self.backup_age = Gauge(
            "sudoku_backup_age_seconds",
            "How long ago `sudoku-bot backup` made a copy; NaN where it has made none.",
            registry=registry,
        )
        self.damage = Gauge(
            "sudoku_database_damage",
            "What the last look through the whole database has found wrong.",
            registry=registry,
        )

    @contextmanager
    def update(self, update_id: int) -> Iterator[None]:
        """Times one update, and names it in the logs meanwhile; its handler gives the command."""
        began = self._clock()
        with handling(update_id) as handled:
            yield
        self.updates.labels(handled.command, handled.result).inc()
        self.update_seconds.labels(handled.command).observe(self._clock() - began)

    @contextmanager
    def engine(self, kind: str) -> Iterator[None]:
        """Times one question to the engine, however it ends."""
        with self.engine_seconds.labels(kind).time():
            yield

    def reached(self, method: str, began: float) -> None:
        """Records that Telegram has answered a call that began at `began`."""
        self._contact = self._clock()
        self.telegram_seconds.labels(method).observe(self._contact - began)

    @property
    def seconds_since_contact(self) -> float:
        """Seconds since Telegram last answered, or since the start if it never has."""
        return self._clock() - self._contact

    def caught_up(self) -> None:
        """Records that all waiting updates have been taken in from Telegram."""
        self._caught_up = self._clock()

    @property
    def seconds_since_batch(self) -> float:
        """Seconds since all waiting updates had been taken in, or since the start."""
        return self._clock() - self._caught_up

    def text(
        self,
        queues: Mapping[str, int],
        outbox: Mapping[str, int],
        quarantine: Mapping[str, int] | None = None,
        disk: Mapping[str, int] | None = None,
        backup_age: float = nan,
    ) -> bytes:
        """All metrics in Prometheus's text format, with these depths of queues, bytes and age."""
        self.batch_age.set(self.seconds_since_batch)
        # A kind of fault that has left quarantine must not stay in the figures.
        self.quarantine.clear()
        for fault, count in (quarantine or {}).items():
            self.quarantine.labels(fault).set(count)
        for content, size in (disk or {}).items():
            self.disk_bytes.labels(content).set(size)
        self.backup_age.set(backup_age)
        for name, depth in queues.items():
            self.queue.labels(name).set(depth)
        for state, rows in outbox.items():
            self.outbox.labels(state).set(rows)
        return generate_latest(self.registry)

    async def watch_lag(self) -> None:
        """Measures the lag of the event loop until cancelled."""
        while True:
            began = self._clock()
            await asyncio.sleep(LAG_STEP)
            self.lag_seconds.observe(max(self._clock() - began - LAG_STEP, 0.0))
