"""One game as its puzzle and the turns that were made, with undo and redo."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.game.move import Act, Turn
from bot.game.position import Position
from bot.game.refused import Refused
from engine.grid import Contradiction, Grid


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: the first `done` of its `turns` are applied, the others are undone.

    Everything else follows by replaying them, so undoing brings back digits, notes and players
    exactly. Stored turns are trusted; new ones are checked by `with_turn`.
    """

    givens: Grid
    solution: Grid
    turns: tuple[Turn, ...] = ()
    done: int = 0
    position: Position = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        moments = [Position.start(self.givens)]
        for turn in self.turns[: self.done]:
            moments.append(_after(moments, turn))
        object.__setattr__(self, "position", moments[-1])

    @property
    def values(self) -> Grid:
        """The givens and the placed digits."""
        return self.position.values

    @property
    def notes(self) -> tuple[int, ...]:
        """Per cell the mask of its visible notes: 0 where the cell has a digit."""
        pairs = zip(self.values.values, self.position.pencilled, strict=True)
        return tuple(0 if value else mask for value, mask in pairs)

    def with_turn(self, turn: Turn) -> "Game":
        """The game after one more turn; undone turns are dropped.

        Raises Refused when one of the moves may not be made (see `Position.check`).
        """
        position = self.position
        for move in turn.moves:
            if move.act is not Act.BACK:
                position.check(self.givens, move)
                position = position.after(turn.player, move)
        return Game(self.givens, self.solution, (*self.turns[: self.done], turn), self.done + 1)

    def undone(self) -> "Game":
        """The game before its last applied turn; raises Refused `nothing_to_undo`."""
        if not self.done:
            raise Refused("nothing_to_undo")
        return Game(self.givens, self.solution, self.turns, self.done - 1)

    def redone(self) -> "Game":
        """The game with the last undone turn applied again; raises Refused `nothing_to_redo`."""
        if self.done == len(self.turns):
            raise Refused("nothing_to_redo")
        return Game(self.givens, self.solution, self.turns, self.done + 1)

    def wrong_cells(self) -> tuple[int, ...]:
        """The cells whose digit differs from the solution, ascending."""
        triples = enumerate(zip(self.values.values, self.solution.values, strict=True))
        return tuple(cell for cell, (value, right) in triples if value not in {0, right})

    def conflicts(self) -> tuple[Contradiction, ...]:
        """Every pair of equal digits in a unit."""
        return self.values.conflicts()

    @property
    def blank_count(self) -> int:
        return self.values.values.count(0)

    @property
    def is_solved(self) -> bool:
        return self.values == self.solution

    def remaining(self) -> tuple[int, ...]:
        """How many of each digit are still to be placed, from the digit 1 on; never negative."""
        size = self.givens.geometry.size
        values = self.values.values
        return tuple(max(0, size - values.count(digit)) for digit in range(1, size + 1))

    def placed_by(self, cell: int) -> int | None:
        """Who placed the digit of a cell; None for givens, blank cells and deleted players."""
        return self.position.players[cell]

    @property
    def last_cells(self) -> tuple[int, ...]:
        """The cells that the last applied turn changed, each once, in the order of its moves."""
        if not self.done:
            return ()
        moves = self.turns[self.done - 1].moves
        if moves[0].act is Act.BACK:
            return self._changed_since(self.undone())
        return tuple(dict.fromkeys(move.cell for move in moves))

    def _changed_since(self, other: "Game") -> tuple[int, ...]:
        """The cells whose digit or visible notes differ."""
        here, there = ((game.values.values, game.notes) for game in (self, other))
        cells = range(len(self.notes))
        return tuple(
            cell
            for cell in cells
            if any(a[cell] != b[cell] for a, b in zip(here, there, strict=True))
        )


def _after(moments: Sequence[Position], turn: Turn) -> Position:
    """The position after a turn, given those from the start of the game on."""
    position = moments[-1]
    for move in turn.moves:
        if move.act is Act.BACK:
            position = moments[move.value]
        else:
            position = position.after(turn.player, move)
    return position
