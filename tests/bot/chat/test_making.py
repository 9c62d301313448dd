import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.chat.making import end_makings, makings
from bot.game.place import Place
from bot.pool.engine_pool import EngineBusy, EnginePool
from bot.store import games
from engine import BudgetSpent, Geometry, Symmetry
from engine.difficulty import Difficulty, generate_graded, rate
from engine.logic import solve_path
from engine.techniques import Technique
from tests.bot.house import House, Talk


async def settled(house: House) -> None:
    """Lets what goes on behind a message come to its end."""
    await asyncio.gather(*makings(house.application.bot_data).values())


@pytest.mark.parametrize("difficulty", Difficulty)
async def test_each_difficulty_to_order(house: House, chat: Talk, difficulty: Difficulty) -> None:
    await chat.sends(f"/new {difficulty} diagonal")
    await settled(house)
    assert f"This one is {difficulty}." in chat.text
    row = await chat.game()
    assert rate(row.puzzle.grid).difficulty is difficulty
    assert row.puzzle.symmetry == Symmetry.DIAGONAL


async def test_a_technique_to_order(house: House, chat: Talk, ming: Talk) -> None:
    await chat.sends("/new with x-wing")
    await settled(house)
    assert "needs this: X-wing" in chat.text
    path = solve_path((await chat.game()).puzzle.grid)
    assert Technique.X_WING in {step.technique for step in path}
    await ming.sends("/new 带 显性数对")
    await settled(house)
    assert "会用到：显性数对" in ming.text


async def test_a_seed_and_a_difficulty_always_give_the_same(
    house: House, chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new hard 42")
    await ming.sends("/new 困难 42")
    await settled(house)
    assert (await chat.game()).puzzle == (await ming.game()).puzzle


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4 hard", "the hardest there is is easy"),
        ("6 extreme", "the hardest there is is expert"),
        ("4 with x-wing", "No 4×4 ever needs"),
        ("with x-wimg", "Did you mean “X-wing”?"),
        ("hrad", "Did you mean “hard”?"),
    ],
)
async def test_what_nobody_can_make_is_said_at_once(
    house: House, chat: Talk, typed: str, said: str
) -> None:
    assert said in await chat.sends(f"/new {typed}")
    assert await games.current(house.database, Place(chat.chat_id)) is None


class SlowEngine(EnginePool):
    """An engine whose answer comes when a test says so."""

    def __init__(self) -> None:
        super().__init__(1)
        self.answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def ask(self, *_question: object, **_: object) -> Any:
        return await asyncio.shield(self.answer)


@pytest.fixture
async def slow(house: House) -> SlowEngine:
    """Whatever takes a while is made behind a message."""
    engine = SlowEngine()
    house.application.services = replace(house.services, engine=engine, at_once_seconds=0.0)
    return engine


async def test_what_takes_long_is_made_while_one_sees_it(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    assert "Making it: 9×9 · symmetric · extreme" in await chat.sends("/new extreme")
    message = chat.last["message_id"]
    assert chat.buttons == ["✖ Cancel"]
    made = generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    slow.answer.set_result(made)
    await settled(house)
    assert (await chat.game()).puzzle.grid == made.grid
    assert chat.last["message_id"] > message
    texts = {m["message_id"]: m.get("text", "") for m in chat.person.messages()}
    assert texts[message] == "Made: 9×9 · symmetric · extreme"


async def test_it_can_be_cancelled(house: House, chat: Talk, slow: SlowEngine) -> None:
    await chat.sends("/new extreme")
    await chat.presses("✖ Cancel")
    assert chat.text == "Cancelled."
    assert chat.buttons == []
    await end_makings(house.application.bot_data)
    assert await games.current(house.database, Place(chat.chat_id)) is None
    assert not slow.answer.done()


@pytest.mark.parametrize(
    ("error", "said"), [(BudgetSpent(), "too hard"), (EngineBusy(), "Many people")]
)
async def test_what_cannot_be_made_in_time_is_said_there(
    house: House, chat: Talk, slow: SlowEngine, error: Exception, said: str
) -> None:
    await chat.sends("/new extreme")
    slow.answer.set_exception(error)
    await settled(house)
    assert said in chat.text
    assert chat.buttons == []


async def test_when_the_bot_ends_nothing_is_made_any_more(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends("/new extreme")
    await end_makings(house.application.bot_data)
    assert makings(house.application.bot_data) == {}
    await chat.presses("✖ Cancel")
    assert chat.text == "Cancelled."
    assert not slow.answer.done()


async def left_behind(house: House) -> list[int]:
    """The updates that the next process would find once nothing is being made."""
    while makings(house.application.bot_data):
        await asyncio.sleep(0)
    await house.application.inbox.wipe()
    left = await house.application.inbox.left(house.application.bot)
    return [update.update_id for update in left]


async def arrives(house: House) -> int:
    """What was said comes the whole way, through the inbox."""
    (update,) = await house.application.bot.get_updates()
    await house.application.process_update(update)
    return update.update_id


async def test_what_is_being_made_when_the_bot_ends_is_made_by_the_next_one(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    assert not slow.answer.done()
    chat.person.say("/new extreme")
    asked = await arrives(house)
    await end_makings(house.application.bot_data)
    assert await left_behind(house) == [asked]


async def test_what_was_made_or_cancelled_is_not_made_again(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    chat.person.say("/new extreme")
    await arrives(house)
    chat.person.press(chat.last["message_id"], "✖ Cancel")
    await arrives(house)
    assert await left_behind(house) == []
    chat.person.say("/new extreme")
    await arrives(house)
    slow.answer.set_result(
        generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    )
    assert await left_behind(house) == []
