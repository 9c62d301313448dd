"""The turns of games, of which the first `done` are applied; those behind them were undone.

An open game has a row for each turn. Some time after its end they are packed into one text in the
row of the game (`bot/store/packing.py`), for ever. Who reads turns reads them here, where both are
alike: `of_games` gives those of games, `made_by` those of a person. A game may be packed between
two statements. So `of_games` asks for both in one, and `made_by` asks for the rows first: then a
game that is packed meanwhile is found twice rather than never.
"""

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple

from bot.game.move import Act, Move, Turn
from bot.store.packed import unpack
from bot.store.seam.columns import columns
from bot.store.seam.source import Source

KNOWN_TURNS: Final = 10_000
"""Turns that are kept parsed, in about six megabytes, for games of which more is not known."""

GAMES_AT_ONCE: Final = 10
"""Packed games whose turns are read for a page, at least two."""

ENDLESS: Final = 2**63 - 1
"""Above the number of any turn, and no greater than the databases can compare."""


class _GameLine(NamedTuple):
    game: Annotated[int, "g.id"]
    version: Annotated[int, "g.version"]
    packed: Annotated[str | None, "g.packed"]
    player: Annotated[int | None, "t.user_id"]
    moves: Annotated[str | None, "t.moves"]


class Stand(NamedTuple):
    """How a game stood when it was read: its version, and how many turns were done and undone."""

    version: int = 0
    done: int = 0
    undone: int = 0


class Made(NamedTuple):
    """A turn of somebody, with its moves as text: [[act, cell, value], ...] in JSON."""

    game_id: int
    number: int
    made_at: int
    moves: str


_SELECT: Final = (
    f"select {columns(_GameLine)} from games g"  # noqa: S608 - ours
    " left join turns t on t.game_id = g.id where"
)


async def append(  # noqa: PLR0917 - a turn, in which game, and when
    source: Source, game_id: int, stand: Stand, turn: Turn, now: int, played: int | None = None
) -> int | None:
    """Apply a turn and drop the turns that were undone; the game's new version.

    With `played`, the game was played for so many seconds until now. The player must have been
    seen. None, with nothing changed, where the game is no longer open or no longer as it stood.
    """
    async with source.transaction() as transaction:
        moved = await transaction.one(
            "update games set done = done + 1, version = version + 1,"
            " played = coalesce($4, played),"
            " acted_at = case when $4 is null then acted_at else $5 end"
            " where id = $1 and version = $2 and done = $3 and state = 'open' returning version",
            game_id,
            stand.version,
            stand.done,
            played,
            now,
        )
        if moved is None:
            return None
        # After a new turn those that were undone cannot be redone.
        if stand.undone:
            await transaction.all(
                "delete from turns where game_id = $1 and number >= $2", game_id, stand.done
            )
        await transaction.all(
            "insert into turns (game_id, number, user_id, made_at, moves)"
            " values ($1, $2, $3, $4, $5)",
            game_id,
            stand.done,
            turn.player,
            now,
            moves_text(turn.moves),
        )
    return int(moved[0])


async def set_done(source: Source, game_id: int, expected_done: int, done: int) -> int | None:
    """Undo or redo until `done` turns are applied; the game's new version.

    None, with nothing changed, where the game is no longer open, no longer stands at
    `expected_done` turns, or has fewer than `done`.
    """
    row = await source.one(
        "update games set done = $3, version = version + 1"
        " where id = $1 and done = $2 and state = 'open'"
        " and $3 between 0 and (select count(*) from turns where game_id = $1) returning version",
        game_id,
        expected_done,
        done,
    )
    return row[0] if row else None


async def lose_player(source: Source, user_id: int) -> None:
    """Have the open games with turns of somebody be read anew, wherever they are known.

    To be called before these turns are given to somebody else or to nobody.
    """
    await source.all(
        "update games set version = version + 1 where state = 'open'"
        " and id in (select game_id from turns where user_id = $1)",
        user_id,
    )


