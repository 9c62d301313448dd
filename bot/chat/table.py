"""The table where a chat plays: a stored game with its rules, shown and brought forward."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from bot.chat import boards, outcome
from bot.chat.boards import Face
from bot.chat.errors import UserError
from bot.game.fair_play import played
from bot.game.game import Game
from bot.game.move import Turn
from bot.game.selection import Selection
from bot.render.keyboard import keyboard
from bot.render.pad import Rows, pad
from bot.render.preferences import Look
from bot.render.view import GameView, drawn
from bot.store import games, hints, selections
from bot.store.database import Source
from bot.store.games import GameRow, GameState
from bot.telegram.context import Context
from bot.telegram.replies import toast
from engine import SYMBOLS


@dataclass(frozen=True, slots=True)
class Table:
    """A stored game and its rules, and what the person holds in it once that is known."""

    row: GameRow
    play: Game
    hand: Selection | None = None

    @staticmethod
    def of(row: GameRow) -> "Table":
        return Table(row, Game(row.puzzle.grid, row.puzzle.solution, row.turns, row.done))

    @property
    def is_open(self) -> bool:
        return self.row.state is GameState.OPEN


async def current(context: Context) -> Table:
    """The unfinished game that this chat plays now; UserError when there is none."""
    table = await seated(context)
    if table is None:
        raise UserError("game.none")
    return table


async def seated(context: Context) -> Table | None:
    """The same; None when there is none."""
    row = await games.current(context.database, context.chat_id)
    if row is None or row.state is not GameState.OPEN:
        return None
    return await _acted(context, Table.of(row))


async def numbered(context: Context, game_id: int) -> Table:
    """A game of this chat by its number; UserError for one of another chat, or none at all."""
    row = await games.get(context.database, game_id)
    if row is None:
        raise UserError("board.gone")
    if row.chat_id != context.chat_id:
        raise UserError("board.other_chat")
    return Table.of(row)


async def opened(context: Context, game_id: int) -> Table:
    """An unfinished game of this chat by its number; UserError otherwise."""
    table = await numbered(context, game_id)
    if not table.is_open:
        raise UserError("board.over")
    return table


async def pressed(context: Context, game_id: int) -> Table:
    """The game of the pressed board, which the chat plays.

    UserError for the board of another game, and for an old board: then the live one is shown.
    """
    table = await _acted(context, await opened(context, game_id))
    row = await games.current(context.database, context.chat_id)
    if row is not None and row.state is GameState.OPEN and row.id != table.row.id:
        raise UserError("board.second", game=table.row.id, current=row.id)
    if row is None or row.id != table.row.id:
        await games.switch(context.database, context.chat_id, table.row.id)
    if table.row.message_id not in {None, context.pressed_message}:
        await show(context, table)
        raise UserError("board.old")
    return table


async def pressed_as_drawn(context: Context, game_id: int, done: int) -> Table:
    """The game of the pressed board, for a press that acts on what it shows: `done` turns.

    UserError where the game has moved on since the board was drawn, as on a double tap: then the
    board is drawn anew.
    """
    table = await pressed(context, game_id)
    if done != table.play.done:
        # In passing, not to be closed by hand: fast thumbs meet it often.
        await toast(context, context.text("board.moved_on"))
        await redraw(context, table)
        raise UserError("board.moved_on")
    return table


async def take(
    context: Context,
    table: Table,
    turn: Turn,
    *,
    look: int | None = None,
    source: Source | None = None,
) -> Table:
    """Plays a turn: stored before it is shown; the game ends when it solves the puzzle.

    The buttons turn to the box of the cell `look`; `source` is a transaction to join.

    Raises Refused for a move against the rules, UserError when somebody else was faster.
    """
    play = table.play.with_turn(turn)
    after = Table(replace(table.row, turns=play.turns, done=play.done), play)
    async with (source or context.database).transaction() as transaction:
        fits = await games.append_turn(
            transaction, after.row.id, table.play.done, turn, context.seconds
        )
        if not fits:
            raise UserError("board.too_fast")
        await context.takes_effect(transaction, after.row.id)
        if look is not None:
            after = replace(after, hand=await _looking(context, transaction, table, look))
        if play.is_solved:
            after = await _solved(context, transaction, after)
    return after


async def step(context: Context, table: Table, play: Game, look: int) -> Table:
    """Goes back or forth among the turns that were made already; the buttons as in `take`."""
    done = table.play.done
    async with context.database.transaction() as transaction:
        if not await games.set_done(transaction, table.row.id, done, play.done):
            raise UserError("board.too_fast")
        await context.takes_effect(transaction, table.row.id)
        hand = await _looking(context, transaction, table, look)
    return Table(replace(table.row, done=play.done), play, hand)


async def show(context: Context, table: Table, note: str = "") -> None:
    """The board as a new message, which is the live one from now on."""
    face = await _face(context, table, note)
    message_id = await boards.send(context, face)
    await games.set_message(context.database.unhurried, table.row.id, message_id)
    context.sudoku.drawn.draw(context.chat_id, message_id)


async def redraw(context: Context, table: Table, note: str = "", rows: Rows | None = None) -> None:
    """The board in place of the one whose button was pressed, as a text or as a picture like that.

    So a press is never for a board that another press has just replaced, and in a group nobody's
    taste moves the board that all play on. Where another press of the same board waits, that one
    draws what both did.
    """
    context.sudoku.drawn.outdate(context.chat_id)
    if context.press_waits:
        return
    look = boards.pressed_look(context)
    await boards.change(context, await _face(context, table, note, rows, look=look))
    context.sudoku.drawn.draw(context.chat_id, context.pressed_message)


async def resume(context: Context, game_id: int) -> None:
    """Shows how a game stands after an update whose answer was lost with its process."""
    row = await games.get(context.database, game_id)
    if row is None:
        return
    note = context.html("game.resumed" if row.state is GameState.OPEN else "board.over")
    if row.state is GameState.GIVEN_UP:
        note = Markup("\n").join([drawn(row.puzzle.solution), context.html("game.given_up")])
    await show(context, Table.of(row), note)


async def catch_up(context: Context) -> None:
    """Draws the pressed board if it does not show what is stored and no other press will."""
    message = context.pressed_message
    if context.press_waits or context.sudoku.drawn.shows(context.chat_id, message):
        return
    row = await games.current(context.database, context.chat_id)
    if row is not None and row.message_id == message:
        await redraw(context, Table.of(row))


async def hand_in(context: Context, table: Table) -> Selection:
    """What the person holds in this game."""
    return table.hand or await selections.get(context.database, table.row.id, context.user.id)


async def hold(context: Context, table: Table, hand: Selection) -> None:
    """Remembers what the person holds in this game."""
    await selections.put(context.database.unhurried, table.row.id, context.user.id, hand)


async def view_of(context: Context, table: Table) -> GameView:
    """The game as this person sees it."""
    hand = await hand_in(context, table)
    return boards.view(table.row, table.play, context.user, hand)


async def _face(
    context: Context,
    table: Table,
    note: str,
    rows: Rows | None = None,
    look: Look | None = None,
) -> Face:
    play, view = table.play, await view_of(context, table)
    if look is not None:
        view = replace(view, preferences=replace(view.preferences, look=look))
    lines = [Markup("{}").format(note)] if note else []
    if play.is_solved:
        lines.append(await outcome.praise(context, table.row))
        lines += await hints_used(context, table.row)
    elif not play.blank_count:
        lines.append(context.html("game.full_wrong", count=len(play.wrong_cells())))
    buttons = keyboard(rows or pad(context.language, view))
    if not table.is_open:
        buttons = await outcome.next_buttons(context, table.row, play)
    return await boards.face(context.language, view, Markup("\n").join(lines), buttons)


async def hints_used(context: Context, row: GameRow) -> list[Markup]:
    """How many hints the game took, as a line where there were any."""
    used = await hints.count(context.database, row.id)
    return [context.html("hint.used", count=used)] if used else []


async def _looking(context: Context, source: Source, table: Table, cell: int) -> Selection:
    """What the person holds from now on, with the buttons of a cell's box."""
    hand = await selections.get(source, table.row.id, context.user.id)
    box = table.play.givens.geometry.box_of(cell)
    if hand.box != box:
        hand = replace(hand, box=box)
        await selections.put(source, table.row.id, context.user.id, hand)
    return hand


