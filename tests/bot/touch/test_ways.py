"""The way to the solution of a game that is over, as the page is told of it."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from engine.board import SYMBOLS
from tests.bot.house import House, right_moves
from tests.bot.slow import WeakEngine, renamed
from tests.bot.touch.visiting import Page, Pages, pages_of
from tests.ways import WITH_NETS


async def told(page: Page, step: int, **more: Any) -> dict[str, Any]:
    assert await page.calls("way", step=step, **more) == 200, page.told
    way: dict[str, Any] = page.told["way"]
    return way


async def test_each_step_leads_to_the_board_of_the_next_until_the_solution(page: Page) -> None:
    stored = await page.talk.game()
    await page.talk.sends("/giveup")
    await page.talk.presses("Yes, show it")
    first = await told(page, 1)
    assert first["values"] == str(stored.puzzle.grid)
    assert f"1 of {first['count']}" in first["title"]
    assert first["words"]
    values = list(first["values"])
    for number in range(1, first["count"] + 1):
        way = await told(page, number)
        assert way["values"] == "".join(values)
        for cell, digit, role in way["candidates"]:
            if role == "in":
                values[cell] = SYMBOLS[digit - 1]
    assert "".join(values) == str(stored.puzzle.solution)
    assert (await told(page, 9_999))["step"] == first["count"]


async def test_nothing_is_told_of_it_before_the_end(page: Page) -> None:
    assert await page.calls("way", step=1) == 403
    assert "way" not in page.told
    for move in right_moves(await page.talk.game()):
        await page.talk.sends(move)
    assert (await told(page, 1))["step"] == 1


async def test_who_is_not_in_the_group_is_not_told(pages: Pages) -> None:
    house = pages.house
    alice = house.in_club(house.alice)
    await alice.sends("/new 4 none 5")
    game = await alice.game()
    await alice.sends("/giveup")
    await alice.presses("Yes, show it")
    del house.club.chat.members[house.ming.person.id]
    stranger = pages.of(house.ming)
    assert await stranger.opens(game.id) == 200
    assert await stranger.calls("way", step=1) == 403
    assert await stranger.calls("way", step=0) == 400


@pytest.mark.long
async def test_a_page_goes_on_with_a_better_way_that_was_found_while_it_was_read(
    house: House,
) -> None:
    house.application.services = replace(house.services, engine=WeakEngine(house.engine))
    await house.alice.sends(renamed(WITH_NETS, "678912345"))
    await house.alice.presses("▶ Play")
    async with pages_of(house) as pages:
        page = pages.of(house.alice)
        assert await page.opens() == 200, page.told
        await house.alice.sends("/giveup")
        await house.alice.presses("Yes, show it")
        first = await told(page, 1, better=True)
        assert not first["better"]
        await asyncio.gather(*house.application.searches.running)
        far = await told(page, 4, better=False)
        assert (far["better"], far["count"]) == (False, first["count"])
        assert far["words"].endswith("An easier way was found; it leaves this one at step 2.")
        second = await told(page, 2, better=False)
        assert second["better"]
        assert second["count"] != first["count"]
        assert second["words"].endswith("From here on this is an easier way, found while you read.")
        third = await told(page, 3, better=True)
        assert third["better"]
        assert "easier way" not in third["words"]
        assert await page.calls("way", step=1, better="no") == 400
