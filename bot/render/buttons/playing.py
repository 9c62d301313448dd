"""Actions in a game: what the buttons of a board, of a hint and of a question about a game do."""

from dataclasses import dataclass

from bot.render.buttons.action import Action, AsDrawn, Id, Index, InGame, InPlace


@dataclass(frozen=True, slots=True)
class PressCell(InGame):
    """Choose a cell, or write the chosen digit into it."""

    cell: int


@dataclass(frozen=True, slots=True)
class PressDigit(InGame):
    """Write a digit into the chosen cell, or choose it; 0 erases."""

    digit: int


@dataclass(frozen=True, slots=True)
class PressGap(InGame):
    """Do nothing: the key stands between two boxes."""


@dataclass(frozen=True, slots=True)
class SwitchPencil(InGame):
    """Write notes from now on, or digits again."""

    on: bool


@dataclass(frozen=True, slots=True)
class SwapOrder(AsDrawn):
    """Choose the digit before the cell from now on, or the cell before the digit."""


@dataclass(frozen=True, slots=True)
class OpenBox(InGame):
    """Show the cells of a box of a large board as buttons."""

    box: int


@dataclass(frozen=True, slots=True)
class ShowBoxes(InGame):
    """Show all boxes of a large board as buttons."""


@dataclass(frozen=True, slots=True)
class ShowBoard(AsDrawn):
    """Show the first page of a board's buttons."""


@dataclass(frozen=True, slots=True)
class ShowMore(AsDrawn):
    """Show the second page of a board's buttons."""


@dataclass(frozen=True, slots=True)
class Undo(AsDrawn):
    """Take the last turn back."""


@dataclass(frozen=True, slots=True)
class Redo(AsDrawn):
    """Make the turn again that was taken back."""


@dataclass(frozen=True, slots=True)
class FillNotes(AsDrawn):
    """Fill in all notes."""


@dataclass(frozen=True, slots=True)
class ClearNotes(AsDrawn):
    """Rub out all notes."""


@dataclass(frozen=True, slots=True)
class SeeNotes(InGame):
    """Show the notes of a row, column or box in a new message."""

    unit: int


@dataclass(frozen=True, slots=True)
class TurnNotes(InGame, InPlace):
    """Show the notes of another row, column or box in the same message."""

    unit: int


@dataclass(frozen=True, slots=True)
class Check(AsDrawn):
    """Say whether everything is right so far."""


@dataclass(frozen=True, slots=True)
class NameWrongCells(InGame):
    """Say which cells are wrong."""


@dataclass(frozen=True, slots=True)
class BackToRight(InGame):
    """Take back all turns since the first mistake."""


@dataclass(frozen=True, slots=True)
class NameWrongInAnswer(Action):
    """Say which cells of a submitted answer are wrong."""

    submission_id: Id


@dataclass(frozen=True, slots=True)
class AskHint(AsDrawn):
    """Show a hint up to a stage, but never less than was told already; 0 tells one stage more.

    `passage` is the one to show where the reason is told in passages.
    """

    stage: Index = 0
    passage: Index = 0


@dataclass(frozen=True, slots=True)
class DrawHint(AsDrawn):
    """Show the hint as a picture."""

    passage: Index = 0


@dataclass(frozen=True, slots=True)
class FollowHint(AsDrawn):
    """Do what the hint says."""


@dataclass(frozen=True, slots=True)
class NameMistakes(InGame):
    """Name the mistaken cells for which no hint can be given."""


@dataclass(frozen=True, slots=True)
class GiveUp(InGame):
    """Ask whether the game shall be given up."""


@dataclass(frozen=True, slots=True)
class ConfirmGiveUp(InGame):
    """Give the game up and show the solution; without the proof of its question, ask again."""

    proof: str = ""


@dataclass(frozen=True, slots=True)
class PlayOn(InGame, InPlace):
    """Neither give the game up nor start it over; older buttons do not name the game."""

    game_id: Id = 0


@dataclass(frozen=True, slots=True)
class ListGames(Action):
    """List the unfinished games of the chat."""


@dataclass(frozen=True, slots=True)
class SwitchGame(InGame):
    """Play another unfinished game of the chat."""


@dataclass(frozen=True, slots=True)
class ShareGame(InGame):
    """Show the puzzle of a game as a line and a link."""


@dataclass(frozen=True, slots=True)
class MakeHarder(InGame):
    """Make a puzzle a little harder than that of a game."""


@dataclass(frozen=True, slots=True)
class PrintGame(InGame):
    """Send the puzzle of a game for printing, with its solution or without; ask which if None."""

    solution: bool | None = None


@dataclass(frozen=True, slots=True)
class StartOver(AsDrawn):
    """Take the whole game back to its first moment; without the proof of its question, ask."""

    proof: str = ""
