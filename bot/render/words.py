"""Durations, numbers, cities, lists of cells, moves and contradictions in words."""

from collections.abc import Iterable, Sequence
from typing import Final

from bot import messages
from bot.game.game import Game
from bot.game.move import Act, Move, notes_text
from bot.game.zones import find_zone, short_name
from engine.difficulty.band import Difficulty
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Contradiction

MOST_CELLS: Final = 12
MOST_MOVES: Final = 4


def duration(language: str, seconds: int) -> str:
    """A time as on a stopwatch; whole days from two days on."""
    minutes, rest = divmod(max(seconds, 0), 60)
    hours, minutes_left = divmod(minutes, 60)
    if hours >= 48:
        return messages.text(language, "time.days", count=hours // 24)
    if hours:
        return messages.text(
            language, "time.hours", hours=hours, minutes=minutes_left, seconds=rest
        )
    if minutes:
        return messages.text(language, "time.minutes", minutes=minutes, seconds=rest)
    return messages.text(language, "time.seconds", seconds=rest)


def difficulty_parts(language: str, difficulty: str | None) -> list[str]:
    """The name of a stored difficulty; none where a puzzle is not graded, or cannot be."""
    if difficulty not in set(Difficulty):
        return []
    return [messages.text(language, f"difficulty.{difficulty}")]


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


def listed(language: str, things: Iterable[str]) -> str:
    """Things one after the other, as the language separates them."""
    return messages.text(language, "name.comma").join(things)


def cell_list(language: str, geometry: Geometry, cells: Sequence[int]) -> str:
    """`r1c2, r3c4`; long lists end in how many more there are."""
    return shortened(language, [geometry.name(cell) for cell in cells])


def shortened(language: str, cells: Sequence[str]) -> str:
    """Names of cells one after the other; long lists end in how many more there are."""
    shown = listed(language, cells[:MOST_CELLS])
    more = len(cells) - MOST_CELLS
    if more <= 0:
        return shown
    return messages.text(language, "solve.more_cells", cells=shown, count=more)


def note_list(language: str, game: Game) -> str:
    """The pencil marks of a game by cell: `r1c2 27, r3c4 5`; long lists end as those of cells."""
    geometry = game.givens.geometry
    noted = [(cell, mask) for cell, mask in enumerate(game.notes) if mask]
    shown = [f"{geometry.name(cell)} {notes_text(mask, geometry)}" for cell, mask in noted]
    return shortened(language, shown)


def ranges(numbers: Iterable[int]) -> str:
    """`1–3, 7` for 1, 2, 3 and 7, in any order; empty for none."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def move_list(language: str, geometry: Geometry, moves: Sequence[Move]) -> str:
    """The moves of a turn, so that the player sees what was understood; long lists are cut."""
    shown = listed(language, [_move(language, geometry, move) for move in moves[:MOST_MOVES]])
    more = len(moves) - MOST_MOVES
    if more <= 0:
        return shown
    return messages.text(language, "board.more_moves", moves=shown, count=more)


def cell_state(language: str, game: Game, cell: int) -> str:
    """A cell and what stands in it: `r4c5`, `r4c5 = 7`, `r4c5 notes 27`."""
    geometry, value, mask = game.givens.geometry, game.values[cell], game.notes[cell]
    if value:
        return _move(language, geometry, Move(Act.PLACE, cell, value))
    if mask:
        return _move(language, geometry, Move(Act.NOTES, cell, mask))
    return geometry.name(cell)


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


def _move(language: str, geometry: Geometry, move: Move) -> str:
    if move.act is Act.BACK:
        return messages.text(language, "board.back" if move.value else "board.back_to_start")
    cell = geometry.name(move.cell)
    if move.act is Act.PLACE:
        return messages.text(language, "board.placed", cell=cell, digit=SYMBOLS[move.value - 1])
    if move.act is Act.ERASE:
        return messages.text(language, "board.erased", cell=cell)
    if not move.value:
        return messages.text(language, "board.unnoted", cell=cell)
    digits = notes_text(move.value, geometry)
    return messages.text(language, "board.noted", cell=cell, digits=digits)
