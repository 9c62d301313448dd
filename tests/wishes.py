"""Says three hundred plain wishes to the real bot, and counts those that it does or offers.

    python -m tests.wishes

The wishes are in tests/bot/wishes.toml, each with the command or move that does the same. Of two
people in the same state, one says the wish and the other that command. If the bot answers both
alike, the wish is carried out; if it does so after one of the offered buttons is pressed, the wish
is offered. Every fifth wish of a language is held out and counted apart. The command fails if the
bot did something wrong for a wish, or if fewer than 92 of 100 are carried out or offered.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Final

from bot import messages
from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.pool.engine_pool import EnginePool
from bot.store import games
from tests.bot.clock import Clock
from tests.bot.house import House, Talk

FILE: Final = Path(__file__).parent / "bot/wishes.toml"
EVERY: Final = 5
"""One in this many wishes of a language is held out."""

PUZZLE: Final = "/new 9 #11"
DIGITS: Final = ("r2c2", "r6c6", "r8c1", "r9c9", "r3c4", "r5c5", "r7c8")
MOST_PRESSED: Final = 4
LEAST_RIGHT: Final = 0.92
"""The share of wishes that must be carried out or offered."""


class Verdict(StrEnum):
    """What became of a wish."""

    DONE = "carried out"
    OFFERED = "offered"
    LOST = "not understood"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Case:
    """A wish, the state of the chat in which it is said, and what is right."""

    language: str
    text: str
    state: str
    right: tuple[str, ...]
    is_kept_back: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the bot said, and the state of the game after it."""

    said: str
    game: str


@dataclass
class Trial:
    """Says wishes to one bot, each as a new person."""

    house: House
    ids: Iterable[int] = field(default_factory=lambda: count(5000))
    known: dict[tuple[str, str, str], Outcome] = field(default_factory=dict)

    async def judge(self, case: Case) -> tuple[Verdict, str]:
        """What became of a wish, and what the bot said."""
        talk = await self._somebody(case)
        found = await self._outcome(talk, lambda: talk.sends(case.text))
        if await self._is_right(case, found):
            return Verdict.DONE, found.said
        unknown = messages.text(case.language, "junk.unknown_text", example="\0").split("\0")[0]
        if not found.said or re.sub("<[^>]*>", "", unknown) in found.said:
            return Verdict.LOST, found.said
        for at in range(min(len(talk.buttons), MOST_PRESSED) if _is_offer(talk) else 0):
            if await self._is_right(case, await self._pressed(case, at)):
                return Verdict.OFFERED, found.said
        return Verdict.WRONG, found.said

    async def _is_right(self, case: Case, found: Outcome) -> bool:
        return any([await self._does(case, right, found) for right in case.right])

    async def _does(self, case: Case, right: str, found: Outcome) -> bool:
        """Whether an outcome is that of a command or a move, or an answer that does nothing."""
        if re.fullmatch("[a-z_]+", right):
            return any(said in found.said for said in _said(case.language, right))
        key = (case.language, case.state, right)
        if key not in self.known:
            talk = await self._somebody(case)
            self.known[key] = await self._outcome(talk, lambda: talk.sends(right))
        return self.known[key] == found

    async def _pressed(self, case: Case, at: int) -> Outcome:
        """The outcome of the wish and one of the buttons below the answer."""
        talk = await self._somebody(case)
        await talk.sends(case.text)
        label = talk.buttons[at]
        return await self._outcome(talk, lambda: talk.presses(label))

    async def _somebody(self, case: Case) -> Talk:
        number = next(iter(self.ids))
        user = User(number, "Somebody", case.language, f"somebody{number}")
        talk = Talk(self.house, Person(self.house.api, user))
        if case.state == "daily":
            await talk.sends("/daily")
        if case.state != "none":
            await talk.sends(PUZZLE)
            stored = await talk.game()
            blank = [stored.puzzle.grid.geometry.name(c) for c in stored.puzzle.grid.blanks()]
            for cell in [each for each in DIGITS if each in blank][:2]:
                at = stored.puzzle.grid.geometry.cell(int(cell[1]) - 1, int(cell[3]) - 1)
                await talk.sends(f"{cell}={stored.puzzle.solution[at]}")
        return talk

    async def _outcome(self, talk: Talk, act: Callable[[], Awaitable[str]]) -> Outcome:
        said = _without_way_back(re.sub(r"#\d+|(?<=start=)\S+", "#", await act()))
        place = (await talk.visit()).place
        stored = await games.current(self.house.database, place, talk.person.id)
        game = f"{stored.state} {stored.game.values} {stored.game.notes}" if stored else ""
        return Outcome(said, game)


