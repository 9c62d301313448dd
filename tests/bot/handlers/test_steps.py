import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from bot.ledger.owner import Owner
from bot.play import rate
from bot.playground import ApiError
from bot.pool.engine import EngineBusy
from bot.pool.engine_pool import EnginePool
from bot.pool.jobs import way_now
from bot.render.hint_words import name
from engine import Geometry, Grid, Symmetry, generate, parse, solve
from engine.practice.position import positions
from engine.techniques.chains import XY_CHAIN
from engine.techniques.technique import Family
from engine.way.short import short_way
from tests.bot.handlers.test_hint import MONSTER
from tests.bot.house import Budget, House, Talk, arrived, limited_house
from tests.bot.slow import WeakEngine, renamed
from tests.engine.way.test_short import WITHOUT_SINGLES
from tests.ways import WITH_NETS

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
EXPERT = generate(Geometry(3, 3), Symmetry.NONE, "way 12").grid


SEEDS = ("way 27", "way 38", "way 32")
WITH_SINGLES = [generate(Geometry(3, 3), Symmetry.NONE, seed).grid for seed in SEEDS]
STUCK = [parse(puzzle) for puzzle in WITHOUT_SINGLES]
"""Ways are cached for everybody, so each test that looks for one has puzzles of its own."""


class HeldEngine(EnginePool):
    """The engine of a house, which looks for a whole way only when it may."""

    def __init__(self, engine: EnginePool) -> None:
        super().__init__(1)
        self._engine = engine
        self.asked, self.may_go_on = asyncio.Event(), asyncio.Event()
        self.error: Exception | None = None

    async def ask(
        self, owner: Owner, job: Callable[..., Any], *question: object, **more: Any
    ) -> Any:
        if job is way_now:
            self.asked.set()
            await self.may_go_on.wait()
            if self.error is not None:
                raise self.error
        return await self._engine.ask(owner, job, *question, **more)


def pressing(chat: Talk, label: str) -> asyncio.Task[None]:
    """Presses a button of the newest message; others may be pressed before that is handled."""
    application = chat.house.application
    pressed = chat.person.press(chat.last["message_id"], label)
    assert pressed
    told = arrived(pressed, application.bot)
    handled = application.process_update(told)
    return asyncio.create_task(application.update_processor.process_update(told, handled))


@asynccontextmanager
async def opening(house: House, chat: Talk, puzzle: object) -> AsyncIterator[HeldEngine]:
    """The first step of a puzzle is shown, and its way is being looked for."""
    engine = HeldEngine(house.engine)
    house.application.services = replace(house.services, engine=engine)
    await chat.sends(f"/solve {puzzle}")
    opened = pressing(chat, "👣 Step by step")
    await engine.asked.wait()
    yield engine
    engine.may_go_on.set()
    await opened


async def pressed_meanwhile(house: House, chat: Talk, label: str, puzzle: Grid) -> None:
    """Opens a puzzle, and presses a button of its first step before its way is found."""
    async with opening(house, chat, puzzle):
        message = chat.chat_id, chat.last["message_id"]
        later = pressing(chat, label)
        while not house.application.order.press_waits(message):
            await asyncio.sleep(0)
    await later
    assert house.api.world.queries.unanswered == ()


def number(text: str) -> tuple[int, int]:
    """Which step is shown, and of how many."""
    found = re.search(r"Step (\d+) of (\d+)", text)
    assert found
    return int(found[1]), int(found[2])


def edits(house: House) -> int:
    return [method for method, _ in house.api.calls].count("editMessageText")


async def begun(chat: Talk, puzzle: object = EASY) -> str:
    await chat.sends(f"/solve {puzzle}")
    await chat.presses("👣 Step by step")
    return chat.text


