"""Flood control, with a clock that moves only when somebody sleeps."""

import asyncio
import heapq
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.ledger.owner import on_behalf_of
from bot.playground.errors import ApiError
from bot.playground.flood import FloodLimits
from bot.telegram.flood import (
    ACCOUNT_MOST,
    BROKEN_SECONDS,
    GROUP_MINUTE,
    PACE_BURST,
    PATIENCE,
    PAUSES,
    FloodControl,
    is_transient,
)
from bot.telegram.gate import CHATS_OF_A_HALT, MOST, OVERALL, PROBE_SECONDS, Lane, Rank
from bot.telegram.sending import Answer

ALICE, MING, GROUP = 1001, 1002, -1002000000001


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns about its old form of retry_after."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


@dataclass
class Time:
    """Moves on to the next sleeper's instant when nobody has anything else to do."""

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
        """Runs until all requests have their answers and nobody sleeps any more."""
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
    """Records when each request came; refuses as the published limits do, or as it is told to."""

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

    async def keeps(self, chat_id: int, text: str = "") -> Answer:
        """Sends as a keeper of answers does: tries again in its lane until it is taken."""
        while True:
            while (wait := self.lanes.wait(chat_id)) > 0:
                await self.time.sleep(wait)
            await self.lanes.admit(Lane.KEPT, chat_id)
            try:
                return await self.send(chat_id, text, Lane.KEPT)
            except (RetryAfter, NetworkError):
                await self.time.sleep(0)

    async def edit(self, chat_id: int, message_id: int, text: str) -> Answer:
        return await self.send(chat_id, text, None, "editMessageText", message_id)

    async def sends(self, *requests: Coroutine[Any, Any, Answer]) -> list[Answer | BaseException]:
        return await self.time.run(*requests)


def most_within(instants: list[float], seconds: float) -> int:
    """How many fell into the fullest stretch of this length."""
    return max(sum(first <= at < first + seconds for at in instants) for first in instants)


@pytest.mark.parametrize(
    ("error", "may_succeed"),
    [
        (NetworkError("gone"), True),
        (TimedOut(), True),
        (InvalidToken(), True),
        (BadRequest("chat not found"), False),
        (Forbidden("blocked"), False),
        (Conflict("another one"), False),
        (TelegramError("strange"), False),
    ],
    ids=repr,
)
def test_what_failed_for_a_moment_may_succeed_later(
    error: TelegramError,
    may_succeed: bool,  # noqa: FBT001 - of a table
) -> None:
    assert is_transient(error) is may_succeed


async def test_telegrams_published_limits_of_a_chat_and_of_a_group() -> None:
    """Three at once and then one a second; in a group 20 in a minute, one of them a last word."""
    post = Post()
    post.lanes = FloodControl(post.time.clock, post.time.sleep)
    for chat, most in ((ALICE, 3), (GROUP, 3)):
        for _ in range(most):
            assert post.lanes.wait(chat) == 0
            await post.sends(post.send(chat))
        assert post.lanes.wait(chat) == 1
    for _ in range(16):
        post.time.now += 1
        assert post.lanes.wait(GROUP) == 0
        await post.sends(post.send(GROUP))
    post.time.now += 1
    assert post.lanes.wait(ALICE) == 0
    assert post.lanes.wait(GROUP) == 60 - 17
    assert await post.sends(post.send(GROUP, "word", Lane.LAST_WORD)) == [True]
    post.time.now += 60 - 17
    assert post.lanes.wait(GROUP) == 0


async def test_a_chat_that_is_owed_few_answers_goes_before_those_that_never_stop_asking() -> None:
    post, order = Post(), list[int]()

    async def admitted(chat: int, owed: int) -> Answer:
        await post.lanes.admit(Lane.KEPT, chat, owed)
        order.append(chat)
        return True

    await post.sends(*(post.send(chat) for chat in range(1_000, 1_000 + OVERALL)))
    await post.sends(admitted(1, 20), admitted(2, 5), admitted(3, 1))
    assert order == [3, 2, 1]


