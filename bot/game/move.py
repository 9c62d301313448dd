"""What players want of a board, and what they do to it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.board import SYMBOLS, Geometry


class Act(StrEnum):
    """The kinds of moves; the store keeps them by these values."""

    PLACE = "place"
    ERASE = "erase"
    NOTES = "notes"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Move:
    """One change of one cell, or with BACK of the whole board.

    `value` is the digit for PLACE, the cell's whole mask of notes after the move for NOTES (bit
    v - 1 stands for the digit v), and 0 for ERASE. BACK is the only move of its turn: it restores
    the moment after the first `value` turns of the game, and `cell` is one that was wrong.
    """

    act: Act
    cell: int
    value: int = 0

    def text(self, geometry: Geometry) -> str:
        """The move as players may type it (BACK is none): `r4c5=7`, `r4c5=`, `note r4c5 27`."""
        name = geometry.name(self.cell)
        if self.act is Act.ERASE:
            return f"{name}="
        if self.act is Act.PLACE:
            return f"{name}={SYMBOLS[self.value - 1]}"
        return f"note {name} {notes_text(self.value, geometry)}"


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of one message or one press, which are undone and redone as a whole.

    `player` is None for somebody who had everything about them deleted.
    """

    player: int | None
    moves: tuple[Move, ...]


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


def digits_of(mask: int) -> tuple[int, ...]:
    """The digits of a mask of notes, ascending."""
    return tuple(bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)


def mask_of(digits: tuple[int, ...]) -> int:
    """The mask of notes that holds these digits."""
    mask = 0
    for digit in digits:
        mask |= 1 << digit - 1
    return mask


def notes_text(mask: int, geometry: Geometry) -> str:
    """Notes as players may type them: `27`, `0` for none, `2 7 E` where digits go beyond 9."""
    apart = " " if geometry.size > 9 else ""
    return apart.join(SYMBOLS[digit - 1] for digit in digits_of(mask)) or "0"


def highest(geometry: Geometry) -> str:
    """The largest digit of a board as it prints: `9`, or `16 (G)` where digits go beyond 9."""
    size = geometry.size
    return f"{size} ({SYMBOLS[size - 1]})" if size > 9 else str(size)
