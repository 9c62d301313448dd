"""What people know of each technique."""

from dataclasses import dataclass
from typing import Final

from bot.store.seam.columns import columns
from bot.store.seam.source import Row, Source


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one person knows of a technique.

    `card` and `due_at` are those of `bot.game.memory`, None before anything is known. `served`
    counts positions for practice, `correct` those that were solved, `wrong` the other answers, and
    `helped` the hints in games that named the technique. `points` are those of `bot.game.pupil`,
    `alone` counts the moves in games that showed it, and `said` is what the person said of it.
    """

    technique: str
    card: str | None = None
    due_at: int | None = None
    served: int = 0
    correct: int = 0
    wrong: int = 0
    helped: int = 0
    points: int = 0
    alone: int = 0
    said: str | None = None


_COLUMNS: Final = columns(Lesson)


async def get(source: Source, user_id: int, technique: str) -> Lesson:
    """What a person knows of a technique, which may be nothing."""
    row = await source.one(
        f"select {_COLUMNS} from lessons where user_id = $1 and technique = $2",  # noqa: S608 - ours
        user_id,
        technique,
    )
    return _read(row) if row else Lesson(technique)


async def of_user(source: Source, user_id: int) -> dict[str, Lesson]:
    """The lessons of a person, by technique; a technique without one is left out."""
    rows = await source.all(f"select {_COLUMNS} from lessons where user_id = $1", user_id)  # noqa: S608 - as above
    return {lesson.technique: lesson for lesson in map(_read, rows)}


async def put(source: Source, user_id: int, lesson: Lesson) -> None:
    """Keep what a person knows of a technique now."""
    await source.all(
        f"insert into lessons (user_id, {_COLUMNS})"  # noqa: S608 - as above
        " values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"
        " on conflict (user_id, technique) do update set"
        " card = excluded.card, due_at = excluded.due_at, served = excluded.served,"
        " correct = excluded.correct, wrong = excluded.wrong, helped = excluded.helped,"
        " points = excluded.points, alone = excluded.alone, said = excluded.said",
        user_id,
        lesson.technique,
        lesson.card,
        lesson.due_at,
        lesson.served,
        lesson.correct,
        lesson.wrong,
        lesson.helped,
        lesson.points,
        lesson.alone,
        lesson.said,
    )


def _read(row: Row) -> Lesson:
    return Lesson(*row)
