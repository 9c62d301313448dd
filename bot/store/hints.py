"""Help that was taken in games: hints, each told in three stages, and checks."""

from typing import Final

from bot.store.seam.source import Source

LAST_STAGE: Final = 3


async def told(source: Source, game_id: int, state: str) -> int:
    """The last stage to which the hint for a state of a game was told; 0 where it was not."""
    row = await source.one(
        "select stage from hints where game_id = $1 and state = $2", game_id, state
    )
    return int(row[0]) if row else 0


async def tell(
    source: Source,
    game_id: int,
    state: str,
    stage: int,
    user_id: int,
    *,
    technique: str | None = None,
) -> None:
    """Store that the hint for a state of a game was told up to a stage from 1 to LAST_STAGE.

    It counts for the person who asked for it first. `technique` is the one that was named.
    """
    await source.all(
        "insert into hints (game_id, state, stage, user_id, technique) values ($1, $2, $3, $4, $5)"
        " on conflict (game_id, state) do update set stage = excluded.stage,"
        " technique = excluded.technique",
        game_id,
        state,
        stage,
        user_id,
        technique,
    )


async def techniques(source: Source, game_id: int, user_id: int) -> tuple[str, ...]:
    """The technique of each hint of a game that was told to a person and named one."""
    rows = await source.all(
        "select technique from hints"
        " where game_id = $1 and user_id = $2 and technique is not null order by state",
        game_id,
        user_id,
    )
    return tuple(technique for (technique,) in rows)


async def states(source: Source, game_id: int) -> dict[str, int | None]:
    """The states of a game for which a hint was told, with who asked for it first."""
    rows = await source.all(
        "select state, user_id from hints where game_id = $1 order by state", game_id
    )
    return dict(rows)


async def add_check(source: Source, game_id: int, state: str, now: int, user_id: int) -> None:
    """Store that digits of a game were compared with its solution, once for each state.

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
