"""Polling for updates, whatever Telegram answers; and which of two that poll gives way."""

import asyncio
import logging
from collections.abc import AsyncIterator
from itertools import pairwise
from typing import Any, cast

import pytest
from telegram import Update
from telegram.error import Conflict, InvalidToken, TimedOut
from telegram.request import RequestData

from bot.store import inbox
from bot.store.seam.holding import Arrival
from bot.telegram.application import SudokuApplication
from bot.telegram.inbox_bot import NothingStored, StoredLater
from bot.telegram.polling import EARLY_PAUSE, NEWCOMER_PAUSE, TokenTaken, polling
from bot.telegram.retries import FIRST_PAUSE, OUTAGE_PAUSE, REFUSED_SECONDS, Timer
from bot.telegram.rivals import NEWCOMER_SECONDS
from tests.bot.house import House
from tests.bot.telegram.passing import PassingTime, Refusing, Served, until

PRIVATE_WORDS = "what nobody else may read"
PERSON = {"id": 1001, "is_bot": False, "first_name": "Alice"}
PRIVATE = {"id": 1001, "type": "private"}
MESSAGE = {"message_id": 900, "date": 1_795_000_000, "chat": PRIVATE, "from": PERSON}
INACCESSIBLE = MESSAGE | {
    "pinned_message": {"message_id": 1, "date": 0, "chat": PRIVATE},
}
OLD_POLL = MESSAGE | {
    "poll": {"id": "1", "question": PRIVATE_WORDS, "options": [], "total_voter_count": 0}
}


@pytest.fixture
def time() -> PassingTime:
    return PassingTime()


@pytest.fixture
async def served(house: House, time: PassingTime) -> AsyncIterator[Served]:
    await house.application.shutdown()
    served = Served(house, time)
    yield served
    await served.stops()


async def quarantined(house: House) -> dict[str, int]:
    return await inbox.quarantined(house.database)


class Asked:
    """An application whose Telegram answers each getUpdates as a test says, then never again.

    An answer is an error, or how many updates come after how many seconds.
    """

    def __init__(self, time: PassingTime, *answers: Exception | tuple[int, float]) -> None:
        self.time = time
        self.answers = [*answers]
        self.asked: list[tuple[float, int, tuple[str, ...], int]] = []
        self.webhooks_deleted = self.caught_up_times = 0
        self.told = list[object]()
        self.bot = self.leading = self.metrics = self.unstored = self
        self.is_leading = True
        self.update_queue = asyncio.Queue[object]()
        self.has_asked_all = asyncio.Event()

    async def get_me(self) -> None:
        """The token is good."""

    async def delete_webhook(self) -> None:
        self.webhooks_deleted += 1

    def caught_up(self) -> None:
        self.caught_up_times += 1

    async def tell(self, batch: object) -> None:
        self.told.append(batch)

    async def get_updates(
        self, seconds: int = 0, kinds: tuple[str, ...] = (), limit: int = 100
    ) -> tuple[object, ...]:
        self.asked.append((self.time.now - 1_000, seconds, kinds, limit))
        if not self.answers:
            self.has_asked_all.set()
            if not seconds:  # the last batch is confirmed
                return ()
            await asyncio.Event().wait()
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        count, took = answer
        self.time.now += took
        return tuple(range(count))

    async def polls(self) -> None:
        """Polls until there is no answer left, or it ends."""
        ended = asyncio.get_running_loop().create_future()
        timer = Timer(self.time.clock, self.time.sleep)
        async with polling(cast("SudokuApplication", self), ("message",), ended, timer):
            asked = asyncio.create_task(self.has_asked_all.wait())
            await asyncio.wait([asked, ended], return_when=asyncio.FIRST_COMPLETED)
            asked.cancel()
            if ended.done():
                ended.result()

    @property
    def instants(self) -> list[float]:
        return [at for at, *_ in self.asked]


