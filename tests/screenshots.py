"""Photographs what people see on a phone and at a desk: `python -m tests.screenshots FOLDER`.

`--montages .github` puts README's pictures together from them.

The real Application talks to a pretend person, whose chat page a real browser shows; clock and
seeds are fixed, so the pictures are the same each time. What a person would stumble over is
printed: a label that is cut or wraps, a title of two lines, a board wider than its message, and a
board whose title is off the screen while its buttons are on it.
"""

import asyncio
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page

from bot.chat.profile import show_picture
from bot.handlers import MENU, PRIVATE_ONLY, menu
from bot.play import practice
from bot.playground import Person
from bot.playground.chats import User
from bot.playground.web import create_web
from bot.pool.engine_pool import EnginePool
from engine.practice import positions
from engine.search import solve
from engine.techniques import Technique
from engine.techniques.layout import Candidate
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, open_house, right_moves, wrong_move
from tests.bot.playground.browsing import PHONE, SIZES, chromium
from tests.bot.playground.serving import shown

PEOPLE: Final = {
    "en": User(2001, "Alice", "en", "alice_reads"),
    "zh": User(2002, "小明", "zh-hans", "xiaoming_reads"),
    "es": User(2003, "Lucía", "es", "lucia_reads"),
}
STUMBLES: Final = """() => {
  const found = [], message = [...document.querySelectorAll('.message')].at(-1);
  const lines = (first, last, end) => {
    const range = document.createRange();
    range.setStart(first, 0);
    range.setEnd(last, end);
    const tops = [...range.getClientRects()].map((box) => box.top).sort((a, b) => a - b);
    return tops.filter((top, at) => !at || top - tops[at - 1] > 8).length;
  };
  for (const key of message.querySelectorAll('.key')) {
    if (key.scrollWidth > key.clientWidth) found.push(`cut: ${key.textContent}`);
    const label = key.firstChild;
    if (lines(label, label, label.length) > 1) found.push(`wraps: ${key.textContent}`);
  }
  for (const board of message.querySelectorAll('pre'))
    if (board.scrollWidth > board.clientWidth) found.push('a board wider than its message');
  const title = message.querySelector('.body > b:first-child');
  const rest = title?.nextSibling?.data;
  if (rest?.includes('\\n') && lines(title, title.nextSibling, rest.indexOf('\\n')) > 1)
    found.push('a title that wraps');
  const end = parseFloat(getComputedStyle(document.querySelector('.messages')).paddingBottom);
  const over = message.offsetHeight + end - document.querySelector('.scroller').clientHeight;
  if (over > 0) found.push(`${over} px taller than the screen`);
  return found;
}"""
"""JavaScript that lists what is wrong with the newest message."""

MONTAGES: Final = {
    "play": ("start-en", "board4-en", "daily-en", "won-daily-en"),
    "languages": ("filled9-zh", "hint3-zh", "dark-es", "stats9-es"),
}
"""README's pictures, and the phones that stand side by side in each."""

SMALL: Final = (round(0.7 * PHONE["width"]), round(0.7 * PHONE["height"]))
FILMED: Final = "en"
FRAME_MS: Final = 900
GAP: Final = 12
COLOURS: Final = 128

PUZZLE: Final = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CHAIN: Final = str(positions(Technique.XY_CHAIN)[0].givens)
NO_PUZZLE: Final = "55" + PUZZLE[2:]