async def _acted(context: Context, table: Table) -> Table:
    """The clock of an unfinished game goes on to now."""
    row = table.row
    if row.acted_at == context.seconds:
        return table
    seconds = played(row.played, row.acted_at, context.seconds)
    await games.set_played(context.database.unhurried, row.id, seconds, context.seconds)
    return replace(table, row=replace(row, played=seconds, acted_at=context.seconds))


def taken(row: GameRow) -> int:
    """The seconds that a game was played, without the pauses."""
    return row.played


async def _solved(context: Context, source: Source, table: Table) -> Table:
    row = replace(table.row, state=GameState.SOLVED, finished_at=context.seconds)
    await outcome.keep(context, source, row, table.play, taken(row))
    return replace(table, row=row)


def example_move(play: Game) -> str:
    """A move that a newcomer can type right away: a blank cell, and a digit nobody there sees.

    Where mistakes leave no such cell, any digit for one that is not given.
    """
    geometry = play.givens.geometry
    cells = [*play.values.blanks(), *play.givens.blanks()]
    free = ((cell, _unseen(play, cell)) for cell in cells)
    cell, digit = next(((cell, digit) for cell, digit in free if digit), (cells[-1], 1))
    return f"{geometry.name(cell)} {SYMBOLS[digit - 1]}"


def _unseen(play: Game, cell: int) -> int:
    """The least digit that no peer of a cell has; 0 where there is none."""
    geometry = play.givens.geometry
    seen = {play.values[peer] for peer in geometry.peers[cell]}
    return next((digit for digit in range(1, geometry.size + 1) if digit not in seen), 0)
