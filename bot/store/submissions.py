"""Whole boards that were handed in for checking, right or wrong."""

from dataclasses import dataclass
from typing import Final

from bot.store.puzzles import read_grid
from bot.store.seam.source import Source
from engine.board import Geometry, Grid

MOST_ANSWERS: Final = 500
"""Different answers of one person that are read for one game."""


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer that a person handed in for a game, of the same shape as its puzzle."""

    id: int
    game_id: int
    user_id: int
    answer: Grid
    submitted_at: int


async def add(source: Source, game_id: int, user_id: int, answer: Grid, now: int) -> int:
    """Keep an answer as it was handed in; its id."""
    async with source.transaction() as transaction:
        submission_id = await transaction.next_id("submissions")
        await transaction.all(
            "insert into submissions (id, game_id, user_id, answer, submitted_at)"
            " values ($1, $2, $3, $4, $5)",
            submission_id,
            game_id,
            user_id,
            str(answer),
            now,
        )
    return submission_id


async def latest(source: Source, game_id: int, user_id: int) -> int | None:
    """The id of what a person handed in last for a game."""
    rows = await source.all(
        "select max(id) from submissions where game_id = $1 and user_id = $2", game_id, user_id
    )
    number: int | None = rows[0][0]
    return number


async def answers(source: Source, game_id: int, user_id: int) -> tuple[Grid, ...]:
    """The different answers that a person handed in for a game, at most MOST_ANSWERS of them."""
    rows = await source.all(
        "select distinct p.box_rows, p.box_columns, s.answer"
        " from submissions s join games g on g.id = s.game_id join puzzles p on p.id = g.puzzle_id"
        " where s.game_id = $1 and s.user_id = $2 limit $3",
        game_id,
        user_id,
        MOST_ANSWERS,
    )
    return tuple(
        read_grid(Geometry(box_rows, box_columns), answer) for box_rows, box_columns, answer in rows
    )


async def get(source: Source, submission_id: int) -> Submission | None:
    """The submission with this id."""
    row = await source.one(
        "select s.id, s.game_id, s.user_id, p.box_rows, p.box_columns, s.answer, s.submitted_at"
        " from submissions s join games g on g.id = s.game_id join puzzles p on p.id = g.puzzle_id"
        " where s.id = $1",
        submission_id,
    )
    if row is None:
        return None
    number, game_id, user_id, box_rows, box_columns, answer, submitted_at = row
    grid = read_grid(Geometry(box_rows, box_columns), answer)
    return Submission(number, game_id, user_id, grid, submitted_at)
