"""A person's turns in a game: made, undone and redone.

A turn is made on a state of the game that was read before the transaction. So it is stored only if
the game is still open and still as it was read; otherwise somebody else was faster.

What is done in a chat owes its place a board. What is done on a page, where `owes` is None, is seen
there: it owes nothing to a place that shows no board, and the boards that are there may rest.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.game.game import Game, to_turn
from bot.game.move import Intents, Move, Turn
from bot.game.selection import Selection
from bot.game.shared import require_held, require_own
from bot.play.errors import UserError
from bot.play.finish import finish, tell
from bot.play.visit import Visit
from bot.store import games, turns, views
from bot.store.games import StoredGame
from bot.store.seam.source import Source, Transaction
from bot.store.views import Staleness


async def make_turn(
    visit: Visit,
    stored: StoredGame,
    turn: Turn,
    *,
    owes: Staleness | None = Staleness.SEND,
    look: int | None = None,
    source: Source | None = None,
) -> StoredGame:
    """Makes a turn, which ends the game if it solves the puzzle; nothing is shown yet.

    A turn without moves changes nothing. `owes` says whether the place is owed a new board or a
    redrawn one, or None for what a page does. The buttons turn to the box of the cell `look`.
    `source` is a transaction to join. Raises Refused for a move against the rules, UserError if
    somebody else was faster, and AlreadyDone for an act of a page that was followed before.
    """
    if not turn.moves:
        return stored
    game = stored.game.with_turn(turn)
    async with (source or visit.database).transaction() as transaction:
        seconds = visit.clocks.get(stored.id)
        version = await turns.append(
            transaction, stored.id, stored.stand, turn, visit.seconds, seconds
        )
        if version is None:
            raise UserError("board.too_fast")
        transaction.afterwards(partial(visit.clock_is_stored, stored.id))
        await visit.takes_part(transaction, stored.id)
        after = await _changed(visit, transaction, stored, game, version, owes, look=look)
        return await finish(visit, transaction, after) if game.is_solved else after


async def carry_out(
    visit: Visit,
    stored: StoredGame,
    intents: Intents,
    *,
    owes: Staleness | None = Staleness.SEND,
    held: int | None = None,
) -> tuple[StoredGame, Sequence[Move]]:
    """Makes the moves that somebody asks for; none if the board has them already.

    `held` is the digit that the person saw in all of the cells, or 0 for none; raises Refused
    `taken` if one of them holds another by now. Otherwise raises as `make_turn` does.
    """
    if held is not None:
        require_held(stored.game, intents, held)
    turn = to_turn(stored.game, intents, visit.user.id)
    # A typed move may be out of sight, where the buttons show one box.
    look = turn.moves[-1].cell if turn.moves and owes else None
    return await make_turn(visit, stored, turn, owes=owes, look=look), turn.moves


async def undo(
    visit: Visit, stored: StoredGame, owes: Staleness | None, count: int = 1
) -> tuple[StoredGame, Sequence[Move]]:
    """Undoes the last turn, or as many of `count` turns as there are, and returns its moves.

    Raises Refused if there is none, or if one of them is another person's.
    """
    game, moves = stored.game, list[Move]()
    for _ in range(max(1, min(count, game.done))):
        before = game.undone()
        require_own(game, visit.user.id)
        moves += game.turns[before.done].moves
        game = before
    return await _set_done(visit, stored, game, owes, moves[-1].cell), tuple(moves)


async def redo(
    visit: Visit, stored: StoredGame, owes: Staleness | None
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
    visit: Visit, stored: StoredGame, game: Game, owes: Staleness | None, look: int
) -> StoredGame:
    async with visit.database.transaction() as transaction:
        done = stored.game.done
        version = await turns.set_done(transaction, stored.id, done, game.done)
        if version is None:
            raise UserError("board.too_fast")
        look_at = look if owes else None
        return await _changed(visit, transaction, stored, game, version, owes, look=look_at)


async def _changed(  # noqa: PLR0917 - what became of which game
    visit: Visit,
    source: Transaction,
    stored: StoredGame,
    game: Game,
    version: int,
    owes: Staleness | None,
    *,
    look: int | None,
) -> StoredGame:
    """The stored game as it is after a change, of which its places and the update are told."""
    games.keep_known(source, stored.id, version, game)
    await visit.takes_effect(source, stored.id)
    await tell(visit, source, stored.id)
    if owes is None:
        await views.rest(source, stored.id, visit.seconds, over=game.is_solved)
        if game.is_solved:
            source.afterwards(visit.services.stale_views.set)
        return replace(stored, game=game, version=version, hint=None)
    mark = await views.mark(
        source, stored.id, visit.place, owes, visit.seconds, asked_by=visit.user.id
    )
    if mark.elsewhere:
        # The handler draws the board here, the background those in other places.
        source.afterwards(visit.services.stale_views.set)
    selection = stored.selection
    if look is not None:
        selection = await _looking(visit, source, stored, look)
    return replace(
        stored,
        game=game,
        version=version,
        view_version=mark.version,
        selection=selection,
        hint=None,
    )


async def _looking(visit: Visit, source: Source, stored: StoredGame, cell: int) -> Selection:
    """The person's selection, with the buttons turned to a box that shows the cell.

    In a group the buttons stay as they are, because others may be about to press them.
    """
    geometry, selection = stored.game.givens.geometry, stored.selection
    if visit.group is not None:
        return selection
    if selection.box == (box := geometry.box_of(cell)):
        return selection
    selection = replace(selection, box=box)
    await games.select(source, stored.id, visit.user.id, selection)
    return selection
