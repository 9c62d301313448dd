"""Times of day, numbers, cities, lists of cells and contradictions in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot import messages
from bot.game.zones import find_zone, short_name
from engine.board import SYMBOLS, Contradiction, Geometry

MOST_CELLS: Final = 12


def time_of_day(minute: int) -> str:
    """A minute of the day as clocks show it."""
    return f"{minute // 60:02}:{minute % 60:02}"


def cities(language: str) -> dict[str, str]:
    """Cities as the language calls them, with their zones."""
    names = messages.text(language, "subscribe.cities").split()
    return {name.replace("_", " "): find_zone(name)[0] for name in names}


def zone_name(language: str, zone: str) -> str:
    """What people of a language call a zone."""
    names = {key: name for name, key in cities(language).items()}
    return names.get(zone) or short_name(zone)


def cell_list(language: str, geometry: Geometry, cells: Sequence[int]) -> str:
    """`r1c2, r3c4`; long lists end in how many more there are."""
    return shortened(language, [geometry.name(cell) for cell in cells])


def shortened(language: str, cells: Sequence[str]) -> str:
    """Names of cells one after the other; long lists end in how many more there are."""
    shown = messages.listed(language, cells[:MOST_CELLS])
    more = len(cells) - MOST_CELLS
    if more <= 0:
        return shown
    return messages.text(language, "solve.more_cells", cells=shown, count=more)


def ranges(numbers: Iterable[int]) -> str:
    """`1–3, 7` for 1, 2, 3 and 7, in any order; empty for none."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def contradiction(language: str, reason: Contradiction) -> str:
    """Why a puzzle has no solution."""
    geometry = reason.geometry
    if reason.kind == "no_candidate":
        key, number = "no_candidate", 0
    else:
        key = f"{reason.kind}_{geometry.unit_kind(reason.unit)}"
        number = geometry.unit_number(reason.unit)
    return messages.text(
        language,
        f"contradiction.{key}",
        digit=SYMBOLS[reason.value - 1] if reason.value else "",
        number=number,
        cells=cell_list(language, geometry, reason.cells),
    )
