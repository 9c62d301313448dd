"""A progress bar for work that takes long."""

from collections.abc import Callable
from typing import Final, TextIO

_PATIENCE: Final = 1.0
_INTERVAL: Final = 0.1
_WIDTH: Final = 30
_ERASE: Final = "\r\x1b[K"


class Progress:
    """A bar on a terminal that appears after a second; on any other stream it does nothing.

    `total` is the weight of all the work, 0 where it is unknown: then only a count is shown.
    `clock` gives seconds, `noun` says what is counted.
    """

    def __init__(
        self,
        stream: TextIO,
        clock: Callable[[], float],
        total: int = 0,
        noun: str = "puzzles",
    ) -> None:
        self._stream = stream
        self._clock = clock
        self._total = total
        self._noun = noun
        self._count = self._done = 0
        self._is_terminal = stream.isatty()
        self._is_drawn = False
        self._started = clock()
        self._next = self._started + _PATIENCE

    def advance(self, weight: int = 1, count: int = 1) -> None:
        """Adds `count` finished items, which are `weight` of the total."""
        self._count += count
        self._done += weight
        self._show()

    def reach(self, done: int) -> None:
        """Says that as many items are finished; threads may say so in any order."""
        self._count = self._done = max(self._done, done)
        self._show()

    def _show(self) -> None:
        if self._is_terminal and (now := self._clock()) >= self._next:
            self._next = now + _INTERVAL
            self._draw(now - self._started)

    def leave_out(self, weight: int) -> None:
        """Takes work from the total that need not be done."""
        self._total -= weight

    def clear(self) -> None:
        """Takes the bar off the screen, so that a line can be printed there."""
        if self._is_drawn:
            self._stream.write(_ERASE)
            self._stream.flush()
            self._is_drawn = False

    def _draw(self, elapsed: float) -> None:
        self._stream.write(_ERASE + self._bar(elapsed))
        self._stream.flush()
        self._is_drawn = True

    def _bar(self, elapsed: float) -> str:
        count = f"{self._count:,} {self._noun}, {self._count / elapsed:,.0f}/s"
        if not self._total:
            return count
        share = min(self._done / self._total, 1.0)
        filled = round(share * _WIDTH)
        left = round(elapsed / share - elapsed)
        bar = "#" * filled + "." * (_WIDTH - filled)
        return f"[{bar}] {share:4.0%}  {count}, {left // 60}:{left % 60:02} left"
