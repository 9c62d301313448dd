"""Help that was taken in games: hints, each told in three stages, and checks."""

from typing import Final

from bot.store.source import Source

LAST_STAGE: Final = 3


async def told(source: Source, game_id: int, state: str) -> int:
    """Up to which stage the hint for a state of a game was told; 0 where it was not."""
    row = await source.one(
        "select stage from hints where game_id = $1 and state = $2", game_id, state
    )
    return int(row[0]) if row else 0


async def tell(source: Source, game_id: int, state: str, stage: int) -> None:
    """Remember that the hint for a state of a game was told up to a stage from 1 to LAST_STAGE."""
    await source.all(
        "insert into hints (game_id, state, stage) values ($1, $2, $3)"
        " on conflict (game_id, state) do update set stage = excluded.stage",
        game_id,
        state,
        stage,
    )


async def add_check(source: Source, game_id: int, state: str, now: int) -> None:
    """Remember that digits of a game were compared with its solution, once for each state."""
    await source.all(
        "insert into checks (game_id, state, checked_at) values ($1, $2, $3)"
        " on conflict do nothing",
        game_id,
        state,
        now,
    )


async def count(source: Source, game_id: int) -> int:
    """How many hints and checks were taken in a game."""
    rows = await source.all(
        "select (select count(*) from hints where game_id = $1)"
        " + (select count(*) from checks where game_id = $1)",
        game_id,
    )
    return int(rows[0][0])
