"""The touch board in a real browser with a finger, over a stand-in for its server."""

import pytest
from playwright.async_api import Browser, expect

from tests.bot.playground.browsing import CHROMIUM
from tests.bot.touch.fingers import SIZES, blanks, by_digit, in_order, opened
from tests.bot.touch.model import CLUES, Game
from tests.bot.touch.standin import Standin

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.long,
]


@pytest.mark.parametrize("view", SIZES)
@pytest.mark.parametrize("size", CLUES)
async def test_each_size_is_solved_by_taps_in_the_order_of_logic(
    browser: Browser, size: int, view: str
) -> None:
    game = Game.of(size)
    async with opened(browser, Standin(game), SIZES[view]) as fingers:
        for cell, digit in in_order(game.line):
            await fingers.write(cell, digit)
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")
    assert game.is_solved
    assert fingers.taps == 2 * len(blanks(game.line))


@pytest.mark.parametrize("size", CLUES)
async def test_each_size_is_solved_digit_by_digit(browser: Browser, size: int) -> None:
    game = Game.of(size)
    async with opened(browser, Standin(game)) as fingers:
        for cell, digit in by_digit(game.line):
            await fingers.write_held(cell, digit)
        await expect(fingers.page.locator("#panel")).to_contain_text("Solved!")
    assert game.is_solved
    digits = {digit for _, digit in by_digit(game.line)}
    assert fingers.taps == len(blanks(game.line)) + len(digits)
