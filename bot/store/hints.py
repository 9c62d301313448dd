"""Hints that were taken in games, each told in three stages."""

from dataclasses import dataclass
from typing import Final

from bot.store.database import Source

LAST_STAGE: Final = 3


@dataclass(frozen=True, slots=True)
class HintRow:
    """How much of the hint for one state of a game was told, and in which message."""

    stage: int
    message_id: int | None


async def advance(source: Source, game_id: int, state: str) -> HintRow:
    """One stage more of the hint for a state of a game; the last one stays the last."""
    rows = await source.all(
        "insert into hints (game_id, state, stage) values ($1, $2, 1)"
        " on conflict (game_id, state) do update set"
        " stage = case when hints.stage < $3 then hints.stage + 1 else $3 end"
        " returning stage, message_id",
        game_id,
        state,
        LAST_STAGE,
    )
    return HintRow(*rows[0])


async def get(source: Source, game_id: int, state: str) -> HintRow | None:
    """What was told of the hint for a state of a game."""
    row = await source.one(
        "select stage, message_id from hints where game_id = $1 and state = $2", game_id, state
    )
    return HintRow(*row) if row else None


async def set_message(source: Source, game_id: int, state: str, message_id: int) -> None:
    """Remember which message tells the hint."""
    await source.all(
        "update hints set message_id = $3 where game_id = $1 and state = $2",
        game_id,
        state,
        message_id,
    )


async def count(source: Source, game_id: int) -> int:
    """How many hints were taken in a game."""
    rows = await source.all("select count(*) from hints where game_id = $1", game_id)
    return int(rows[0][0])
