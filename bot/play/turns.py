"""A person's turns in a game: made, undone and redone.

A turn is made on a state of the game that was read before the transaction. So it is stored only if
the game is still open and still stands at as many turns; otherwise somebody else was faster.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.game.game import Game, is_shown, to_turn
from bot.game.move import Intents, Move, Turn
from bot.game.selection import Selection
from bot.play.errors import UserError
from bot.play.finish import finish
from bot.play.visit import Visit
from bot.store import games, turns, views
from bot.store.games import StoredGame
from bot.store.seam.source import Source
from bot.store.views import Staleness


async def make_turn(
    visit: Visit,
    stored: StoredGame,
    turn: Turn,
    *,
    owes: Staleness = Staleness.SEND,
    look: int | None = None,
    source: Source | None = None,
) -> StoredGame:
    """Makes a turn, which ends the game if it solves the puzzle; nothing is shown yet.

    A turn without moves changes nothing. `owes` says whether the place is owed a new board or a
    redrawn one. The buttons turn to the box of the cell `look`. `source` is a transaction to join.
    Raises Refused for a move against the rules, and UserError if somebody else was faster.
    """
    if not turn.moves:
        return stored
    game = stored.game.with_turn(turn)
    async with (source or visit.database).transaction() as transaction:
        if not await turns.append(transaction, stored.id, stored.game.done, turn, visit.seconds):
            raise UserError("board.too_fast")
        await visit.takes_part(transaction, stored.id)
        after = await _changed(visit, transaction, stored, game, owes, look=look)
        return await finish(visit, transaction, after) if game.is_solved else after


async def carry_out(
    visit: Visit, stored: StoredGame, intents: Intents
) -> tuple[StoredGame, Sequence[Move]]:
    """Makes the moves that a typed message asks for; none if the board has them already.

    Raises as `make_turn` does.
    """
    turn = to_turn(stored.game, intents, visit.user.id)
    # A typed move may be out of sight, where the buttons show one box.
    look = turn.moves[-1].cell if turn.moves else None
    return await make_turn(visit, stored, turn, look=look), turn.moves


async def undo(
    visit: Visit, stored: StoredGame, owes: Staleness
) -> tuple[StoredGame, Sequence[Move]]:
    """Undoes the last turn and returns its moves. Raises Refused if there is none."""
    game = stored.game.undone()
    moves = stored.game.turns[game.done].moves
    return await _set_done(visit, stored, game, owes, moves[-1].cell), moves


async def redo(
    visit: Visit, stored: StoredGame, owes: Staleness
) -> tuple[StoredGame, Sequence[Move]]:
    """Redoes the turn that was undone last and returns its moves. Raises Refused without one."""
    game = stored.game.redone()
    moves = stored.game.turns[stored.game.done].moves
    return await _set_done(visit, stored, game, owes, moves[-1].cell), moves


async def hold(
    visit: Visit, stored: StoredGame, selection: Selection, source: Source | None = None
) -> StoredGame:
    """Stores what the person has selected in a game; `source` is a transaction to join."""
    await games.select(source or visit.database.unhurried, stored.id, visit.user.id, selection)
    return replace(stored, selection=selection)


async def _set_done(
    visit: Visit, stored: StoredGame, game: Game, owes: Staleness, look: int
) -> StoredGame:
    async with visit.database.transaction() as transaction:
        if not await turns.set_done(transaction, stored.id, stored.game.done, game.done):
            raise UserError("board.too_fast")
        return await _changed(visit, transaction, stored, game, owes, look=look)


async def _changed(
    visit: Visit,
    source: Source,
    stored: StoredGame,
    game: Game,
    owes: Staleness,
    *,
    look: int | None,
) -> StoredGame:
    await visit.takes_effect(source, stored.id)
    mark = await views.mark(
        source, stored.id, visit.place, owes, visit.seconds, asked_by=visit.user.id
    )
    if mark.elsewhere:
        # The handler draws the board here, the background those in other places.
        visit.services.stale_views.set()
    selection = stored.selection
    if look is not None:
        selection = await _looking(visit, source, stored, look)
    return replace(stored, game=game, version=mark.version, selection=selection, hint=None)


async def _looking(visit: Visit, source: Source, stored: StoredGame, cell: int) -> Selection:
    """The person's selection, with the buttons turned to a box that shows the cell.

    In a group the buttons stay as they are, because others may be about to press them.
    """
    geometry, selection = stored.game.givens.geometry, stored.selection
    if visit.group is not None:
        return selection
    if selection.box is not None and is_shown(geometry, selection.box, cell):
        return selection
    selection = replace(selection, box=geometry.box_of(cell))
    await games.select(source, stored.id, visit.user.id, selection)
    return selection