async def of_games(
    source: Source, game_ids: Sequence[int]
) -> dict[tuple[int, int], tuple[Turn, ...]]:
    """The turns of games, by the number and the version of the game.

    Raises Damaged where those of a game were packed and can no longer be read.
    """
    if not game_ids:
        return {}
    rows = await source.all(
        f"{_SELECT} g.id in ({_places(game_ids)}) order by g.id, t.number", *game_ids
    )
    found: dict[tuple[int, int], list[Turn]] = {}
    packed: dict[tuple[int, int], str] = {}
    # A long game has hundreds of rows, so they are not made into objects.
    for game, version, text, player, moves in rows:
        kept = found.setdefault((game, version), [])
        if moves:
            kept.append(_read(player, moves))
        elif text:
            packed[game, version] = text
    players = await _players(source, [game for game, _ in packed])
    for (game, version), text in packed.items():
        made = unpack(text)
        found[game, version] = [Turn(players.get((game, one.player)), one.moves) for one in made]
    return {key: tuple(kept) for key, kept in found.items()}


async def made_by(source: Source, user_id: int, most: int) -> AsyncIterator[list[Made]]:
    """All turns of a person in the order of games and numbers, in pages of at most `most`.

    Each comes once, even if its game is packed between two pages. Raises as `of_games`.
    """
    after = (0, -1)
    while True:
        rows = await source.all(
            "select game_id, number, made_at, moves from turns"
            " where user_id = $1 and (game_id, number) > ($2, $3)"
            " order by game_id, number limit $4",
            user_id,
            *after,
            most,
        )
        stored = [Made(*row) for row in rows]
        packed, last = await _packed_by(source, user_id, after[0])
        # Behind the end of a list that is full there is more than what it has.
        until = min(stored[-1][:2] if len(stored) == most else (ENDLESS, 0), (last, ENDLESS))
        found = {one[:2]: one for one in [*stored, *packed] if after < one[:2] <= until}
        page = [found[key] for key in sorted(found)]
        for first in range(0, max(len(page), 1), most):
            yield page[first : first + most]
        if until == (ENDLESS, 0):
            return
        after = until


async def _packed_by(source: Source, user_id: int, game_id: int) -> tuple[list[Made], int]:
    """A person's turns in GAMES_AT_ONCE packed games from a number on, and the last of these games.

    The last is ENDLESS where there are no more packed games of theirs.
    """
    rows = await source.all(
        "select id, packed from games where id in (select game_id from packed_players"
        " where user_id = $1 and game_id >= $2 group by game_id order by game_id limit $3)"
        " order by id",
        user_id,
        game_id,
        GAMES_AT_ONCE,
    )
    players = await _players(source, [game for game, _ in rows])
    made = [
        Made(game, number, turn.made_at, moves_text(turn.moves))
        for game, text in rows
        for number, turn in enumerate(unpack(text))
        if players.get((game, turn.player)) == user_id
    ]
    return made, int(rows[-1][0]) if len(rows) == GAMES_AT_ONCE else ENDLESS


async def _players(source: Source, game_ids: Sequence[int]) -> Mapping[tuple[int, int], int | None]:
    """Who the players of packed games are, by the game and their number in it."""
    if not game_ids:
        return {}
    rows = await source.all(
        "select game_id, number, user_id from packed_players"  # noqa: S608 - places alone
        f" where game_id in ({_places(game_ids)})",
        *game_ids,
    )
    return {(game, number): user for game, number, user in rows}


def _places(values: Sequence[int]) -> str:
    return ", ".join(f"${number}" for number in range(1, len(values) + 1))


def moves_text(moves: Iterable[Move]) -> str:
    """What the store keeps of the moves of a turn."""
    return json.dumps([[move.act, move.cell, move.value] for move in moves], separators=(",", ":"))


def read_moves(text: str) -> tuple[Move, ...]:
    """The moves that the store keeps as this text; raises ValueError and TypeError for another."""
    stored: list[tuple[Any, int, int]] = json.loads(text)
    return tuple(Move(Act(act), cell, value) for act, cell, value in stored)


@lru_cache(KNOWN_TURNS)
def _read(player: int | None, text: str) -> Turn:
    return Turn(player, read_moves(text))
