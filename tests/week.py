"""Plays a learner's week in the playground, day by day: `python -m tests.week FOLDER`.

The real Application talks to a pretend person, whose chat page a real browser shows on a phone;
clock and seeds are fixed. Every step checks what the bot promises: a right answer is called right,
what is due comes again, a puzzle for the learner needs what they learn and nothing harder. The
command fails at a broken promise and at a label that is cut off or wraps. It writes one picture of
each moment and one sheet for each language.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from playwright.async_api import Browser

from bot.background.grading import Grader
from bot.background.pupils import GameReader
from bot.game.move import digits_of
from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from bot.store.games import StoredGame
from engine.search.search import solve
from engine.techniques import TAUGHT
from engine.techniques.layout import Candidate
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house
from tests.bot.playground.browsing import PHONE
from tests.learner import Learner, full_houses, is_solved_by, typed
from tests.montage import sheet
from tests.tour import PEOPLE, photographed, photographs

HOUSE: Final = FULL_HOUSE
HIDDEN: Final = HIDDEN_SINGLE
NAKED: Final = NAKED_SINGLE
PAIR: Final = NAKED_PAIR


async def first_lesson(learner: Learner) -> None:
    """the first lesson; practice wrong, true for another reason, right"""
    await learner.says("/start", "/learn")
    learner.hears("learn.progress", known=0, count=len(TAUGHT))
    await learner.snaps("path")
    await learner.presses(f"learn:{HOUSE}")
    learner.hears("learn.example")
    await learner.snaps("lesson")
    await learner.presses("practise:")
    await learner.snaps("asked")
    place = (await learner.asked()).position
    solution, alone = solve(place.givens), full_houses(place.values)
    left = {cell: digits_of(place.state.cells[cell]) for cell in place.values.blanks()}
    cell = next(cell for cell, digits in left.items() if len(digits) > 1)
    wrong = Candidate(cell, next(digit for digit in left[cell] if digit != solution[cell]))
    await learner.taps(wrong, way="wrong")
    learner.hears("practice.wrong", claim=typed(wrong))
    await learner.snaps("wrong")
    crowded = left.keys() - {each.cell for each in alone}
    cell = min(crowded, key=lambda cell: (len(left[cell]), cell))
    await learner.taps(Candidate(cell, solution[cell]))
    learner.holds(typed(Candidate(cell, solution[cell])) in learner.said, "it is told as true")
    learner.holds("✗" not in learner.said, "and not as wrong")
    await learner.snaps("other")
    await learner.taps(alone[0])
    learner.hears("practice.right")
    await learner.snaps("right")
    learner.holds((await learner.course()).has_begun(HOUSE), "the lesson is begun")


async def game_with_a_hint(learner: Learner) -> None:
    """a game, a hint in three presses, and what there was to learn"""
    await learner.says("/new easy")
    await learner.snaps("game")
    game = await learner.talk.game()
    for stage in ("where", "why", "move"):
        await learner.presses("hint:")
        learner.holds((learner.called(HIDDEN) in learner.said) == (stage != "where"), "named late")
        await learner.snaps(stage)
    await learner.presses("dohint:")
    learner.holds((await learner.talk.game()).game.done == game.game.done + 1, "it is done")
    await learner.snaps("done")
    await learner.plays()
    learner.hears("outcome.lesson", name=learner.called(HIDDEN), count=1)
    await learner.snaps("won")
    await learner.presses(f"learn:{HIDDEN}")
    learner.hears("learn.example")
    await learner.snaps("lesson")


async def found_alone(learner: Learner) -> None:
    """what was found alone is known; the bot says why, and believes otherwise at one tap"""
    await learner.says("/learn")
    known = await learner.course()
    learner.holds(known.knows(HOUSE) and known.knows(HIDDEN), "what was found alone is known")
    learner.finds("button.lesson", name=learner.called(NAKED))
    await learner.snaps("known")
    await learner.presses(f"learn:{NAKED}")
    await learner.snaps("lesson")
    await learner.presses("practise:")
    await learner.practises(NAKED)
    learner.holds((await learner.course()).has_begun(NAKED), "the next lesson is begun")
    await learner.says(f"/learn {learner.called(HIDDEN)}")
    page = learner.talk.last["message_id"] - 1
    for label in ("button.not_yet", "button.know_it"):
        await learner.talk.presses(learner.words(label), page)
        is_known = (await learner.course()).knows(HIDDEN)
        learner.holds(is_known == (label == "button.know_it"), "one tap corrects it")
    await learner.snaps("believed")


async def puzzle_for_me(learner: Learner) -> None:
    """a puzzle that needs what is being learned, and nothing harder"""
    await learner.says("/new for me")
    learner.hears("new.for_you", name=learner.called(NAKED))
    puzzle = (await learner.talk.game()).puzzle.grid
    learner.holds(is_solved_by(puzzle, HOUSE, HIDDEN, NAKED), "nothing harder is needed")
    learner.holds(not is_solved_by(puzzle, HOUSE, HIDDEN), "what is being learned is needed")
    await learner.snaps("for-me")
    await learner.plays()
    learner.hears("game.solved")
    await learner.snaps("won")


async def wrong_notes(learner: Learner) -> None:
    """what was learned is known; a hint names wrong and missing notes"""
    await learner.says("/learn")
    learner.holds((await learner.course()).knows(NAKED), "it is known now")
    await learner.snaps("known")
    await learner.says("/new hard", "/notes")
    game = await learner.talk.game()
    learner.hard = game.puzzle.grid
    lacking, blocked = _lacking(game), _blocked(game)
    await learner.says(f"{typed(lacking, ' -')} {typed(blocked, ' +')}")
    await learner.snaps("notes")
    await learner.presses("hint:")
    learner.hears("hint.wrong_notes", count=2)
    await learner.snaps("wrong-notes")
    await learner.presses("hintcells:")
    shape = game.puzzle.grid.geometry
    learner.hears("hint.lacks", cell=shape.name(lacking.cell), digits=str(lacking.value))
    learner.holds(f"{shape.name(blocked.cell)} " in learner.said, "the wrong note is named")
    await learner.snaps("which")
    await learner.says(f"{typed(lacking, ' +')} {typed(blocked, ' -')}", "/hint")
    learner.hears("hint.title")
    await learner.snaps("mended")


def _lacking(stored: StoredGame) -> Candidate:
    """The right note of a cell that has several."""
    game = stored.game
    cell = next(cell for cell, mask in enumerate(game.notes) if mask.bit_count() > 2)
    return Candidate(cell, game.solution[cell])


def _blocked(stored: StoredGame) -> Candidate:
    """A digit that is no note of a blank cell, because the cell sees a given of it."""
    game = stored.game
    shape, cell = game.givens.geometry, game.values.blanks()[-1]
    return Candidate(
        cell, next(value for peer in shape.peers[cell] if (value := game.values[peer]))
    )


async def typed_answers(learner: Learner) -> None:
    """practice in writing: mistyped, wrong, right"""
    await learner.says(f"/learn {learner.called(PAIR)}")
    await learner.snaps("lesson")
    await learner.presses("practise:")
    await learner.snaps("asked")
    example = await learner.asked()
    gone = example.step.eliminations[0]
    await learner.says("r0c5<>7")
    await learner.snaps("mistyped")
    solution = solve(example.position.givens)
    cell = example.position.values.blanks()[0]
    wrong = Candidate(cell, solution[cell])
    await learner.says(typed(wrong, "<>"))
    learner.hears("practice.wrong", claim=typed(wrong, "<>"))
    await learner.snaps("wrong")
    await learner.says(typed(gone, "<>"))
    learner.hears("practice.right")
    await learner.snaps("right")


async def looking_back(learner: Learner) -> None:
    """what is known, statistics, and a puzzle that was solved, step by step"""
    await learner.says("/board")
    await learner.plays()
    learner.hears("game.solved")
    await learner.says("/stats")
    learner.hears("stats.solved", count=3)
    await learner.snaps("stats")
    await learner.says("/learn")
    known = sum(map((await learner.course()).knows, TAUGHT))
    learner.hears("learn.progress", known=known, count=len(TAUGHT))
    learner.holds(f"✓ {learner.called(NAKED)}" in learner.said, "what is known is marked")
    await learner.snaps("path")
    await learner.says(f"/solve {learner.hard}")
    await learner.snaps("solution")
    await learner.presses("steps:")
    learner.holds("👣" in learner.said, "the steps are told")
    await learner.snaps("step")
    await learner.skips()
    await learner.snaps("hard-step")
    await learner.presses("drawstep:")
    learner.holds("photo" in learner.talk.last, "a step becomes a picture")
    await learner.snaps("picture")
    await learner.presses("learn:")
    learner.hears("learn.example")
    await learner.snaps("lesson")


DAYS: Final[tuple[Callable[[Learner], Awaitable[None]], ...]] = (
    first_lesson,
    game_with_a_hint,
    found_alone,
    puzzle_for_me,
    wrong_notes,
    typed_answers,
    looking_back,
)


async def live(learner: Learner) -> None:
    """Plays seven days; raises PromiseError for the first broken promise."""
    for number, day in enumerate(DAYS, 1):
        learner.day = number
        await day(learner)
        await _sleep(learner)


async def _sleep(learner: Learner) -> None:
    """The night, in which the bot grades and reads the day's games."""
    grader = Grader(learner.talk.house.services, asyncio.sleep)
    while await grader.grade_one():
        pass
    reader = GameReader(learner.talk.house.services, asyncio.sleep)
    while await reader.read_one():
        pass
    learner.talk.house.clock.forward(days=1)


async def photograph(
    folder: Path, language: str, engine: EnginePool, browser: Browser
) -> list[str]:
    """The week of a person of a language, and its sheet; gives what they stumble over."""
    async with AsyncExitStack() as stack:
        database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sudoku.db"
        house = await stack.enter_async_context(open_house(engine, Clock(), database))
        person = Person(house.api, PEOPLE[language])
        camera = photographed(house, browser, person, {"phone": PHONE})
        pages = await stack.enter_async_context(camera)
        learner = Learner(Talk(house, person), language, pages, folder)
        await live(learner)
    days = {
        f"Day {number}: {day.__doc__}": [shot.path for shot in learner.shots if shot.day == number]
        for number, day in enumerate(DAYS, 1)
    }
    sheet(days).save(folder / f"week-{language}.png", optimize=True)
    return learner.stumbles


if __name__ == "__main__":
    sys.exit(photographs("tests.week", photograph, sys.argv[1:]))