async def test_an_answer_that_is_kept_does_not_make_its_own_chat_a_lively_one() -> None:
    post, waited = Post(), list[float]()

    async def admitted() -> Answer:
        await post.lanes.admit(Lane.KEPT, ALICE, 1)
        waited.append(post.time.now - 1_000)
        return True

    await post.sends(*(post.send(chat) for chat in range(2_000, 2_000 + MOST[Rank.BUSY])))
    post.lanes.note_asked(ALICE)
    await post.sends(admitted())
    assert waited[0] < 0.3, "it may be one of 27 a second, and not of 26"


async def test_late_is_who_has_asked_for_little_whatever_a_private_chat_was_sent() -> None:
    post, order = Post(burst=30), list[int]()

    async def admitted(chat: int) -> Answer:
        await post.lanes.admit(Lane.KEPT, chat, 1, 5.0)
        order.append(chat)
        return True

    await post.sends(*(post.send(chat, "", Lane.BULK) for chat in [*[GROUP] * 2, *[ALICE] * 4]))
    for _ in range(3):
        post.lanes.note_asked(MING)
    await post.sends(*(post.send(chat) for chat in range(2_000, 2_000 + OVERALL - 6)))
    await post.sends(admitted(MING), admitted(GROUP), admitted(ALICE))
    assert order[0] == ALICE


async def test_an_account_that_asks_in_many_chats_waits_behind_one_that_asks_in_one() -> None:
    post, order = Post(), list[int]()

    async def asks(account: int, chat: int) -> Answer:
        with on_behalf_of(account):
            answer = await post.send(chat)
        order.append(chat)
        return answer

    await post.sends(*(post.send(chat) for chat in range(1_000, 1_000 + OVERALL)))
    await post.sends(*(asks(7, chat) for chat in range(1, 9)), asks(8, 100))
    assert order.index(100) == 1, "only the first of the others came before it"
    post.time.now += ACCOUNT_MOST
    assert post.lanes.is_free(1)
    order.clear()
    with on_behalf_of(7):
        assert post.lanes.is_free(2)


async def test_whoever_wrote_in_an_outage_waits_little_though_many_write_after_it() -> None:
    """A hundred people write 25 messages a second; each third of them has outages of three seconds.

    Nobody is to wait for longer than such an outage and two seconds.
    """
    post, waits = Post(), list[float]()
    owed = {chat: deque[float]() for chat in range(1, 101)}

    def is_away(chat: int) -> bool:
        number, second = divmod(post.time.now - 1_000, 15)
        return chat % 3 == number % 3 and second < 3

    async def answers(chat: int) -> None:
        while owed[chat]:
            while is_away(chat) or post.lanes.wait(chat):
                await post.time.sleep(0.1)
            waited = post.time.now - owed[chat][0]
            await post.lanes.admit(Lane.KEPT, chat, len(owed[chat]), waited)
            await post.send(chat, "", Lane.KEPT)
            waits.append(post.time.now - owed[chat].popleft())

    async def writes(chat: int, at: float) -> Answer:
        await post.time.sleep(at)
        if not owed[chat] and not is_away(chat) and post.lanes.is_free(chat):
            await post.send(chat)
            waits.append(post.time.now - 1_000 - at)
        else:
            owed[chat].append(1_000 + at)
            post.lanes.note_asked(chat)
            if len(owed[chat]) == 1:
                await answers(chat)
        return True

    dice = Random(1)
    people = [chat for _ in range(11) for chat in dice.sample(range(1, 101), 100)]
    await post.sends(*(writes(chat, number / 25) for number, chat in enumerate(people)))
    assert len(waits) == len(people)
    assert max(waits) < 5
    # A little less than a second, for the instants have been rounded.
    assert most_within([at for at, *_ in post.telegram.got], 1 - 1e-6) <= OVERALL


