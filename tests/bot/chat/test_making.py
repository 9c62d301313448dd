import asyncio
import gc
from dataclasses import replace
from typing import Any

import pytest
from telegram.error import NetworkError, TimedOut

from bot.background.makings import take_up_makings
from bot.background.replying import Replier
from bot.game.place import Place
from bot.play import lessons
from bot.playground.errors import ApiError
from bot.pool.engine import EngineBusy, OnWait
from bot.store import games, makings, replies
from engine import BudgetSpent, Geometry, Symmetry
from engine.difficulty import Difficulty, generate_graded, rate
from engine.techniques import TAUGHT
from engine.techniques.fish import X_WING
from engine.techniques.subsets import NAKED_PAIR
from engine.way.easiest import easiest_way
from tests.bot.house import House, Talk
from tests.bot.slow import SlowEngine


async def settled(house: House) -> None:
    """Lets the work behind a message finish."""
    await asyncio.gather(*house.application.work.running)


@pytest.mark.parametrize("difficulty", Difficulty)
async def test_each_difficulty_to_order(house: House, chat: Talk, difficulty: Difficulty) -> None:
    await chat.sends(f"/new {difficulty} diagonal")
    await settled(house)
    assert f"· {difficulty} ·" in chat.text
    stored = await chat.game()
    assert rate(stored.puzzle.grid).difficulty is difficulty
    assert stored.puzzle.symmetry == Symmetry.DIAGONAL


@pytest.mark.long
async def test_a_technique_to_order(house: House, chat: Talk, ming: Talk) -> None:
    await chat.sends("/new with x-wing")
    await settled(house)
    assert "need this on the way: X-wing" in chat.text
    path = easiest_way((await chat.game()).puzzle.grid)
    assert X_WING in {step.technique for step in path}
    await ming.sends("/new 带 显性数对")
    await settled(house)
    assert "要用到：显性数对" in ming.text


@pytest.mark.long
@pytest.mark.parametrize("said", ["for me", "9 a For Me", "给我", "para mí"])
async def test_a_puzzle_for_me_needs_what_i_learn_and_nothing_harder(
    house: House, chat: Talk, said: str
) -> None:
    await chat.sends("/start")
    visit = await chat.visit()
    async with visit.database.transaction() as transaction:
        await lessons.help_with(visit, transaction, NAKED_PAIR)
    await chat.sends(f"/new {said}")
    await settled(house)
    assert "To practise: Naked pair." in chat.text
    path = easiest_way((await chat.game()).puzzle.grid)
    hardest = max((step.technique for step in path), key=TAUGHT.index)
    assert hardest is NAKED_PAIR


async def test_the_button_of_a_puzzle_for_me(house: House, chat: Talk) -> None:
    await chat.sends("/learn")
    await chat.presses("🎯 A puzzle for me")
    await settled(house)
    assert "To practise: Hidden single" in chat.text


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
        ("4 hard", "The hardest is easy"),
        ("6 extreme", "The hardest is expert"),
        ("4 with x-wing", "A 4×4 never needs"),
        ("with x-wimg", "Did you mean “X-wing”?"),
        ("hrad", "Did you mean “hard”?"),
    ],
)
async def test_what_nobody_can_make_is_said_at_once(
    house: House, chat: Talk, typed: str, said: str
) -> None:
    assert said in await chat.sends(f"/new {typed}")
    assert await games.current(house.database, Place(chat.chat_id)) is None


@pytest.fixture
async def slow(house: House) -> SlowEngine:
    """Makes every puzzle take long enough to be made behind a message."""
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


class Crowded(SlowEngine):
    """Tells whoever asks last their place in the queue when a test says so."""

    on_wait: OnWait

    async def ask(self, *question: object, **more: Any) -> Any:
        self.on_wait = more["on_wait"]
        return await super().ask(*question, **more)


async def test_who_waits_behind_a_message_is_told_their_place(house: House, chat: Talk) -> None:
    crowded = Crowded()
    house.application.services = replace(house.services, engine=crowded, at_once_seconds=0.0)
    await chat.sends("/new extreme")
    await crowded.on_wait(3)
    assert "number 3 in the queue" in chat.text


async def test_it_can_be_cancelled(house: House, chat: Talk, slow: SlowEngine) -> None:
    await chat.sends("/new extreme")
    await chat.presses("✖ Cancel")
    assert chat.text == "Cancelled."
    assert chat.buttons == []
    await house.application.work.end()
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
    await house.application.work.end()
    assert house.application.work.running == ()
    await chat.presses("✖ Cancel")
    assert chat.text == "Cancelled."
    assert not slow.answer.done()


async def test_a_puzzle_that_a_comment_asked_for_stays_below_its_post(
    house: House, club: Talk, slow: SlowEngine
) -> None:
    comment = await club.comments("/new extreme")
    made = generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    slow.answer.set_result(made)
    await settled(house)
    assert "extreme" in club.text
    assert club.last["reply_to_message"]["message_id"] == comment


