"""The digits and notes on a board at one moment."""

from dataclasses import dataclass, replace
from typing import Self, TypeVar

from bot.game.move import Act, Move
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a game.

    `pencilled` holds per cell the mask of notes, also those that a digit covers for now; `players`
    per cell who placed its digit, None for givens and blank cells.
    """

    values: Grid
    pencilled: tuple[int, ...]
    players: tuple[int | None, ...]

    @classmethod
    def start(cls, givens: Grid) -> Self:
        """The givens alone."""
        count = givens.geometry.cell_count
        return cls(givens, (0,) * count, (None,) * count)

    def after(self, player: int | None, move: Move) -> "Position":
        """The position after a move, which must have passed `check`.

        A placed digit leaves the notes of its own cell, covered, and takes itself out of the notes
        of all peers; an erased cell shows its notes again.
        """
        if move.act is Act.NOTES:
            return replace(self, pencilled=_with(self.pencilled, move.cell, move.value))
        pencilled = self.pencilled
        if move.act is Act.PLACE:
            pencilled = self._without(move.value, self.values.geometry.peers[move.cell])
        placer = player if move.act is Act.PLACE else None
        return Position(
            self.values.with_values({move.cell: move.value}),
            pencilled,
            _with(self.players, move.cell, placer),
        )

    def check(self, givens: Grid, move: Move) -> None:
        """Nothing when the move may be made.

        Raises Refused: `no_such_cell`, `given`, `no_such_digit`, and `filled` for notes in a cell
        that has a digit.
        """
        geometry = givens.geometry
        if not 0 <= move.cell < geometry.cell_count:
            raise Refused("no_such_cell", cell=str(move.cell), size=geometry.size)
        name = geometry.name(move.cell)
        if givens[move.cell]:
            raise Refused("given", cell=name)
        if not _fits(move, geometry):
            digit, top = str(move.value), highest(geometry)
            raise Refused("no_such_digit", cell=name, digit=digit, highest=top)
        if move.act is Act.NOTES and self.values[move.cell]:
            raise Refused("filled", cell=name)

    def _without(self, digit: int, cells: tuple[int, ...]) -> tuple[int, ...]:
        pencilled = list(self.pencilled)
        for cell in cells:
            pencilled[cell] &= ~(1 << digit - 1)
        return tuple(pencilled)


def highest(geometry: Geometry) -> str:
    """The largest digit of a board as it prints: `9`, or `16 (G)` where digits go beyond 9."""
    size = geometry.size
    return f"{size} ({SYMBOLS[size - 1]})" if size > 9 else str(size)


def _fits(move: Move, geometry: Geometry) -> bool:
    if move.act is Act.PLACE:
        return 1 <= move.value <= geometry.size
    if move.act is Act.NOTES:
        return 0 <= move.value < 1 << geometry.size
    return move.value == 0


def _with(items: tuple[_Item, ...], index: int, item: _Item) -> tuple[_Item, ...]:
    return (*items[:index], item, *items[index + 1 :])
