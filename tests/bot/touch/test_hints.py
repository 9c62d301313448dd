"""Hints on the page: the stages and marks of the chat's, as JSON."""

from itertools import pairwise
from typing import Any

import pytest

from bot.play.begin import begin
from bot.store import hints, puzzles
from bot.store.puzzles import Origin
from engine import parse, solve
from engine.board import Geometry
from tests.bot.house import Talk, right_moves, wrong_move
from tests.bot.touch.visiting import Page, Pages

CHAINED = "3498126575..4.3..9.1.59.....8...9....32.8.7.5...3...8.....3..4.8.47.5..1..394..76"
"""A puzzle whose next step is a chain, the easiest one as well as that of a short way."""


async def told(page: Page, stage: int, **more: Any) -> dict[str, Any]:
    """What the page is told of a hint."""
    assert await page.calls("hint", version=page.state["version"], stage=stage, **more) == 200
    hint: dict[str, Any] = page.told["hint"]
    return hint


async def test_a_hint_tells_where_then_why_then_the_move(page: Page) -> None:
    state, stored = page.state, await page.talk.game()
    solution, shape = stored.puzzle.solution, Geometry.of_size(4)
    where = await told(page, 1)
    assert (where["stage"], where["last"], where["candidates"]) == (1, False, [])
    assert where["cells"]["houses"]
    assert all(tuple(unit) in shape.units for unit in where["cells"]["houses"])
    page.told["state"] = state
    why = await told(page, 2)
    assert (why["stage"], why["last"]) == (2, False)
    assert not any(mark[2] == "in" for mark in why["candidates"])
    page.told["state"] = state
    move = await told(page, 3)
    assert (move["stage"], move["last"]) == (3, True)
    ((cell, digit, _),) = [mark for mark in move["candidates"] if mark[2] == "in"]
    assert solution[cell] == digit
    assert cell in move["cells"]["target"]
    assert "<" not in where["words"] + why["words"] + move["words"]
    assert len({where["words"], why["words"], move["words"]}) == 3


async def test_a_hint_of_the_page_counts_once_and_changes_no_board(page: Page) -> None:
    state, stored = page.state, await page.talk.game()
    before = await page.talk.house.database.all("select * from views")
    for stage in (1, 2, 2, 1):
        assert (await told(page, stage))["stage"] >= stage
        page.told["state"] = state
    assert sum((await hints.by_person(page.talk.house.database, stored.id)).values()) == 1
    assert await page.talk.house.database.all("select * from views") == before
    assert "1" in await page.talk.sends("/hint")
    assert sum((await hints.by_person(page.talk.house.database, stored.id)).values()) == 1


async def test_a_mistake_comes_first_and_is_named_at_the_second_stage(page: Page) -> None:
    stored, state = await page.talk.game(), page.state
    await page.talk.sends(wrong_move(stored))
    wrong = stored.puzzle.grid.blanks()[0]
    first = await told(page, 1)
    assert (first["cells"]["target"], first["last"]) == ([], False)
    page.told["state"] = state
    second = await told(page, 2)
    assert (second["cells"]["target"], second["last"]) == ([wrong], True)


@pytest.mark.long
async def test_a_chain_comes_with_its_links_and_what_it_takes_away(
    pages: Pages, chat: Talk
) -> None:
    await chat.sends("/start")
    givens = parse(CHAINED)
    visit = await chat.visit()
    puzzle = await puzzles.add(visit.database, givens, solve(givens), Origin.NEW)
    await begin(visit, puzzle.id)
    page = pages.of(chat)
    await page.opens()
    state = page.state
    why = await told(page, 2)
    page.told["state"] = state
    move = await told(page, 3)
    assert {mark[2] for mark in why["candidates"]} == {"link"}
    gone = [mark[:2] for mark in move["candidates"] if mark[2] == "out"]
    assert gone
    assert all(puzzle.solution[cell] != digit for cell, digit in gone)
    assert {cell for cell, _ in gone} <= {*move["cells"]["affected"]}
    assert move["links"] == why["links"]
    # Each link goes on where the one before it ends, from strong to weak and back.
    links = move["links"]
    assert len(links) > 2
    assert all(one[1] == other[0] for one, other in pairwise(links))
    assert all(one[2] != other[2] for one, other in pairwise(links))


async def test_a_game_that_is_over_has_no_hint(page: Page) -> None:
    state = page.state
    for move in right_moves(await page.talk.game()):
        await page.talk.sends(move)
    page.told["state"] = state
    assert await page.calls("hint", version=0, stage=1) == 403
