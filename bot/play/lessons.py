"""What somebody knows of each technique, judged by their practice and by the hints they took."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from bot.game.memory import Recall, due_at, is_known, remembered
from bot.game.wish import Wish
from bot.play.visit import Visit
from bot.store import hints, lessons
from bot.store.lessons import Lesson
from bot.store.seam.source import Source
from engine.board import Symmetry
from engine.techniques import FULL_HOUSE, HIDDEN_SINGLE, TAUGHT, Technique

DAY: Final = 86_400
"""Seconds."""


async def serve(visit: Visit, source: Source, technique: Technique) -> int:
    """The number of the technique's next position for this person, counted as served."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, served=known.served + 1))
    return known.served


async def learn(visit: Visit, source: Source, technique: Technique, recall: Recall) -> None:
    """Stores how well this person knew a technique when they practised it."""
    known = await lessons.get(source, visit.user.id, technique)
    solved = known.correct + (recall is not Recall.FORGOTTEN)
    await _put(visit, source, replace(known, correct=solved), recall)


async def miss(visit: Visit, source: Source, technique: Technique) -> None:
    """Counts a wrong answer; the card changes only when the exercise ends (`learn`)."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, wrong=known.wrong + 1))


async def help_with(visit: Visit, source: Source, technique: Technique) -> None:
    """Stores that a hint in a game named a technique, which then counts as forgotten."""
    known = await lessons.get(source, visit.user.id, technique)
    await _put(visit, source, replace(known, helped=known.helped + 1), Recall.FORGOTTEN)


async def _put(visit: Visit, source: Source, lesson: Lesson, recall: Recall) -> None:
    card = remembered(lesson.card, recall, visit.seconds)
    await lessons.put(source, visit.user.id, replace(lesson, card=card, due_at=due_at(card)))


@dataclass(frozen=True, slots=True)
class Course:
    """What somebody knows of each technique at one moment."""

    lessons: Mapping[str, Lesson]
    now: int

    def knows(self, technique: Technique) -> bool:
        """Whether a technique needs no lesson any more."""
        lesson = self.lessons.get(technique)
        return lesson is not None and is_known(lesson.card)

    def has_begun(self, technique: Technique) -> bool:
        """Whether a technique was practised or named by a hint, but is not known yet."""
        lesson = self.lessons.get(technique)
        return lesson is not None and lesson.card is not None and not self.knows(technique)

    def has_solved(self, technique: Technique) -> bool:
        """Whether a position of a technique was solved; it is asked again when it is due."""
        lesson = self.lessons.get(technique)
        return lesson is not None and lesson.correct > 0

    @property
    def again(self) -> Technique | None:
        """The technique that has been due for practice longest; None if none is due."""
        due = {
            technique: lesson.due_at
            for technique in filter(self.has_solved, TAUGHT)
            if ((lesson := self.lessons[technique]).due_at or self.now) < self.now
        }
        return min(due, key=lambda technique: due[technique] or 0, default=None)

    def days_until(self, technique: Technique) -> int | None:
        """In how many days a technique is due again, rounded up; None if not in the future."""
        lesson = self.lessons.get(technique)
        ahead = (lesson.due_at or 0) - self.now if lesson else 0
        return ceil(ahead / DAY) if ahead > 0 else None

    @property
    def lesson(self) -> Technique:
        """The technique of the next lesson: the easiest begun but never solved, else a new one.

        A technique with a solved position comes again when it is due, and holds up no lesson until
        then. After all of them it is the hardest.
        """
        open_ = [each for each in TAUGHT if not self.knows(each) and not self.has_solved(each)]
        return next(filter(self.has_begun, open_), None) or next(iter(open_), TAUGHT[-1])

    @property
    def learning(self) -> Technique:
        """The technique that is being learned: the easiest begun, else the easiest not known.

        Somebody who knows all of them learns the hardest.
        """
        begun = (technique for technique in TAUGHT if self.has_begun(technique))
        new = (technique for technique in TAUGHT if not self.knows(technique))
        return next(begun, None) or next(new, TAUGHT[-1])


async def course(visit: Visit) -> Course:
    """What this person knows now."""
    return Course(await lessons.of_user(visit.database, visit.user.id), visit.seconds)


async def wish_for(visit: Visit, wish: Wish) -> Wish:
    """The wish for a puzzle that needs what this person is learning, and nothing harder.

    For full houses it is a puzzle of hidden singles, as none is made of full houses alone.
    """
    learning = (await course(visit)).learning
    if learning is FULL_HOUSE:
        learning = HIDDEN_SINGLE
    return replace(wish, size=Wish().size, symmetry=Symmetry.NONE, technique=learning)


async def lesson_of(visit: Visit, game_id: int) -> tuple[Technique, int] | None:
    """The technique that took this person most hints in a game, and how many hints.

    The hardest of several with as many; None if no hint named one.
    """
    named = Counter(await hints.techniques(visit.database, game_id, visit.user.id))
    known = {each: count for each in TAUGHT if (count := named[each])}
    if not known:
        return None
    # `max` takes the first of equals, and TAUGHT goes from easy to hard.
    technique = max(reversed(known), key=lambda each: known[each])
    return technique, known[technique]
