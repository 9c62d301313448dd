"""A person who is walked through the bot in front of cameras: the chat page in a real browser."""

import asyncio
import sys
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx
from playwright.async_api import Browser, Page, ViewportSize

from bot.chat.profile import show_picture
from bot.game.selection import is_in_corner
from bot.handlers import MENU, PRIVATE_ONLY, menu
from bot.playground import Person
from bot.playground.chats import User
from bot.playground.web import create_web
from bot.pool.engine_pool import EnginePool
from bot.store.games import StoredGame
from bot.touch.web import Touch
from engine import Geometry
from tests.bot.house import House, Talk, right_moves
from tests.bot.playground.browsing import SIZES, SMALL_PHONE, chromium
from tests.bot.playground.serving import served, shown
from tests.bot.touch.visiting import app_of, page_of

PEOPLE: Final = {
    "en": User(2001, "Alice", "en", "alice_reads"),
    "zh": User(2002, "小明", "zh-hans", "xiaoming_reads"),
    "es": User(2003, "Lucía", "es", "lucia_reads"),
}
CAMERAS: Final = {**SIZES, "small": SMALL_PHONE}
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
    const label = key.firstChild, all = document.createRange(), style = getComputedStyle(key);
    const width = (part) => part.getBoundingClientRect().width;
    const room = width(key) - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    all.selectNodeContents(label);
    // An ellipsis begins at the padding, where nothing needs to be scrolled yet.
    key.style.textOverflow = 'clip';
    if (width(all) > room + .1) found.push(`cut: ${key.textContent}`);
    key.style.textOverflow = '';
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

IMAGES: Final = """() => Promise.all([...document.images].map(
  (image) => image.complete || new Promise((done) => image.onload = image.onerror = done)
))"""
"""JavaScript that waits for all images; the page's policy forbids evaluating a text repeatedly."""

FILMED: Final = "en"


@dataclass
class Tour:
    """One person, walked through everything in front of the cameras."""

    talk: Talk
    language: str
    pages: dict[str, Page]
    folder: Path
    stumbles: list[str] = field(default_factory=list)
    frames: int = 0

    async def says(self, *texts: str) -> None:
        """Sends messages ten seconds apart, then waits until nothing is being made."""
        for text in texts:
            self.talk.house.clock.forward(seconds=10)
            await self.talk.sends(text)
        while any(b.startswith("cancelmaking") for b in self.data()):
            await asyncio.sleep(0.05)

    async def presses(self, *starts: str) -> None:
        """Presses buttons of the newest message in turn, each the first whose data start so."""
        for start in starts:
            self.talk.house.clock.forward(seconds=3)
            data = next(data for data in self.data() if data.startswith(start))
            await self.talk.presses(data)

    async def skips(self) -> None:
        """Presses the button that goes to the next hard step."""
        rows = self.talk.last["reply_markup"]["inline_keyboard"]
        keys = [key["text"] for row in rows for key in row]
        await self.talk.presses(next(key for key in keys if key.startswith("⏭")))

    async def plays(self, share: float = 1, *, each: int = 7) -> None:
        """Types this much of the solution, `each` seconds a digit."""
        moves = right_moves(await self.talk.game())
        wanted = moves[: round(len(moves) * share)]
        self.talk.house.clock.forward(seconds=each * len(wanted))
        await self.talk.sends(" ".join(wanted[:-1]))
        await self.talk.sends(wanted[-1])

    async def enters(self, stored: StoredGame, cell: int) -> None:
        """Presses a cell and its digit, and before that the keys that lead there."""
        pressed, geometry = f"cell:{stored.id}:{cell}", stored.puzzle.grid.geometry
        while pressed not in self.data():
            await self.talk.presses(way_to(geometry, cell, self.data()))
        await self.talk.presses(pressed)
        await self.talk.presses(f"digit:{stored.id}:{stored.puzzle.solution[cell]}")
        self.talk.house.clock.forward(seconds=7)

    async def shoots(self, name: str, *, live: str = "") -> None:
        """Takes a picture of each size; `live` selects what passes and must be there."""
        newest = self.talk.person.messages(self.talk.chat)[-1]["message_id"]
        for size, page in self.pages.items():
            if live:
                await page.locator(live).wait_for()
            else:
                await page.clock.set_fixed_time(self.talk.house.clock.now)
                await page.reload(wait_until="commit")
                if self.talk.chat is not None:
                    await _opens(page, self.talk.chat.title)
            await page.locator(f'.message[data-id="{newest}"]').wait_for()
            await page.evaluate(IMAGES)
            await page.screenshot(path=self.folder / f"{name}-{self.language}-{size}.png")
            for stumble in await page.evaluate(STUMBLES):
                self.stumbles.append(f"{name} {self.language} {size}: {stumble}")

    async def opens_page(self, name: str, *keys: str) -> None:
        """Takes a picture of each size of the current game's touch board, after pressing keys."""
        web = httpx.AsyncClient()
        touch = Touch(self.talk.house.application)
        async with web, served(app_of(touch)) as url:
            address = await page_of(web, self.talk).address(url)
            for size, chat in self.pages.items():
                browser = chat.context.browser
                assert browser is not None
                page = await browser.new_page(
                    viewport=chat.viewport_size, has_touch=True, reduced_motion="reduce"
                )
                await page.goto(address)
                for key in keys:
                    await page.locator(key).tap()
                await page.screenshot(path=self.folder / f"{name}-{self.language}-{size}.png")
                await page.close()
            # The server waits for the streams.
            touch.close()

    async def serves_pages(self, url: str) -> None:
        """Starts the bot again with another address of its pages; without one it serves none."""
        await self.talk.house.stops()
        self.talk.house.app_url = url
        await self.talk.house.starts()

    async def films(self) -> None:
        """Takes a picture of the phone as the animation's next frame, in its one language."""
        if self.language != FILMED:
            return
        page = self.pages["phone"]
        await page.clock.set_fixed_time(self.talk.house.clock.now)
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
        """The data of the newest message's buttons."""
        rows = self.talk.last.get("reply_markup", {}).get("inline_keyboard", [])
        return [button.get("callback_data", "") for row in rows for button in row]


