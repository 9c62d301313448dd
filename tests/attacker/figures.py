"""The figures of one attack, what they must not exceed, and how they are printed."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from tests.attacker.gauges import BOT, PICTURES, WORKER, Peaks
from tests.attacker.honest import LIMITS, Wait, by_kind, refusals
from tests.attacker.kept import Table
from tests.attacker.town import Said
from tests.waits import percentile

MOST_MEGABYTES: Final = 400
MEGABYTE: Final = 1_000_000
NEW_PROCESSES_A_MINUTE: Final = 240
"""How many workers may be replaced in a minute before it counts as a storm.

A long turn that is cut off for somebody else ends its worker, in each of the three that have long
turns at most once a second.
"""

FEW_PROCESSES: Final = 4
"""Processes that may begin in any attack, such as the reader of pictures."""

SHOWN_TABLES: Final = 4
WAITS: Final = ("calm", "opening", "waits")


@dataclass(frozen=True)
class Figures:
    """What was measured while one attack lasted.

    `opening` are the waits of those who asked in its first seconds, `waits` all later ones, `calm`
    those before it. `tables` says how much each table has grown.
    """

    name: str
    seconds: float
    updates: int
    calm: Sequence[Wait]
    opening: Sequence[Wait]
    waits: Sequence[Wait]
    calm_peaks: Peaks
    peaks: Peaks
    processor_seconds: float
    processes: int
    restarts: int
    kills: int
    errors: Sequence[str]
    tables: Mapping[str, Table]
    file_bytes: int
    said: Said
    sent: float
    """Messages and edits of the bot a second; at thirty Telegram itself makes everybody wait."""

    late: float
    """By how much this program itself was late at the 99th percentile, in seconds."""

    load: float
    """Processes that wanted a core for each core of the machine, on the average of a minute."""

    backlog: int
    """Updates that the bot had not fetched when the attack ended."""

    def failures(self, slack: float = 1.0) -> list[str]:
        """A plain line for each promise that did not hold; `slack` multiplies the longest waits."""
        lines = *self._of_processes(), *self._of_people(slack)
        return [f"{self.name}: {line}" for line in lines]

    def to_json(self) -> dict[str, Any]:
        """All of it, with the waits of each class in seconds."""
        told = {
            one.name: getattr(self, one.name)
            for one in fields(self)
            if one.name not in WAITS and isinstance(getattr(self, one.name), (str, int, float))
        }
        told |= {name: by_kind(getattr(self, name)) for name in WAITS}
        told |= {"errors": [*self.errors], "said": asdict(self.said)}
        told |= {"peaks": asdict(self.peaks), "calm_peaks": asdict(self.calm_peaks)}
        return told | {"tables": {name: asdict(table) for name, table in self.tables.items()}}

    def _of_processes(self) -> Iterator[str]:
        if (peak := megabytes(self.peaks.tree)) > MOST_MEGABYTES:
            yield f"the tree held {peak:.0f} MB, more than {MOST_MEGABYTES}"
        if self.restarts:
            yield f"the bot ended {self.restarts} times by itself"
        if self.kills:
            yield f"{self.kills} processes were killed for their memory"
        if self.processes > FEW_PROCESSES + NEW_PROCESSES_A_MINUTE * self.seconds / 60:
            yield f"{self.processes} new processes were started"
        if self.errors:
            yield f"{len(self.errors)} errors in the log, first: {self.errors[0]}"

    def _of_people(self, slack: float) -> Iterator[str]:
        for kind, seconds in by_kind(self.waits).items():
            if not seconds:
                yield f"nobody asked for {kind}"
            elif (late := percentile(seconds, 0.99)) > (limit := LIMITS[kind] * slack):
                yield f"{kind}: {late:.2f} s at the 99th percentile, over {limit:g} s"
        everybody = [*self.calm, *self.opening, *self.waits]
        silent = Counter((w.kind, w.refused) for w in everybody if w.answered is None)
        for (kind, refused), count in silent.most_common():
            yield f"{count} of {kind} were never answered, but told: {refused!r}"


def megabytes(count: int) -> float:
    return count / MEGABYTE


COLUMNS: Final = (
    "attack", "updates/s", "sent/s", "tree MB", "bot", "pictures", "worker", "new proc.",
    "ms CPU/update", "kept B/update", "answers/update", "B/answer", "largest",
    *(f"{kind} p50/p99" for kind in LIMITS), "opening worst", "unanswered", "refused", "late",
    "load",
)  # fmt: skip


def heading() -> str:
    return f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}"


def row(figures: Figures) -> str:
    """A row of the table for an attack."""
    peaks, updates = figures.peaks, max(figures.updates, 1)
    kept = sum(table.bytes for table in figures.tables.values())
    waits = [*figures.calm, *figures.opening, *figures.waits]
    cells = [
        figures.name,
        f"{figures.updates / figures.seconds:.0f}",
        f"{figures.sent:.1f}",
        f"{megabytes(peaks.tree):.0f}",
        *(f"{megabytes(peaks.resident.get(role, 0)):.0f}" for role in (BOT, PICTURES, WORKER)),
        str(figures.processes),
        f"{1000 * figures.processor_seconds / updates:.1f}",
        f"{kept / updates:.0f}",
        f"{figures.said.answers / updates:.2f}",
        f"{figures.said.bytes / max(figures.said.answers, 1):.0f}",
        f"{figures.said.largest}",
        *_waits(figures.waits),
        f"{max((wait.seconds for wait in figures.opening), default=0.0):.2f}",
        str(sum(wait.answered is None for wait in waits)),
        str(sum(bool(wait.refused) for wait in figures.waits)),
        f"{figures.late:.2f}",
        f"{figures.load:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def calm_row(figures: Figures) -> str:
    """A row of the table for the time before an attack."""
    peaks = figures.calm_peaks
    sizes = [f"{megabytes(peaks.tree):.0f}"]
    sizes += [f"{megabytes(peaks.resident.get(role, 0)):.0f}" for role in (BOT, PICTURES, WORKER)]
    cells = ["(calm before it)", "", "", *sizes, *[""] * 6, *_waits(figures.calm), *[""] * 5]
    return f"| {' | '.join(cells)} |"


def _waits(waits: Sequence[Wait]) -> list[str]:
    return [
        f"{percentile(seconds, 0.5):.2f}/{percentile(seconds, 0.99):.2f} ({len(seconds)})"
        for seconds in by_kind(waits).values()
    ]


def details(figures: Figures) -> list[str]:
    """Lines about what the table has no room for."""
    tables = list(figures.tables.items())[:SHOWN_TABLES]
    grown = ", ".join(
        f"{name} +{table.rows} rows +{table.bytes} bytes (largest {table.largest})"
        for name, table in tables
    )
    told = refusals(figures.waits).most_common(2)
    return [
        f"  kept: {grown or 'nothing'}; file +{figures.file_bytes} bytes",
        *(f"  told {count} honest people: {text!r}" for text, count in told),
        *([f"  {figures.backlog} updates not fetched"] if figures.backlog else []),
    ]
