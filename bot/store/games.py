"""Games: one chat's attempts at puzzles, and every move in them."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Annotated, Final, NamedTuple

from bot.game.game import Game, Position
from bot.game.move import Turn
from bot.game.place import Place
from bot.game.selection import Selection
from bot.store import groups, puzzles, turns
from bot.store.puzzles import PuzzleRow
from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source, Value
from bot.store.views import ShownHint


class GameState(StrEnum):
    """How a game stands; only an open one takes moves."""

    OPEN = "open"
    SOLVED = "solved"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game as one person sees it in one place.

    `version` rises with each of its turns, with undo and redo and with its end. `message_id` is the
    message that shows it in that place, as a picture where `is_picture`, and `view_version` counts
    the marks on that view (see `views`). `selection` is what the person has selected in it; in a
    group, all people share its box. `hint` is what the place shows of a hint. `is_current` says
    that the place started or switched to it last. `started_by` and a turn's player are None once
    that user was deleted. `played` counts the seconds of play until `acted_at`. A game that was
    forgotten (`retention`) has no turns, and still stands as solved.
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
    version: int = 0
    message_id: int | None = None
    is_picture: bool = False
    view_version: int = 0
    selection: Selection = field(default_factory=Selection)
    hint: ShownHint | None = None
    is_current: bool = field(default=False, compare=False)

    @property
    def is_open(self) -> bool:
        """Whether it still takes moves."""
        return self.state is GameState.OPEN

    @property
    def stand(self) -> turns.Stand:
        """What must still hold when a turn is added to it."""
        return turns.Stand(self.version, self.game.done, len(self.game.turns) - self.game.done)


class _Line(NamedTuple):
    """A game with its view in a place, and with what a person has selected in it."""

    id: Annotated[int, "g.id"]
    chat_id: Annotated[int, "g.chat_id"]
    daily_label: Annotated[str | None, "g.daily_label"]
    started_by: Annotated[int | None, "g.started_by"]
    state: Annotated[str, "g.state"]
    started_at: Annotated[int, "g.started_at"]
    finished_at: Annotated[int | None, "g.finished_at"]
    played: Annotated[int, "g.played"]
    acted_at: Annotated[int, "coalesce(g.acted_at, g.started_at)"]
    done: Annotated[int, "g.done"]
    version: Annotated[int, "g.version"]
    forgotten: Annotated[int, "g.forgotten"]
    message_id: Annotated[int | None, "v.message_id"]
    is_picture: Annotated[int | None, "v.is_picture"]
    view_version: Annotated[int | None, "v.version"]
    hint: Annotated[str | None, "v.hint"]
    hint_stage: Annotated[int, "v.hint_stage"]
    hint_passage: Annotated[int | None, "v.hint_passage"]
    box: Annotated[int | None, "case when g.chat_id < 0 then v.box else h.box end"]
    cell: Annotated[int | None, "h.cell"]
    digit: Annotated[int | None, "h.digit"]
    pencil: Annotated[int | None, "h.pencil"]
    is_current: Annotated[int | None, "c.game_id = g.id"]


_END: Final = len(_Line._fields)

_SELECT: Final = (
    f"select {columns(_Line)}, {columns(puzzles.Line)}"  # noqa: S608 - ours
    " from games g join puzzles p on p.id = g.puzzle_id"
    " left join views v on v.game_id = g.id and v.chat_id = $1 and v.topic_id = $2"
    " left join hands h on h.game_id = g.id and h.user_id = $3"
    " left join place_games c on c.chat_id = $1 and c.topic_id = $2"
)


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

    A chat has one game for each daily label. If there is one already, whatever its state, that
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
        # Either the new game or the one that the chat has of this label already.
        (stored,) = await _load(
            transaction,
            place,
            started_by,
            " where g.chat_id = $1 and (g.id = $4 or g.daily_label = $5)",
            game_id,
            daily_label,
        )
        await switch(transaction, place, stored.id)
    return replace(stored, is_current=True)


async def get(
    source: Source, game_id: int, place: Place, user_id: int | None = None
) -> StoredGame | None:
    """The game with this id, also of another chat, as somebody sees it in a place."""
    return _only(await _load(source, place, user_id, " where g.id = $4", game_id))


async def chat_of(source: Source, game_id: int) -> int | None:
    """The chat of a game."""
    row = await source.one("select chat_id from games where id = $1", game_id)
    return row[0] if row else None


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


async def finish(source: Source, game_id: int, state: GameState, now: int) -> int | None:
    """End an open game; its new version, None where it had ended before."""
    row = await source.one(
        "update games set state = $2, finished_at = $3, version = version + 1"
        " where id = $1 and state = 'open' returning version",
        game_id,
        state,
        now,
    )
    return row[0] if row else None


async def set_played(source: Source, game_id: int, played: int, now: int) -> None:
    """Store for how many seconds an open game was played, up to an act at `now`.

    A clock that stands later by now is left alone.
    """
    await source.all(
        "update games set played = $2, acted_at = $3 where id = $1 and state = 'open'"
        " and coalesce(acted_at, started_at) <= $3",
        game_id,
        played,
        now,
    )


async def select(source: Source, game_id: int, user_id: int, selection: Selection) -> None:
    """Store what a person has selected in a game. The person must have been seen."""
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


def keep_known(source: Source, game_id: int, version: int, game: Game) -> None:
    """Spare the next who reads an open game of this version its turns."""
    weight = len(game.turns) + game.givens.geometry.cell_count
    source.afterwards(partial(source.known.keep, game_id, version, game, weight))


async def _load(
    source: Source, place: Place, user_id: int | None, where: str, *values: Value
) -> tuple[StoredGame, ...]:
    """Games with their turns, both of the same instant.

    In one statement, every turn would carry the game and its puzzle again, which took seven times
    as long. A version rises with each turn, so turns of the same version belong to the game.
    """
    while True:
        rows = await _rows(source, place, user_id, where, *values)
        lines = [(_Line(*row[:_END]), puzzles.read(row[_END:])) for row in rows]
        games = {line.id: source.known.get(line.id, line.version) for line, _ in lines}
        unknown = [game_id for game_id, game in games.items() if game is None]
        made = await turns.of_games(source, unknown)
        for line, puzzle in lines:
            # A game that was changed before its turns were read is of another version by now.
            if (key := (line.id, line.version)) in made:
                games[line.id] = game = _replayed(line, puzzle, made[key])
                if line.state == GameState.OPEN:
                    keep_known(source, *key, game)
        found = [_game(*line, one) for line in lines if (one := games[line[0].id])]
        if len(found) == len(rows):
            return tuple(found)


async def _rows(
    source: Source, place: Place, user_id: int | None, where: str, *values: Value
) -> list[Row]:
    return await source.all(
        _SELECT + where + " order by g.id desc",
        place.chat_id,
        place.topic_id,
        user_id,
        *values,
    )


def _replayed(line: _Line, puzzle: PuzzleRow, made: tuple[Turn, ...]) -> Game:
    is_bare = line.forgotten and line.state == GameState.SOLVED
    end = Position.start(puzzle.solution) if is_bare else None
    return Game(puzzle.grid, puzzle.solution, made, line.done, end)


def _game(line: _Line, puzzle: PuzzleRow, game: Game) -> StoredGame:
    hint = ShownHint(line.hint, line.hint_stage, line.hint_passage or 0) if line.hint else None
    return StoredGame(
        id=line.id,
        chat_id=line.chat_id,
        daily_label=line.daily_label,
        started_by=line.started_by,
        state=GameState(line.state),
        started_at=line.started_at,
        finished_at=line.finished_at,
        played=line.played,
        acted_at=line.acted_at,
        puzzle=puzzle,
        game=game,
        version=line.version,
        message_id=line.message_id,
        is_picture=bool(line.is_picture),
        view_version=line.view_version or 0,
        selection=Selection(line.box, line.cell, line.digit, bool(line.pencil)),
        hint=hint,
        is_current=bool(line.is_current),
    )


def _only(games: tuple[StoredGame, ...]) -> StoredGame | None:
    return games[0] if games else None
