"""Takes screenshots of what people see on phones and desktop: `python -m tests.screenshots FOLDER`.

`--montages .github` also builds README's pictures from them.

The real Application talks to a pretend person, whose chat page a real browser shows; clock and
seeds are fixed, so the pictures are the same each time. Anything that a person would stumble over
is printed: a label that is cut off or wraps, a title of two lines, a board wider than its message,
and a board whose title is off the screen while its buttons are on it.
"""

import asyncio
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from bot.playground import Person
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import Talk, open_house
from tests.bot.playground.browsing import chromium
from tests.montage import animate, montage
from tests.tour import PEOPLE, Tour, photographed
from tests.views import VIEWS

MONTAGES: Final = {
    "play": ("start-en", "daily-en", "touch-en", "won-daily-en"),
    "languages": ("filled9-zh", "hint3-zh", "dark-es", "stats9-es"),
}
"""README's pictures, and the phones that stand side by side in each of them."""


async def photograph(folder: Path, languages: list[str], views: list[str]) -> list[str]:
    """Walks a person of each language through the views; gives what looks wrong."""
    stumbles = []
    async with AsyncExitStack() as stack:
        engine = await stack.enter_async_context(EnginePool(2))
        browser = await stack.enter_async_context(chromium())
        for language in languages:
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sudoku.db"
            async with AsyncExitStack() as inside:
                house = await inside.enter_async_context(open_house(engine, Clock(), database))
                person = Person(house.api, PEOPLE[language])
                pages = await inside.enter_async_context(photographed(house, browser, person))
                tour = Tour(Talk(house, person), language, pages, folder)
                for view in VIEWS:
                    if not views or view.__name__ in views:
                        await view(tour)
                stumbles += tour.stumbles
    return stumbles


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
