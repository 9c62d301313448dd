"""Solved games, person by person."""

from dataclasses import dataclass

from bot.store.database import Row, Source


@dataclass(frozen=True, slots=True)
class Result:
    """One person's solving of one game, which may have been played together.

    `size` is that of the board. `in_time` tells that a daily was finished while its label counted.
    """

    user_id: int
    game_id: int
    puzzle_id: int
    size: int
    daily_label: str | None
    seconds: int
    mistakes: int
    in_time: bool
    finished_at: int


@dataclass(frozen=True, slots=True)
class SizeStats:
    """What a person solved of one size; the mean is `total_seconds / solved`."""

    size: int
    solved: int
    best_seconds: int
    total_seconds: int
    mistakes: int


async def add(
    source: Source,
    user_id: int,
    game_id: int,
    *,
    seconds: int,
    mistakes: int,
    finished_at: int,
    in_time: bool = False,
) -> bool:
    """Keep a result; False, with nothing changed, where the person has one for this game or for
    its daily label already.
    """
    row = await source.one(
        "insert into results"
        " (user_id, game_id, daily_label, seconds, mistakes, in_time, finished_at)"
        " select $1, id, daily_label, $3, $4, $5, $6 from games where id = $2"
        " on conflict do nothing returning game_id",
        user_id,
        game_id,
        seconds,
        mistakes,
        in_time,
        finished_at,
    )
    return row is not None


async def of_user(source: Source, user_id: int) -> tuple[Result, ...]:
    """All results of a person, the newest first."""
    rows = await source.all(
        "select r.user_id, r.game_id, p.id, p.box_rows * p.box_columns, r.daily_label, r.seconds,"
        " r.mistakes, r.in_time, r.finished_at"
        " from results r join games g on g.id = r.game_id join puzzles p on p.id = g.puzzle_id"
        " where r.user_id = $1 order by r.finished_at desc, r.game_id desc",
        user_id,
    )
    return tuple(_read(row) for row in rows)


async def streak_labels(source: Source, user_id: int) -> tuple[str, ...]:
    """The date labels whose dailies a person solved in time, earliest first."""
    rows = await source.all(
        "select daily_label from results where user_id = $1 and daily_label is not null"
        " and in_time order by daily_label",
        user_id,
    )
    return tuple(label for (label,) in rows)


async def stats(source: Source, user_id: int) -> tuple[SizeStats, ...]:
    """A person's results added up for each size, the smallest size first."""
    rows = await source.all(
        "select p.box_rows * p.box_columns, count(*), min(r.seconds), sum(r.seconds),"
        " sum(r.mistakes)"
        " from results r join games g on g.id = r.game_id join puzzles p on p.id = g.puzzle_id"
        " where r.user_id = $1 group by p.box_rows * p.box_columns order by 1",
        user_id,
    )
    return tuple(SizeStats(*row) for row in rows)


def _read(row: Row) -> Result:
    user, game, puzzle, size, label, seconds, mistakes, in_time, finished_at = row
    return Result(user, game, puzzle, size, label, seconds, mistakes, bool(in_time), finished_at)