@dataclass
class Tour:
    """One person, walked through everything, before the cameras."""

    talk: Talk
    language: str
    pages: dict[str, Page]
    folder: Path
    stumbles: list[str] = field(default_factory=list)
    frames: int = 0

    async def says(self, *texts: str) -> None:
        """Each a message, ten seconds apart; then until nothing more is being made."""
        for text in texts:
            self.talk.house.clock.forward(seconds=10)
            await self.talk.sends(text)
        while any(b.startswith("cancelmaking") for b in self.data()):
            await asyncio.sleep(0.05)

    async def presses(self, *starts: str) -> None:
        """Presses one button after another, the newest message's first whose data starts so."""
        for start in starts:
            self.talk.house.clock.forward(seconds=3)
            data = next(data for data in self.data() if data.startswith(start))
            await self.talk.presses(data)

    async def skips(self) -> None:
        """Presses the key that goes on to the next hard step."""
        rows = self.talk.last["reply_markup"]["inline_keyboard"]
        keys = [key["text"] for row in rows for key in row]
        await self.talk.presses(next(key for key in keys if key.startswith("⏭")))

    async def plays(self, share: float = 1, *, each: int = 7) -> None:
        """Types so much of the solution, `each` seconds a digit."""
        moves = right_moves(await self.talk.game())
        wanted = moves[: round(len(moves) * share)]
        self.talk.house.clock.forward(seconds=each * len(wanted))
        await self.talk.sends(" ".join(wanted[:-1]))
        await self.talk.sends(wanted[-1])

    async def shoots(self, name: str, *, live: str = "") -> None:
        """A picture of each size; `live` selects what passes and must be there."""
        newest = self.talk.person.messages(self.talk.chat)[-1]["message_id"]
        for size, page in self.pages.items():
            if live:
                await page.locator(live).wait_for()
            else:
                await page.reload(wait_until="commit")
                if self.talk.chat is not None:
                    await _opens(page, self.talk.chat.title)
            await page.locator(f'.message[data-id="{newest}"]').wait_for()
            await page.wait_for_function("[...document.images].every((image) => image.complete)")
            await page.screenshot(path=self.folder / f"{name}-{self.language}-{size}.png")
            for stumble in await page.evaluate(STUMBLES):
                self.stumbles.append(f"{name} {self.language} {size}: {stumble}")

    async def films(self) -> None:
        """A picture of the phone as the next frame of the animation, which is in one language."""
        if self.language != FILMED:
            return
        page = self.pages["phone"]
        await page.reload(wait_until="commit")
        newest = self.talk.person.messages()[-1]["message_id"]
        await page.locator(f'.message[data-id="{newest}"]').wait_for()
        await page.screenshot(path=self.folder / f"film-{self.frames:02}.png")
        self.frames += 1

    def saves(self, name: str) -> None:
        """The file of the newest message."""
        document = self.talk.last["document"]
        upload = self.talk.house.api.world.files.get(document["file_id"]).upload
        (self.folder / f"{name}-{self.language}.pdf").write_bytes(upload.content)

    def data(self) -> list[str]:
        """What the buttons of the newest message do."""
        rows = self.talk.last.get("reply_markup", {}).get("inline_keyboard", [])
        return [button.get("callback_data", "") for row in rows for button in row]


async def _opens(page: Page, title: str) -> None:
    """Turns to another chat than the private one; on a phone the list of chats comes first."""
    chat = page.locator(".chats button", has_text=title)
    await chat.wait_for(state="attached")
    if not await chat.is_visible():
        await page.locator(".back").click()
    await chat.click()


async def meeting(tour: Tour) -> None:
    """From /start to the first solved board, press by press; also README's animation."""
    await tour.says("/start")
    await tour.shoots("start")
    await tour.films()
    await tour.presses("first")
    await tour.shoots("board4")
    await tour.films()
    stored = await tour.talk.game()
    for cell in stored.puzzle.grid.blanks():
        digit = stored.puzzle.solution[cell]
        await tour.presses(f"cell:{stored.id}:{cell}", f"digit:{stored.id}:{digit}")
        await tour.films()
    await tour.shoots("won4")


async def help_pages(tour: Tour) -> None:
    """/help and what its buttons lead to."""
    await tour.says("/help")
    await tour.shoots("help")
    for number, data in enumerate(tour.data()):
        await tour.says("/help")
        await tour.presses(data)
        await tour.shoots(f"help{number}")


async def boards(tour: Tour) -> None:
    """Each size, with the states of its buttons."""
    await tour.says("/new 6 7")
    await tour.shoots("board6")
    await tour.says("/new 16 7")
    await tour.shoots("board16")
    await tour.presses("boxes:")
    await tour.shoots("boxes16")
    await tour.presses("hint:", "hint:")
    await tour.shoots("hint16")
    await tour.says("/new #7")
    await tour.shoots("board9")
    await tour.plays(0.3)
    await tour.says("/board")
    await tour.presses("box:", "pencil:")
    blank = await _blank(tour)
    await tour.presses(f"cell:{blank}", "digit:", "digit:")
    await tour.shoots("pencil9", live=".toasts p")
    await tour.presses("pencil:", "more:")
    await tour.shoots("more")
    await tour.presses("swap:", "digit:")
    await tour.shoots("armed9", live=".toasts p")
    await tour.presses("more:", "swap:", "more:", "fill:")
    await tour.shoots("filled9")
    await tour.says("/notes box 5")
    await tour.shoots("notes")