@pytest.mark.parametrize("chat", ["@news", -5, "-5"])
async def test_the_limit_of_a_minute_is_for_groups_and_channels_also_by_name(chat: Any) -> None:
    post = Post(burst=30)
    await post.sends(*(post.send(chat) for _ in range(19)))
    passed = post.time.now - 1_000
    assert post.lanes.wait(chat) == 60 - passed
    assert post.lanes.wait_for_board(chat) == 60 - passed


async def test_a_groups_boards_come_five_at_once_and_then_every_four_seconds() -> None:
    post = Post(burst=30)
    assert post.lanes.wait_for_board(GROUP) == 0
    for number in range(7):
        assert post.lanes.wait_for_board(GROUP) == (0 if number < 5 else 4 * (number - 4))
        await post.sends(post.send(GROUP))
    assert post.lanes.wait(GROUP) == 0
    post.time.now += 11
    assert post.lanes.wait_for_board(GROUP) == 1
    await post.sends(*(post.send(ALICE) for _ in range(7)))
    assert post.lanes.wait_for_board(ALICE) == 0


async def test_who_would_wait_for_more_than_two_seconds_is_refused_and_told_for_how_long() -> None:
    post = Post()
    post.telegram.halts = {ALICE: [2], MING: [3]}
    await post.sends(post.send(ALICE), post.send(MING))
    waited, refused = await post.sends(post.send(ALICE), post.send(MING))
    assert waited is True
    assert post.telegram.instants(ALICE) == [2]
    assert isinstance(refused, RetryAfter)
    assert refused.retry_after == timedelta(seconds=3)


async def test_a_shorter_halt_does_not_end_a_longer_one() -> None:
    post = Post()

    async def fails_late() -> bool:
        await post.time.sleep(2)
        raise TimedOut

    late = post.lanes.process_request(fails_late, (), {}, "answer", {}, None)
    post.telegram.halts[ALICE] = [9]
    await post.sends(post.send(ALICE), late)
    assert post.lanes.wait(ALICE) == 7


async def test_a_broken_connection_is_tried_again_after_a_tenth_and_half_a_second() -> None:
    post = Post()
    post.telegram.failures += [NetworkError("closed")] * 2
    await post.sends(post.send(ALICE))
    assert post.telegram.instants(ALICE) == pytest.approx([0.6])


async def test_a_network_that_failed_leaves_a_chat_alone_for_a_second() -> None:
    post = Post()
    post.telegram.failures.append(TimedOut())
    await post.sends(post.send(ALICE))
    assert post.lanes.wait(ALICE) == 1
    assert not post.lanes.is_free(ALICE)
    post.time.now += 1
    assert post.lanes.is_free(ALICE)


async def test_a_refusal_for_good_shows_that_telegram_answers() -> None:
    post = Post()
    post.telegram.failures += [TimedOut(), BadRequest("chat not found")]
    await post.sends(post.send(ALICE))
    assert post.lanes.is_in_trouble
    await post.sends(post.send(MING))
    assert not post.lanes.is_in_trouble
    assert post.lanes.wait(MING) == 0


async def test_a_chat_at_work_is_not_free() -> None:
    post, gate = Post(), asyncio.Event()

    async def call() -> bool:
        return await gate.wait()

    work = post.lanes.process_request(call, (), {}, "sendMessage", {"chat_id": ALICE}, None)
    asked = asyncio.create_task(work)
    for _ in range(5):
        await asyncio.sleep(0)
    assert post.lanes.wait(ALICE) == 1
    assert not post.lanes.is_free(ALICE)
    assert post.lanes.is_free(MING)
    post.time.now += 600
    post.lanes.may_get_chats()
    assert post.lanes.wait(ALICE) == 1, "it is not forgotten"
    gate.set()
    await asked
    assert post.lanes.wait(ALICE) == 0


