"""Cells and digits that are pressed below a board.

A person chooses a cell and presses its digit, or chooses a digit and presses its cells, depending
on their settings.

In a group all people share the keys of one message. If the keys showed what one person has
selected, the others would take it for their own selection, and an edit for each choice would use up
the twenty messages that a group may be sent in a minute. So a selection (a cell, a digit, the
pencil) belongs to one person, who reads it in toasts, and the keys show none of it. Therefore the
pencil's key cannot say whether it takes or drops the pencil, and in a group it toggles the person's
own. Only the box that the keys show is common to all. Only the arrows turn it, so that no typed
move changes the key under somebody's thumb.

Alone with the bot, the keys turn by themselves once the box that they show is of no use any more:
it is full, or it has the chosen digit. Digit by digit, that saves a tap in every two digits of a
9x9. A tall phone's keys turn also to the last blank of the row, column or box in which a digit was
written, if they show no last blank themselves; those of one box do not, as people who fill box
after box would have to turn back. The keys stay where a mistake is shown, as that is where people
want to mend it, and for people who listen, as they would not notice it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.game.game import to_turn
from bot.game.mistakes import clash
from bot.game.move import Act, Intent, IntentKind, Intents, Move
from bot.game.person import Policy, User
from bot.game.refused import Refused
from bot.game.selection import (
    Selection,
    corner_of_last,
    first_box,
    first_corner,
    has_corners,
    is_box,
    is_in_corner,
    wanted_box,
    wanted_corner,
)
from bot.play.errors import UserError
from bot.play.settings import switch_order
from bot.play.turns import hold, make_turn
from bot.play.visit import Visit
from bot.store import views
from bot.store.games import StoredGame
from bot.store.views import Staleness


class Idle(Enum):
    """Why a press changed nothing: no digit or no cell is chosen, or the cell has it already."""

    NO_DIGIT = auto()
    NO_CELL = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class AllPlaced:
    """A digit that was not written because all of its cells on the board are filled."""

    digit: int


@dataclass(frozen=True, slots=True)
class CellChosen:
    """A cell was chosen, whose digit or note is pressed next."""

    stored: StoredGame
    cell: int


@dataclass(frozen=True, slots=True)
class DigitChosen:
    """A digit was chosen, whose cells are pressed next; 0 erases."""

    stored: StoredGame
    digit: int


@dataclass(frozen=True, slots=True)
class Written:
    """Something was written in a cell, or erased.

    `clash` is one of its peers with the same digit, and `is_wrong` says that the digit is not that
    of the solution. Each is given only if the person's settings ask for it.
    """

    stored: StoredGame
    cell: int
    moves: Sequence[Move]
    clash: int | None
    is_wrong: bool


Pressed = CellChosen | DigitChosen | Written | AllPlaced | Idle


async def press_cell(visit: Visit, stored: StoredGame, cell: int) -> Pressed:
    """Chooses a cell, or writes the chosen digit in it.

    Raises Refused for a given cell, and UserError for a number that is no cell.
    """
    _check(cell, stored.game.givens.geometry.cell_count)
    digit = stored.selection.digit
    if not visit.user.digit_first:
        return await _choose(visit, stored, cell)
    if digit is None:
        return Idle.NO_DIGIT
    if digit and not stored.game.remaining()[digit - 1]:
        return AllPlaced(digit)
    return await _write(visit, stored, cell, digit)


async def press_digit(visit: Visit, stored: StoredGame, digit: int) -> Pressed:
    """Chooses a digit, or writes it in the chosen cell; 0 erases.

    Raises Refused for a given cell, and UserError for a number that is no digit.
    """
    _check(digit, stored.game.givens.geometry.size + 1)
    if digit and not stored.game.remaining()[digit - 1]:
        return AllPlaced(digit)
    if visit.user.digit_first:
        selection = replace(stored.selection, digit=digit)
        if digit and not selection.pencil:
            selection = _turned(visit, stored, selection)
        return DigitChosen(await hold(visit, stored, selection), digit)
    if stored.selection.cell is None:
        return Idle.NO_CELL
    return await _write(visit, stored, stored.selection.cell, digit)


async def press_pencil(visit: Visit, stored: StoredGame, *, on: bool) -> StoredGame:
    """Makes pressed digits notes, or digits again.

    In a group, whose key is the same for all, `on` is ignored and the person's own pencil toggles.
    """
    if visit.group is None:
        return await hold(visit, stored, replace(stored.selection, pencil=on))
    # A toggle must not be made twice after a crash, so it takes effect like a change.
    pencil = stored.selection.pencil if visit.is_repeated else not stored.selection.pencil
    async with visit.database.transaction() as transaction:
        await visit.takes_effect(transaction)
        return await hold(visit, stored, replace(stored.selection, pencil=pencil), transaction)


async def press_box(visit: Visit, stored: StoredGame, box: int) -> StoredGame:
    """Turns the buttons to the cells of a box; raises UserError for a number that is no box.

    The person's chosen cell is dropped, because it may be out of sight. In a group the buttons turn
    for all people.
    """
    if not is_box(stored.game.givens.geometry, box):
        raise UserError("junk.old_button")
    if visit.group is not None:
        await views.turn(visit.database.unhurried, stored.id, visit.place, box)
    return await hold(visit, stored, replace(stored.selection, box=box, cell=None))


async def press_swap(visit: Visit, stored: StoredGame) -> tuple[User, StoredGame]:
    """Swaps whether a digit or a cell is pressed first, and drops both choices."""
    user = await switch_order(visit)
    return user, await hold(visit, stored, replace(stored.selection, digit=None, cell=None))


async def _choose(visit: Visit, stored: StoredGame, cell: int) -> CellChosen:
    if stored.game.givens[cell]:
        raise Refused("given", cell=stored.game.givens.geometry.name(cell))
    selection = replace(stored.selection, cell=cell)
    if visit.group is None:
        selection = replace(selection, box=_box_with(visit, stored, cell))
    return CellChosen(await hold(visit, stored, selection), cell)


def _box_with(visit: Visit, stored: StoredGame, cell: int) -> int:
    """The box to be shown with a cell, which may have been pressed on an older board.

    It stays where its corner of a 9x9 has the cell, or the keys would turn below the thumb.
    """
    geometry, box = stored.game.givens.geometry, _shown_box(visit, stored)
    stays = _has_corners(visit, stored) and is_in_corner(geometry, box, cell)
    return box if stays else geometry.box_of(cell)


async def _write(visit: Visit, stored: StoredGame, cell: int, digit: int) -> Written | Idle:
    """Writes in a cell; a placed digit drops the chosen cell, or the next would overwrite it."""
    intent = _intent(stored, cell, digit)
    turn = to_turn(stored.game, Intents((intent,)), visit.user.id)
    if not turn.moves:
        return Idle.NOTHING
    policy = Policy(visit.choices.policy)
    async with visit.database.transaction() as transaction:
        after = await make_turn(visit, stored, turn, owes=Staleness.REDRAW, source=transaction)
        other = clash(after.game, cell) if policy is Policy.CONFLICTS else None
        is_wrong = policy is Policy.WRONG and cell in after.game.wrong_cells()
        if turn.moves[0].act is Act.PLACE:
            selection = replace(after.selection, cell=None)
            if other is None and not is_wrong:
                selection = _turned(visit, after, selection, cell)
            if selection != after.selection:
                after = await hold(visit, after, selection, transaction)
    return Written(after, cell, turn.moves, other, is_wrong)


def _turned(
    visit: Visit, stored: StoredGame, selection: Selection, written: int | None = None
) -> Selection:
    """The selection with the buttons turned to another box if theirs is of no use any more.

    They stay as they are in a group, and for people who listen. After a cell was `written`, the
    keys of a tall phone go where its unit goes on.
    """
    if visit.group is not None or visit.is_spoken:
        return selection
    box, values = _shown_box(visit, stored), stored.game.values
    digit = selection.digit or 0 if visit.user.digit_first else 0
    if not _has_corners(visit, stored):
        wanted = wanted_box(values, box, digit)
    elif (wanted := wanted_corner(values, box, digit)) == box and written is not None and not digit:
        wanted = corner_of_last(values, box, written)
    return selection if wanted == box else replace(selection, box=wanted)


def _shown_box(visit: Visit, stored: StoredGame) -> int:
    if stored.selection.box is not None:
        return stored.selection.box
    first = first_corner if _has_corners(visit, stored) else first_box
    return first(stored.game.givens)


def _has_corners(visit: Visit, stored: StoredGame) -> bool:
    """Whether the keys show most of a 9x9; below a picture, which is higher, they show a box."""
    return not stored.is_picture and has_corners(stored.game.givens.geometry, visit.choices.board)


def _intent(stored: StoredGame, cell: int, digit: int) -> Intent:
    if not digit:
        return Intent(IntentKind.ERASE, cell)
    if not stored.selection.pencil:
        return Intent(IntentKind.PLACE, cell, digit)
    # Notes are a bit mask, with bit 0 for digit 1; the pencil toggles one of them.
    is_noted = stored.game.position.pencilled[cell] >> digit - 1 & 1
    kind = IntentKind.REMOVE_NOTES if is_noted else IntentKind.ADD_NOTES
    return Intent(kind, cell, 1 << digit - 1)


def _check(number: int, limit: int) -> None:
    """Raises UserError for a number out of range, which no button of this board has."""
    if number >= limit:
        raise UserError("junk.old_button")
