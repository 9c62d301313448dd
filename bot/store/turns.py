"""The turns of games, of which the first `done` are applied; those behind them were undone."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

from bot.game.move import Act, Move, Turn
from bot.store.seam.source import Source

KNOWN_TURNS: Final = 10_000
"""Turns that are kept parsed, in about six megabytes; a move reads all turns before it."""


async def append(
    source: Source, game_id: int, expected_done: int, turn: Turn, now: int
) -> int | None:
    """Apply a turn and drop the turns that were undone; the game's new version.

    The player must have been seen. None, with nothing changed, where the game is no longer open or
    no longer stands at `expected_done` turns.
    """
    async with source.transaction() as transaction:
        moved = await transaction.one(
            "update games set done = done + 1, version = version + 1"
            " where id = $1 and done = $2 and state = 'open' returning version",
            game_id,
            expected_done,
        )
        if moved is None:
            return None
        # The turns from here on were undone; after a new one they cannot be redone.
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


def _moves_text(moves: Iterable[Move]) -> str:
    return json.dumps([[move.act, move.cell, move.value] for move in moves], separators=(",", ":"))


@lru_cache(KNOWN_TURNS)
def read(player: int | None, text: str) -> Turn:
    """A turn from what the store keeps of it: who made it, and its moves."""
    stored: list[tuple[Any, int, int]] = json.loads(text)
    return Turn(player, tuple(Move(Act(act), cell, value) for act, cell, value in stored))
