"""The notes of a game as text that fits a phone."""

from collections.abc import Sequence
from typing import Final

from bot.game.game import Game
from bot.game.move import digits_of
from bot.render.layout import note_columns
from bot.render.text_board import WIDTH
from engine.board import SYMBOLS

NO_NOTE: Final = "."
"""Stands where a note would stand."""


def notes_view(game: Game, unit: int | None = None) -> str:
    """The notes of a unit (an index of `Geometry.units`) or of the whole board, in ASCII.

    A box is drawn with its notes in place (123/456/789), the numbers of its rows and columns at
    the edge, and a digit, placed or given, alone in the middle of its cell. A row or column has a
    line for each cell: its notes in place, or `= 7`. The whole board is a list of the cells that
    have notes, which is empty where none has. Up to 16x16 lines have at most 25 columns.
    """
    shape = game.givens.geometry
    if unit is None:
        return "\n".join(line for row in range(shape.size) for line in _listed_row(game, row))
    if shape.unit_kind(unit) == "box":
        return _box(game, shape.units[unit])
    return "\n".join(_line(game, cell) for cell in shape.units[unit])


def _in_place(mask: int, size: int) -> str:
    return "".join(SYMBOLS[bit] if mask >> bit & 1 else NO_NOTE for bit in range(size))


def _line(game: Game, cell: int) -> str:
    shape, value = game.givens.geometry, game.values[cell]
    name = shape.name(cell).ljust(len(shape.name(shape.cell_count - 1)))
    shown = f"= {SYMBOLS[value - 1]}" if value else _in_place(game.notes[cell], shape.size)
    return f"{name} {shown}"


def _listed_row(game: Game, row: int) -> list[str]:
    """`r4 c1 27  c5 1389`, in several lines where that is wider than WIDTH; none without notes."""
    shape = game.givens.geometry
    lines: list[str] = []
    label = f"r{row + 1}".ljust(len(f"r{shape.size}"))
    for column, cell in enumerate(shape.rows[row], 1):
        digits = "".join(SYMBOLS[digit - 1] for digit in digits_of(game.notes[cell]))
        item = f"c{column} {digits}"
        if not digits:
            continue
        if lines and len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f"  {item}"
        else:
            lines.append(f"{' ' * len(label) if lines else label} {item}")
    return lines


def _box(game: Game, cells: Sequence[int]) -> str:
    shape = game.givens.geometry
    wide, label = note_columns(shape.size), len(str(shape.size)) + 2
    # Spaces around the bars are the first thing to go where a box is too wide for a phone.
    between = " | " if label + (wide + 3) * shape.box_columns - 3 <= WIDTH else "|"
    rule = between.replace(" ", "-").replace("|", "+").join(["-" * wide] * shape.box_columns)
    rows = [cells[at : at + shape.box_columns] for at in range(0, shape.size, shape.box_columns)]
    numbers = (str(cell % shape.size + 1).center(wide) for cell in rows[0])
    lines = [" " * label + (" " * len(between)).join(numbers)]
    for row in rows:
        lines += [" " * label + rule] if len(lines) > 1 else []
        lines += _box_row(game, row, between)
    return "\n".join(line.rstrip() for line in lines)


def _box_row(game: Game, cells: Sequence[int], between: str) -> list[str]:
    """The lines of a row of cells, its number before the middle one."""
    size = game.givens.geometry.size
    lines = [
        between.join(parts) for parts in zip(*(_cell(game, cell) for cell in cells), strict=True)
    ]
    width, number = len(str(size)), str(cells[0] // size + 1)
    middle = (len(lines) - 1) // 2
    labels = [
        f"{number:>{width}}: " if at == middle else " " * (width + 2) for at in range(len(lines))
    ]
    return [label + line for label, line in zip(labels, lines, strict=True)]


def _cell(game: Game, cell: int) -> list[str]:
    """The lines of a cell: its notes in place, or its digit in the middle."""
    size, value = game.givens.geometry.size, game.values[cell]
    wide = note_columns(size)
    places = _in_place(game.notes[cell], size)
    lines = [places[at : at + wide].ljust(wide) for at in range(0, size, wide)]
    if not value:
        return lines
    middle = (len(lines) - 1) // 2
    digit = SYMBOLS[value - 1].center(wide)
    return [digit if at == middle else " " * wide for at in range(len(lines))]
