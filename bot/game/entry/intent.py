"""What a typed message asks for, and the turn that does it in a game."""

from dataclasses import dataclass
from enum import StrEnum

from bot.game.game import Game
from bot.game.move import Act, Move, Turn, notes_text
from bot.game.position import Position
from bot.game.refused import Refused
from engine.geometry import Geometry
from engine.grid import SYMBOLS, Grid


class IntentKind(StrEnum):
    """The kinds of intents."""

    PLACE = "place"
    ERASE = "erase"
    ADD_NOTES = "add_notes"
    REMOVE_NOTES = "remove_notes"
    SET_NOTES = "set_notes"


@dataclass(frozen=True, slots=True)
class Intent:
    """What is wanted of one cell.

    `value` is the digit for PLACE, a mask of notes for the kinds about notes, 0 for ERASE.
    """

    kind: IntentKind
    cell: int
    value: int = 0

    def text(self, geometry: Geometry) -> str:
        """The intent in a form that reads back as itself, such as `r4c5=7` or `r4c5 +27`."""
        name = geometry.name(self.cell)
        if self.kind is IntentKind.PLACE:
            return f"{name}={SYMBOLS[self.value - 1]}"
        if self.kind is IntentKind.ERASE:
            return f"{name}="
        notes = notes_text(self.value, geometry)
        if self.kind is IntentKind.SET_NOTES:
            return f"note {name} {notes}"
        sign = "+" if self.kind is IntentKind.ADD_NOTES else "-"
        return f"{name} {sign}" + notes.replace(" ", f" {sign}")


@dataclass(frozen=True, slots=True)
class Intents:
    """The intents of one message, in its order."""

    intents: tuple[Intent, ...]

    def text(self, geometry: Geometry) -> str:
        """All intents with spaces between, in a form that reads back as themselves."""
        return " ".join(intent.text(geometry) for intent in self.intents)


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole board handed in for checking; it may have blanks."""

    grid: Grid


Entry = Intents | Answer


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of a message that says something of the board, up to `end`.

    It has its intents, or the problem with it. `sure` says that nobody writes this in other talk.
    `row` is the number, from 1, of the row that it spells out whole, else 0.
    """

    end: int
    intents: tuple[Intent, ...] = ()
    problem: Refused | None = None
    sure: bool = False
    row: int = 0


def to_turn(game: Game, intents: Intents, player: int) -> Turn:
    """The turn that does what the intents say, one after the other, as the game stands now.

    Intents that change nothing (a digit that stands there already, also as a given) make no move,
    so the turn may be empty. Erasing a cell without a digit removes its notes. Raises Refused,
    for the whole message, when one of the moves may not be made (see `Position.check`).
    """
    position = game.position
    moves = []
    for intent in intents.intents:
        if intent.kind is IntentKind.PLACE and position.values[intent.cell] == intent.value:
            continue
        move = _move(intent, position)
        position.check(game.givens, move)
        changed = position.after(player, move)
        if (changed.values, changed.pencilled) != (position.values, position.pencilled):
            moves.append(move)
            position = changed
    return Turn(player, tuple(moves))


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
