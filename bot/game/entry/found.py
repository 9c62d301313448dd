"""What one stretch of a message turned out to be."""

from dataclasses import dataclass

from bot.game.entry.intent import Intent
from bot.game.refused import Refused


@dataclass(frozen=True, slots=True)
class Found:
    """A form of entry that ends at `end`: its wishes, or the problem that it has.

    `sure` says that nobody writes this in other talk. `row` is the number of the row that it
    spells out whole, counted from 1, else 0.
    """

    end: int
    intents: tuple[Intent, ...] = ()
    problem: Refused | None = None
    sure: bool = False
    row: int = 0
