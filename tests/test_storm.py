"""Hypothesis chooses what happens to each call; a model says what each person must have seen.

`python -m tests.storm` is the long run, with a real process, kills and real time. Here the clock of
flood control moves whenever the bot would wait, so that a chat can be halted for hours.
"""

import asyncio
import random
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot import app
from bot.background.redrawing import Redrawer
from bot.background.replying import Replier
from bot.playground import Person
from bot.playground.chats import User
from bot.pool.engine_pool import EnginePool
from bot.store import replies, views
from bot.telegram.connection import TelegramConnection
from bot.telegram.flood import FloodControl
from tests.bot.clock import Clock
from tests.bot.house import Budget, House, Talk, open_house
from tests.bot.process import telegram_at
from tests.crash import Board, Game, shown_board
from tests.faults import Fault, FaultyProxy, Kind
from tests.storm import Talker

SPOILT = ("send", "edit", "stop", "answer")
FAULTS = st.one_of(
    st.none(),
    st.builds(Fault, st.just(Kind.REFUSE), st.sampled_from((500, 502, 503, 504))),
    st.builds(Fault, st.just(Kind.REFUSE), st.just(429), st.sampled_from((0, 1, 61, 90_000))),
    st.builds(
        Fault, st.sampled_from((Kind.CUT_BEFORE, Kind.CUT_AFTER, Kind.CUT_WITHIN, Kind.GARBLE))
    ),
)
ACTS = st.lists(st.tuples(st.sampled_from(("ask", "move", "undo")), st.lists(FAULTS, max_size=3)))


@dataclass
class Storm:
    """A house behind a proxy; each call that counts meets the next fault of a list."""

    house: House
    proxy: FaultyProxy
    sleep: "Turning"
    faults: deque[Fault | None] = field(default_factory=deque)

    def plan(self, method: str) -> Fault | None:
        return self.faults.popleft() if self.faults and method.startswith(SPOILT) else None

    async def settles(self) -> None:
        """Calm weather until no answer is kept and no view is stale."""
        self.faults.clear()
        pause = 1
        while await replies.waiting(self.house.database) or await views.stale(
            self.house.database, 1
        ):
            replier = Replier(self.house.application, self.sleep)
            redrawer = Redrawer(self.house.application, self.sleep)
            await replier.look()
            await redrawer.look()
            await asyncio.gather(*replier.chats, *redrawer.drawings)
            # A chat may be halted for a day; steps of a second would need too many looks.
            self.sleep.budget.now += pause
            pause *= 2


class Turning:
    """A sleep that moves the clock instead of waiting."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    async def __call__(self, seconds: float) -> None:
        self.budget.now += seconds
        await asyncio.sleep(0)


@asynccontextmanager
async def storm_at(house: House) -> AsyncIterator[Storm]:
    sleep = Turning(Budget())
    async with telegram_at(house.api) as upstream, FaultyProxy(upstream) as proxy:
        application = app.build(
            house.services,
            house.api.token,
            proxy.address,
            lambda: TelegramConnection(8),
            flood=FloodControl(sleep.budget, sleep),
        )
        async with application:
            house.application = application
            storm = Storm(house, proxy, sleep)
            proxy.plan = storm.plan
            yield storm


@pytest.fixture
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns about its old form of retry_after."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@pytest.mark.long
@pytest.mark.usefixtures("_timedelta")
async def test_whatever_telegram_does_everybody_is_told(engine: EnginePool, tmp_path: Path) -> None:
    people = iter(range(8_000, 9_000))
    async with (
        open_house(engine, Clock(), tmp_path / "sudoku.db") as house,
        storm_at(house) as storm,
    ):
        loop = asyncio.get_running_loop()

        @settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        @given(acts=ACTS)
        def example(acts: Sequence[tuple[str, list[Fault | None]]]) -> None:
            user = User(next(people), "Somebody", "en")
            told = talks(storm, Talk(house, Person(house.api, user)), acts)
            asyncio.run_coroutine_threadsafe(told, loop).result(60)

        await asyncio.to_thread(example)


async def talks(storm: Storm, talk: Talk, acts: Sequence[tuple[str, list[Fault | None]]]) -> None:
    """Somebody's acts, each with the faults that its calls meet; then checks what must be true."""
    await talk.sends("/new 4 none 5")
    stored = await talk.game()
    cells = [cell for cell, value in enumerate(stored.puzzle.grid.values) if not value]
    asked = Counter[str]()
    first = len(storm.proxy.done)
    for number, (act, faults) in enumerate(acts):
        storm.faults = deque(faults)
        if act == "ask":
            word = f"zz{talk.chat_id}x{number // 2}"
            asked[word] += 1
            await talk.sends(f"/learn {word}")
        elif act == "move":
            cell = cells[number % len(cells)]
            name = stored.puzzle.grid.geometry.name(cell)
            await talk.sends(f"{name}={stored.puzzle.solution[cell] % 4 + 1}")
        else:
            await talk.sends("/undo")
        storm.sleep.budget.now += 1
    await storm.settles()
    texts = [str(m.get("text", "")) for m in talk.person.messages() if m["from"]["is_bot"]]
    bodies = [
        call.body.decode()
        for call in storm.proxy.done[first:]
        if call.method.startswith("send") and call.fault and call.fault.hides
    ]
    for word, times in asked.items():
        told = sum(f"{word}”" in text for text in texts)
        assert times <= told <= times + sum(f"{word}\\u201d" in body for body in bodies)
    boards = [board for text in texts if (board := shown_board(text))]
    assert boards[-1] == tuple((await talk.game()).game.values.values)


class Chat:
    """What somebody sees: 4x4 boards as the bot draws them."""

    id = 7

    def __init__(self, *boards: Board) -> None:
        self._boards = boards

    def messages(self) -> list[dict[str, Any]]:
        return [{"from": {"is_bot": True}, "text": drawn(board)} for board in self._boards]


def drawn(board: Board) -> str:
    rows = (board[first : first + 4] for first in range(0, 16, 4))
    cells = (" ".join(str(value or ".") for value in row) for row in rows)
    return "#1\n" + "\n".join(f"{number}: {row}" for number, row in enumerate(cells, 1))


def test_a_message_that_was_held_may_stand_below_the_newest_board() -> None:
    """The proxy may hold it until the bot that sent it is dead, or has sent the next one."""
    old, new = (1, *[0] * 15), (2, *[0] * 15)
    for boards, late, is_told in (
        ((old, new), [], True),
        ((new, old), [], False),
        ((new, old), [old], True),
        ((new, old, old), [old], True),
        ((old,), [old], False),
        ((), [], False),
    ):
        person = cast("Person", Chat(*boards))
        talker = Talker(person, unasked, random.Random(1), Game(1, new, new))
        told = talker.missing({(Chat.id, board) for board in late})
        assert (told == "") == is_told, (boards, late)


async def unasked(*_: object) -> list[tuple[Any, ...]]:
    raise AssertionError("what is missing is seen in the chat alone")
