"""One game as its puzzle and the turns that were made, with undo and redo.

The board of a game is not stored. Stored are its turns and how many of them are applied, and the
board follows by replaying these. Undo must bring back exactly what was there: the notes under a
digit, the notes that a placed digit took away from its peers, and who placed what. The reverse of
a move would have to remember all of that, and a stored board could contradict the turns.

Going back to the last right moment is a turn too (a BACK), so that it can be undone like any
other. It does not reverse the turns before it but names the moment that it restores. So a replay
first reads the turns from the last to the first and jumps from each BACK to the moment that it
names; what is left is made on the board in order.

A replay happens whenever a game is loaded, several times for one typed move. With a new Position
for each move it took 200 us for forty turns on a 9x9; on one draft it takes 40 us.
"""

from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field

from bot.game.move import Act, Turn
from bot.game.position import Position
from bot.game.refused import Refused
from engine.grid import Contradiction, Grid


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: the first `done` of its `turns` are applied, the others are undone.

    Everything else follows by replaying them, so undoing brings back digits, notes and players
    exactly. Stored turns are trusted; new ones are checked by `with_turn`. `replayed` is the
    position after the applied turns where it is known, which saves replaying them. `notes` holds
    the mask of the visible notes of each cell: 0 where the cell has a digit.
    """

    givens: Grid
    solution: Grid
    turns: tuple[Turn, ...] = ()
    done: int = 0
    replayed: InitVar[Position | None] = None
    position: Position = field(init=False, repr=False, compare=False)
    notes: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self, replayed: Position | None) -> None:
        position = replayed or _replayed(self.givens, self.turns[: self.done])
        pairs = zip(position.values.values, position.pencilled, strict=True)
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "notes", tuple([0 if value else mask for value, mask in pairs]))

    @property
    def values(self) -> Grid:
        """The givens and the placed digits."""
        return self.position.values

    def with_turn(self, turn: Turn) -> "Game":
        """The game after one more turn; undone turns are dropped.

        Raises Refused when one of the moves may not be made (see `Position.check`).
        """
        turns, done = (*self.turns[: self.done], turn), self.done + 1
        if _is_back(turn):
            return Game(self.givens, self.solution, turns, done)
        position = self.position
        for move in turn.moves:
            position.check(self.givens, move)
            position = position.after(turn.player, move)
        return Game(self.givens, self.solution, turns, done, position)

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
        # Right digits never meet an equal one, so that most boards need no search.
        return self.values.conflicts() if self.wrong_cells() else ()

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
        last = self.turns[self.done - 1]
        if _is_back(last):
            return self._changed_since(self.undone())
        return tuple(dict.fromkeys(move.cell for move in last.moves))

    def _changed_since(self, other: "Game") -> tuple[int, ...]:
        """The cells whose digit or visible notes differ."""
        here, there = ((game.values.values, game.notes) for game in (self, other))
        cells = range(len(self.notes))
        return tuple(
            cell
            for cell in cells
            if any(a[cell] != b[cell] for a, b in zip(here, there, strict=True))
        )


def _is_back(turn: Turn) -> bool:
    return bool(turn.moves) and turn.moves[0].act is Act.BACK


def _replayed(givens: Grid, turns: Sequence[Turn]) -> Position:
    return Position.start(givens).after_all(_without_rewound(turns))


def _without_rewound(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that still count: a BACK goes, and with it every turn that it took back."""
    counting, earlier = [], len(turns)
    while earlier:
        turn = turns[earlier - 1]
        earlier -= 1
        if _is_back(turn):
            earlier = min(earlier, turn.moves[0].value)
        else:
            counting.append(turn)
    return counting[::-1]
