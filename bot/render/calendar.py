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
    first_weekday: int = 0,
) -> str:
    """Draws the month of a day with one line for each week, 20 columns, no trailing blanks.

    A day is followed by `*` when its daily was solved, by `~` when a freeze kept the streak, and by
    `?` when it is today and its daily is still to be played. `weekdays` heads the columns: seven
    texts from Monday on, of at most two letters or one Chinese character. Weeks begin with
    `first_weekday`, 0 for Monday.
    """
    days = monthrange(month.year, month.month)[1]
    cells = ["   "] * blank_days(month, first_weekday)
    for day in range(1, days + 1):
        label = month.replace(day=day).isoformat()
        cells.append(f"{day:>2}{_mark(label, solved, frozen, today)}")
    lines = ["".join(cells[at : at + 7]) for at in range(0, len(cells), 7)]
    heading = _heading([*weekdays[first_weekday:], *weekdays[:first_weekday]])
    return "\n".join(line.rstrip() for line in [heading, *lines])


def blank_days(month: date, first_weekday: int) -> int:
    """How many days of a month's first week belong to the month before."""
    return (month.replace(day=1).weekday() - first_weekday) % 7


def _heading(names: Sequence[str]) -> str:
    """The names above their columns.

    Phones draw a digit 0.6 and a Chinese character 1 em wide: three characters with a space each
    are a digit short of three columns.
    """
    if all(map(str.isascii, names)):
        return "".join(f"{name:>2} " for name in names)
    return "".join(f"{name} " + " " * (at % 3 == 0) for at, name in enumerate(names, 1))


def _mark(label: str, solved: Collection[str], frozen: Collection[str], today: str) -> str:
    if label in solved:
        return SOLVED
    if label in frozen:
        return FROZEN
    return TODAY if label == today else " "
