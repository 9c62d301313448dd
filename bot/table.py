"""The table where a chat plays: a stored game with its rules, shown and brought forward."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from markupsafe import Markup
from telegram import InlineKeyboardMarkup

from bot.context import Context
from bot.errors import UserError
from bot.game.days import counts_for_streak, label_of
from bot.game.move import Act, Turn
from bot.game.play import Play
from bot.game.streak import streak
from bot.render.keyboard import board_keyboard, next_keyboard
from bot.render.view import GameView, board_html
from bot.render.words import duration
from bot.replies import change, say
from bot.store import games, hints, results
from bot.store.database import Source
from bot.store.games import GameRow, State
from engine import SYMBOLS


@dataclass(frozen=True, slots=True)
class Table:
    """A stored game and its rules."""

    row: GameRow
    play: Play

    @staticmethod
    def of(row: GameRow) -> "Table":
        return Table(row, Play(row.puzzle.grid, row.puzzle.solution, row.turns, row.done))

    @property
    def view(self) -> GameView:
        return GameView(self.row.id, self.play, self.row.puzzle.symmetry, self.row.daily_label)

    @property
    def is_open(self) -> bool:
        return self.row.state is State.OPEN


async def current(context: Context) -> Table:
    """The unfinished game that this chat plays now; UserError when there is none."""
    row = await games.current(context.database, context.chat_id)
    if row is None or row.state is not State.OPEN:
        raise UserError("game.none")
    return Table.of(row)


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


async def pressed(context: Context) -> Table:
    """The game of the pressed board, which the chat plays.

    UserError for the board of another game, and for an old board: then the live one is shown.
    """
    table = await opened(context, context.number)
    row = await games.current(context.database, context.chat_id)
    if row is not None and row.state is State.OPEN and row.id != table.row.id:
        raise UserError("board.second", game=table.row.id, current=row.id)
    if row is None or row.id != table.row.id:
        await games.switch(context.database, context.chat_id, table.row.id)
    if table.row.message_id not in {None, context.pressed_message}:
        await show(context, table)
        raise UserError("board.old")
    return table


async def pressed_as_drawn(context: Context) -> Table:
    """The same for a press that acts on what the board shows.

    UserError where the game has moved on since the board was drawn, as on a double tap: then the
    board is drawn anew.
    """
    table = await pressed(context)
    if context.arguments[1:2] != [str(table.play.done)]:
        await redraw(context, table)
        raise UserError("board.moved_on")
    return table


async def take(context: Context, table: Table, turn: Turn) -> Table:
    """Plays a turn: stored before it is shown; the game ends when it solves the puzzle.

    Raises Refused for a move against the rules, UserError when somebody else was faster.
    """
    play = table.play.with_turn(turn)
    after = Table(replace(table.row, turns=play.turns, done=play.done), play)
    async with context.database.transaction() as transaction:
        fits = await games.append_turn(
            transaction, after.row.id, table.play.done, turn, context.seconds
        )
        if not fits:
            raise UserError("board.too_fast")
        if play.is_solved:
            after = await _solved(context, transaction, after)
    return after


async def step(context: Context, table: Table, play: Play) -> Table:
    """Goes back or forth among the turns that were made already."""
    done = table.play.done
    if not await games.set_done(context.database, table.row.id, done, play.done):
        raise UserError("board.too_fast")
    return Table(replace(table.row, done=play.done), play)


async def show(context: Context, table: Table, note: str = "") -> None:
    """The board as a new message, which is the live one from now on."""
    html = await _board(context, table, note)
    sent = await say(context, html, _keyboard(context, table))
    await games.set_message(context.database, table.row.id, sent.message_id)


async def redraw(
    context: Context,
    table: Table,
    note: str = "",
    keyboard: InlineKeyboardMarkup | None = None,
) -> None:
    """The board in place of the one whose button was pressed."""
    html = await _board(context, table, note)
    await change(context, context.pressed_message, html, keyboard or _keyboard(context, table))


async def _board(context: Context, table: Table, note: str) -> Markup:
    play = table.play
    lines = [Markup("{}").format(note)] if note else []
    if play.is_solved:
        lines.append(await _praise(context, table))
        lines += await hints_used(context, table.row)
    elif not play.blank_count:
        lines.append(context.html("game.full_wrong", count=len(play.wrong_cells())))
    compact = context.user.board == "compact"
    return board_html(context.language, table.view, Markup("\n").join(lines), compact=compact)


def _keyboard(context: Context, table: Table) -> InlineKeyboardMarkup:
    if not table.is_open:
        return next_keyboard(context.language, daily=not is_todays(context, table.row))
    return board_keyboard(context.language, table.row.id, table.play.done)


async def hints_used(context: Context, row: GameRow) -> list[Markup]:
    """How many hints the game took, as a line where there were any."""
    used = await hints.count(context.database, row.id)
    return [context.html("hint.used", count=used)] if used else []


async def _praise(context: Context, table: Table) -> Markup:
    row = table.row
    time = duration(context.language, taken(row))
    if row.daily_label is None:
        return context.html("game.solved", time=time)
    labels = await results.streak_labels(context.database, context.user.id)
    days = streak(labels, label_of(context.now, context.zone))
    praise = context.html("game.solved_daily", time=time)
    if not days.current:
        return praise
    return praise + "\n" + context.html("game.streak", count=days.current)


def is_todays(context: Context, row: GameRow) -> bool:
    """Whether a game is the daily of the day that it is for this person."""
    return row.daily_label == label_of(context.now, context.zone)


def taken(row: GameRow) -> int:
    """The seconds from the start of a game to its end."""
    return (row.finished_at or row.started_at) - row.started_at


async def _solved(context: Context, source: Source, table: Table) -> Table:
    row = replace(table.row, state=State.SOLVED, finished_at=context.seconds)
    await games.finish(source, row.id, State.SOLVED, context.seconds)
    in_time = row.daily_label is not None and counts_for_streak(
        row.daily_label, datetime.fromtimestamp(context.seconds, UTC), context.zone
    )
    placed_by = {table.play.placed_by(cell) for cell in row.puzzle.grid.blanks()}
    players = {player for player in placed_by if player is not None}
    for player in sorted(players | {context.user.id}):
        await results.add(
            source,
            player,
            row.id,
            seconds=taken(row),
            mistakes=_mistakes(table.play, player),
            finished_at=context.seconds,
            in_time=in_time,
        )
    return Table(row, table.play)


def _mistakes(play: Play, player: int) -> int:
    """How many wrong digits a player placed on the way, taken back or not."""
    moves = (move for turn in play.turns if turn.player == player for move in turn.moves)
    return sum(move.act is Act.PLACE and move.value != play.solution[move.cell] for move in moves)


def example_move(play: Play) -> str:
    """A move that a newcomer can type right away: a blank cell, and a digit nobody there sees."""
    geometry, cell = play.givens.geometry, play.values.blanks()[0]
    seen = {play.values[peer] for peer in geometry.peers[cell]}
    digit = next(digit for digit in range(1, geometry.size + 1) if digit not in seen)
    return f"{geometry.name(cell)} {SYMBOLS[digit - 1]}"