def way_to(geometry: Geometry, cell: int, data: Sequence[str]) -> str:
    """Of the keys of boxes the one of a cell's box, or the map, or else one that turns towards it.

    Where there is a map, the other keys lead to the boxes before and after one, and whoever asked
    them what a corner shows went back and forth for ever.
    """
    ways = {int(each.split(":")[2]): each for each in data if each.startswith("box:")}
    seen = (way for at, way in ways.items() if is_in_corner(geometry, at, cell))
    the_map = (each for each in data if each.startswith("boxes:"))
    way = ways.get(geometry.box_of(cell)) or next(the_map, None) or next(seen, None)
    return way or next(iter(ways.values()))


async def _opens(page: Page, title: str) -> None:
    """Opens a chat other than the private one; on a phone the list of chats comes first."""
    chat = page.locator(".chats button", has_text=title)
    await chat.wait_for(state="attached")
    if not await chat.is_visible():
        await page.locator(".back").click()
    await chat.click()


@asynccontextmanager
async def photographed(
    house: House, browser: Browser, person: Person, sizes: Mapping[str, ViewportSize] = CAMERAS
) -> AsyncIterator[dict[str, Page]]:
    """The chat page that shows a person, in every size."""
    await menu.register(house.application.bot, MENU, PRIVATE_ONLY)
    await show_picture(house.application)
    async with AsyncExitStack() as stack:
        url = await stack.enter_async_context(shown(create_web(house.api, [person])))
        pages = {}
        for size, viewport in sizes.items():
            page = await browser.new_page(
                viewport=viewport, timezone_id="UTC", reduced_motion="reduce"
            )
            stack.push_async_callback(page.close)
            await page.goto(url)
            pages[size] = page
        yield pages


Photograph = Callable[[Path, str, EnginePool, Browser], Awaitable[list[str]]]
"""Walks people of a language through something, into a folder; gives what they stumble over."""


def photographs(name: str, photograph: Photograph, arguments: Sequence[str]) -> int:
    """A command that takes photographs in some languages, and fails at a label that is cut off."""
    parser = ArgumentParser(prog=f"python -m {name}")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=list(PEOPLE), choices=list(PEOPLE))
    chosen = parser.parse_args(arguments)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    stumbles = asyncio.run(_photographs(photograph, chosen.folder, chosen.languages))
    sys.stdout.writelines(f"{stumble}\n" for stumble in stumbles)
    return int(any(" cut: " in stumble or " wraps: " in stumble for stumble in stumbles))


async def _photographs(photograph: Photograph, folder: Path, languages: Sequence[str]) -> list[str]:
    """What people stumble over in several languages, one after another."""
    async with EnginePool(2) as engine, chromium() as browser:
        return [
            stumble
            for language in languages
            for stumble in await photograph(folder, language, engine, browser)
        ]
