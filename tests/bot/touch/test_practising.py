"""Practice on the page: the chat's exercises, answered by calls, and counted once."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.game.reference import position_name
from bot.play import practice
from bot.store import exercises, lessons
from bot.store.exercises import Exercise
from bot.store.lessons import Lesson
from engine.practice.claim import Claim, Verdict, judge
from engine.practice.position import exercise
from engine.search.budget import Budget
from engine.search.search import solve
from engine.techniques import Step, Technique
from engine.techniques.chains import XY_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import House, Talk
from tests.bot.touch.visiting import DEVICE, Page, Pages

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


async def begins(pages: Pages, chat: Talk, technique: Technique = NAKED_PAIR) -> Page:
    """Somebody's page on the first position that they were asked in the chat."""
    await chat.sends(f"/learn {technique.replace('_', ' ')}")
    await chat.presses("✍ Practise")
    page = pages.of(chat)
    assert await page.opens_named(position_name(technique, 0)) == 200, page.told
    return page


async def followed(chat: Talk) -> None:
    """Waits until the message in the chat has followed its page."""
    await asyncio.gather(*chat.house.application.work.running)


async def step_of(page: Page, technique: Technique = NAKED_PAIR, number: int = 0) -> Step:
    """What is to be found in a position."""
    found = await practice.position(await page.talk.visit(), technique, number)
    assert found is not None
    return found.step


async def concludes(page: Page, option: Candidate, number: int = 0) -> dict[str, Any]:
    """Answers with one candidate, as the next act or with the number of an earlier one."""
    page.number = number or page.number + 1
    body = {"device": DEVICE, "number": page.number, "cells": [option.cell], "digit": option.value}
    assert await page.calls("conclude", **body) == 200, page.told
    return page.told


def wrong() -> Candidate:
    position = exercise(NAKED_PAIR, 0)
    assert position is not None
    cell, solution = position.values.blanks()[0], solve(position.givens)
    return Candidate(cell, solution[cell])


async def known(chat: Talk, technique: Technique = NAKED_PAIR) -> Lesson:
    return await lessons.get(chat.house.database, chat.person.id, technique)


