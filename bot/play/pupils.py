"""What is believed of each person, and how games change it once they are over.

A move costs nothing more for this: a game that ends is noted, and `bot.background.pupils` has it
read once. What hints and practice say is stored with them (`bot.play.lessons`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.game.pupil import BEGINNER, Own, Pupil, after_game
from bot.play.finish import mistakes_of
from bot.store import hints, lessons, pupils, results
from bot.store.games import GameState, StoredGame
from bot.store.lessons import Lesson
from bot.store.results import Standing
from bot.store.seam.source import Source, Store
from engine.practice import Ways
from engine.techniques import TAUGHT, Technique


async def pupil_of(source: Source, user_id: int) -> Pupil:
    """What is believed of a person."""
    known = await lessons.of_user(source, user_id)
    return Pupil(await _whole(source, user_id), _own(known))


async def keep(source: Source, user_id: int, pupil: Pupil) -> None:
    """Stores what is believed of a person now."""
    known = await lessons.of_user(source, user_id)
    if (whole := round(pupil.whole)) != await pupils.whole(source, user_id):
        await pupils.put(source, user_id, whole)
    for technique, own in pupil.own.items():
        lesson = known.get(technique, Lesson(technique))
        if lesson.points != (points := round(own.points)):
            await lessons.put(source, user_id, replace(lesson, points=points))


async def learn_from(
    database: Store, stored: StoredGame, found: Mapping[int, Sequence[Ways]]
) -> None:
    """Stores what a game that is over says of its players, once.

    `found` has for each of them what could have given the digits and notes that they found.
    """
    told = await hints.states(database, stored.id)
    async with database.transaction() as transaction:
        if not await pupils.take(transaction, stored.id):
            return
        is_alone = len(found) == 1 and stored.state is GameState.SOLVED and not told
        for user_id, ways in found.items():
            if await _counts(transaction, stored, user_id):
                await _learn(transaction, stored, user_id, ways, is_alone=is_alone)


async def _counts(source: Source, stored: StoredGame, user_id: int) -> bool:
    """Whether the moves of a player are their own, as far as the time tells."""
    if stored.state is not GameState.SOLVED:
        return True
    result = await results.get(source, user_id, stored.id)
    return result is not None and result.standing is Standing.TIMED


async def _learn(
    source: Source, stored: StoredGame, user_id: int, found: Sequence[Ways], *, is_alone: bool
) -> None:
    for technique, count in Counter(ways[0].lesson for ways in found).items():
        lesson = await lessons.get(source, user_id, technique)
        await lessons.put(source, user_id, replace(lesson, alone=lesson.alone + count))
    told = [*(await hints.states(source, stored.id)).values()].count(user_id)
    checks = (await hints.by_person(source, stored.id)).get(user_id, 0) - told
    slips = checks + await mistakes_of(source, stored.id, stored.game, user_id)
    before = await pupil_of(source, user_id)
    await keep(source, user_id, after_game(before, found, slips, is_alone=is_alone))


async def _whole(source: Source, user_id: int) -> int:
    whole = await pupils.whole(source, user_id)
    return BEGINNER if whole is None else whole


def _own(known: dict[str, Lesson]) -> dict[Technique, Own]:
    return {
        technique: Own(lesson.points, _times(lesson))
        for technique in TAUGHT
        if (lesson := known.get(technique)) is not None
    }


def _times(lesson: Lesson) -> int:
    return lesson.alone + lesson.helped + lesson.correct + lesson.wrong
