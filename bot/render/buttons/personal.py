"""Actions that concern one person or one group: choices, statistics, the shelf, help."""

from dataclasses import dataclass

from bot.game.person import GroupChoice
from bot.render.buttons.action import Action, Id, InPlace, Owned
from engine.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class Help(Action):
    """Show the help."""


@dataclass(frozen=True, slots=True)
class TurnHelp(InPlace):
    """Show another page of the help; the first where there is no such page."""

    topic: str


@dataclass(frozen=True, slots=True)
class AskLanguage(Action):
    """Ask which language the bot shall speak."""


@dataclass(frozen=True, slots=True)
class ChooseLanguage(Owned, InPlace):
    """Speak the language of a code, such as `zh`."""

    code: str


@dataclass(frozen=True, slots=True)
class ChangeLook(Owned, InPlace):
    """Draw boards in the next look."""


@dataclass(frozen=True, slots=True)
class ChangeTheme(Owned, InPlace):
    """Draw pictures in the next theme."""


@dataclass(frozen=True, slots=True)
class ChangePolicy(Owned, InPlace):
    """Show mistakes by the next policy."""


@dataclass(frozen=True, slots=True)
class ChangeTimer(Owned, InPlace):
    """Show the time of play, or hide it."""


@dataclass(frozen=True, slots=True)
class ChangeOrder(Owned, InPlace):
    """Choose the digit before the cell, or the cell before the digit."""


@dataclass(frozen=True, slots=True)
class ChangeLetters(Owned, InPlace):
    """Read the letter of a cell such as `D5` as its row, or as its column."""


@dataclass(frozen=True, slots=True)
class ChangeGroup(InPlace):
    """Change one of the group's choices to its next value."""

    choice: GroupChoice


@dataclass(frozen=True, slots=True)
class SpeakInGroup(InPlace):
    """Speak the language of a code on the boards of the group."""

    code: str


@dataclass(frozen=True, slots=True)
class ShowMonth(Owned, InPlace):
    """Turn the calendar to a month, such as `2026-11`; without one, send a new calendar."""

    month: str = ""


@dataclass(frozen=True, slots=True)
class ShowStats(Owned, InPlace):
    """Turn the statistics to a size of board; to the overview for 0."""

    size: int = 0


@dataclass(frozen=True, slots=True)
class DrawChart(Owned):
    """Draw the times for boards of a size, and of one difficulty if it is given."""

    size: int
    band: Difficulty | None = None


@dataclass(frozen=True, slots=True)
class OpenShelf(Owned, InPlace):
    """Turn the shelf to a page, counted from 0; without one, send a new message with it."""

    page: int | None = None


@dataclass(frozen=True, slots=True)
class TakeFromShelf(Owned):
    """Play a puzzle of the shelf."""

    puzzle_id: Id


@dataclass(frozen=True, slots=True)
class TidyShelf(Owned, InPlace):
    """Take the solved puzzles off the shelf."""


@dataclass(frozen=True, slots=True)
class Subscribe(Action):
    """Send the daily to this chat at a minute of the day in a time zone."""

    minute: int
    zone: str


@dataclass(frozen=True, slots=True)
class AskEvening(Owned):
    """Ask at which hour the person wants to be reminded in the evening."""


@dataclass(frozen=True, slots=True)
class Remind(InPlace):
    """Remind who presses it at a minute of the day, in their zone or else in this one."""

    minute: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class RemindNoMore(Owned, InPlace):
    """Remind the person no more in the evening."""


@dataclass(frozen=True, slots=True)
class DeleteMe(Owned, InPlace):
    """Delete everything about the person."""


@dataclass(frozen=True, slots=True)
class KeepMe(Owned, InPlace):
    """Do not delete the person."""


@dataclass(frozen=True, slots=True)
class CarryOut(Owned):
    """Carry out a wish that was offered; `rest` holds the arguments of its command."""

    wish: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class MeantOther(Owned):
    """Go back to a game, if words have led away from it, and offer the `others` that they may mean.

    The others are written as `hint;new 6 easy`.
    """

    game_id: Id = 0
    others: str = ""
