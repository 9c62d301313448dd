"""Cells and digits that are pressed below a board.

A person chooses a cell and presses its digit, or chooses a digit and presses its cells, as they
have set it.

In a group one message has the keys of all: whatever they show of one person, the others would take
for theirs, and an edit for each choice would use up the twenty that a group has a minute. So what
somebody holds (a cell, a digit, the pencil) is theirs alone and told by toasts, and the keys show
none of it. A key cannot say then whether it takes the pencil or drops it: in a group it does the
other of what the person has. Only the box that the keys show is one for all, and only arrows turn
it, so that no typed move changes the key under somebody's thumb.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.game.game import to_turn
from bot.game.mistakes import clash
from bot.game.move import Act, Intent, IntentKind, Intents, Move
from bot.game.person import Policy, User
from bot.game.refused import Refused
from bot.game.selection import is_box
from bot.play.errors import UserError
from bot.play.settings import switch_order
from bot.play.turns import hold, make_turn
from bot.play.visit import Visit
from bot.store import views
from bot.store.games import StoredGame
from bot.store.views import Staleness


class Idle(Enum):
    """Why a press changed nothing: no digit or cell is chosen, or the cell holds it already."""

    NO_DIGIT = auto()
    NO_CELL = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class AllPlaced:
    """The chosen digit, which was not written because the board has all of its kind."""

    digit: int


@dataclass(frozen=True, slots=True)
class CellChosen:
    """A cell whose digit or note is pressed next."""

    stored: StoredGame
    cell: int


@dataclass(frozen=True, slots=True)
class DigitChosen:
    """A digit whose cells are pressed next; 0 erases."""

    stored: StoredGame
    digit: int


@dataclass(frozen=True, slots=True)
class Written:
    """A cell in which something was written or erased.

    `clash` is another cell with its digit that it sees, and `is_wrong` tells that the digit is not
    the solution's: each only where the person wants to be told so.
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
        return DigitChosen(await hold(visit, stored, selection), digit)
    if stored.selection.cell is None:
        return Idle.NO_CELL
    return await _write(visit, stored, stored.selection.cell, digit)


async def press_pencil(visit: Visit, stored: StoredGame, *, on: bool) -> StoredGame:
    """Makes digits that are pressed notes, or digits again.

    A key that all of a group share knows nobody's pencil: there it takes or drops the person's own.
    """
    if visit.group is None:
        return await hold(visit, stored, replace(stored.selection, pencil=on))
    pencil = stored.selection.pencil if visit.is_repeated else not stored.selection.pencil
    async with visit.database.transaction() as transaction:
        await visit.takes_effect(transaction)
        return await hold(visit, stored, replace(stored.selection, pencil=pencil), transaction)


async def press_box(visit: Visit, stored: StoredGame, box: int) -> StoredGame:
    """Turns the buttons to the cells of a box; raises UserError for a number that is no box.

    No cell of this person stays chosen: it may be out of sight then. In a group the buttons turn
    for all.
    """
    if not is_box(stored.game.givens.geometry, box):
        raise UserError("junk.old_button")
    if visit.group is not None:
        await views.turn(visit.database.unhurried, stored.id, visit.place, box)
    return await hold(visit, stored, replace(stored.selection, box=box, cell=None))


async def press_swap(visit: Visit, stored: StoredGame) -> tuple[User, StoredGame]:
    """Swaps whether a digit or a cell is pressed first; neither stays chosen."""
    user = await switch_order(visit)
    return user, await hold(visit, stored, replace(stored.selection, digit=None, cell=None))


async def _choose(visit: Visit, stored: StoredGame, cell: int) -> CellChosen:
    if stored.game.givens[cell]:
        raise Refused("given", cell=stored.game.givens.geometry.name(cell))
    return CellChosen(await hold(visit, stored, replace(stored.selection, cell=cell)), cell)


async def _write(visit: Visit, stored: StoredGame, cell: int, digit: int) -> Written | Idle:
    """Writes in a cell; where a digit was placed, no cell stays chosen that the next overwrites."""
    intent = _intent(stored, cell, digit)
    turn = to_turn(stored.game, Intents((intent,)), visit.user.id)
    if not turn.moves:
        return Idle.NOTHING
    async with visit.database.transaction() as transaction:
        after = await make_turn(visit, stored, turn, owes=Staleness.REDRAW, source=transaction)
        if turn.moves[0].act is Act.PLACE and after.selection.cell is not None:
            after = await hold(visit, after, replace(after.selection, cell=None), transaction)
    game, policy = after.game, Policy(visit.choices.policy)
    other = clash(game, cell) if policy is Policy.CONFLICTS else None
    return Written(
        after, cell, turn.moves, other, policy is Policy.WRONG and cell in game.wrong_cells()
    )


def _intent(stored: StoredGame, cell: int, digit: int) -> Intent:
    if not digit:
        return Intent(IntentKind.ERASE, cell)
    if not stored.selection.pencil:
        return Intent(IntentKind.PLACE, cell, digit)
    is_noted = stored.game.position.pencilled[cell] >> digit - 1 & 1
    kind = IntentKind.REMOVE_NOTES if is_noted else IntentKind.ADD_NOTES
    return Intent(kind, cell, 1 << digit - 1)


def _check(number: int, limit: int) -> None:
    if number >= limit:
        raise UserError("junk.old_button")
