"""Help that was taken in games: hints, each told in three stages, and checks."""

from dataclasses import dataclass
from typing import Final

from bot.store.source import Row, Source

LAST_STAGE: Final = 3


@dataclass(frozen=True, slots=True)
class HintRow:
    """How much of the hint for one state of a game was told, and in which message."""

    stage: int
    message_id: int | None
    is_picture: bool = False


async def advance(source: Source, game_id: int, state: str, user_id: int) -> HintRow:
    """One stage more of the hint for a state of a game; the last one stays the last.

    It counts for the person who asked for it first.
    """
    rows = await source.all(
        "insert into hints (game_id, state, stage, user_id) values ($1, $2, 1, $4)"
        " on conflict (game_id, state) do update set"
        " stage = case when hints.stage < $3 then hints.stage + 1 else $3 end"
        " returning stage, message_id, is_picture",
        game_id,
        state,
        LAST_STAGE,
        user_id,
    )
    return _read(rows[0])


async def get(source: Source, game_id: int, state: str) -> HintRow | None:
    """What was told of the hint for a state of a game."""
    row = await source.one(
        "select stage, message_id, is_picture from hints where game_id = $1 and state = $2",
        game_id,
        state,
    )
    return _read(row) if row else None


async def set_message(
    source: Source, game_id: int, state: str, message_id: int, *, is_picture: bool = False
) -> None:
    """Remember which message tells the hint, and whether as a picture."""
    await source.all(
        "update hints set message_id = $3, is_picture = $4 where game_id = $1 and state = $2",
        game_id,
        state,
        message_id,
        int(is_picture),
    )


async def add_check(source: Source, game_id: int, state: str, now: int, user_id: int) -> None:
    """Remember that digits of a game were compared with its solution, once for each state.

    It counts for the person who asked for it first.
    """
    await source.all(
        "insert into checks (game_id, state, checked_at, user_id) values ($1, $2, $3, $4)"
        " on conflict do nothing",
        game_id,
        state,
        now,
        user_id,
    )


async def by_person(source: Source, game_id: int) -> dict[int | None, int]:
    """How many hints and checks each person asked for in a game; None: people who are deleted."""
    rows = await source.all(
        "select taken.user_id, count(*) from (select user_id from hints where game_id = $1"
        " union all select user_id from checks where game_id = $1) taken group by taken.user_id",
        game_id,
    )
    return {user_id: int(count) for user_id, count in rows}


async def count(source: Source, game_id: int) -> int:
    """How many hints and checks were taken in a game."""
    rows = await source.all(
        "select (select count(*) from hints where game_id = $1)"
        " + (select count(*) from checks where game_id = $1)",
        game_id,
    )
    return int(rows[0][0])


def _read(row: Row) -> HintRow:
    stage, message_id, is_picture = row
    return HintRow(stage, message_id, bool(is_picture))
