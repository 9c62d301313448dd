"""Flood control, with a clock that moves only when somebody sleeps."""

import asyncio
import heapq
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.playground.errors import ApiError
from bot.playground.flood import FloodLimits
from bot.telegram.flood import (
    BULK,
    GROUP_MINUTE,
    OVERALL,
    PATIENCE,
    PAUSES,
    Answer,
    FloodControl,
    Lane,
)

ALICE, MING, GROUP = 1001, 1002, -1002000000001


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library warns about its old form of retry_after otherwise."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@dataclass
class Time:
    """Goes to the next sleeper's instant when nobody has anything else to do."""

    now: float = 1_000.0
    _sleepers: list[tuple[float, int, asyncio.Future[None]]] = field(default_factory=list)
    _number: int = 0

    def clock(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        waking = asyncio.get_running_loop().create_future()
        self._number += 1
        heapq.heappush(self._sleepers, (self.now + seconds, self._number, waking))
        await waking

    async def run(self, *requests: Coroutine[Any, Any, Answer]) -> list[Answer | BaseException]:
        """Until all the requests have their answers, and nobody sleeps any more."""
        asked = asyncio.gather(*requests, return_exceptions=True)
        await self._settle()
        while self._sleepers or not asked.done():
            at, _, waking = heapq.heappop(self._sleepers)
            self.now = max(self.now, at)
            waking.set_result(None)
            await self._settle()
        return await asked

    @staticmethod
    async def _settle() -> None:
        for _ in range(60):
            await asyncio.sleep(0)


@dataclass
class Telegram:
    """Notes when each request came; refuses as the published limits do, or as it is told."""

    time: Time
    limits: FloodLimits | None = None
    halts: dict[int, list[int]] = field(default_factory=dict)
    got: list[tuple[float, int, str]] = field(default_factory=list)
    refused: list[tuple[float, int]] = field(default_factory=list)
    failures: list[TelegramError] = field(default_factory=list)

    async def call(self, chat_id: int, text: str) -> bool:
        await asyncio.sleep(0)
        if self.failures:
            raise self.failures.pop(0)
        if self.halts.get(chat_id):
            self._refuse(chat_id, self.halts[chat_id].pop(0))
        if self.limits:
            try:
                self.limits.admit(chat_id, is_group=chat_id < 0)
            except ApiError as refusal:
                self._refuse(chat_id, refusal.parameters["retry_after"])
        self.got.append((self.time.now - 1_000, chat_id, text))
        return True

    def _refuse(self, chat_id: int, seconds: int) -> None:
        self.refused.append((self.time.now - 1_000, chat_id))
        raise RetryAfter(timedelta(seconds=seconds))

    def instants(self, chat_id: int) -> list[float]:
        return [at for at, chat, _ in self.got if chat == chat_id]


class Post:
    """FloodControl in front of a Telegram."""

    def __init__(self, *, strict: bool = False, burst: int = 3) -> None:
        self.time = Time()
        self.telegram = Telegram(self.time, FloodLimits(self.time.clock) if strict else None)
        self.lanes = FloodControl(self.time.clock, self.time.sleep, burst)

    async def send(
        self,
        chat_id: int,
        text: str = "",
        lane: Lane | None = None,
        endpoint: str = "sendMessage",
        message_id: int | None = None,
    ) -> Answer:
        data: dict[str, Any] = {"chat_id": chat_id}
        if message_id is not None:
            data["message_id"] = message_id
        call, named = self.telegram.call, {"chat_id": chat_id, "text": text}
        return await self.lanes.process_request(call, (), named, endpoint, data, lane)

    async def edit(self, chat_id: int, message_id: int, text: str) -> Answer:
        return await self.send(chat_id, text, None, "editMessageText", message_id)

    async def sends(self, *requests: Coroutine[Any, Any, Answer]) -> list[Answer | BaseException]:
        return await self.time.run(*requests)


def most_within(instants: list[float], seconds: float) -> int:
    """How many fell into the fullest stretch of that length."""
    return max(sum(first <= at < first + seconds for at in instants) for first in instants)


async def test_a_chat_gets_a_small_burst_and_then_one_a_second_in_order() -> None:
    post = Post()
    await post.sends(*(post.send(ALICE, str(number)) for number in range(6)))
    assert post.telegram.instants(ALICE) == pytest.approx([0, 0, 0, 1, 2, 3])
    assert [text for *_, text in post.telegram.got] == list("012345")


async def test_one_chat_does_not_wait_for_another() -> None:
    post = Post()
    await post.sends(*(post.send(ALICE) for _ in range(9)), post.send(MING))
    assert post.telegram.instants(MING) == [0]


async def test_a_group_gets_no_more_than_its_share_of_a_minute() -> None:
    post = Post()
    await post.sends(*(post.send(GROUP) for _ in range(GROUP_MINUTE + 5)))
    assert most_within(post.telegram.instants(GROUP), 60) == GROUP_MINUTE


async def test_all_chats_together_stay_below_the_limit() -> None:
    post = Post()
    await post.sends(*(post.send(chat) for chat in range(1, 100)))
    instants = [at for at, *_ in post.telegram.got]
    assert most_within(instants, 1) == OVERALL
    assert max(instants) == pytest.approx(3)


async def test_players_go_before_the_bulk_which_keeps_to_its_rate() -> None:
    post = Post()
    bulk = [post.send(chat, lane=Lane.BULK) for chat in range(1, 101)]
    players = [post.send(chat, "player") for chat in range(201, 206)]
    await post.sends(*bulk, *players)
    sent = [at for at, _, text in post.telegram.got if not text]
    played = [at for at, _, text in post.telegram.got if text]
    assert most_within(sent, 1) == BULK
    assert played == [0] * 5
    assert max(sent) == pytest.approx(3)


async def test_bulk_yields_while_players_fill_the_limit() -> None:
    post = Post()
    players = [post.send(chat, "player") for chat in range(201, 290)]
    await post.sends(*players[:60], post.send(1, lane=Lane.BULK), *players[60:])
    assert [text for *_, text in post.telegram.got][-1] == ""


async def test_a_chat_that_is_told_to_wait_waits_alone_and_gets_all_in_the_end() -> None:
    post = Post()
    post.telegram.halts[ALICE] = [7]
    await post.sends(post.send(ALICE, "1"), post.send(ALICE, "2"), post.send(MING))
    assert post.telegram.instants(MING) == [0]
    assert post.telegram.instants(ALICE) == pytest.approx([7, 7])
    assert [text for _, chat, text in post.telegram.got if chat == ALICE] == ["1", "2"]


async def test_when_several_chats_are_told_to_wait_all_do() -> None:
    post = Post()
    post.telegram.halts = {chat: [5] for chat in (1, 2, 3)}
    await post.sends(*(post.send(chat) for chat in (1, 2, 3)))
    waited = post.time.now
    post.telegram.halts = {chat: [5] for chat in (4, 5, 6)}

    async def later() -> Answer:
        await post.time.sleep(1)
        return await post.send(MING)

    await post.sends(*(post.send(chat) for chat in (4, 5, 6)), later())
    assert post.telegram.instants(MING) == pytest.approx([waited - 1_000 + 5])


async def test_chats_that_are_told_to_wait_among_others_stop_nobody() -> None:
    post = Post()
    post.telegram.halts = {chat: [50] for chat in range(0, 60, 3)}
    requests = [post.send(chat) for chat in range(60)]
    await post.sends(*requests, post.send(MING))
    assert post.telegram.instants(MING)[0] <= 2


async def test_a_wait_that_is_too_long_is_an_error_and_so_is_any_in_bulk() -> None:
    post = Post()
    post.telegram.halts = {ALICE: [int(PATIENCE) + 1], MING: [2]}
    answers = await post.sends(post.send(ALICE), post.send(MING, lane=Lane.BULK))
    assert [type(answer) for answer in answers] == [RetryAfter, RetryAfter]
    assert post.telegram.got == []


async def test_only_the_latest_of_several_waiting_edits_is_made() -> None:
    post = Post(burst=1)
    await post.sends(*(post.edit(ALICE, 7, f"state {number}") for number in range(10)))
    assert [text for *_, text in post.telegram.got] == ["state 0", "state 9"]
    assert post.telegram.instants(ALICE) == pytest.approx([0, 1])


async def test_edits_of_different_messages_do_not_replace_each_other() -> None:
    post = Post(burst=1)
    edits = [post.edit(ALICE, message, str(message)) for message in (7, 7, 8, 8)]
    await post.sends(*edits)
    assert [text for *_, text in post.telegram.got] == ["7", "7", "8"]


async def test_edits_count_as_messages() -> None:
    post = Post(burst=1)
    await post.sends(post.edit(ALICE, 7, "edit"), post.send(ALICE, "message"))
    assert post.telegram.instants(ALICE) == pytest.approx([0, 1])


async def test_an_edit_that_waited_in_vain_harms_nobody() -> None:
    post = Post(burst=1)

    async def refused(**_: object) -> bool:
        raise BadRequest("Message is not modified")

    data = {"chat_id": ALICE, "message_id": 7}
    await post.sends(post.send(ALICE, "first"))
    later = post.lanes.process_request(refused, (), {}, "editMessageText", data, None)
    assert await post.sends(later, post.send(ALICE, "last")) == [True, True]
    assert [text for *_, text in post.telegram.got] == ["first", "last"]


async def test_answers_to_buttons_and_signs_never_wait() -> None:
    post = Post()
    free = [post.send(ALICE, "", None, "answerCallbackQuery") for _ in range(50)]
    signs = [post.send(ALICE, "", None, "sendChatAction") for _ in range(50)]
    await post.sends(*free, *signs, post.send(ALICE))
    assert set(post.telegram.instants(ALICE)) == {0}


async def test_the_published_limits_are_never_met_without_a_burst() -> None:
    post = Post(strict=True, burst=1)
    everybody = [post.send(chat) for chat in (*range(1, 40), GROUP) for _ in range(25)]
    await post.sends(*everybody)
    assert len(post.telegram.got) == len(everybody)
    assert post.telegram.refused == []


async def test_with_a_burst_refusals_are_waited_out_and_nothing_is_lost() -> None:
    post = Post(strict=True)
    asked = [(chat, str(n)) for n in range(8) for chat in (ALICE, MING, GROUP)]
    await post.sends(*(post.send(chat, text) for chat, text in asked))
    assert post.telegram.refused
    by_chat = {c: [t for _, chat, t in post.telegram.got if chat == c] for c, _ in asked}
    assert by_chat == {chat: list("01234567") for chat in (ALICE, MING, GROUP)}


async def test_chats_that_are_quiet_again_are_forgotten() -> None:
    post = Post()
    for chat in range(5_000):
        await post.send(chat)
        post.time.now += 3
    assert len(vars(post.lanes)["_chats"]) <= 1_000


async def test_the_end_waits_for_the_edits_that_wait() -> None:
    post = Post(burst=1)

    async def ends() -> Answer:
        await post.edit(ALICE, 7, "first")
        await post.edit(ALICE, 7, "last")
        await post.lanes.end()
        return [{"text": text} for *_, text in post.telegram.got]

    assert await post.sends(ends()) == [[{"text": "first"}, {"text": "last"}]]


@pytest.mark.parametrize("endpoint", ["sendMessage", "answerCallbackQuery"])
async def test_a_broken_connection_loses_no_answer(endpoint: str) -> None:
    post = Post()
    post.telegram.failures += [NetworkError("closed")] * len(PAUSES)
    assert await post.sends(post.send(ALICE, "answer", None, endpoint)) == [True]
    assert [text for *_, text in post.telegram.got] == ["answer"]


async def test_a_connection_that_stays_broken_is_an_error() -> None:
    post = Post()
    post.telegram.failures += [NetworkError("closed")] * (len(PAUSES) + 1)
    (answer,) = await post.sends(post.send(ALICE))
    assert isinstance(answer, NetworkError)
    assert post.telegram.failures == []


@pytest.mark.parametrize(
    ("failure", "lane"),
    [
        (NetworkError("closed"), Lane.BULK),
        (TimedOut(), None),
        (BadRequest("chat not found"), None),
    ],
)
async def test_what_may_have_arrived_or_never_will_is_not_sent_again(
    failure: TelegramError, lane: Lane | None
) -> None:
    post = Post()
    post.telegram.failures.append(failure)
    assert await post.sends(post.send(ALICE, "once", lane)) == [failure]
    assert post.telegram.got == []


async def test_an_edit_that_comes_while_an_earlier_one_is_on_its_way_is_made_too() -> None:
    post = Post(burst=1)
    on_its_way, arrived = asyncio.Event(), asyncio.Event()

    async def slow() -> bool:
        on_its_way.set()
        await arrived.wait()
        return await post.telegram.call(ALICE, "first")

    async def meanwhile() -> Answer:
        await on_its_way.wait()
        answer = await post.edit(ALICE, 7, "second")
        arrived.set()
        return answer

    data = {"chat_id": ALICE, "message_id": 7}
    first = post.lanes.process_request(slow, (), {}, "editMessageText", data, None)
    await post.sends(post.send(ALICE, "message"), first, meanwhile())
    assert [text for *_, text in post.telegram.got] == ["message", "first", "second"]


async def test_an_edit_that_fails_does_not_take_the_later_one_with_it() -> None:
    post = Post(burst=1)
    on_its_way, refused = asyncio.Event(), asyncio.Event()

    async def fails() -> bool:
        on_its_way.set()
        await refused.wait()
        raise BadRequest("message is not modified")

    async def meanwhile() -> Answer:
        await on_its_way.wait()
        answer = await post.edit(ALICE, 7, "second")
        refused.set()
        return answer

    data = {"chat_id": ALICE, "message_id": 7}
    first = post.lanes.process_request(fails, (), {}, "editMessageText", data, None)
    await post.sends(post.send(ALICE, "message"), first, meanwhile())
    assert [text for *_, text in post.telegram.got] == ["message", "second"]


async def test_an_edit_that_would_have_to_wait_too_long_is_given_up() -> None:
    post = Post()
    post.telegram.halts[ALICE] = [int(PATIENCE) + 10]
    await post.sends(post.send(ALICE, "message", Lane.BULK), post.edit(ALICE, 7, "edit"))
    assert post.telegram.got == []
    assert post.time.now < 1_000 + PATIENCE