async def test_the_right_candidate_is_tapped_and_the_chat_follows(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    asked = chat.last
    told = await concludes(page, (await step_of(page)).eliminations[0])
    assert (told["verdict"], told["words"]) == ("right", "✓ Right!")
    assert told["solved"]["words"].startswith("✓ Right! · Naked pair\n")
    assert told["solved"]["words"].endswith("Practise it again in 2 days.")
    assert told["solved"]["candidates"]
    assert told["state"]["practice"]["done"]
    assert (await known(chat)).correct == 1
    await followed(chat)
    assert chat.last["message_id"] == asked["message_id"]
    assert "✓ Right! · Naked pair" in chat.last["caption"]
    assert chat.buttons == ["Another one", "📖 Lesson: Full house", "All techniques"]


async def test_the_page_says_what_the_chat_says(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    name = f"r{wrong().cell // 9 + 1}c{wrong().cell % 9 + 1}"
    told = await concludes(page, wrong())
    typed = await chat.sends(f"{name}<>{wrong().value}")
    assert told["words"] == typed == f"✗ {name}<>{wrong().value} doesn't follow. Look again."
    assert (told["verdict"], "solved" in told) == ("wrong", False)
    assert (await known(chat)).wrong == 2


async def test_an_answer_counts_once_however_often_it_is_sent(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    for _ in range(3):
        assert (await concludes(page, wrong(), number=1))["verdict"] == "wrong"
    assert (await known(chat)).wrong == 1
    right = (await step_of(page)).eliminations[0]
    for _ in range(3):
        told = await concludes(page, right, number=2)
        assert (told["verdict"], told["state"]["practice"]["done"]) == ("right", True)
    found = await known(chat)
    assert (found.correct, found.wrong) == (1, 1)


async def test_a_digit_is_placed_where_the_technique_places_one(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat, HIDDEN_SINGLE)
    assert page.state["practice"]["kind"] == "place"
    told = await concludes(page, (await step_of(page, HIDDEN_SINGLE)).placements[0])
    assert told["verdict"] == "right"


async def several(chat: Talk) -> tuple[int, tuple[Candidate, ...]]:
    """A position of an XY-chain of which two candidates go by its step."""
    for number in range(30):
        found = await practice.position(await chat.visit(), XY_CHAIN, number)
        assert found is not None
        first, place = Claim(removed=found.step.eliminations[:1]), found.position
        judged = judge(place.state, solve(place.givens), XY_CHAIN, first, Budget(20))
        if judged.left == 1 and judged.step is not None:
            return number, judged.step.eliminations
    raise AssertionError


async def test_candidates_are_found_one_by_one_and_the_last_one_counts_again(
    pages: Pages, chat: Talk
) -> None:
    await chat.sends("/start")
    number, (one, other) = await several(chat)
    visit = await chat.visit()
    found = Exercise(visit.place, XY_CHAIN, number)
    await exercises.put(visit.database, visit.user.id, found, visit.seconds)
    page = pages.of(chat)
    assert await page.opens_named(position_name(XY_CHAIN, number)) == 200
    for _ in range(2):
        told = await concludes(page, one, number=1)
        assert told["verdict"] == Verdict.PART
        assert "One more candidate" in told["words"]
        assert told["state"]["practice"]["found"] == [[one.cell, one.value]]
    for _ in range(2):
        assert (await concludes(page, other, number=2))["verdict"] == Verdict.RIGHT
    kept = await known(chat, XY_CHAIN)
    assert (kept.correct, kept.wrong) == (1, 0)


async def test_a_drag_takes_a_candidate_from_several_cells(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    step = await step_of(page)
    digit = step.eliminations[0].value
    cells = [cell for cell, value in step.eliminations if value == digit]
    body = {"device": DEVICE, "number": 1, "cells": cells, "digit": digit}
    assert await page.calls("conclude", **body) == 200
    assert page.told["verdict"] == "right"


async def test_three_stages_of_a_hint_are_the_chats_and_the_last_one_ends_it(
    pages: Pages, chat: Talk
) -> None:
    page = await begins(pages, chat)
    words = []
    for stage in (1, 2, 3):
        assert await page.calls("hint", version=0, stage=stage) == 200
        assert page.told["hint"]["stage"] == stage
        words.append(page.told["hint"]["words"])
    assert ("Look at" in words[0], "So remove" in words[1], "So remove" in words[2]) == (
        True,
        False,
        True,
    )
    assert words[2].endswith("Practise it again tomorrow.")
    await followed(chat)
    assert "So remove" in chat.last["caption"]
    assert "Another one" in chat.buttons
    told = await concludes(page, (await step_of(page)).eliminations[0])
    assert told["verdict"] == "right"
    assert (await known(chat)).correct == 0, "whoever was told it has not found it"


async def test_a_hint_goes_on_where_the_chat_stopped_and_the_other_way_round(
    pages: Pages, chat: Talk
) -> None:
    page = await begins(pages, chat)
    await chat.presses("💡 Where?")
    await chat.presses("💡 Why?")
    assert await page.calls("hint", version=0, stage=1) == 200
    assert page.told["hint"]["stage"] == 2
    assert (await concludes(page, (await step_of(page)).eliminations[0]))["verdict"] == "right"
    helped = await known(chat)
    assert helped.correct == 1
    assert helped.points == 0, "with help it says nothing of what somebody knows"


async def test_the_next_position_is_begun_once(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    for _ in range(2):
        assert await page.calls("another", device=DEVICE, number=5) == 200
        assert page.state["game"] == position_name(NAKED_PAIR, 1)
        assert page.state["practice"] == {"kind": "remove", "found": [], "done": False}
    assert (await known(chat)).served == 2
    page.game = page.state["game"]
    assert await page.calls("another", device=DEVICE, number=6) == 200
    assert page.state["game"] == position_name(NAKED_PAIR, 2)


async def test_another_persons_position_is_judged_and_counts_for_nobody(
    pages: Pages, house: House, chat: Talk
) -> None:
    await begins(pages, chat)
    await house.ming.sends("/start")
    page = pages.of(house.ming)
    assert await page.opens_named(position_name(NAKED_PAIR, 0)) == 200
    told = await concludes(page, (await step_of(page)).eliminations[0])
    assert told["verdict"] == "right"
    assert not told["state"]["practice"]["done"]
    assert await lessons.of_user(house.database, house.ming.person.id) == {}
    assert (await known(chat)).correct == 0


async def test_a_group_practises_in_its_place(pages: Pages, house: House) -> None:
    club = house.in_club(house.alice)
    await club.sends("/learn naked pair")
    await club.presses("✍ Practise")
    page = pages.of(house.alice)
    assert await page.opens_named("", start_param=position_name(NAKED_PAIR, 0)) == 200
    assert (await concludes(page, (await step_of(page)).eliminations[0]))["verdict"] == "right"
    assert (await known(house.alice)).correct == 1
    house.application.blocked.become(frozenset({club.chat_id}))
    assert await page.calls("hint", version=0, stage=1) == 403


@pytest.mark.parametrize(
    "name", ["p-no_such_technique-0", "p-full_house-9999999999", "p-x-1", "p-"]
)
async def test_names_of_no_position_are_gone(pages: Pages, chat: Talk, name: str) -> None:
    await chat.sends("/start")
    page = pages.of(chat)
    assert await page.opens_named(name) == 404
    assert page.told["error"] == "gone"


async def test_a_position_is_no_game(pages: Pages, chat: Talk) -> None:
    page = await begins(pages, chat)
    for path in ("act", "way", "share", "pause", "leave"):
        assert await page.calls(path, device=DEVICE, on=True, step=1) == 404


@pytest.mark.long
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    path=st.sampled_from(("conclude", "another", "hint")),
    body=st.dictionaries(
        st.sampled_from(("device", "number", "cells", "digit", "stage", "part")),
        st.integers(-1, 90) | st.lists(st.integers(-1, 90)) | JSON,
    ),
)
async def test_hostile_fields_never_end_in_an_error(
    pages: Pages, chat: Talk, path: str, body: dict[str, Any]
) -> None:
    await chat.sends("/start")
    page = pages.of(chat)
    assert await page.opens_named(position_name(NAKED_PAIR, 0)) == 200
    pages.time.now += 60
    status = await page.calls(path, **body)
    assert status in {200, 400, 413}, json.dumps(page.told)
