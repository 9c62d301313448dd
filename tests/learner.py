"""A simulated learner, who checks that the bot keeps what it promises."""

from dataclasses import dataclass, field
from pathlib import Path

from bot import messages
from bot.play import lessons, practice
from bot.play.lessons import Course
from bot.play.practice import Example
from bot.render.hint_words import name
from engine.board.grid import Grid
from engine.search.search import solve
from engine.techniques import State, Technique, steps, technique_named
from engine.techniques.layout import Candidate
from tests.tour import Tour


class PromiseError(AssertionError):
    """Raised when the bot breaks a promise to a learner."""


@dataclass(frozen=True)
class Shot:
    """A picture taken on one day."""

    day: int
    path: Path


@dataclass
class Learner(Tour):
    """One person's days, with the pictures of each; without a page no pictures are taken."""

    day: int = 0
    shots: list[Shot] = field(default_factory=list)
    hard: Grid = field(init=False)

    @property
    def said(self) -> str:
        """The words of the bot's newest message."""
        newest = self.talk.last
        return str(newest.get("text") or newest.get("caption") or "")

    def holds(self, kept: object, promise: str) -> None:
        """Raises PromiseError if a promise is not kept."""
        if not kept:
            seen = f"{self.said}\n{self.talk.buttons}"
            raise PromiseError(f"{self.language}, day {self.day}, not so: {promise}\n{seen}")

    def words(self, key: str, **values: object) -> str:
        """A message in the learner's language, as the learner reads it."""
        return messages.html(self.language, key, **values).striptags()

    def hears(self, key: str, **values: object) -> None:
        """The newest message must contain this message."""
        words = self.words(key, **values)
        self.holds(words in self.said, f"“{words}” is said")

    def finds(self, key: str, **values: object) -> None:
        """The newest message must have a button with this label."""
        label = self.words(key, **values)
        self.holds(label in self.talk.buttons, f"there is a key “{label}”")

    def called(self, technique: Technique) -> str:
        """What a technique is called in the learner's language."""
        return name(self.language, technique)

    async def snaps(self, name: str) -> None:
        """Takes a picture in the size of each page."""
        name = f"week-{self.day}-{len(self.shots) + 1:02}-{name}"
        await self.shoots(name)
        for size in self.pages:
            path = self.folder / f"{name}-{self.language}-{size}.png"
            self.shots.append(Shot(self.day, path))

    async def course(self) -> Course:
        """What the bot believes that the learner knows."""
        return await lessons.course(await self.talk.visit())

    async def asked(self) -> Example:
        """The position that the learner is asked about."""
        visit = await self.talk.visit()
        begun = await practice.open_exercise(visit)
        self.holds(begun, "a position is asked")
        assert begun is not None
        found = await practice.position(visit, technique_named(begun.technique), begun.number)
        assert found is not None
        return found

    async def taps(self, option: Candidate, *, way: str = "") -> None:
        """Answers with the buttons for box, cell and digit; with a name, photographs them."""
        cell, digit = option
        boxes = [data for data in self.data() if data.startswith("tapbox:")]
        await self.presses(boxes[cell // 27 * 3 + cell % 9 // 3])
        if way:
            await self.snaps(f"{way}-box")
        await self.presses(next(key for key in self.data() if key.endswith(f":{cell}")))
        if way:
            await self.snaps(f"{way}-cell")
        await self.presses(next(key for key in self.data() if f":{cell}:{digit}:" in key))

    async def practises(self, technique: Technique) -> None:
        """Answers a question about a technique of placements, correctly and without help."""
        example = await self.asked()
        self.holds(example.step.technique is technique, f"it is a position of {technique}")
        await self.taps(example.step.placements[0])
        self.hears("practice.right")


def full_houses(grid: Grid) -> list[Candidate]:
    """The blank cells that are alone in a unit, with their digits."""
    shape, solution, blanks = grid.geometry, solve(grid), set(grid.blanks())
    alone = (blanks & set(unit) for unit in shape.units)
    cells = sorted({cell for left in alone if len(left) == 1 for cell in left})
    return [Candidate(cell, solution[cell]) for cell in cells]


def is_solved_by(grid: Grid, *techniques: Technique) -> bool:
    """Whether these techniques alone solve a puzzle."""
    state = State.start(grid)
    while not state.is_solved:
        found = (step for technique in techniques for step in steps(state, technique))
        if (step := next(found, None)) is None:
            return False
        state = step.after(state)
    return True


def typed(option: Candidate, sign: str = "=") -> str:
    """A conclusion as people type it."""
    return f"r{option.cell // 9 + 1}c{option.cell % 9 + 1}{sign}{option.value}"