async def test_a_chat_has_leisure_with_room_for_two_more() -> None:
    post = Post()
    assert post.lanes.is_at_leisure(ALICE)
    await post.sends(post.send(ALICE))
    assert post.lanes.is_at_leisure(ALICE)
    await post.sends(post.send(ALICE))
    assert post.lanes.is_free(ALICE)
    assert not post.lanes.is_at_leisure(ALICE)
    post.telegram.halts[MING] = [5]
    await post.sends(post.send(MING))
    assert not post.lanes.is_at_leisure(MING)
    assert not Post(burst=1).lanes.is_at_leisure(ALICE)


async def test_no_more_than_a_second_of_requests_waits_in_memory() -> None:
    post = Post()
    answers = await post.sends(*(post.send(chat) for chat in range(1, 60)))
    told = [answer for answer in answers if isinstance(answer, RetryAfter)]
    assert answers.count(True) == 56, "28 at once, and 28 a second later"
    assert {error.retry_after for error in told} == {timedelta(seconds=1)}
    assert len(told) == 3


async def test_a_kept_answer_enters_the_gate_once() -> None:
    post = Post()
    await post.sends(post.keeps(ALICE))
    assert post.lanes.gate.demand == 1
    await post.sends(post.send(MING, lane=Lane.BULK))
    assert post.lanes.gate.demand == 2
    await post.sends(post.send(GROUP))
    assert post.lanes.gate.demand == 3


async def test_answers_that_were_let_in_and_had_to_wait_do_not_go_out_in_a_bunch() -> None:
    """As after an outage of the database, from which each is read once it was let in."""
    post = Post()

    async def keeps(chat: int) -> Answer:
        await post.lanes.admit(Lane.KEPT, chat)
        await post.time.sleep(max(0.0, 1_003 - post.time.now))
        return await post.send(chat, "", Lane.KEPT)

    await post.sends(*(keeps(chat) for chat in range(1, 61)))
    instants = [at for at, *_ in post.telegram.got]
    assert len(instants) == 60
    assert most_within(instants, 1) <= OVERALL


async def test_nothing_is_let_in_before_it_may_be_sent() -> None:
    post = Post()

    async def is_sure() -> None:
        await post.time.sleep(max(0.0, 1_003 - post.time.now))

    post.lanes.is_sure = is_sure
    sends = [post.send(chat) for chat in range(1, 21)]
    await post.sends(*sends, *(post.keeps(chat) for chat in range(101, 161)))
    instants = [at for at, *_ in post.telegram.got]
    assert len(instants) == 80
    assert min(instants) == 3
    assert most_within(instants, 1) <= OVERALL


async def test_a_player_waits_for_no_daily_that_waits_for_the_whole_bot() -> None:
    post = Post()
    await post.sends(*(post.send(chat) for chat in range(1, MOST[Rank.BULK] + 1)))
    await post.sends(post.send(ALICE, "daily", Lane.BULK), post.send(ALICE, "asked"))
    assert [text for *_, text in post.telegram.got][-2:] == ["asked", "daily"]
    assert post.telegram.instants(ALICE) == pytest.approx([0, 1])


async def test_a_halted_group_has_no_last_word_and_a_private_chat_never_has() -> None:
    post = Post(burst=30)
    await post.sends(*(post.send(GROUP) for _ in range(18)))
    post.telegram.halts[GROUP] = [30]
    await post.sends(post.send(GROUP))
    (halted,) = await post.sends(post.send(GROUP, "word", Lane.LAST_WORD))
    assert isinstance(halted, RetryAfter)
    assert halted.retry_after == timedelta(seconds=60 - (post.time.now - 1_000))
    post.time.now += 30
    assert await post.sends(post.send(GROUP, "word", Lane.LAST_WORD)) == [True]
    (private,) = await post.sends(post.send(ALICE, "word", Lane.LAST_WORD))
    assert isinstance(private, RetryAfter)


