"""The real bot played through its page, in a real browser: page, server, game and chat together."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect
from starlette.applications import Starlette

from bot import app
from bot.play import practice
from bot.playground import PlaygroundRequest
from bot.playground.apps import launched
from bot.playground.web import create_web
from bot.store import lessons
from engine import solve
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk, right_moves
from tests.bot.playground.browsing import CHROMIUM, PHONE, chromium
from tests.bot.playground.serving import shown

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine"),
    pytest.mark.xdist_group("processes"),
    pytest.mark.long,
]


@asynccontextmanager
async def served(house: House) -> AsyncIterator[str]:
    """The bot serves; gives where the chat page is."""
    web: Starlette = create_web(house.api, (house.alice.person, house.ming.person))
    async with shown(web) as url:
        await house.stops()
        house.app_url = f"{url}/touch"
        await house.starts()
        await house.application.shutdown()
        house.application = app.build(
            house.services, house.api.token, "http://here", lambda: PlaygroundRequest(house.api)
        )
        async with app.serving(house.application, page=web.state.page_of_bot):
            yield url


def address(talk: Talk, url: str) -> str:
    """What the key below the newest board opens."""
    rows = talk.last["reply_markup"]["inline_keyboard"]
    label = next(key["text"] for row in rows for key in row if "📱" in key["text"])
    number = talk.last["message_id"]
    launch = launched(talk.person, number, label, talk.chat, f"{url}/touch")
    assert launch is not None
    return launch


async def opened(browser: Browser, talk: Talk, url: str) -> Page:
    """The page that the key below the newest board opens, in a browser of its own."""
    context = await browser.new_context(viewport=PHONE, has_touch=True)
    page = await context.new_page()
    # The house has a clock of its own, which stands still.
    await page.goto(address(talk, url))
    await expect(page.locator("#app")).to_be_visible()
    return page


def cell(page: Page, at: int) -> Locator:
    return page.locator(f"[data-cell='{at}']")


async def write(page: Page, at: int, digit: int) -> None:
    await cell(page, at).tap()
    await page.locator("#digits button").nth(digit - 1).tap()


async def shows(page: Page, at: int, digit: int) -> None:
    """Waits until the page shows a digit in a cell."""
    await expect(cell(page, at)).to_have_attribute("aria-label", re.compile(rf", {digit}\b"))


async def begun(talk: Talk, wish: str) -> tuple[Sequence[int], Sequence[int]]:
    """A new game; its blank cells and its solution."""
    before = len(talk.person.messages(talk.chat))
    talk.person.say(wish, talk.chat)
    while len(talk.person.messages(talk.chat)) < before + 2:
        await talk.house.services.engine.ready()
    game = (await talk.game()).puzzle
    return game.grid.blanks(), game.solution.values


async def test_a_game_is_solved_on_the_page_and_its_end_is_told_in_the_chat(house: House) -> None:
    async with chromium() as browser, served(house) as url:
        alice = house.alice
        blanks, solution = await begun(alice, "/new 4 none 5")
        page = await opened(browser, alice, url)
        for at in blanks:
            await write(page, at, solution[at])
        await expect(page.locator("#panel")).to_contain_text("Solved")
        assert not (await alice.game()).is_open
        while "Solved" not in alice.text:
            await house.services.engine.ready()
        await page.context.close()


async def test_two_people_see_each_other_on_their_pages_and_in_the_chat(
    house: House,
) -> None:
    async with chromium() as browser, served(house) as url:
        alice, ming = house.in_club(house.alice), house.in_club(house.ming)
        blanks, solution = await begun(alice, "/new 4 none 5")
        first = await opened(browser, alice, url)
        second = await opened(browser, ming, url)
        await write(first, blanks[0], solution[blanks[0]])
        await shows(second, blanks[0], solution[blanks[0]])
        # What the other person has placed is not written over, and not taken back.
        await expect(second.locator(".tool.undo")).to_be_disabled()
        ming.person.say(f"@SudokuPlaygroundBot {right_moves(await alice.game())[1]}", ming.chat)
        await shows(first, blanks[1], solution[blanks[1]])
        for page in (first, second):
            await page.context.close()


@asynccontextmanager
async def practising(house: House) -> AsyncIterator[tuple[Page, practice.Example]]:
    """The page of the first position that Alice is asked for a technique."""
    alice = house.alice
    await alice.sends("/learn naked pair")
    async with chromium() as browser, served(house) as url:
        alice.person.press(alice.last["message_id"], "✍ Practise")
        while not any("📱" in key for key in alice.buttons):
            await house.services.engine.ready()
        found = await practice.position(await alice.visit(), NAKED_PAIR, 0)
        assert found is not None
        page = await opened(browser, alice, url)
        yield page, found
        await page.context.close()


async def test_a_position_is_practised_on_the_page_and_the_chat_follows(house: House) -> None:
    alice = house.alice
    async with practising(house) as (page, found):
        asked = alice.last["message_id"]
        await expect(page.locator("#title")).to_have_text("Naked pair")
        await expect(page.locator("#asked")).to_contain_text("candidate to rule out")
        # What the solution has there does not go.
        kept, solution = found.position.values.blanks()[0], solve(found.position.givens)
        await write(page, kept, solution[kept])
        await expect(page.locator("#asked")).to_contain_text("doesn't follow. Look again.")
        # Three stages of a hint, up to the reason, drawn on the board.
        await page.locator(".tool.hint").tap()
        await expect(page.locator("#panel")).to_contain_text("Look at")
        await page.get_by_role("button", name="Why?").tap()
        await expect(page.locator("rect.linked")).to_have_count(4)
        await page.get_by_role("button", name="Close").tap()
        # The keyboard is enough.
        gone, digit = found.step.eliminations[0]
        await cell(page, gone).focus()
        await page.keyboard.press(str(digit))
        await expect(page.locator("#panel")).to_contain_text("✓ Right! · Naked pair")
        await expect(page.locator("path.out")).not_to_have_count(0)
        while "✓ Right!" not in alice.last["caption"]:
            await house.services.engine.ready()
        assert alice.last["message_id"] == asked
        known = await lessons.get(house.database, alice.person.id, NAKED_PAIR)
        assert (known.correct, known.wrong) == (1, 1)

        await page.get_by_role("button", name="Another one").last.tap()
        await expect(page.locator("#asked")).to_contain_text("candidate to rule out")
        await expect(page.locator("#panel")).to_be_hidden()
        begun = await practice.open_exercise(await alice.visit())
        assert begun is not None
        assert begun.number == 1


async def test_a_page_shows_at_once_what_was_answered_in_the_chat(house: House) -> None:
    alice = house.alice
    async with practising(house) as (page, found):
        await expect(page.locator("#asked")).to_contain_text("candidate to rule out")
        gone, digit = found.step.eliminations[0]
        await alice.sends(f"r{gone // 9 + 1}c{gone % 9 + 1}<>{digit}")
        await expect(page.locator("path.out")).not_to_have_count(0)
        await expect(page.locator("#panel")).to_contain_text("remove")


async def test_an_answer_is_sent_until_it_arrives_and_counts_once(house: House) -> None:
    alice = house.alice
    async with practising(house) as (page, found):
        arrived = 0

        async def loses_two_answers(route: Route) -> None:
            nonlocal arrived
            arrived += 1
            if arrived > 2:
                await route.continue_()
                return
            await route.fetch()
            await route.abort()

        await page.route("**/conclude", loses_two_answers)
        kept, solution = found.position.values.blanks()[0], solve(found.position.givens)
        await write(page, kept, solution[kept])
        await expect(page.locator("#asked")).to_contain_text("doesn't follow. Look again.")
        known = await lessons.get(house.database, alice.person.id, NAKED_PAIR)
        assert (arrived, known.wrong) == (3, 1)