async def _blank(tour: Tour) -> str:
    """The game and the first blank cell that is a button."""
    givens = (await tour.talk.game()).puzzle.grid
    cells = (data.split(":") for data in tour.data() if data.startswith("cell:"))
    return next(f"{game}:{cell}" for _, game, cell in cells if not givens[int(cell)])


async def help_in_play(tour: Tour) -> None:
    """Check, hint and the ways out of a game."""
    await tour.says("/notes clear", "/check")
    await tour.shoots("check")
    await tour.says("/board")
    for stage in ("hint1", "hint2", "hint3"):
        await tour.presses("hint:")
        await tour.shoots(stage)
    await tour.presses("drawhint:")
    await tour.shoots("hint-picture")
    await tour.presses("board:")
    await tour.shoots("hint-back")
    game = await tour.talk.game()
    await tour.says(wrong_move(game, 30), "/check")
    await tour.shoots("check-wrong")
    await tour.says("/hint")
    await tour.shoots("hint-wrong")
    await tour.presses("hintcells:")
    await tour.shoots("hint-cells")
    await tour.says("/giveup")
    await tour.shoots("giveup")
    await tour.says("/undo", "/share")
    await tour.shoots("share")


async def looks(tour: Tour) -> None:
    """One board in every look."""
    await tour.says("/board compact")
    await tour.shoots("compact")
    await tour.says("/board speak")
    await tour.shoots("speak")
    await tour.says("/settings")
    await tour.shoots("settings")
    await tour.says("/board image")
    await tour.shoots("light")
    for theme in ("dark", "contrast"):
        await tour.says("/settings")
        await tour.presses("theme:")
        await tour.says("/board")
        await tour.shoots(theme)
    await tour.says("/board text")


async def sizes(tour: Tour) -> None:
    """A board of each other size, begun, in every look."""
    for size in (4, 6, 8, 16):
        await tour.says(f"/new {size} 7")
        await tour.plays(0.2)
        for look in ("text", "compact", "image", "speak"):
            await tour.says(f"/board {look}")
            await tour.shoots(f"{look}{size}")
    await tour.says("/board text")


async def days(tour: Tour) -> None:
    """The daily and another level of it, won; what the statistics make of them."""
    await tour.says("/new easy 9")
    await tour.plays(each=11)
    await tour.shoots("won9")
    await tour.presses("new")
    await tour.shoots("choose")
    await tour.says("/daily")
    await tour.shoots("daily")
    await tour.plays(each=9)
    await tour.shoots("won-daily")
    await tour.says("/daily")
    await tour.shoots("daily-again")
    await tour.presses("daily:")
    await tour.shoots("level")
    await tour.plays(each=8)
    await tour.shoots("won-level")
    for each in (12, 8, 10, 6, 9):
        await tour.says("/new easy 9")
        await tour.plays(each=each)
    await tour.says("/stats")
    await tour.shoots("stats")
    await tour.presses(f"stats:{tour.talk.person.id}:9")
    await tour.shoots("stats9")
    await tour.presses("chart:")
    await tour.shoots("chart")
    await tour.says("/calendar")
    await tour.shoots("calendar")
    await tour.says("/subscribe")
    await tour.shoots("subscribe")
    await tour.says("/subscribe 8:00 Madrid")
    await tour.shoots("subscribed")