@pytest.mark.parametrize(("later", "wait"), [(0, 60 / 19), (59.9, 60 / 19), (60, 0)])
async def test_groups_that_are_new_begin_slowly_for_a_minute(later: float, wait: float) -> None:
    post = Post(burst=30)
    post.lanes.may_get_chats()
    post.time.now += later
    await post.sends(post.send(GROUP), post.send(ALICE))
    assert post.lanes.wait(GROUP) == pytest.approx(wait)
    assert post.lanes.wait(ALICE) == 0


async def test_a_chat_that_has_to_wait_is_not_forgotten() -> None:
    """Also among so many that those with nothing to wait for are forgotten meanwhile."""
    post = Post()
    post.telegram.halts[ALICE] = [9_000]
    await post.sends(post.send(ALICE))
    for chat in range(1, 3_000):
        if chat != ALICE:
            post.time.now += 1
            await post.send(chat)
    assert post.lanes.wait(ALICE) == pytest.approx(9_000 - (post.time.now - 1_000))


async def test_one_chat_does_not_wait_for_another() -> None:
    post = Post()
    await post.sends(*(post.send(ALICE) for _ in range(9)), post.send(MING))
    assert post.telegram.instants(MING) == [0]


async def test_players_go_before_the_bulk_which_keeps_to_its_rate() -> None:
    post = Post()
    bulk = [post.send(chat, lane=Lane.BULK) for chat in range(1, 101)]
    players = [post.send(chat, "player") for chat in range(201, 206)]
    await post.sends(*bulk, *players)
    sent = [at for at, _, text in post.telegram.got if not text]
    played = [at for at, _, text in post.telegram.got if text]
    assert most_within(sent, 1) == MOST[Rank.BULK]
    assert played == [0] * 5
    assert 4 <= max(sent) < 5


async def test_edits_count_as_messages() -> None:
    post = Post(burst=1)
    await post.sends(post.edit(ALICE, 7, "edit"), post.send(ALICE, "message"))
    assert post.telegram.instants(ALICE) == pytest.approx([0, 1])


async def test_answers_to_buttons_and_signs_never_wait() -> None:
    post = Post()
    free = [post.send(ALICE, "", None, "answerCallbackQuery") for _ in range(50)]
    signs = [post.send(ALICE, "", None, "sendChatAction") for _ in range(50)]
    await post.sends(*free, *signs, post.send(ALICE))
    assert set(post.telegram.instants(ALICE)) == {0}


async def test_chats_that_are_quiet_again_are_forgotten() -> None:
    post = Post()
    for chat in range(5_000):
        await post.send(chat)
        post.time.now += 3
    assert len(vars(post.lanes)["_chats"]) <= 1_000


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


async def test_a_chat_gets_a_small_burst_and_then_one_a_second_in_order() -> None:
    post = Post()
    answers = await post.sends(*(post.send(ALICE, str(number)) for number in range(5)))
    assert answers == [True] * 5
    assert post.telegram.instants(ALICE) == pytest.approx([0, 0, 0, 1, 2])
    assert [text for *_, text in post.telegram.got] == list("01234")


async def test_nobody_waits_for_long_and_who_asks_before_does_not_wait_at_all() -> None:
    post = Post()
    for _ in range(GROUP_MINUTE - 1):
        await post.sends(post.send(GROUP))
        post.time.now += 2
    assert not post.lanes.is_free(GROUP)
    assert post.lanes.wait(GROUP) > PATIENCE
    before = post.time.now
    (answer,) = await post.sends(post.send(GROUP))
    assert isinstance(answer, RetryAfter)
    assert post.time.now == before
    assert post.lanes.is_free(ALICE)


async def test_a_group_gets_no_more_than_its_share_of_a_minute() -> None:
    post = Post()
    await post.sends(*(post.keeps(GROUP) for _ in range(GROUP_MINUTE + 5)))
    assert len(post.telegram.got) == GROUP_MINUTE + 5
    assert most_within(post.telegram.instants(GROUP), 60) == GROUP_MINUTE - 1


