"""Solved games, person by person."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Final

from bot.game.days import is_of_streak
from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source


class Standing(StrEnum):
    """How far a result counts: everywhere; as solved and for the streak only; not at all."""

    TIMED = "timed"
    UNTIMED = "untimed"
    SEEN = "seen"


@dataclass(frozen=True, slots=True)
class Result:
    """One person's solving of one game, which may have been played together.

    `givens` and `difficulty` are those of the puzzle, `size` is that of its board, `hints` are all
    hints and checks that were taken in the game. `in_time` tells that a daily was finished while
    its label counted.
    """

    user_id: Annotated[int, "r.user_id"]
    game_id: Annotated[int, "r.game_id"]
    puzzle_id: Annotated[int, "p.id"]
    givens: Annotated[str, "p.givens"]
    size: Annotated[int, "p.box_rows * p.box_columns"]
    difficulty: Annotated[str | None, "p.difficulty"]
    daily_label: Annotated[str | None, "r.daily_label"]
    seconds: Annotated[int, "r.seconds"]
    mistakes: Annotated[int, "r.mistakes"]
    hints: Annotated[
        int,
        "(select count(*) from hints h where h.game_id = r.game_id)"
        " + (select count(*) from checks c where c.game_id = r.game_id)",
    ]
    in_time: Annotated[bool, "r.in_time"]
    finished_at: Annotated[int, "r.finished_at"]
    standing: Annotated[Standing, "r.standing"]


_SELECT: Final = (
    f"select {columns(Result)}"  # noqa: S608 - ours
    " from results r join games g on g.id = r.game_id join puzzles p on p.id = g.puzzle_id"
)

_OF_USER: Final = " where r.user_id = $1"

COMPARED: Final = 1_000
"""Results of a daily that one is compared with at most; so a finish costs the same at any time of
the day, however many people play."""

_HONEST: Final = (
    "r.in_time and r.standing = 'timed'"
    " and not exists (select 1 from hints h where h.game_id = r.game_id)"
    " and not exists (select 1 from checks c where c.game_id = r.game_id)"
)

# The answer is empty if the person's own result is not among the honest ones.
_PACE: Final = (
    "select r.seconds > mine.seconds, count(*)"  # noqa: S608 - ours
    " from (select r.seconds from results r"
    f" where r.user_id = $1 and r.daily_label = $2 and {_HONEST}) as mine,"
    " (select r.user_id, r.game_id, r.seconds, r.in_time, r.standing from results r"
    " where r.daily_label = $2 and r.standing = 'timed' limit $3) as r"
    f" where r.user_id <> $1 and {_HONEST} group by r.seconds > mine.seconds"
)


async def add(
    source: Source,
    user_id: int,
    game_id: int,
    *,
    seconds: int,
    mistakes: int,
    finished_at: int,
    in_time: bool = False,
    standing: Standing = Standing.TIMED,
) -> bool:
    """Keep a result.

    False, with nothing changed, where the person already has one for this game or its daily label.
    """
    row = await source.one(
        "insert into results"
        " (user_id, game_id, daily_label, seconds, mistakes, in_time, finished_at, standing)"
        " select $1, id, daily_label, $3, $4, $5, $6, $7 from games where id = $2"
        # There are two keys that may be taken: one of the game, one of the label.
        " on conflict do nothing returning game_id",
        user_id,
        game_id,
        seconds,
        mistakes,
        in_time,
        finished_at,
        standing,
    )
    return row is not None


async def get(source: Source, user_id: int, game_id: int) -> Result | None:
    """A person's result of a game."""
    row = await source.one(_SELECT + _OF_USER + " and r.game_id = $2", user_id, game_id)
    return _read(row) if row else None


async def of_user(source: Source, user_id: int) -> tuple[Result, ...]:
    """All results of a person, the newest first."""
    rows = await source.all(
        _SELECT + _OF_USER + " order by r.finished_at desc, r.game_id desc", user_id
    )
    return tuple(_read(row) for row in rows)


async def page(source: Source, user_id: int, first: int, count: int) -> tuple[Result, ...]:
    """Some results of a person from the one with the number `first` on, the earliest has 0."""
    rows = await source.all(
        _SELECT + _OF_USER + " order by r.finished_at, r.game_id limit $2 offset $3",
        user_id,
        count,
        first,
    )
    return tuple(_read(row) for row in rows)


async def of_size(source: Source, user_id: int, size: int, most: int) -> tuple[Result, ...]:
    """Results of a person on boards of a size, in no order, and `most` of them at most."""
    rows = await source.all(
        _SELECT + _OF_USER + " and p.box_rows * p.box_columns = $2 limit $3", user_id, size, most
    )
    return tuple(_read(row) for row in rows)


async def paces(source: Source, user_id: int, most: int) -> tuple[tuple[int, int], ...]:
    """The newest times of a person with what most people take for these puzzles.

    Only results that are timed and without hints and checks, of puzzles of which that is told.
    """
    rows = await source.all(
        "select r.seconds, p.seconds from results r join games g on g.id = r.game_id"
        " join puzzles p on p.id = g.puzzle_id where r.user_id = $1 and p.seconds > 0"
        " and r.standing = 'timed'"
        " and not exists (select 1 from hints h where h.game_id = r.game_id)"
        " and not exists (select 1 from checks c where c.game_id = r.game_id)"
        " order by r.finished_at desc, r.game_id desc limit $2",
        user_id,
        most,
    )
    return tuple((int(own), int(usual)) for own, usual in rows)


async def of_game(source: Source, game_id: int) -> tuple[Result, ...]:
    """The results of all who solved a game together."""
    rows = await source.all(_SELECT + " where r.game_id = $1 order by r.user_id", game_id)
    return tuple(_read(row) for row in rows)


async def streak_labels(source: Source, user_id: int) -> tuple[str, ...]:
    """The dates whose daily a person solved in time, earliest first."""
    rows = await source.all(
        "select daily_label from results where user_id = $1 and daily_label is not null"
        " and in_time and standing <> 'seen' order by daily_label",
        user_id,
    )
    return tuple(label for (label,) in rows if is_of_streak(label))


async def solved_labels(source: Source, user_id: int) -> tuple[str, ...]:
    """The dates whose daily a person solved, on the day or later, earliest first."""
    rows = await source.all(
        "select daily_label from results where user_id = $1 and daily_label is not null"
        " and standing <> 'seen' order by daily_label",
        user_id,
    )
    return tuple(label for (label,) in rows if is_of_streak(label))


async def pace(source: Source, user_id: int, label: str) -> tuple[int, int]:
    """How many others took longer for a daily on its day, and how many others are compared.

    Only results that are timed, in time and without hints and checks are compared, of at most
    COMPARED that are timed; (0, 0) where the person's own is not such a result.
    """
    rows = await source.all(_PACE, user_id, label, COMPARED)
    counts = {bool(is_slower): int(count) for is_slower, count in rows}
    return counts.get(True, 0), sum(counts.values())


def _read(row: Row) -> Result:
    read = Result(*row)
    return replace(read, in_time=bool(read.in_time), standing=Standing(read.standing))
