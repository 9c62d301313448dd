"""Prints what three simulated people are offered on each of ten days: `python -m tests.pupils`.

Each of them talks to the real bot, with a fixed clock and fixed seeds: a beginner in their first
week, who knows full houses and hidden singles; somebody who knows all that is hard but nothing
beyond; and an expert, who joined today and solves three expert puzzles on the first day. They place
what they know by themselves, take a hint for everything else, and practise the lesson that they are
offered. Nobody tells the bot who they are. The command fails if it takes the one for the other.
"""

import asyncio
import sys
import tempfile
from collections.abc import Collection
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bot.background.pupils import GameReader
from bot.play import lessons, practice
from bot.play.lessons import Course
from bot.pool.engine_pool import EnginePool
from engine.difficulty import Difficulty
from engine.techniques import TAUGHT, Step, Technique
from engine.way import easiest_way
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house

DAYS: Final = 10
SECONDS_EACH: Final = 9
HARD: Final = [each for each in TAUGHT if each.difficulty not in {"expert", "extreme"}]


@dataclass
class Pupil:
    """A simulated person, what they know, and the difficulty that they play."""

    name: str
    talk: Talk
    known: set[Technique]
    plays: Difficulty
    games: int = 1
    offered: list[Course] = field(default_factory=list)

    async def lives_a_day(self) -> str:
        """Plays and practises for a day; a line with what was offered in the end."""
        for _ in range(self.games if not self.offered else 1):
            await self._solves()
        course = await self._course()
        self.offered.append(course)
        line = _line(len(self.offered), course)
        await self._practises(course.again or course.lesson)
        return line

    async def _course(self) -> Course:
        return await lessons.course(await self.talk.visit())

    async def _solves(self) -> None:
        await self.talk.sends(f"/new {self.plays}")
        way = easiest_way((await self.talk.game()).puzzle.grid)
        ready = list[str]()
        for step in way:
            if step.technique in self.known:
                ready += _typed(step)
                continue
            await self._types(ready)
            ready = []
            await self._is_helped(step)
        await self._types(ready[:-1])
        await self._types(ready[-1:])
        reader = GameReader(self.talk.house.services, asyncio.sleep)
        while await reader.read_one():
            pass

    async def _types(self, moves: Collection[str]) -> None:
        if moves:
            self.talk.house.clock.forward(seconds=SECONDS_EACH * len(moves))
            await self.talk.sends(" ".join(moves))

    async def _is_helped(self, step: Step) -> None:
        """Has a step that they cannot see named, and writes what it places."""
        await self.talk.sends("/hint")
        if any(label.startswith("💡") for label in self.talk.buttons):
            await self.talk.sends("/hint")
        await self._types(_typed(step))

    async def _practises(self, technique: Technique) -> None:
        """Reads a lesson and solves a position; after two of them they know it."""
        await self.talk.sends(f"/learn {technique}")
        await self.talk.presses("✍ Practise")
        visit = await self.talk.visit()
        begun = await practice.open_exercise(visit)
        assert begun is not None
        found = await practice.position(visit, technique, begun.number)
        assert found is not None
        shape = found.position.givens.geometry
        answer = [f"{shape.name(cell)}={value}" for cell, value in found.step.placements]
        answer += [f"{shape.name(cell)}<>{value}" for cell, value in found.step.eliminations]
        await self.talk.sends(" ".join(answer))
        course = await self._course()
        if course.lessons[technique].correct > 1:
            self.known.add(technique)


def _typed(step: Step) -> list[str]:
    return [f"{step.geometry.name(cell)}={value}" for cell, value in step.placements]


def _line(day: int, course: Course) -> str:
    again = course.again
    return (
        f"{day:3}  {course.lesson:24}{again or '-':18}{course.learning:24}"
        f"{course.level or '-':9}{_first_named(course):24}{round(course.pupil.whole):6}"
    )


def _first_named(course: Course) -> str:
    """The easiest technique of which a hint names more than the place at once."""
    return next(filter(course.is_new, TAUGHT), TAUGHT[-1])


HEAD: Final = (
    f"{'day':3}  {'lesson':24}{'again':18}{'/new for me':24}{'level':9}"
    f"{'hints name at once from':24}{'points':>6}"
)


def told_apart(people: Collection[Pupil]) -> bool:
    """Whether the offers of each day put the people in their order."""
    days = zip(*(each.offered for each in people), strict=True)
    return all(
        [TAUGHT.index(course.lesson) for course in day]
        == sorted({TAUGHT.index(course.lesson) for course in day})
        for day in days
    )


async def main(days: int = DAYS) -> bool:
    """Prints the days of all three; False if the bot takes one for another."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engine = await stack.enter_async_context(EnginePool(2))
        people = []
        for name, known, plays, games in (
            ("a beginner of a week", TAUGHT[:2], Difficulty.EASY, 1),
            ("somebody who knows all that is hard", HARD, Difficulty.HARD, 1),
            ("an expert of a day", TAUGHT[:-20], Difficulty.EXPERT, 3),
        ):
            path = folder / f"{plays}.db"
            house = await stack.enter_async_context(open_house(engine, Clock(), path))
            people.append(Pupil(name, house.alice, {*known}, plays, games))
        for each in people:
            sys.stdout.write(f"\n{each.name}\n{HEAD}\n")
            for _ in range(days):
                sys.stdout.write(f"{await each.lives_a_day()}\n")
                each.talk.house.clock.forward(hours=24)
        return told_apart(people)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main()))
