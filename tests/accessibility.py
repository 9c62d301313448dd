"""Runs axe-core over the chat page: `python -m tests.accessibility AXE`.

AXE is the path of `axe.min.js` from the npm package axe-core, which is not part of this project.
The real bot talks to a person of each language. The page is checked in each size and in both
themes: the open chat, the list of chats and what opens over them. Each finding is printed, and the
command fails if there is one.
"""

import asyncio
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Page

from bot.handlers import MENU, PRIVATE_ONLY, menu
from bot.playground import Group, Person
from bot.playground.chats import User
from bot.playground.web import create_web
from bot.pool.engine_pool import EnginePool
from tests.bot.clock import Clock
from tests.bot.house import House, Talk, open_house
from tests.bot.playground.browsing import SIZES, chromium
from tests.bot.playground.serving import shown
from tests.tour import PEOPLE, Tour

THEMES: Final = ("light", "dark")
FINDINGS: Final = """async () => (await axe.run()).violations.flatMap((rule) => rule.nodes.map(
  (node) => `${rule.id}: ${node.target.join(' ')}: ${node.failureSummary.split('\\n')[1].trim()}`
))"""
"""JavaScript that runs all of axe-core's rules."""


async def findings(axe: str) -> list[str]:
    """What axe-core finds on the page, with the view in which it finds it; each thing once."""
    found: dict[str, str] = {}
    async with AsyncExitStack() as stack:
        engine = await stack.enter_async_context(EnginePool(1))
        browser = await stack.enter_async_context(chromium())
        for language, user in PEOPLE.items():
            database = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sudoku.db"
            async with (
                open_house(engine, Clock(), database) as house,
                _peopled(house, user) as url,
            ):
                for size in SIZES:
                    for theme in THEMES:
                        async for view, page in _views(browser, url, size, theme):
                            # The page's policy allows no foreign scripts; a debugger may add one.
                            await page.evaluate(axe)
                            for finding in await page.evaluate(FINDINGS):
                                found.setdefault(finding, f"{language} {size} {theme} {view}")
    return [f"{view}: {finding}" for finding, view in found.items()]


@asynccontextmanager
async def _peopled(house: House, user: User) -> AsyncIterator[str]:
    """The page of a person who has played all kinds of boards, alone and in a group."""
    await menu.register(house.application.bot, MENU, PRIVATE_ONLY)
    person, other = Person(house.api, user), house.ming.person
    club = Group(house.api, -4711, "Sudoku Club", [person, other])
    tour = Tour(Talk(house, person), user.language_code, {}, Path())
    await tour.says("/start", "/new 4")
    await tour.plays()
    await tour.says("/print 1", "/board image", "/new 9", "/board text", "/hint", "/help")
    await tour.talk.sends("hello", reply_to=tour.talk.last["message_id"])
    await Talk(house, other, club.chat).sends("/new 4")
    async with shown(create_web(house.api, [person, other])) as url:
        yield url


async def _views(
    browser: Browser, url: str, size: str, theme: str
) -> AsyncIterator[tuple[str, Page]]:
    page = await browser.new_page(viewport=SIZES[size], reduced_motion="reduce")
    await page.add_init_script(f"localStorage.setItem('theme', '{theme}')")
    await page.goto(url)
    await page.locator(".key").last.wait_for()
    yield "chat", page
    await page.locator("textarea").fill("/")
    await page.locator(".suggestions li").first.wait_for()
    yield "commands", page
    await page.locator("textarea").fill("")
    await page.locator(".persona").click()
    yield "persona", page
    await page.keyboard.press("Escape")
    await page.locator(".photo").last.click()
    yield "picture", page
    await page.keyboard.press("Escape")
    if await page.locator(".back").is_visible():
        await page.locator(".back").click()
        yield "chats", page
    await page.locator(".chats button", has_text="Sudoku Club").click()
    yield "group", page
    await page.close()


def main(arguments: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.accessibility")
    parser.add_argument("axe", type=Path, help="axe.min.js of the npm package axe-core")
    axe: Path = parser.parse_args(arguments).axe
    found = asyncio.run(findings(axe.read_text("utf-8")))
    sys.stdout.writelines(f"{finding}\n" for finding in found or ["nothing found"])
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
