"""A month of dailies as a calendar in text."""

from calendar import monthrange
from collections.abc import Collection, Sequence
from datetime import date
from typing import Final

SOLVED: Final = "*"
FROZEN: Final = "~"
TODAY: Final = "?"


def calendar_text(
    month: date,
    solved: Collection[str],
    frozen: Collection[str] = (),
    *,
    today: str,
    weekdays: Sequence[str],
) -> str:
    """Draws the month of a day in lines from Monday to Sunday, 20 columns, no trailing blanks.

    After a day stands `*` when its daily was solved, `~` when a freeze kept the streak, `?` when
    it is today and its daily is still to be played. `weekdays` heads the columns: seven texts of
    at most two ASCII characters.
    """
    first, days = monthrange(month.year, month.month)
    cells = ["   "] * first
    for day in range(1, days + 1):
        label = month.replace(day=day).isoformat()
        cells.append(f"{day:>2}{_mark(label, solved, frozen, today)}")
    lines = ["".join(cells[at : at + 7]) for at in range(0, len(cells), 7)]
    heading = "".join(f"{name:>2} " for name in weekdays)
    return "\n".join(line.rstrip() for line in [heading, *lines])


def _mark(label: str, solved: Collection[str], frozen: Collection[str], today: str) -> str:
    if label in solved:
        return SOLVED
    if label in frozen:
        return FROZEN
    return TODAY if label == today else " "