async def test_boards_keep_a_pace_that_a_group_can_keep_up() -> None:
    post, longest = Post(burst=GROUP_MINUTE), 0.0
    for _ in range(100):
        wait = post.lanes.wait_for_board(GROUP)
        longest = max(longest, wait)
        post.time.now += wait
        assert await post.sends(post.send(GROUP)) == [True]
    instants = post.telegram.instants(GROUP)
    assert len([at for at in instants if at == 0]) == PACE_BURST
    assert longest <= 4, "also after the first minute"
    assert most_within(instants, 60) <= GROUP_MINUTE
    assert post.lanes.wait_for_board(ALICE) == 0


async def test_all_chats_together_stay_below_the_limit() -> None:
    post = Post()
    await post.sends(*(post.keeps(chat) for chat in range(1, 100)))
    instants = [at for at, *_ in post.telegram.got]
    assert most_within(instants, 1) == MOST[Rank.OWED]
    assert 3 <= max(instants) < 4


async def test_what_was_kept_leaves_room_for_who_asks_now_and_none_for_the_bulk() -> None:
    post = Post()
    bulk = [post.send(chat, "bulk", Lane.BULK) for chat in range(1, 31)]
    kept = [post.keeps(chat, "kept") for chat in range(101, 177)]

    async def asks(chat: int, at: float) -> Answer:
        await post.time.sleep(at)
        assert post.lanes.is_free(chat)
        return await post.send(chat, "now")

    await post.sends(*kept, *bulk, *(asks(201 + n, 0.5 + n) for n in range(2)))
    at = {text: [t for t, _, said in post.telegram.got if said == text] for text in ("kept", "now")}
    assert at["now"] == pytest.approx([0.5, 1.5])
    assert 2 <= max(at["kept"]) < 3
    assert [said for *_, said in post.telegram.got][-30:].count("bulk") >= 26
    assert most_within([t for t, *_ in post.telegram.got], 1) <= OVERALL


@pytest.mark.long
async def test_fifteen_hundred_chats_are_told_within_a_minute() -> None:
    post = Post(strict=True)
    chats = range(1, 1_501)
    await post.sends(*(post.keeps(chat) for chat in chats))
    assert {chat for _, chat, _ in post.telegram.got} == set(chats)
    assert len(post.telegram.got) == len(chats)
    assert max(at for at, *_ in post.telegram.got) < 60


async def test_a_chat_that_is_told_to_wait_waits_alone_and_its_request_fails() -> None:
    post = Post()
    post.telegram.halts[ALICE] = [7]
    first, ming = await post.sends(post.send(ALICE, "1"), post.send(MING))
    assert isinstance(first, RetryAfter)
    assert ming is True
    assert post.lanes.wait(ALICE) == pytest.approx(7)
    assert await post.sends(post.keeps(ALICE, "1")) == [True]
    assert post.telegram.instants(ALICE) == pytest.approx([7])


async def test_a_chat_whose_network_failed_is_left_alone_for_a_moment() -> None:
    post = Post()
    post.telegram.failures.append(TimedOut())
    await post.sends(post.send(ALICE))
    assert post.lanes.wait(ALICE) == pytest.approx(BROKEN_SECONDS)
    assert post.lanes.is_free(MING)
    assert post.lanes.is_in_trouble
    await post.sends(post.send(MING))
    assert not post.lanes.is_in_trouble


async def test_three_chats_that_are_told_to_wait_do_not_halt_a_fourth() -> None:
    post = Post()
    post.telegram.halts = {chat: [50] for chat in (1, 2, 3)}
    await post.sends(*(post.send(chat) for chat in (1, 2, 3)))
    assert post.lanes.is_free(MING)
    assert await post.sends(post.send(MING)) == [True]
    assert post.telegram.instants(MING) == [0]


