"""A clock for tests."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class Clock:
    """A clock that stands still until a test moves it."""

    now: datetime = datetime(2026, 11, 20, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def seconds(self) -> float:
        return self.now.timestamp()

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)
