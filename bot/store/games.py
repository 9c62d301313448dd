"""Games: one chat's attempts at puzzles, and every move in them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.game.selection import Selection
from bot.store import groups, puzzles
from bot.store.puzzles import PuzzleRow
from bot.store.source import Row, Source, Value
from bot.store.views import ShownHint


class GameState(StrEnum):
    """How a game stands; only an open one takes moves."""

    OPEN = "open"
    SOLVED = "solved"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game as one person sees it in one place.

    `message_id` is the message that shows it in that place, as a picture where `is_picture`, and
    `version` counts the changes that the place was told of (see `views`). `selection` is what the
    person has selected in it, its box that of all people where the game is a group's, and `hint`
    what the place shows of its hint. `started_by` and a turn's player are None once that user was
    deleted. `played` are the seconds of play until `acted_at`.
    """

    id: int
    chat_id: int
    daily_label: str | None
    started_by: int | None
    state: GameState
    started_at: int
    finished_at: int | None
    played: int
    acted_at: int
    puzzle: PuzzleRow
    game: Game
    message_id: int | None = None
    is_picture: bool = False
    version: int = 0
    selection: Selection = field(default_factory=Selection)
    hint: ShownHint | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still takes moves."""
        return self.state is GameState.OPEN


KNOWN_TURNS: Final = 10_000
"""Turns that need not be read again with each move after them, in about five megabytes."""

# Read in one statement, so that `done` and the turns belong to the same instant.
_SELECT: Final = (
    "select g.id, g.chat_id, g.daily_label, g.started_by,"  # noqa: S608 - all of it is written
    " g.state, g.started_at, g.finished_at, g.played, coalesce(g.acted_at, g.started_at), g.done,"
    " v.message_id, v.is_picture, v.version, v.hint, v.hint_stage, v.hint_passage,"
    " case when g.chat_id < 0 then v.box else h.box end, h.cell, h.digit, h.pencil,"
    f"{puzzles.COLUMNS}, t.user_id, t.moves"
    " from games g join puzzles p on p.id = g.puzzle_id"
    " left join views v on v.game_id = g.id and v.chat_id = $1 and v.topic_id = $2"
    " left join hands h on h.game_id = g.id and h.user_id = $3"
    " left join turns t on t.game_id = g.id"
)
_GAME_COLUMNS: Final = 20
_PUZZLE_COLUMNS: Final = 9


async def start(
    source: Source,
    place: Place,
    puzzle_id: int,
    started_by: int | None,
    now: int,
    *,
    daily_label: str | None = None,
) -> StoredGame:
    """Begin a game, and make it the current one of its place.

    A chat has one game for each daily label: where there is one already, whatever its state, that
    game is taken instead.
    """
    async with source.transaction() as transaction:
        game_id = await transaction.next_id("games")
        await transaction.all(
            "insert into games (id, chat_id, puzzle_id, daily_label, started_by, started_at)"
            " values ($1, $2, $3, $4, $5, $6) on conflict (chat_id, daily_label) do nothing",
            game_id,
            place.chat_id,
            puzzle_id,
            daily_label,
            started_by,
            now,
        )
        if place.chat_id < 0 and started_by is not None:
            await groups.begin(transaction, place.chat_id, started_by)
        (stored,) = await _load(
            transaction,
            place,
            started_by,
            " where g.chat_id = $1 and (g.id = $4 or g.daily_label = $5)",
            game_id,
            daily_label,
        )
        await switch(transaction, place, stored.id)
    return stored


async def get(
    source: Source, game_id: int, place: Place, user_id: int | None = None
) -> StoredGame | None:
    """The game with this id, also of another chat, as somebody sees it in a place."""
    return _only(await _load(source, place, user_id, " where g.id = $4", game_id))


async def current(source: Source, place: Place, user_id: int | None = None) -> StoredGame | None:
    """The game that a place started or switched to last, open or finished."""
    where = " where g.id = (select game_id from place_games where chat_id = $1 and topic_id = $2)"
    return _only(await _load(source, place, user_id, where))


async def current_id(source: Source, place: Place) -> int | None:
    """The number of the game that a place started or switched to last, while it is open."""
    row = await source.one(
        "select g.id from games g join place_games p on p.game_id = g.id"
        " where p.chat_id = $1 and p.topic_id = $2 and g.state = 'open'",
        place.chat_id,
        place.topic_id,
    )
    return row[0] if row else None


async def of_label(
    source: Source, place: Place, label: str, user_id: int | None = None
) -> StoredGame | None:
    """The chat's game of a daily label."""
    where = " where g.chat_id = $1 and g.daily_label = $4"
    return _only(await _load(source, place, user_id, where, label))


async def labels_over(source: Source, chat_id: int, day: str) -> frozenset[str]:
    """The labels of a date whose games are over in a chat."""
    rows = await source.all(
        "select daily_label from games where chat_id = $1 and substr(daily_label, 1, 10) = $2"
        " and state <> 'open'",
        chat_id,
        day,
    )
    return frozenset(label for (label,) in rows)


async def open_games(
    source: Source, place: Place, user_id: int | None = None
) -> tuple[StoredGame, ...]:
    """The chat's unfinished games, the newest first."""
    where = " where g.chat_id = $1 and g.state = 'open'"
    return await _load(source, place, user_id, where)