class Abandoned(SlowEngine):
    """Knows whether somebody has stopped waiting for its answer."""

    is_left = False

    async def ask(self, *question: object, **more: object) -> Any:
        try:
            return await super().ask(*question, **more)
        except asyncio.CancelledError:
            self.is_left = True
            raise


async def test_a_process_that_is_ending_leaves_a_making_to_the_next_one(
    house: House, chat: Talk
) -> None:
    engine = Abandoned()
    house.application.services = replace(house.services, engine=engine, at_once_seconds=0.0)
    await chat.sends("/start")
    await house.application.work.end()
    await chat.sends("/new extreme")
    await asyncio.sleep(0)
    assert engine.questions == 1
    assert engine.is_left


async def next_process(house: House) -> None:
    """Kills the process: nobody is told anything, and the next process takes up what it finds."""
    await house.application.work.end()
    await house.stops()
    await house.starts()
    await take_up_makings(house.application)
    await settled(house)


async def test_what_is_being_made_when_the_bot_ends_is_made_by_the_next_one(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends("/new extreme")
    assert not slow.answer.done()
    await next_process(house)
    assert "· extreme ·" in chat.text
    assert rate((await chat.game()).puzzle.grid).difficulty is Difficulty.EXTREME


async def test_what_was_made_or_cancelled_is_not_made_again(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends("/new extreme")
    await chat.presses("✖ Cancel")
    await next_process(house)
    assert await games.current(house.database, Place(chat.chat_id)) is None
    await chat.sends("/new 4")
    before = await chat.game()
    await next_process(house)
    assert (await chat.game()).id == before.id
    assert not slow.answer.done()


async def test_a_press_on_cancel_that_comes_too_late_leaves_the_game_alone(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends("/new extreme")
    message = chat.last["message_id"]
    data = chat.last["reply_markup"]["inline_keyboard"][0][0]["callback_data"]
    slow.answer.set_result(
        generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    )
    await settled(house)
    before = await chat.game()
    await chat.forges(data, message)
    assert (await chat.game()).id == before.id
    assert before.is_open


async def test_it_comes_in_the_supergroup_that_the_group_has_become_meanwhile(
    house: House, club: Talk, slow: SlowEngine
) -> None:
    await club.sends("/new extreme")
    assert club.chat is not None
    new = house.api.world.chats.add_group(-1009999999999, "Sudoku Club", [club.person.user])
    said = {
        "message_id": 900,
        "date": 1,
        "from": club.person.user.to_json(),
        "chat": club.chat.to_json(),
        "migrate_to_chat_id": new.id,
    }
    await club.delivers({"update_id": 7, "message": said})
    made = generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    slow.answer.set_result(made)
    await asyncio.gather(*house.application.work.running, return_exceptions=True)
    moved = replace(club, chat=new)
    assert (await moved.game()).puzzle.grid == made.grid
    assert "· extreme ·" in moved.text
    assert await games.current(house.database, Place(club.chat_id)) is None


async def at_once(_seconds: float) -> None:
    """A sleep that is over immediately."""


async def test_how_it_ended_is_said_later_where_telegram_does_not_take_it_now(
    house: House, chat: Talk, slow: SlowEngine
) -> None:
    await chat.sends("/new extreme")
    making = chat.last["message_id"]
    house.api.fail_next("editMessageText", TimedOut())
    slow.answer.set_result(
        generate_graded(Geometry(3, 3), Symmetry.CENTRAL, "x", Difficulty.EXTREME)
    )
    await settled(house)
    assert "· extreme ·" in chat.text, "the board comes all the same"
    replier = Replier(house.application, at_once)
    await replier.look()
    await asyncio.gather(*replier.chats)
    (said,) = [m for m in chat.person.messages() if m["message_id"] == making]
    assert "reply_markup" not in said
    assert "Making" not in said["text"]


@pytest.mark.parametrize("failure", [NetworkError("Bad Gateway"), TimedOut()])
async def test_a_puzzle_comes_although_nobody_could_be_told_that_it_is_being_made(
    house: House, chat: Talk, slow: SlowEngine, failure: Exception
) -> None:
    await chat.sends("/start")
    house.api.fail_next("sendMessage", failure)
    assert await chat.sends("/new extreme") == ""
    assert await replies.waiting(house.database) == {}, "it would come too late"
    (making,) = await makings.left(house.database, house.application.bot.id)
    assert making.message_id < 0
    await next_process(house)
    assert "· extreme ·" in chat.text
    assert not slow.answer.done()


@pytest.mark.long
async def test_a_failure_that_nobody_asks_for_any_more_is_not_complained_about(
    house: House, chat: Talk, slow: SlowEngine, caplog: pytest.LogCaptureFixture
) -> None:
    await chat.sends("/start")
    house.api.fail_next("sendMessage", ApiError(403, "Forbidden: bot was blocked by the user"))
    slow.answer.set_exception(EngineBusy())
    await chat.sends("/new extreme")
    gc.collect()
    assert [r.getMessage() for r in caplog.records if "never retrieved" in r.getMessage()] == []