def _is_offer(talk: Talk) -> bool:
    """Whether the newest message has a few buttons, and is no board."""
    return len(talk.buttons) <= 2 * MOST_PRESSED


def _without_way_back(said: str) -> str:
    """What was said, without the line above another game, which only words get."""
    lines = {messages.text(language, "talk.set_aside") for language in messages.languages()}
    return "\n".join(line for line in said.split("\n") if line not in lines)


def _said(language: str, right: str) -> list[str]:
    """The beginnings of the answers that only say something."""
    keys = [
        f"talk.{right}",
        f"start.{right}",
        *(["start.hello", "start.again", "talk.greeted"] if right == "hello" else []),
    ]
    known = messages.catalogue(language)
    worded = [str(known[key]) for key in keys if key in known]
    return [re.sub("<[^>]*>", "", text).strip().split("{")[0].split("\n")[0] for text in worded]


def cases(path: Path = FILE) -> list[Case]:
    """The wishes of the file."""
    tables = tomllib.loads(path.read_text("utf-8"))
    return [
        Case(language, text, state, tuple(right.split(" | ")), number % EVERY == 0)
        for language, listed in tables.items()
        for number, (text, state, right) in enumerate(listed, start=1)
    ]


async def judged(
    engine: EnginePool, folder: Path, said: Sequence[Case]
) -> list[tuple[Case, Verdict, str]]:
    """What became of each wish."""
    clock = Clock()
    # The same wish must make the same puzzle for both people.
    house = House(engine, clock, folder / "wishes.db", BotApi(clock=clock.seconds), lambda: "1")
    await house.starts()
    # A title leaves out what does not fit beside its number, so all numbers are equally long.
    async with house.database.transaction() as transaction:
        await transaction.all("insert into counters (name, value) values ('games', 1000)")
    try:
        trial = Trial(house)
        return [(case, *await trial.judge(case)) for case in said]
    finally:
        await house.stops()


def table(found: Sequence[tuple[Case, Verdict, str]]) -> list[str]:
    """How many wishes of each language had each outcome."""
    lines = [f"{'':12}" + "".join(f"{verdict:>16}" for verdict in Verdict)]
    kept = [one for one in found if one[0].is_kept_back]
    languages = dict.fromkeys(case.language for case, *_ in found)
    parts = {code: [one for one in found if one[0].language == code] for code in languages}
    for name, part in {**parts, "all": found, "kept back": kept}.items():
        counts = Counter(verdict for _, verdict, _ in part)
        lines.append(f"{name:12}" + "".join(f"{counts[verdict]:16}" for verdict in Verdict))
    return lines


def is_good(found: Sequence[tuple[Case, Verdict, str]]) -> bool:
    """Whether nothing wrong was done, and nearly everything right was."""
    counts = Counter(verdict for _, verdict, _ in found)
    right = counts[Verdict.DONE] + counts[Verdict.OFFERED]
    return not counts[Verdict.WRONG] and right >= LEAST_RIGHT * len(found)


async def run(path: Path, *, kept_back: bool) -> int:
    """Prints the figures and the wishes that failed; gives the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        async with EnginePool(1) as engine:
            await engine.started()
            found = await judged(engine, Path(folder), cases(path))
    for case, verdict, said in found:
        if verdict in {Verdict.LOST, Verdict.WRONG} and (kept_back or not case.is_kept_back):
            print(f"{case.language} {case.state:5} {verdict}: {case.text!r} -> {said[:90]!r}")  # noqa: T201
    print("\n".join(table(found)))  # noqa: T201 - a command
    return int(not is_good(found))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=FILE, help="another list of wishes")
    parser.add_argument("--kept-back", action="store_true", help="also name those kept back")
    chosen = parser.parse_args()
    return asyncio.run(run(chosen.file, kept_back=chosen.kept_back))


if __name__ == "__main__":
    sys.exit(main())