async def test_each_answer_is_followed_by_the_next_question(time: PassingTime) -> None:
    asked = Asked(time, (2, 0.0), (0, 10.0), (1, 0.0))
    await asked.polls()
    assert asked.asked[:4] == [(at, 10, ("message",), 100) for at in (0, 0, 10, 10)]
    assert asked.asked[4:] == [(10, 0, (), 100)], "the last batch is confirmed at the end"
    assert asked.update_queue.qsize() == 3
    assert (asked.webhooks_deleted, asked.caught_up_times, time.slept) == (1, 3, [])


@pytest.mark.parametrize(("took", "pauses"), [(0.1, [0.5]), (0.25, [])])
async def test_an_empty_answer_that_came_too_early_costs_a_pause(
    time: PassingTime, took: float, pauses: list[float]
) -> None:
    await Asked(time, (0, took)).polls()
    assert time.slept == pauses


async def test_after_failures_it_asks_for_fewer_and_then_for_more_again(time: PassingTime) -> None:
    failures = [TimedOut() for _ in range(5)]
    asked = Asked(time, *failures, *[(1, 0.0)] * 8)
    await asked.polls()
    limits = [limit for *_, limit in asked.asked[:-1]]
    assert limits == [100, 25, 6, 1, 1, 1, 2, 4, 8, 16, 32, 64, 100, 100]
    assert time.slept == [0.5, 1, 2, 2, 2]


async def test_a_batch_that_is_not_stored_is_told_to_those_who_wait(time: PassingTime) -> None:
    asked = Asked(time, NothingStored((), OSError("full")))
    await asked.polls()
    assert (asked.told, asked.caught_up_times) == ([()], 0)


async def test_during_a_lock_it_asks_for_all_again_and_hands_over_what_is_new(
    time: PassingTime,
) -> None:
    early = tuple(map(Update, (7, 8)))
    asked = Asked(time, StoredLater(early, OSError("locked")), StoredLater((), OSError("locked")))
    await asked.polls()
    assert [limit for *_, limit in asked.asked[:-1]] == [100] * 3
    assert time.slept == [EARLY_PAUSE] * 2
    assert asked.update_queue.qsize() == 2
    assert (asked.told, asked.caught_up_times) == ([], 0)


async def test_a_newcomer_asks_every_twenty_seconds_and_gives_way_after_ten_minutes(
    time: PassingTime,
) -> None:
    asked = Asked(time, *[Conflict("another") for _ in range(99)])
    with pytest.raises(TokenTaken):
        await asked.polls()
    assert asked.instants == [20.0 * number for number in range(31)]
    assert asked.webhooks_deleted == 31, "the conflict may come from a webhook"


async def test_who_has_served_asks_again_within_five_seconds_and_holds_out_for_half_an_hour(
    time: PassingTime,
) -> None:
    served = [(1, 20.0)] * 5
    asked = Asked(time, *served, *[Conflict("another") for _ in range(999)])
    with pytest.raises(TokenTaken):
        await asked.polls()
    pauses = [later - earlier for earlier, later in pairwise(asked.instants[5:])]
    assert pauses[:4] == [0.5, 1, 2, 4]
    assert set(pauses[4:]) == {5}
    assert asked.webhooks_deleted == 1
    assert 1_800 <= asked.instants[-1] - 100 < 1_805


async def test_who_does_not_lead_asks_nothing_and_has_missed_nothing(time: PassingTime) -> None:
    asked = Asked(time)
    asked.is_leading, leads = False, asyncio.Event()
    asked.wait = leads.wait  # type: ignore[attr-defined]
    polls = asyncio.create_task(asked.polls())
    for _ in range(9):
        await asyncio.sleep(0)
    assert (asked.asked, asked.caught_up_times) == ([], 1)
    asked.is_leading = True
    leads.set()
    await polls
    assert len(asked.asked) == 2


@pytest.mark.parametrize("kind", ["message", "edited_message", "channel_post", "business_message"])
async def test_a_service_message_about_a_message_out_of_reach_silences_nobody(
    served: Served, kind: str
) -> None:
    served.tells(**{kind: INACCESSIBLE})
    await served.starts()
    await served.answers(served.house.alice)
    assert await quarantined(served.house) == {}
    assert not len(served.house.api.world.updates)