async def switch(source: Source, place: Place, game_id: int) -> bool:
    """Make a game of the chat the current one of a place; False where it is another chat's."""
    row = await source.one(
        "insert into place_games (chat_id, topic_id, game_id)"
        " select chat_id, cast($2 as bigint), id from games where chat_id = $1 and id = $3"
        " on conflict (chat_id, topic_id) do update set game_id = excluded.game_id"
        " returning game_id",
        place.chat_id,
        place.topic_id,
        game_id,
    )
    return row is not None


async def append_turn(
    source: Source, game_id: int, expected_done: int, turn: Turn, now: int
) -> bool:
    """Apply a turn and drop the turns that were undone. The player must have been seen.

    False, with nothing changed, where the game is no longer open or no longer stands at
    `expected_done` turns.
    """
    async with source.transaction() as transaction:
        moved = await transaction.one(
            "update games set done = done + 1 where id = $1 and done = $2 and state = 'open'"
            " returning id",
            game_id,
            expected_done,
        )
        if moved is None:
            return False
        # Turns that were undone lie from here on; a new turn makes an end of redoing.
        await transaction.all(
            "delete from turns where game_id = $1 and number >= $2", game_id, expected_done
        )
        await transaction.all(
            "insert into turns (game_id, number, user_id, made_at, moves)"
            " values ($1, $2, $3, $4, $5)",
            game_id,
            expected_done,
            turn.player,
            now,
            _moves_text(turn.moves),
        )
    return True


async def set_done(source: Source, game_id: int, expected_done: int, done: int) -> bool:
    """Undo or redo until `done` turns are applied.

    False, with nothing changed, where the game is no longer open, no longer stands at
    `expected_done` turns, or has fewer than `done`.
    """
    row = await source.one(
        "update games set done = $3 where id = $1 and done = $2 and state = 'open'"
        " and $3 between 0 and (select count(*) from turns where game_id = $1) returning id",
        game_id,
        expected_done,
        done,
    )
    return row is not None


async def finish(source: Source, game_id: int, state: GameState, now: int) -> bool:
    """End an open game; False where it had ended before."""
    row = await source.one(
        "update games set state = $2, finished_at = $3 where id = $1 and state = 'open'"
        " returning id",
        game_id,
        state,
        now,
    )
    return row is not None


async def set_played(source: Source, game_id: int, played: int, now: int) -> None:
    """Remember for how many seconds an open game was played until now, when somebody acted."""
    await source.all(
        "update games set played = $2, acted_at = $3 where id = $1 and state = 'open'",
        game_id,
        played,
        now,
    )


async def select(source: Source, game_id: int, user_id: int, selection: Selection) -> None:
    """Remember what a person has selected in a game. The person must have been seen."""
    await source.all(
        "insert into hands (game_id, user_id, box, cell, digit, pencil)"
        " values ($1, $2, $3, $4, $5, $6) on conflict (game_id, user_id) do update set"
        " box = excluded.box, cell = excluded.cell, digit = excluded.digit,"
        " pencil = excluded.pencil",
        game_id,
        user_id,
        selection.box,
        selection.cell,
        selection.digit,
        int(selection.pencil),
    )


async def _load(
    source: Source, place: Place, user_id: int | None, where: str, *values: Value
) -> tuple[StoredGame, ...]:
    rows = await source.all(
        _SELECT + where + " order by g.id desc, t.number",
        place.chat_id,
        place.topic_id,
        user_id,
        *values,
    )
    return tuple(_game(list(lines)) for _, lines in groupby(rows, key=itemgetter(0)))


def _game(lines: Sequence[Row]) -> StoredGame:
    end = _GAME_COLUMNS + _PUZZLE_COLUMNS
    columns, puzzle = lines[0][:_GAME_COLUMNS], puzzles.read(lines[0][_GAME_COLUMNS:end])
    game_id, chat_id, label, started_by, state, started_at, finished_at, *rest = columns
    played, acted_at, done, message_id, is_picture, version, *rest = rest
    state_key, stage, passage, box, cell, digit, pencil = rest
    turns = tuple(Turn(player, _moves(text)) for *_, player, text in lines if text is not None)
    return StoredGame(
        game_id,
        chat_id,
        label,
        started_by,
        GameState(state),
        started_at,
        finished_at,
        played,
        acted_at,
        puzzle,
        Game(puzzle.grid, puzzle.solution, turns, done),
        message_id,
        bool(is_picture),
        version or 0,
        Selection(box, cell, digit, bool(pencil)),
        ShownHint(state_key, stage, passage or 0) if state_key else None,
    )


def _only(games: tuple[StoredGame, ...]) -> StoredGame | None:
    return games[0] if games else None


def _moves_text(moves: Iterable[Move]) -> str:
    return json.dumps([[move.act, move.cell, move.value] for move in moves], separators=(",", ":"))


@lru_cache(KNOWN_TURNS)
def _moves(text: str) -> tuple[Move, ...]:
    stored: list[tuple[Any, int, int]] = json.loads(text)
    return tuple(Move(Act(act), cell, value) for act, cell, value in stored)
