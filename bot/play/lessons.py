"""What somebody knows of each technique, judged by their games, their practice and their hints.

`bot.game.pupil` says what is believed of them, and decides what is taught; the cards of
`bot.game.memory` say when what was practised is due again.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Final

from bot.game.memory import Recall, due_at, is_known, remembered
from bot.game.pupil import BEGINNER, NEW, Belief, Pupil
from bot.game.wish import Wish
from bot.play.pupils import keep, pupil_of
from bot.play.visit import Visit
from bot.store import hints, lessons
from bot.store.lessons import Lesson
from bot.store.seam.source import Source
from engine.board import Symmetry
from engine.difficulty import Difficulty
from engine.techniques import FULL_HOUSE, HIDDEN_SINGLE, TAUGHT, Technique

DAY: Final = 86_400
"""Seconds."""

KNOWN, NOT_YET = "known", "not_yet"
"""What a person may say of a technique, as the store keeps it."""


async def serve(visit: Visit, source: Source, technique: Technique) -> int:
    """The number of the technique's next position for this person, counted as served."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, served=known.served + 1))
    return known.served


async def learn(visit: Visit, source: Source, technique: Technique, recall: Recall) -> None:
    """Stores how well this person knew a technique when they practised it."""
    known = await lessons.get(source, visit.user.id, technique)
    is_solved = recall is not Recall.FORGOTTEN
    await _put(visit, source, replace(known, correct=known.correct + is_solved), recall)
    # With help it says neither that the technique is known nor that it is not.
    if recall is not Recall.HELPED:
        before = await pupil_of(source, visit.user.id)
        await keep(source, visit.user.id, before.practised(technique, seen=is_solved))


async def miss(visit: Visit, source: Source, technique: Technique) -> None:
    """Counts a wrong answer; the card changes only when the exercise ends (`learn`)."""
    known = await lessons.get(source, visit.user.id, technique)
    await lessons.put(source, visit.user.id, replace(known, wrong=known.wrong + 1))


async def help_with(visit: Visit, source: Source, technique: Technique) -> None:
    """Stores that a hint in a game named a technique.

    It counts against the technique, but only one that is not known then counts as forgotten. What
    is not taught, such as a digit by trial, says nothing about anybody.
    """
    if technique not in TAUGHT:
        return
    known = await lessons.get(source, visit.user.id, technique)
    known = replace(known, helped=known.helped + 1)
    await lessons.put(source, visit.user.id, known)
    before = await pupil_of(source, visit.user.id)
    after = before.after(technique, seen=False)
    await keep(source, visit.user.id, after)
    if not after.knows(technique):
        await _put(
            visit, source, await lessons.get(source, visit.user.id, technique), Recall.FORGOTTEN
        )


async def say(visit: Visit, technique: Technique, *, known: bool) -> None:
    """Stores that a person says that they know a technique, or not yet."""
    technique = technique.lesson
    async with visit.database.transaction() as transaction:
        pupil = await pupil_of(transaction, visit.user.id)
        await keep(transaction, visit.user.id, pupil.said(technique, known=known))
        lesson = await lessons.get(transaction, visit.user.id, technique)
        said = KNOWN if known else NOT_YET
        await lessons.put(transaction, visit.user.id, replace(lesson, said=said))
        await visit.takes_effect(transaction)


async def _put(visit: Visit, source: Source, lesson: Lesson, recall: Recall) -> None:
    card = remembered(lesson.card, recall, visit.seconds)
    await lessons.put(source, visit.user.id, replace(lesson, card=card, due_at=due_at(card)))


@dataclass(frozen=True, slots=True)
class Course:
    """What somebody knows of each technique at one moment, and what is believed of them."""

    lessons: Mapping[str, Lesson]
    now: int
    pupil: Pupil = field(default_factory=Pupil)

    def knows(self, technique: Technique) -> bool:
        """Whether a technique needs no lesson any more.

        Either the person is believed to see it, or they have practised it for some days.
        """
        if self.pupil.knows(technique):
            return True
        lesson = self.lessons.get(technique)
        return lesson is not None and lesson.said != NOT_YET and is_known(lesson.card)

    def has_begun(self, technique: Technique) -> bool:
        """Whether a technique was practised or named by a hint, but is not known yet."""
        lesson = self.lessons.get(technique)
        has_begun = lesson is not None and (lesson.card is not None or lesson.said == NOT_YET)
        return has_begun and not self.knows(technique)

    def has_solved(self, technique: Technique) -> bool:
        """Whether a position of a technique was solved; it is asked again when it is due."""
        lesson = self.lessons.get(technique)
        return lesson is not None and lesson.correct > 0

    def is_new(self, technique: Technique) -> bool:
        """Whether this person would not find a technique by being told where to look."""
        return not self.knows(technique) and self.pupil.chance(technique) < NEW

    @property
    def level(self) -> Difficulty | None:
        """The difficulty that suits this person; None before any of their games says so."""
        return None if self.pupil.whole == BEGINNER else self.pupil.level

    def belief(self, technique: Technique) -> Belief:
        """What is believed of a technique, and why."""
        lesson = self.lessons.get(technique, Lesson(technique))
        return Belief(
            self.pupil.chance(technique),
            self.knows(technique),
            lesson.alone,
            lesson.correct,
            lesson.wrong,
            lesson.helped,
            lesson.said,
            self.pupil.is_beyond(technique),
        )

    @property
    def again(self) -> Technique | None:
        """The technique that has been due for practice longest; None if none is due.

        What is beyond doubt is not practised again.
        """
        due = {
            technique: lesson.due_at
            for technique in filter(self.has_solved, TAUGHT)
            if ((lesson := self.lessons[technique]).due_at or self.now) < self.now
            and not self.pupil.is_beyond(technique)
        }
        return min(due, key=lambda technique: due[technique] or 0, default=None)

    def days_until(self, technique: Technique) -> int | None:
        """In how many days a technique is due again, rounded up; None if not in the future."""
        lesson = self.lessons.get(technique)
        ahead = (lesson.due_at or 0) - self.now if lesson else 0
        is_due = ahead > 0 and not self.pupil.is_beyond(technique)
        return ceil(ahead / DAY) if is_due else None

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


async def course(visit: Visit, source: Source | None = None) -> Course:
    """What this person knows now; `source` is a transaction to join."""
    source = source or visit.database
    known = await lessons.of_user(source, visit.user.id)
    return Course(known, visit.seconds, await pupil_of(source, visit.user.id))


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
