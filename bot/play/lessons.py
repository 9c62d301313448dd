"""What somebody knows of each technique, from the practice they did and the hints they took."""

from dataclasses import replace

from bot.game.memory import Recall, due_at, remembered
from bot.play.visit import Visit
from bot.store import lessons
from bot.store.lessons import Lesson
from bot.store.source import Source
from engine.techniques.technique import Technique


async def serve(visit: Visit, source: Source, technique: Technique) -> int:
    """The number of the next position that this person gets of a technique."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, served=known.served + 1))
    return known.served


async def learn(visit: Visit, source: Source, technique: Technique, recall: Recall) -> None:
    """Remembers how well this person knew a technique when they practised it."""
    known = await lessons.get(source, visit.user.id, technique)
    solved = known.correct + (recall is not Recall.FORGOTTEN)
    await _put(visit, source, replace(known, correct=solved), recall)


async def miss(visit: Visit, source: Source, technique: Technique) -> None:
    """Counts an answer that was not right; how well the technique is known shows at the end."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, wrong=known.wrong + 1))


async def help_with(visit: Visit, source: Source, technique: Technique) -> None:
    """Remembers that this person needed a hint in a game, which named a technique."""
    known = await lessons.get(source, visit.user.id, technique)
    await _put(visit, source, replace(known, helped=known.helped + 1), Recall.FORGOTTEN)


async def _put(visit: Visit, source: Source, lesson: Lesson, recall: Recall) -> None:
    card = remembered(lesson.card, recall, visit.seconds)
    await lessons.put(source, visit.user.id, replace(lesson, card=card, due_at=due_at(card)))
