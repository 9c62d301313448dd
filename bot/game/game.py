"""One game as its puzzle and the turns that were made, with undo and redo.

The board of a game is not stored. What is stored is its turns and the number of them that are
applied; replaying those gives the board. Undo must bring back exactly what was there: the notes
under a digit, the notes that a placed digit took away from its peers, and who placed what. The
reverse of a move would have to remember all of that, and a stored board could contradict the turns.

Going back to the last right moment is a turn too (a BACK), so that it can be undone like any
other. It does not reverse the turns before it but names the moment that it restores. So a replay
first reads the turns from the last to the first and jumps from each BACK to the moment that it
names; the turns that are left are made on the board in order.

A replay happens whenever a turn is undone, or a game is loaded that was not played here just before
(`bot/store/seam/known.py`). With a new Position for each move it took 200 us for forty turns on a
9x9; on one draft it takes 40 us.
"""

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass, field
from typing import Self

from bot.game.move import Act, Intent, IntentKind, Intents, Move, Turn, highest
from bot.game.refused import Refused
from engine.board import Contradiction, Geometry, Grid


@dataclass(frozen=True, slots=True)
class Position:
    """What stands on the board at one moment of a game.

    `pencilled` holds for each cell its mask of notes, also where a digit covers them; `players`
    holds who placed its digit, None for givens and blank cells.
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
        """The position after the moves of all turns, which must hold no BACK."""
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
        # Notes under a digit would be stored, but nobody would see them before it is erased.
        if move.act is Act.NOTES and self.values[move.cell]:
            raise Refused("filled", cell=name)


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment: the first `done` of its `turns` are applied, the others are undone.

    Everything else follows by replaying them, so undoing brings back digits, notes and players
    exactly. Stored turns are trusted; new ones are checked by `with_turn`. A caller who knows the
    position after the applied turns hands it in as `replayed`, which saves replaying them. `notes`
    holds the mask of the visible notes of each cell: 0 where the cell has a digit.
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
        # A BACK restores a moment before this position, which only a replay finds.
        if _is_back(turn):
            return Game(self.givens, self.solution, turns, done)
        position = self.position
        for move in turn.moves:
            position.check(self.givens, move)
            position = position.after(turn.player, move)
        return Game(self.givens, self.solution, turns, done, position)

    def undone(self) -> "Game":
        """The game before its last applied turn.

        Raises Refused `nothing_to_undo` where no move was made, `all_undone` where none is left.
        """
        if not self.done:
            raise Refused("all_undone" if self.turns else "nothing_to_undo")
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


def to_turn(game: Game, intents: Intents, player: int) -> Turn:
    """The turn that does what the intents say, one after the other, as the game stands now.

    Intents that change nothing (a digit that stands there already, also as a given) make no move,
    so the turn may be empty. Erasing a cell without a digit removes its notes. Raises Refused,
    for the whole message, when one of the moves may not be made (see `Position.check`).
    """
    position = game.position
    moves = []
    for intent in intents.intents:
        # Before the check, which refuses every given: typing it again is no mistake.
        if intent.kind is IntentKind.PLACE and position.values[intent.cell] == intent.value:
            continue
        move = _move(intent, position)
        position.check(game.givens, move)
        changed = position.after(player, move)
        if (changed.values, changed.pencilled) != (position.values, position.pencilled):
            moves.append(move)
            position = changed
    return Turn(player, tuple(moves))


def _is_back(turn: Turn) -> bool:
    return bool(turn.moves) and turn.moves[0].act is Act.BACK


def _replayed(givens: Grid, turns: Sequence[Turn]) -> Position:
    return Position.start(givens).after_all(without_rewound(turns))


def without_rewound(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that still count: a BACK goes, and with it every turn that it took back."""
    # Most games have no BACK.
    if not any(turn.moves and turn.moves[0].act is Act.BACK for turn in turns):
        return list(turns)
    counting, earlier = [], len(turns)
    while earlier:
        turn = turns[earlier - 1]
        earlier -= 1
        if _is_back(turn):
            # min: a damaged turn that names a later moment must not send the replay in a circle.
            earlier = min(earlier, turn.moves[0].value)
        else:
            counting.append(turn)
    return counting[::-1]


class _Draft:
    """A mutable position: all moves are made on one copy."""

    def __init__(self, position: Position) -> None:
        self.geometry = position.values.geometry
        self.values = bytearray(position.values.values)
        self.pencilled = list(position.pencilled)
        self.players = list(position.players)
        self.has_notes = any(self.pencilled)

    def make(self, player: int | None, move: Move) -> None:
        if move.act is Act.NOTES:
            self.pencilled[move.cell] = move.value
            self.has_notes = True
            return
        self.values[move.cell] = move.value
        self.players[move.cell] = player if move.act is Act.PLACE else None
        # Replays must be quick, and a board without notes needs no look at the peers.
        if move.act is Act.PLACE and self.has_notes:
            others = ~(1 << move.value - 1)
            for peer in self.geometry.peers[move.cell]:
                self.pencilled[peer] &= others

    def position(self) -> Position:
        values = Grid(self.geometry, bytes(self.values))
        return Position(values, tuple(self.pencilled), tuple(self.players))


def _move(intent: Intent, position: Position) -> Move:
    cell, value = intent.cell, intent.value
    present = position.pencilled[cell]
    match intent.kind:
        case IntentKind.PLACE:
            return Move(Act.PLACE, cell, value)
        case IntentKind.ERASE:
            return Move(Act.ERASE, cell) if position.values[cell] else Move(Act.NOTES, cell, 0)
        case IntentKind.ADD_NOTES:
            return Move(Act.NOTES, cell, present | value)
        case IntentKind.REMOVE_NOTES:
            return Move(Act.NOTES, cell, present & ~value)
        case IntentKind.SET_NOTES:
            return Move(Act.NOTES, cell, value)


def _fits(move: Move, geometry: Geometry) -> bool:
    if move.act is Act.PLACE:
        return 1 <= move.value <= geometry.size
    if move.act is Act.NOTES:
        return 0 <= move.value < 1 << geometry.size
    return move.value == 0