async def own_puzzles(tour: Tour) -> None:
    """Puzzles that somebody brings, and their answers."""
    await tour.says("/games")
    await tour.shoots("games")
    await tour.says(PUZZLE)
    await tour.shoots("pasted")
    await tour.says(f"/import {PUZZLE}\n1.34341221434321\n{NO_PUZZLE}\n{PUZZLE[:-1]}\nhello")
    await tour.shoots("import")
    await tour.says("/shelf")
    await tour.shoots("shelf")
    await tour.says(f"/solve {PUZZLE}")
    await tour.shoots("solve")
    await tour.presses("steps:")
    await tour.shoots("steps")
    await tour.says(f"/solve {CHAIN}")
    await tour.presses("steps:")
    await tour.skips()
    await tour.shoots("steps-hard")
    await tour.presses("drawstep:")
    await tour.shoots("steps-picture")
    await tour.says(f"/solve {NO_PUZZLE}")
    await tour.shoots("solve-none")
    await tour.says(f"/rate {PUZZLE}")
    await tour.shoots("rate")
    await tour.says("/print 4")
    await tour.shoots("print")
    tour.saves("print")


async def lessons(tour: Tour) -> None:
    """The techniques, and a word about everything else."""
    await tour.says("/learn")
    await tour.shoots("learn")
    await tour.says("/learn x-wing")
    await tour.shoots("learn-one")
    for word in ("/privacy", "/language", "/deleteme", "/nosuch", "hm?"):
        await tour.says(word)
        await tour.shoots(word.strip("/?"))


async def week(tour: Tour) -> None:
    """A learner's week: a lesson, practice wrong and right, a puzzle for them, hints, and again."""
    await tour.says("/learn")
    await tour.shoots("week-1-path")
    await tour.says("/learn naked_pair")
    await tour.shoots("week-1-lesson")
    await tour.presses("practise:")
    await tour.shoots("week-1-asked")
    wrong, right = await _answers(tour)
    await _taps(tour, wrong, "week-2")
    await tour.shoots("week-2-wrong")
    await tour.presses("practise:")
    await tour.shoots("week-2-where")
    await _taps(tour, right)
    await tour.shoots("week-2-right")
    tour.talk.house.clock.forward(days=1)
    await tour.presses("practise:")
    _, right = await _answers(tour)
    await tour.says(f"r{right.cell // 9 + 1}c{right.cell % 9 + 1}<>{right.value}")
    await tour.shoots("week-3-typed")
    await tour.says("/learn")
    await tour.presses("forme")
    await tour.says()
    await tour.shoots("week-4-for-me")
    for stage in ("where", "why", "move"):
        await tour.presses("hint:")
        await tour.shoots(f"week-4-{stage}")
    await tour.presses("dohint:")
    await tour.plays()
    await tour.shoots("week-5-won")
    tour.talk.house.clock.forward(days=5)
    await tour.says("/learn")
    await tour.shoots("week-7-again")


async def _answers(tour: Tour) -> tuple[Candidate, Candidate]:
    """A wrong answer to the position that is asked, and a right one."""
    visit = await tour.talk.visit()
    asked = await practice.open_exercise(visit)
    assert asked is not None
    found = await practice.position(visit, Technique(asked.technique), asked.number)
    assert found is not None
    cell = found.position.values.blanks()[0]
    digit = solve(found.position.givens)[cell]
    return Candidate(cell, digit), found.step.eliminations[0]