async def test_an_update_that_cannot_be_read_is_set_aside_and_the_rest_goes_on(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    served.tells(message=OLD_POLL)
    served.tells(message=MESSAGE | {"date": 2**70, "text": PRIVATE_WORDS})
    await served.starts()
    await served.answers(served.house.alice)
    found = await quarantined(served.house)
    assert found == {"TypeError in Poll": 1, "OverflowError in Message": 1}
    # Confirmed, so that it does not come again.
    await until(lambda: not len(served.house.api.world.updates))
    assert PRIVATE_WORDS not in caplog.text
    told = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
    known = [f"cannot be read and is set aside: {fault}, update 1 of its kind" for fault in found]
    assert sorted(told) == sorted(known)
    caplog.clear()


async def test_after_a_restart_it_is_still_set_aside_and_silences_nobody(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    served.tells(message=OLD_POLL)
    served.tells(message=INACCESSIBLE)
    async with served.application:
        await served.application.bot.get_updates()
    served = Served(served.house, served.time)
    await served.starts()
    await served.answers(served.house.alice)
    assert await quarantined(served.house) == {"TypeError in Poll": 1}
    await served.stops()
    caplog.clear()


async def test_what_an_earlier_program_stored_and_this_one_cannot_read_is_set_aside(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    bot = served.house.api.world.me.id
    for number, text in enumerate(("{}", "no JSON", '{"update_id": 3, "message": 7}'), start=1):
        kept = Arrival(number, 1001, 1001, text)
        await inbox.receive(served.house.database, bot, [kept], 1_795_000_000)
    await served.starts()
    await served.answers(served.house.alice)
    assert sum((await quarantined(served.house)).values()) == 3
    caplog.clear()


@pytest.mark.long
@pytest.mark.parametrize(
    "answer",
    [
        (200, b""),
        (200, b"<html>Please sign in</html>"),
        (200, b"[]"),
        (200, b'{"ok": true}'),
        (200, b'{"ok": true, "result": null}'),
        (200, b'{"ok": true, "result": [{"message": {}}]}'),
        (500, b"{"),
        (502, b"<html>Bad Gateway</html>"),
        (404, b'{"ok": false, "error_code": 404, "description": "Not Found"}'),
    ],
)
async def test_whatever_else_is_answered_makes_no_storm(
    served: Served, time: PassingTime, answer: tuple[int, bytes], caplog: pytest.LogCaptureFixture
) -> None:
    served.network.answers["getUpdates"] = answer
    await served.starts()
    await time.passes(300)
    assert served.network.calls <= 5 + 300 / OUTAGE_PAUSE
    assert len([r for r in caplog.records if r.name == "bot.telegram.retries"]) <= 8
    assert {r.name for r in caplog.records} <= {"bot.telegram.retries", "bot.telegram.updates"}
    served.network.answers.clear()
    time.goes_on()
    await served.answers(served.house.alice)
    caplog.clear()


async def test_answers_that_do_not_wait_make_no_storm(served: Served, time: PassingTime) -> None:
    served.network.answers["getUpdates"] = 200, b'{"ok":true,"result":[]}'
    await served.starts()
    await time.passes(10)
    assert set(time.slept) == {FIRST_PAUSE}
    served.network.answers.clear()
    time.goes_on()
    await served.answers(served.house.alice)


class Narrow(Refusing):
    """A network that is too slow for more than a few updates in one call."""

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *rest: Any,
        **more: Any,
    ) -> tuple[int, bytes]:
        asked = request_data.parameters if request_data else {}
        if int(str(asked.get("limit", 0))) > 3:
            raise TimedOut
        return await super().do_request(url, method, request_data, *rest, **more)


async def test_batches_that_are_too_large_to_arrive_become_smaller(
    house: House, time: PassingTime
) -> None:
    await house.application.shutdown()
    for _ in range(20):
        house.ming.person.say("/help")
    served = Served(house, time, Narrow(house.api))
    await served.starts()
    await served.answers(house.alice)
    await served.stops()


async def test_updates_that_cannot_be_stored_come_again(
    served: Served, time: PassingTime, caplog: pytest.LogCaptureFixture
) -> None:
    await served.starts()
    await served.house.database.all("alter table inbox rename to elsewhere")
    served.house.alice.person.say("/help")
    await time.passes(10)
    assert "could not be stored" in caplog.text
    await served.house.database.all("alter table elsewhere rename to inbox")
    time.goes_on()
    await served.answers(served.house.alice)
    caplog.clear()


async def test_a_token_that_getupdates_alone_refuses_is_tried_again(
    served: Served, time: PassingTime
) -> None:
    served.network.refuse("getUpdates", status=401)
    await served.starts()
    await time.passes(10 * REFUSED_SECONDS)
    assert not served.ended.done()
    served.network.answers.clear()
    time.goes_on()
    await served.answers(served.house.alice)


async def test_a_token_that_is_refused_for_half_a_minute_ends_the_process(
    served: Served, time: PassingTime
) -> None:
    await served.starts()
    began = time.clock()
    served.network.refuse("getUpdates", "getMe", status=401)
    # Ends the poll that waits.
    served.house.alice.person.say("/help")
    with pytest.raises(InvalidToken):
        await asyncio.wait_for(served.ended, 30)
    assert REFUSED_SECONDS <= time.clock() - began < 2 * REFUSED_SECONDS


async def test_a_token_that_is_refused_at_the_start_is_tried_for_half_a_minute(
    served: Served, time: PassingTime
) -> None:
    served.network.refuse("getMe", status=401)
    began = time.clock()
    with pytest.raises(InvalidToken):
        await served.starts()
    assert REFUSED_SECONDS <= time.clock() - began < 2 * REFUSED_SECONDS


async def test_a_token_that_is_refused_for_some_seconds_at_the_start_serves(
    served: Served, time: PassingTime
) -> None:
    served.network.refuse("getMe", status=401)
    starting = asyncio.create_task(served.starts())
    await time.passes(REFUSED_SECONDS - 10)
    served.network.answers.clear()
    time.goes_on()
    await starting
    await served.answers(served.house.alice)


async def test_a_newcomer_that_meets_another_one_survives_it(
    served: Served, time: PassingTime
) -> None:
    served.network.refuse("getUpdates", status=409)
    await served.starts()
    await time.passes(NEWCOMER_SECONDS - NEWCOMER_PAUSE)
    assert set(time.slept) == {NEWCOMER_PAUSE}
    served.network.answers.clear()
    time.goes_on()
    await served.answers(served.house.alice)
    assert not served.ended.done()


async def test_two_bear_each_other_until_one_is_stopped(served: Served, time: PassingTime) -> None:
    other = Served(served.house, time)
    for bot in (served, other):
        await bot.starts()
    await time.passes(NEWCOMER_SECONDS / 2)
    assert not served.ended.done()
    assert not other.ended.done()
    await served.stops()
    time.goes_on()
    await other.answers(other.house.alice)
    await other.stops()


async def test_a_newcomer_gives_way_after_ten_minutes_and_asks_no_more(
    served: Served, time: PassingTime
) -> None:
    served.network.refuse("getUpdates", status=409)
    await served.starts()
    began = time.clock()
    with pytest.raises(TokenTaken):
        await asyncio.wait_for(served.ended, 30)
    assert time.clock() - began >= NEWCOMER_SECONDS - NEWCOMER_PAUSE
    # A call at this moment would end the call of the other process.
    calls = served.network.calls
    await served.stops()
    assert served.network.calls == calls


async def test_a_webhook_that_somebody_else_has_set_is_taken_away(served: Served) -> None:
    await served.starts()
    await served.answers(served.house.alice)
    await served.application.bot.set_webhook("https://example.org/other")
    served.house.alice.person.say("/help")
    await until(lambda: served.house.api.world.webhook is None)
