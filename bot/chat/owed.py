"""Boards that are drawn later than their change: what a place is owed, and how it gets it."""

from bot.chat import boards, outcome
from bot.store import games, views
from bot.store.games import GameState
from bot.store.views import Staleness
from bot.telegram.conversation import Conversation


async def resume(context: Conversation, game_id: int) -> None:
    """Brings a stale view up to date, for example after a crash between a change and its board.

    Does nothing for a view that is not stale. Raises what Telegram raises.
    """
    stored = await games.get(context.database, game_id, context.place, context.user.id)
    view = await views.get(context.database, game_id, context.place)
    if stored is None or view is None or view.stale is None:
        return
    if view.stale is not Staleness.SEND:
        await boards.draw(context, stored, is_picture=view.is_picture)
        return
    late = context.sudoku.late_boards.get((game_id, context.place))
    if late is None or late.sent_as != view.version:
        # More was asked of the board since it may have been sent, and is answered below that.
        context.sudoku.must_stand_below(context.chat_id)
    context.stay_below(view.comment_id)
    # A note that was lost with the process that had it is replaced by a general one.
    general = context.note("game.resumed" if stored.is_open else "board.over")
    note = late.note if late else general
    if stored.state is GameState.GIVEN_UP:
        note = outcome.solution_html(context.board_visit, stored)
    if boards.stands_near(context, view.message_id):
        await boards.draw_or_send(context, stored, note)
    else:
        await boards.send(context, stored, note)
    context.sudoku.late_boards.pop((game_id, context.place), None)


async def owe_live_board(context: Conversation) -> None:
    """Has the background redraw the board that is played here, if a message shows it."""
    game_id = await games.current_id(context.database, context.place)
    view = await views.get(context.database, game_id, context.place) if game_id else None
    if game_id is not None and view is not None and view.message_id is not None:
        await boards.owe(context, game_id, Staleness.REDRAW)
        context.sudoku.stale_views.set()