async def _taps(tour: Tour, answer: Candidate, name: str = "") -> None:
    """Answers by the keys of box, cell and digit; with a name the way there is photographed."""
    cell, digit = answer
    boxes = [data for data in tour.data() if data.startswith("tapbox:")]
    await tour.presses(boxes[cell // 27 * 3 + cell % 9 // 3])
    if name:
        await tour.shoots(f"{name}-box")
    await tour.presses(next(key for key in tour.data() if key.endswith(f":{cell}")))
    if name:
        await tour.shoots(f"{name}-cell")
    await tour.presses(next(key for key in tour.data() if f":{cell}:{digit}:" in key))


async def groups(tour: Tour) -> None:
    """A group of two languages on one board, in every look, up to the end."""
    house = tour.talk.house
    friends = [
        Talk(house, Person(house.api, user))
        for user in (User(3001, "Bob", "en"), User(3002, "李雷", "zh"), User(3003, "ليلى", "ar"))
    ]
    people = [tour.talk, *friends]
    title = f"Club {tour.language}"
    members = (talk.person.user for talk in people)
    chat = house.api.world.chats.add_group(-1003000000001, title, members)
    club = replace(tour, talk=replace(tour.talk, chat=chat))
    await club.says("/new 9 none 7")
    moves = right_moves(await club.talk.game())
    for number, talk in enumerate(people):
        some = " ".join(moves[10 * number : 10 * number + 7 - number])
        await replace(talk, chat=chat).sends(f"@SudokuPlaygroundBot {some}")
    await replace(friends[0], chat=chat).sends(f"@SudokuPlaygroundBot {moves[-1]}")
    await club.shoots("group")
    await club.says("/settings")
    await club.shoots("group-settings")
    for look in ("image", "compact", "speak"):
        await club.says(f"/board {look}")
        await club.shoots(f"group-{look}")
    await club.says("/board text", "/hint", f"@SudokuPlaygroundBot {' '.join(moves)}")
    await club.shoots("group-won")


VIEWS: Final[tuple[Callable[[Tour], Awaitable[None]], ...]] = (
    meeting,
    help_pages,
    boards,
    help_in_play,
    looks,
    sizes,
    days,
    own_puzzles,
    lessons,
    week,
    groups,
)


@asynccontextmanager
async def touring(
    house: House, browser: Browser, language: str, folder: Path
) -> AsyncIterator[Tour]:
    """A person of a language, and the chat page that shows them, in every size."""
    person = Person(house.api, PEOPLE[language])
    await menu.register(house.application.bot, MENU, PRIVATE_ONLY)
    await show_picture(house.application)
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(shown(create_web(house.api, [person])))
        pages = {}
        for size, viewport in SIZES.items():
            page = await browser.new_page(
                viewport=viewport, timezone_id="UTC", reduced_motion="reduce"
            )
            stack.push_async_callback(page.close)
            await page.clock.set_fixed_time(house.clock.now)
            await page.goto(url)
            pages[size] = page
        yield Tour(Talk(house, person), language, pages, folder)


async def photograph(folder: Path, languages: list[str], views: list[str]) -> list[str]:
    """Walks a person of each language through the views; returns what looks wrong."""
    stumbles = []
    async with AsyncExitStack() as stack:
        engine = await stack.enter_async_context(EnginePool(2))
        browser = await stack.enter_async_context(chromium())
        for language in languages:
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sudoku.db"
            async with (
                open_house(engine, Clock(), database) as house,
                touring(house, browser, language, folder) as tour,
            ):
                for view in VIEWS:
                    if not views or view.__name__ in views:
                        await view(tour)
                stumbles += tour.stumbles
    return stumbles


def montage(folder: Path, names: Sequence[str]) -> Image.Image:
    """Phones side by side, small and of few colours."""
    width, height = SMALL
    whole = Image.new("RGB", (len(names) * (width + GAP) - GAP, height), "white")
    for number, name in enumerate(names):
        whole.paste(_small(folder / f"{name}-phone.png"), (number * (width + GAP), 0))
    return whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)


def animate(folder: Path, target: Path) -> None:
    """The frames that were filmed, for ever; the last one stays longest."""
    frames = [_small(path).quantize(COLOURS) for path in sorted(folder.glob("film-*.png"))]
    if not frames:
        return
    times = [FRAME_MS] * (len(frames) - 1) + [3 * FRAME_MS]
    first, *others = frames
    first.save(target, save_all=True, append_images=others, duration=times, loop=0, optimize=True)


def _small(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS)


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.screenshots")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=list(PEOPLE), choices=list(PEOPLE))
    names = [view.__name__ for view in VIEWS]
    parser.add_argument("--views", nargs="+", default=[], choices=names)
    parser.add_argument("--montages", type=Path, metavar="TARGET")
    chosen = parser.parse_args(arguments)
    for folder in filter(None, (chosen.folder, chosen.montages)):
        folder.mkdir(parents=True, exist_ok=True)
    stumbles = asyncio.run(photograph(chosen.folder, chosen.languages, chosen.views))
    sys.stdout.writelines(f"{stumble}\n" for stumble in stumbles)
    if chosen.montages:
        for name, phones in MONTAGES.items():
            montage(chosen.folder, phones).save(chosen.montages / f"{name}.png", optimize=True)
        animate(chosen.folder, chosen.montages / "first.gif")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