@pytest.mark.long
@pytest.mark.parametrize("puzzle", [WITH_SINGLES[0], STUCK[0]], ids=str)
async def test_the_first_step_comes_before_the_others_are_found(
    house: House, chat: Talk, puzzle: Grid
) -> None:
    async with opening(house, chat, puzzle) as engine:
        message, said = chat.last["message_id"], chat.text
        assert "Step 1 of …" in said
        assert chat.buttons == ["◀", "▶", "🖼 Picture", "📖 About it"]
        assert not engine.may_go_on.is_set()
    told, count = number(chat.text)
    assert (chat.last["message_id"], told) == (message, 1)
    assert said == chat.text.replace(f"Step 1 of {count}", "Step 1 of …")
    await chat.presses("▶")
    assert (chat.last["message_id"], number(chat.text)) == (message, (2, count))


@pytest.mark.long
async def test_a_press_while_the_way_is_looked_for_goes_on_when_it_is_found(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    before = edits(house)
    await pressed_meanwhile(house, chat, "▶", STUCK[1])
    assert number(chat.text)[0] == 2
    assert edits(house) == before + 1


async def test_the_way_back_from_the_first_step_leads_to_the_last_one(
    house: House, chat: Talk
) -> None:
    await pressed_meanwhile(house, chat, "◀", WITH_SINGLES[1])
    told, count = number(chat.text)
    assert told == count > 1


async def test_what_is_not_found_is_said_and_asked_for_again_with_the_next_press(
    house: House, chat: Talk
) -> None:
    async with opening(house, chat, WITH_SINGLES[2]) as engine:
        message = chat.last["message_id"]
        engine.error = EngineBusy()
    assert "try again" in str(chat.person.answers[-1])
    engine.error = None
    await chat.presses("▶", message)
    edited = next(m for m in chat.person.messages() if m["message_id"] == message)
    assert number(edited["text"])[0] == 2


@pytest.mark.long
async def test_where_edits_are_scarce_the_next_press_says_how_many_there_are(
    house: House, chat: Talk
) -> None:
    budget = Budget()

    async def sleep(seconds: float) -> None:
        budget.now += seconds

    async with limited_house(house, budget, sleep, burst=3) as limited:
        async with opening(limited, chat, STUCK[2]):
            pass
        assert "Step 1 of …" in chat.text
        budget.now += 60
        await chat.presses("▶")
        assert number(chat.text)[0] == 2


@pytest.mark.long
async def test_a_better_way_that_was_found_while_one_was_read_goes_on_and_says_so(
    house: House, chat: Talk
) -> None:
    house.application.services = replace(house.services, engine=WeakEngine(house.engine))
    line = renamed(WITH_NETS, "789123456")
    _, first = number(await begun(chat, line))
    await asyncio.gather(*house.application.searches.running)
    await chat.presses("▶")
    assert number(chat.text)[0] == 2
    assert "From here on this is an easier way, found while you read." in chat.text
    _, count = number(chat.text)
    assert count != first
    await chat.presses("▶")
    assert number(chat.text) == (3, count)
    assert "easier way" not in chat.text
    # Somebody else had read on along the way that was found first.
    puzzle = await house.database.one("select max(id) from puzzles")
    assert puzzle is not None
    await chat.forges(f"steps:{puzzle[0]}:4")
    assert number(chat.text) == (4, first)
    assert "An easier way was found; it leaves this one at step 2." in chat.text
    await chat.presses("◀")
    assert number(chat.text) == (3, first)
    await chat.presses("◀")
    assert number(chat.text) == (2, count)
    assert "From here on this is an easier way" in chat.text
    await chat.presses("🖼 Picture")
    assert number(chat.last["caption"]) == (2, count)
    assert "easier way" not in chat.last["caption"]


async def test_an_easy_step_has_its_reason_and_its_board_too(chat: Talk) -> None:
    said = await begun(chat)
    assert number(said) == (1, 51)
    assert "Hidden single" in said
    assert "So put" in said
    board, _, words = said.partition("👣")
    assert board.count("+") == 1 + 2 * 2
    assert re.search(r"So put \d in r\dc\d\.", words)


async def test_every_step_is_turned_to_in_the_same_message(chat: Talk) -> None:
    await begun(chat)
    message, way = chat.last["message_id"], short_way(EASY)
    grid = parse(EASY)
    for at, step in enumerate(way, 1):
        assert number(chat.text) == (at, len(way))
        ((cell, digit),) = step.placements
        assert f"So put {digit} in {grid.geometry.name(cell)}." in chat.text
        await chat.presses("▶")
    assert number(chat.text) == (1, len(way))
    await chat.presses("◀")
    assert number(chat.text) == (len(way), len(way))
    assert chat.last["message_id"] == message
    board = chat.text.partition("👣")[0]
    assert (board.count("."), board.count("+") - 2 * 2) == (0, 1)


async def test_the_key_to_hard_steps_passes_the_easy_ones_over(chat: Talk) -> None:
    await begun(chat, EXPERT)
    _, count = number(chat.text)
    visit, puzzle = (
        await chat.visit(),
        (await chat.house.database.one("select max(id) from puzzles")),
    )
    assert puzzle is not None
    brought = await rate.brought(visit, puzzle[0])
    # A busy machine may find another way, so this is the one that was shown.
    way = [(await rate.step_of(visit, brought, at)).step for at in range(1, count + 1)]
    hard = [at for at, step in enumerate(way, 1) if step.technique.family is not Family.SINGLES]
    for at in [*(hard if hard[0] > 1 else hard[1:]), hard[0]]:
        await chat.presses("⏭ Hard")
        assert number(chat.text) == (at, count)
        assert name("en", way[at - 1].technique) in chat.text


async def test_a_puzzle_of_singles_has_no_key_to_hard_steps(chat: Talk) -> None:
    await begun(chat)
    assert chat.buttons == ["◀", "▶", "🖼 Picture", "📖 About it"]


async def test_a_step_becomes_a_picture_in_its_place_and_goes_on_as_one(chat: Talk) -> None:
    await begun(chat)
    await chat.presses("▶")
    message = chat.last["message_id"]
    await chat.presses("🖼 Picture")
    first = chat.last
    assert (first["message_id"], number(first["caption"])) == (message, (2, 51))
    assert "🖼 Picture" not in chat.buttons
    await chat.presses("▶")
    assert (chat.last["message_id"], number(chat.last["caption"])) == (message, (3, 51))
    assert chat.last["photo"] != first["photo"]


async def test_who_sees_boards_as_pictures_gets_pictures(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board image")
    await chat.sends(f"/solve {EASY}")
    await chat.presses("👣 Step by step")
    assert chat.last["photo"]
    assert number(chat.last["caption"]) == (1, 51)


async def test_a_screen_reader_hears_the_board_of_each_step(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board speak")
    said = await begun(chat)
    assert "Row 1: 5, 3, blank; " in said
    assert "🖼 Picture" not in chat.buttons
    assert not [e for e in chat.last.get("entities", ()) if e["type"] == "pre"]


async def test_a_small_board_is_explained_too(chat: Talk, ming: Talk) -> None:
    small = "1...  ..3.  .4..  ...2"
    for talk, label, told in (
        (chat, "👣 Step by step", "Step 1 of 12"),
        (ming, "👣 逐步讲解", "第 1/12 步"),
    ):
        await talk.sends(f"/solve {small}")
        assert told in await talk.presses(label)


async def test_a_message_from_before_steps_were_told_apart_goes_on(
    house: House, chat: Talk
) -> None:
    """Its ▶ led to page 2."""
    await begun(chat)
    puzzle = await house.database.one("select max(id) from puzzles")
    assert puzzle is not None
    await chat.forges(f"steps:{puzzle[0]}:2")
    assert number(chat.text) == (2, 51)


async def test_numbers_beyond_the_steps_lead_to_the_first_and_the_last(
    house: House, chat: Talk
) -> None:
    await begun(chat)
    puzzle = await house.database.one("select max(id) from puzzles")
    assert puzzle is not None
    for data, told in ((f"{puzzle[0]}:99999999", 51), (f"{puzzle[0]}:1", 1)):
        await chat.forges(f"steps:{data}")
        assert number(chat.text) == (told, 51)


async def test_it_goes_on_after_a_restart(house: House, chat: Talk) -> None:
    await begun(chat)
    message = chat.last["message_id"]
    await house.stops()
    await house.starts()
    await chat.presses("▶")
    assert (chat.last["message_id"], number(chat.text)) == (message, (2, 51))


async def test_each_step_leads_to_its_lesson(chat: Talk) -> None:
    await begun(chat)
    assert "Hidden single" in await chat.presses("📖 About it")


async def test_how_hard_from_the_same_message(chat: Talk) -> None:
    await chat.sends(f"/solve {EASY}")
    assert "rating 1.2" in await chat.presses("How hard?")


async def test_only_what_somebody_brought_is_explained(chat: Talk, ming: Talk) -> None:
    await ming.sends("/new 4")
    await chat.sends("/start")
    number = (await ming.game()).puzzle.id
    for data in (
        *(f"steps:{number}", f"steps:{number}:3", f"drawstep:{number}:1", f"ratepuzzle:{number}"),
        *("steps:999", "steps", "drawstep"),
    ):
        assert "is gone" in await chat.forges(data)


async def test_the_key_to_the_next_hard_step_never_leads_to_the_step_itself(chat: Talk) -> None:
    chain = positions(XY_CHAIN)[0].givens
    await chat.sends(f"/solve {chain}")
    await chat.presses("👣 Step by step")
    seen = [chat.text]
    while "⏭ Hard" in chat.buttons and len(seen) < 9:
        await chat.presses("⏭ Hard")
        assert chat.text not in seen[-1:]
        seen.append(chat.text)
    assert len(seen) > 1


async def test_the_candidates_that_a_step_draws_are_not_read_as_digits(chat: Talk) -> None:
    solution = str(solve(EXPERT))
    await begun(chat, EXPERT)
    for _ in range(9):
        await chat.presses("⏭ Hard")
        if re.search(r"^ *\d+: .*\d[*-]", chat.text, re.MULTILINE):
            break
    step = chat.last["message_id"]
    assert re.search(r"^ *\d+: .*\d[*-]", chat.text, re.MULTILINE)
    assert solution in await chat.sends("/solve", step)


@pytest.mark.long
async def test_a_long_reason_is_turned_passage_by_passage_beside_the_steps(
    house: House, chat: Talk
) -> None:
    # Any way begins with that reason, and the best one takes long to find.
    house.application.services = replace(house.services, engine=WeakEngine(house.engine, most=0))
    await begun(chat, MONSTER)
    assert "Part 1 of " in chat.text
    assert "So remove" in chat.text
    assert chat.buttons[:3] == ["Part 2 ›", "◀", "▶"]
    await chat.presses("Part 2 ›")
    assert number(chat.text)[0] == 1
    assert "Part 2 of " in chat.text
    assert chat.buttons[:4] == ["‹ Part 1", "Part 3 ›", "◀", "▶"]
    await chat.presses("🖼 Picture")
    assert "Part 2 of " in chat.last["caption"]
    await chat.presses("Part 3 ›")
    assert "Part 3 of " in chat.last["caption"]
    await chat.presses("▶")
    assert number(chat.last["caption"])[0] == 2
    await chat.presses("◀")
    assert "Part 1 of " in chat.last["caption"], "each step begins with its first part"


async def test_a_step_that_telegram_does_not_put_into_its_message_is_sent_anew(
    house: House, chat: Talk
) -> None:
    await begun(chat)
    message = chat.last["message_id"]
    house.api.fail_next("editMessageText", ApiError(400, "Bad Request: message can't be edited"))
    await chat.presses("▶")
    assert number(chat.text) == (2, 51)
    assert chat.last["message_id"] > message
