"""A newcomer at the real page with the real bot: from /start to the card that people share."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

from bot.playground.web import create_web
from bot.telegram.polling import polling
from bot.telegram.retries import Timer
from engine import SYMBOLS, Grid, parse, solve
from tests.bot.house import House
from tests.bot.playground.browsing import CHROMIUM, PHONE
from tests.bot.playground.serving import shown

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
]


@pytest_asyncio.fixture(loop_scope="session")
async def house(opening: AbstractAsyncContextManager[House]) -> AsyncIterator[House]:
    """Runs on the event loop of the browser, which serves all tests."""
    async with opening as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def page(house: House, browser: Browser) -> AsyncIterator[Page]:
    application = house.application
    async with (
        shown(create_web(house.api, [house.alice.person])) as url,
        polling(application, (), asyncio.get_running_loop().create_future(), Timer()),
    ):
        await application.start()
        page = await browser.new_page(viewport=PHONE, has_touch=True, reduced_motion="reduce")
        await page.goto(url)
        yield page
        await application.stop()


@pytest.mark.long
async def test_a_first_puzzle_with_thumbs_only(page: Page) -> None:
    await page.get_by_role("button", name="Start").tap()
    await page.get_by_role("button", name="Start with a small one").tap()
    await expect(page.locator("pre")).to_have_count(1)
    await in_one_screen(page)
    puzzle, solution = await puzzle_shown(page), await solution_of(page)
    size, left = puzzle.geometry.size, len(puzzle.blanks())
    for cell in puzzle.blanks():
        row, column = divmod(cell, size)
        keys = newest(page).locator(".row").nth(row).locator(".key")
        await keys.nth(column + column // 2).tap()
        await page.locator(".toasts").get_by_text(puzzle.geometry.name(cell)).wait_for()
        digits = newest(page).locator(".row").nth(size)
        await digits.get_by_text("①②③④"[solution[cell] - 1], exact=True).tap()
        left -= 1
        await expect(newest(page)).to_contain_text(told(left))
    await has_a_card(page)


@pytest.mark.long
async def test_of_a_large_board_the_buttons_and_the_rows_above_them_fit_a_phone(
    page: Page,
) -> None:
    await page.get_by_role("button", name="Start").tap()
    await page.get_by_role("button", name="New puzzle").tap()
    await page.get_by_role("button", name="easy").tap()
    await expect(page.locator("pre")).to_have_count(1)
    await expect(page.locator("pre")).to_be_in_viewport(ratio=0.7)
    await has_its_keys(page)


@pytest.mark.long
async def test_a_first_puzzle_with_typed_moves_only(page: Page) -> None:
    message = page.get_by_role("textbox", name="Message")
    await page.get_by_role("button", name="Start").tap()
    await page.get_by_role("button", name="Start with a small one").tap()
    await expect(page.locator("pre")).to_have_count(1)
    await in_one_screen(page)
    puzzle, solution = await puzzle_shown(page), await solution_of(page)
    for number, cell in enumerate(puzzle.blanks(), 2):
        name, symbol = puzzle.geometry.name(cell), SYMBOLS[solution[cell] - 1]
        await message.fill(f"{name} {symbol}")
        await message.press("Enter")
        await expect(page.locator("pre")).to_have_count(number)
        await expect(newest(page)).to_contain_text(f"{name} = {symbol}")
    await has_a_card(page)


def newest(page: Page) -> Locator:
    return page.locator(".message").last


async def in_one_screen(page: Page) -> None:
    """Title, board and buttons are all visible, and no label is cut off."""
    await expect(newest(page).locator("b").first).to_be_in_viewport(ratio=1)
    await has_its_keys(page)


async def has_its_keys(page: Page) -> None:
    await expect(newest(page).locator(".key").last).to_be_in_viewport(ratio=1)
    for key in await newest(page).locator(".key").all():
        assert await key.evaluate("key => key.scrollWidth <= key.clientWidth")


async def puzzle_shown(page: Page) -> Grid:
    return parse(await newest(page).locator("pre").inner_text())


async def solution_of(page: Page) -> Grid:
    solution = solve(await puzzle_shown(page))
    assert solution is not None
    return solution


def told(left: int) -> re.Pattern[str]:
    """What the board says with this many blanks."""
    return re.compile(rf"\b{left} cells? to fill" if left else "Solved!")


async def has_a_card(page: Page) -> None:
    await expect(newest(page)).to_contain_text("Solved!")
    for label in ("Share", "Copy"):
        await expect(newest(page).get_by_role("button", name=label)).to_be_in_viewport(ratio=1)