async def test_when_many_chats_are_told_to_wait_one_at_a_time_finds_out_whether_all_are() -> None:
    post = Post()
    post.telegram.halts = {chat: [50] for chat in range(1, 20)}
    for chat in range(1, 20):
        if post.lanes.is_free(chat):
            await post.sends(post.send(chat))
    assert len(post.telegram.refused) == CHATS_OF_A_HALT, "the others were not even tried"
    assert not post.lanes.is_free(MING)
    assert await post.sends(post.keeps(MING)) == [True]
    assert post.telegram.instants(MING)[0] <= PROBE_SECONDS
    assert post.lanes.is_free(500)


@pytest.mark.long
async def test_a_telegram_that_is_down_is_not_besieged_and_all_goes_on_when_it_is_back() -> None:
    post, tried = Post(), list[float]()
    down_until = post.time.now + 600

    async def call(chat_id: int, text: str) -> bool:
        if post.time.now < down_until:
            tried.append(post.time.now - 1_000)
            raise TimedOut
        post.telegram.got.append((post.time.now - 1_000, chat_id, text))
        return True

    post.telegram.call = call  # type: ignore[method-assign]
    await post.sends(*(post.keeps(chat) for chat in range(1, 301)))
    assert most_within(tried[3:], 10) <= 11
    came = [at for at, *_ in post.telegram.got]
    assert len(came) == 300
    assert min(came) < 600 + 3
    assert max(came) < 600 + 3 + 300 / MOST[Rank.OWED] + 1


async def test_lively_groups_hold_up_each_other_and_nobody_else() -> None:
    post = Post()
    groups = [GROUP - number for number in range(60)]
    await post.sends(*(post.keeps(group) for group in groups for _ in range(3)))
    began = post.time.now - 1_000

    async def asks() -> Answer:
        await post.time.sleep(0.5)
        return await post.keeps(ALICE, "asked")

    await post.sends(*(post.keeps(group) for group in groups for _ in range(3)), asks())
    (asked,) = post.telegram.instants(ALICE)
    assert asked - began - 0.5 < 1
    assert len(post.telegram.got) == 361


async def test_a_groups_last_message_of_a_minute_is_spared_for_a_last_word() -> None:
    post = Post(burst=GROUP_MINUTE)
    early = await post.sends(post.send(GROUP, "too early", Lane.LAST_WORD))
    await post.sends(*(post.send(GROUP) for _ in range(GROUP_MINUTE - 1)))
    words = [post.send(GROUP, "word", Lane.LAST_WORD) for _ in range(2)]
    first, second = await post.sends(*words)
    assert first is True
    assert [type(answer) for answer in (*early, second)] == [RetryAfter, RetryAfter]
    assert [text for *_, text in post.telegram.got].count("word") == 1
    assert len(post.telegram.got) == GROUP_MINUTE


async def test_a_group_of_a_process_that_has_ended_begins_slowly() -> None:
    """What the other replica has sent is not known; both together keep to a minute's limit."""
    post = Post(burst=GROUP_MINUTE)
    await post.sends(post.send(GROUP))
    post.time.now += 600
    post.lanes.may_get_chats()
    assert post.lanes.is_free(GROUP)
    await post.sends(*(post.keeps(GROUP) for _ in range(10)))
    instants = [at - 600 for at in post.telegram.instants(GROUP)[1:]]
    assert instants == pytest.approx([60 / 19 * number for number in range(10)])
    assert post.lanes.wait_for_board(GROUP) > 0
    post.time.now += 600
    assert await post.sends(*(post.send(GROUP - 1) for _ in range(3))) == [True] * 3


async def test_a_chat_that_is_sent_to_now_is_none_that_comes_anew() -> None:
    post = Post(burst=GROUP_MINUTE)
    await post.sends(post.send(GROUP))
    post.lanes.may_get_chats()
    assert await post.sends(*(post.send(GROUP) for _ in range(9))) == [True] * 9
    assert {at for at, *_ in post.telegram.got} == {0, 0.25}
