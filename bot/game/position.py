"""The digits and notes on a board at one moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from bot.game.move import Act, Move, Turn
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid


@dataclass(frozen=True, slots=True)
class Position:
    """What stands on the board at one moment of a game.

    `pencilled` holds per cell the mask of notes, also those that a digit covers for now; `players`
    per cell who placed its digit, None for givens and blank cells.
    """

    values: Grid
    pencilled: tuple[int, ...]
    players: tuple[int | None, ...]

    @classmethod
    def start(cls, givens: Grid) -> Self:
        """The position before the first move: the givens alone."""
        count = givens.geometry.cell_count
        return cls(givens, (0,) * count, (None,) * count)

    def after(self, player: int | None, move: Move) -> "Position":
        """The position after a move, which must have passed `check`.

        A placed digit leaves the notes of its own cell, covered, and takes itself out of the notes
        of all peers; an erased cell shows its notes again.
        """
        return self.after_all([Turn(player, (move,))])

    def after_all(self, turns: Iterable[Turn]) -> "Position":
        """The position after the moves of all turns, none of which is a BACK."""
        draft = _Draft(self)
        for turn in turns:
            for move in turn.moves:
                draft.make(turn.player, move)
        return draft.position()

    def check(self, givens: Grid, move: Move) -> None:
        """Checks that a move may be made.

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


class _Draft:
    """A position that moves are made on, copied once and not for each move."""

    def __init__(self, position: Position) -> None:
        self.geometry = position.values.geometry
        self.values = bytearray(position.values.values)
        self.pencilled = list(position.pencilled)
        self.players = list(position.players)

    def make(self, player: int | None, move: Move) -> None:
        if move.act is Act.NOTES:
            self.pencilled[move.cell] = move.value
            return
        self.values[move.cell] = move.value
        self.players[move.cell] = player if move.act is Act.PLACE else None
        if move.act is Act.PLACE and any(self.pencilled):
            others = ~(1 << move.value - 1)
            for peer in self.geometry.peers[move.cell]:
                self.pencilled[peer] &= others

    def position(self) -> Position:
        values = Grid(self.geometry, bytes(self.values))
        return Position(values, tuple(self.pencilled), tuple(self.players))


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
