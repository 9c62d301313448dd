"""Acts of pages on games that the chat shows as well."""

import asyncio
from typing import Any

import pytest

from bot.game.person import person_of_chat
from bot.store import players
from bot.touch.acts import MOST_ACTS
from bot.touch.callers import ACT_BURST, ACT_SECONDS
from engine import SYMBOLS
from tests.bot.house import House, Talk
from tests.bot.touch.visiting import Page, Pages, page_of, place

OTHER = "another-device"


def blanks(page: Page) -> list[int]:
    """The blank cells of the newest state."""
    return [cell for cell, value in enumerate(page.state["values"]) if value == "."]


async def right(page: Page) -> list[dict[str, Any]]:
    """The acts that solve what is left."""
    solution = (await page.talk.game()).puzzle.solution
    return [place(cell, solution[cell]) for cell in blanks(page)]


async def test_what_is_placed_on_the_page_is_in_the_chat_and_the_other_way_round(
    page: Page,
) -> None:
    (first, second, *_) = await right(page)
    assert await page.acts(first) == [{"number": 1, "done": True}]
    assert page.state["values"][first["cell"]] == SYMBOLS[first["digit"] - 1]
    stored = await page.talk.game()
    assert stored.game.values[first["cell"]] == first["digit"]
    assert stored.version == page.state["version"] == 1
    name = stored.puzzle.grid.geometry.name(second["cell"])
    await page.talk.sends(f"{name} {second['digit']}")
    assert await page.calls("pause", on=False) == 200
    assert page.state["values"][second["cell"]] == SYMBOLS[second["digit"] - 1]
    assert page.state["last"] == [second["cell"]]


async def test_an_act_that_is_sent_again_happens_once(page: Page) -> None:
    (first, *_) = await right(page)
    sent = {"number": 7, "version": 0, **first}
    for _ in range(2):
        assert await page.sends(sent) == [{"number": 7, "done": True}]
    undo = {"number": 8, "version": 1, "kind": "undo"}
    for _ in range(2):
        assert await page.sends(undo) == [{"number": 8, "done": True}]
    assert page.state["version"] == 2
    assert (page.state["undo"], page.state["redo"]) == (False, True)


async def test_what_was_said_in_a_chat_is_answered_before_a_page(page: Page, pages: Pages) -> None:
    application, (first, second, *_) = pages.house.application, await right(page)
    application.inbox.precedence.most = 60
    page.talk.person.say(f"r{second['cell'] // 4 + 1}c{second['cell'] % 4 + 1}={second['digit']}")
    *_, update = await application.bot.get_updates()
    acting = asyncio.ensure_future(page.acts(first))
    for _ in range(20):
        await asyncio.sleep(0)
    await pages.house.handles(update)
    async with asyncio.timeout(30):
        assert await acting == [{"number": 1, "done": True}]
    assert page.state["version"] == 2


async def test_the_board_of_a_page_is_told_after_what_was_said_while_it_acted(
    page: Page, pages: Pages
) -> None:
    application, (first, second, *_) = pages.house.application, await right(page)
    application.inbox.precedence.most = 60
    async with application.turn(page.talk.chat_id):
        acting = asyncio.ensure_future(page.acts(first))
        for _ in range(20):
            await asyncio.sleep(0)
        page.talk.person.say(
            f"r{second['cell'] // 4 + 1}c{second['cell'] % 4 + 1}={second['digit']}"
        )
        *_, update = await application.bot.get_updates()
        told = list[bool]()
        world = pages.house.api.world
        world.listeners.add(lambda _: told.append(acting.done()))
    # The act is in its turn by now, and must not keep the message waiting there.
    async with asyncio.timeout(30):
        await pages.house.handles(update)
        assert await acting == [{"number": 1, "done": True}]
    assert told
    assert not any(told)


async def test_a_cell_that_somebody_changed_is_not_written_over(page: Page) -> None:
    (first, *_) = await right(page)
    await page.acts(first)
    other = page_of(page.web, page.talk, OTHER)
    await other.opens()
    wrong = first["digit"] % 4 + 1
    await other.acts(place(first["cell"], wrong, held=0), place(first["cell"], wrong, held=4))
    (refused,) = other.told["results"]
    assert (refused["number"], refused["refused"]) == (1, "taken")
    assert refused["cell"] == first["cell"]
    assert refused["words"]
    held = {"kind": "place", "cell": first["cell"], "digit": wrong, "held": first["digit"]}
    assert await other.acts(held) == [{"number": 3, "done": True}]


async def test_an_undo_never_takes_back_what_it_has_not_seen(page: Page) -> None:
    first, second, *_ = await right(page)
    await page.acts(first)
    seen = page.state["version"]
    other = page_of(page.web, page.talk, OTHER)
    await other.opens()
    await other.acts(second)
    for version in (seen, seen + 2):
        (refused,) = await page.sends({"number": 2, "version": version, "kind": "undo"})
        assert (refused["refused"], bool(refused["words"])) == ("moved_on", True)
    assert page.state["values"][second["cell"]] != "."
    assert await page.acts({"kind": "undo"}) == [{"number": 2, "done": True}]


async def test_acts_stop_at_the_first_that_is_refused(page: Page) -> None:
    first, second, *_ = await right(page)
    given = next(cell for cell, value in enumerate(page.state["givens"]) if value != ".")
    results = await page.acts(first, place(given, 1, held=1), second)
    assert [each.get("refused", "done") for each in results] in (["done", "given"], ["done"] * 3)
    results = await page.acts({"kind": "redo"})
    assert results[0]["refused"] == "nothing"


