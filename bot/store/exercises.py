"""The position that each person practises on, and since when what they type may answer it."""

from dataclasses import dataclass, replace

from bot.game.place import Place
from bot.store.seam.source import Source


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position of a technique by its number, in the place where it was shown.

    `message_id` is None where that is not known. `stage` tells how much of its hint was told, 0 for
    nothing, and `wrong` counts the answers that were not right. One that `is_done` was solved, or
    told to the end. `found` are the candidates that were found of several that are asked for, as
    the cell, a point and the digit, separated by spaces.
    """

    place: Place
    technique: str
    number: int
    message_id: int | None = None
    stage: int = 0
    wrong: int = 0
    is_done: bool = False
    found: str = ""


async def get(source: Source, user_id: int) -> Exercise | None:
    """What a person practises on."""
    row = await source.one(
        "select chat_id, topic_id, technique, number, message_id, stage, wrong, is_done,"
        " found from exercises where user_id = $1",
        user_id,
    )
    if row is None:
        return None
    chat_id, topic_id, *rest = row
    found = Exercise(Place(chat_id, topic_id), *rest)
    return replace(found, is_done=bool(found.is_done))


async def put(source: Source, user_id: int, exercise: Exercise, now: int) -> None:
    """Store what a person practises on; unless it is done, what they type may answer it now."""
    place = exercise.place
    await source.all(
        "insert into exercises (user_id, chat_id, topic_id, technique, number, message_id, stage,"
        " wrong, is_done, found) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
        " on conflict (user_id) do update set chat_id = excluded.chat_id,"
        " topic_id = excluded.topic_id, technique = excluded.technique, number = excluded.number,"
        " message_id = excluded.message_id, stage = excluded.stage, wrong = excluded.wrong,"
        " is_done = excluded.is_done, found = excluded.found",
        user_id,
        place.chat_id,
        place.topic_id,
        exercise.technique,
        exercise.number,
        exercise.message_id,
        exercise.stage,
        exercise.wrong,
        exercise.is_done,
        exercise.found,
    )
    await touch(source, user_id, None if exercise.is_done else now)


async def touch(source: Source, user_id: int, now: int | None) -> None:
    """Store when a person last acted on their position; None if what they type is no answer."""
    await source.all("update users set exercise_at = $2 where id = $1", user_id, now)


async def is_shown(source: Source, user_id: int, message_id: int) -> None:
    """Store which message shows the position that a person practises on."""
    await source.all("update exercises set message_id = $2 where user_id = $1", user_id, message_id)