async def test_a_drag_of_notes_is_one_turn(page: Page) -> None:
    cells = blanks(page)[:3]
    await page.acts({"kind": "note", "cells": cells, "digit": 2, "on": True})
    assert page.state["notes"] == {str(cell): [2] for cell in cells}
    await page.acts({"kind": "undo"})
    assert page.state["notes"] == {}


async def test_the_end_is_told_and_celebrated_with_no_solution_before(page: Page) -> None:
    acts, solution = await right(page), str((await page.talk.game()).puzzle.solution)
    while acts:
        assert solution not in str(page.told)
        await page.acts(*acts[:MOST_ACTS])
        acts = acts[MOST_ACTS:]
    ending = page.state["ending"]
    assert (ending["kind"], ending["cheer"], page.state["open"]) == ("solved", True, False)
    assert ending["lines"]
    assert "<" not in "".join(ending["lines"])
    (refused,) = await page.acts({"kind": "undo"})
    assert refused["refused"] == "over"


async def test_who_gave_up_is_shown_the_solution(page: Page) -> None:
    await page.talk.sends("/giveup")
    await page.talk.presses("Yes, show it")
    await page.calls("pause", on=False)
    solution = str((await page.talk.game()).puzzle.solution)
    assert page.state["ending"]["kind"] == "given_up"
    assert page.state["ending"]["solution"] == solution


async def test_who_plays_in_a_group_has_acted_there_or_is_confirmed(
    house: House, pages: Pages, club: Talk
) -> None:
    await club.sends("/new 4x4 easy")
    stored = await club.game()
    member = pages.of(house.ming)
    await member.opens(stored.id)
    assert (member.state["may_play"], member.state["group"]) == (True, True)
    cell = blanks(member)[0]
    await member.acts(place(cell, stored.puzzle.solution[cell]))
    assert (await club.game()).game.placed_by(cell) == house.ming.person.id
    alice = pages.of(house.alice)
    await alice.opens(stored.id)
    assert (alice.state["last"], alice.state["undo"]) == ([cell], False)
    (refused,) = await alice.acts({"kind": "undo"})
    assert refused["refused"] == "others_turn"


async def test_who_is_not_in_the_group_watches(house: House, pages: Pages, club: Talk) -> None:
    await club.sends("/new 4x4 easy")
    stored = await club.game()
    del house.club.chat.members[house.ming.person.id]
    stranger = pages.of(house.ming)
    await stranger.opens(stored.id)
    assert (stranger.state["may_play"], stranger.state["undo"]) == (False, False)
    (refused,) = await stranger.acts(place(blanks(stranger)[0], 1))
    assert (refused["refused"], (await club.game()).game.done) == ("watching", 0)
    assert await stranger.calls("hint", stage=1) == 403


async def test_an_anonymous_administrator_acts_as_the_group(
    house: House, pages: Pages, club: Talk
) -> None:
    await club.sends("/new 4x4 easy")
    house.club.promote(house.ming.person, is_anonymous=True)
    await house.application.administrators.of(club.chat_id)
    member, stored = pages.of(house.ming), await club.game()
    await member.opens(stored.id)
    cell = blanks(member)[0]
    await member.acts(place(cell, stored.puzzle.solution[cell]))
    assert (await club.game()).game.placed_by(cell) == person_of_chat(club.chat_id)
    assert member.state["undo"]
    assert house.ming.person.id not in {
        player.user_id for player in await players.of_game(house.database, stored.id)
    }


async def test_who_plays_in_a_group_goes_by_the_name_that_telegram_has_signed(
    house: House, pages: Pages, club: Talk
) -> None:
    await club.sends("/new 4x4 easy")
    await house.application.administrators.of(club.chat_id)
    member, stored = pages.of(house.ming), await club.game()
    await member.opens(stored.id)
    cell = blanks(member)[0]
    await member.acts(place(cell, stored.puzzle.solution[cell]))
    alice = pages.of(house.alice)
    await alice.opens(stored.id)
    assert alice.state["last_by"] == "小明"
    other = stored.puzzle.solution[cell] % 4 + 1
    (refused,) = await alice.acts(place(cell, other))
    assert (refused["refused"], refused["by"]) == ("taken", "小明")


@pytest.mark.long
async def test_more_acts_than_a_share_are_left_to_be_sent_again(page: Page, pages: Pages) -> None:
    flips = [{"kind": kind} for kind in ("undo", "redo")] * (MOST_ACTS // 2)
    await page.acts((await right(page))[0])
    done = [await page.sends(*numbered(page, flips)) for _ in range(ACT_BURST // MOST_ACTS)]
    assert [len(results) for results in done] == [MOST_ACTS, MOST_ACTS, MOST_ACTS - 1]
    rest = numbered(page, flips[1:])
    assert await page.calls("act", device=page.device, acts=rest) == 429
    pages.time.now += 3 * ACT_SECONDS
    assert len(await page.sends(*rest)) == 3


def numbered(page: Page, acts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Acts with the numbers and versions that they have if none is refused."""
    number, version = page.number + 1000, page.state["version"]
    page.number = number + len(acts)
    return [{"number": number + at, "version": version + at, **act} for at, act in enumerate(acts)]


async def test_boards_of_the_chat_rest_until_the_page_is_left(page: Page, house: House) -> None:
    owed = "select not_before from views where stale is not null and game_id = $1"
    game = await page.talk.game()
    await page.acts(*(await right(page))[:1])
    assert await house.database.all(owed, game.id) == [(int(house.clock.seconds()) + 10,)]
    assert await page.calls("leave") == 200
    assert await house.database.all(owed, game.id) == [(None,)]
    assert len(await house.database.all("select * from views")) == 1
