"""What Telegram is told about its updates, and when."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from telegram import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    ReplyParameters,
    Update,
)
from telegram.error import TelegramError
from telegram.ext import Defaults
from telegram.request import RequestData

from bot import app
from bot.operate.metrics import Metrics
from bot.playground import PlaygroundRequest
from bot.store.seam.not_stored import Locked, NotStored, StoreError
from bot.telegram.inbox import Inbox
from bot.telegram.inbox_bot import InboxBot, NothingStored, UpdatesRequest
from bot.telegram.updates import ReadUpdate
from tests.bot.house import NETWORK, House, Talk
from tests.stub import TOKEN, Stub


class Telegram(Stub):
    """Answers each getUpdates with the next of some texts, and records what was asked."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = [*answers]
        self.asked: list[dict[str, Any]] = []
        self.patience: list[float] = []

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *_: Any,
        **timeouts: Any,
    ) -> tuple[int, bytes]:
        if not url.endswith("getUpdates"):
            return await super().do_request(url, method, request_data)
        assert request_data is not None
        self.asked.append(request_data.parameters)
        self.patience.append(timeouts["read_timeout"])
        return 200, self.answers.pop(0).encode()


class Sent(Stub):
    """Records each message that is sent, and how long its answer is waited for."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[dict[str, Any], float]] = []

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        *_: Any,
        **timeouts: Any,
    ) -> tuple[int, bytes]:
        if url.endswith("sendMessage") and request_data is not None:
            self.sent.append((request_data.parameters, timeouts["read_timeout"]))
        return await super().do_request(url, method, request_data)


class Taken:
    """An inbox that keeps the numbers that it was given, or fails."""

    def __init__(self) -> None:
        self.numbers = list[int]()
        self.failure: Exception | None = None

    async def hand_over_early(self, _: object, refusal: Exception) -> None:
        raise refusal

    async def receive(self, batch: Sequence[ReadUpdate]) -> tuple[Update, ...]:
        if self.failure:
            raise self.failure
        self.numbers += [one.number for one in batch]
        return tuple(one.update for one in batch if one.update)


async def sure() -> None:
    """Nobody else is there."""


@asynccontextmanager
async def asking(*answers: str) -> AsyncIterator[tuple[InboxBot, Telegram, Taken]]:
    telegram, taken = Telegram(*answers), Taken()
    request = UpdatesRequest(telegram, Metrics(), sure)
    bot = InboxBot(cast("Inbox", taken), token=TOKEN, request=Stub(), get_updates_request=request)
    async with bot:
        yield bot, telegram, taken


def batch(*numbers: int) -> str:
    return json.dumps({"ok": True, "result": [{"update_id": number} for number in numbers]})


async def test_the_next_call_confirms_the_whole_batch() -> None:
    async with asking(batch(7, 8), batch(), batch(12)) as (bot, telegram, taken):
        assert len(await bot.get_updates(10, ["message"], 50)) == 2
        assert await bot.get_updates() == ()
        await bot.get_updates()
        assert taken.numbers == [7, 8, 12]
        assert telegram.asked == [
            {"limit": 50, "timeout": 10, "allowed_updates": ["message"]},
            {"offset": 9, "limit": 100},
            {"offset": 9, "limit": 100},
        ]
        assert telegram.patience == [15, 5, 5]


async def test_a_text_goes_out_as_the_library_sends_it() -> None:
    stub = Sent()
    kept = Defaults(parse_mode="HTML", link_preview_options=LinkPreviewOptions(is_disabled=True))
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("A", callback_data="a")]])
    below = ReplyParameters(3, allow_sending_without_reply=True)
    options = {"reply_markup": keys, "reply_parameters": below, "message_thread_id": 4}
    async with InboxBot(cast("Inbox", Taken()), token=TOKEN, request=stub, defaults=kept) as bot:
        for chosen in ({}, options):
            message = await bot.send_message(5, "<b>7</b>", read_timeout=9.0, **chosen)  # type: ignore[arg-type]
            number = await bot.send_text(5, "<b>7</b>", None, 9.0, **chosen)
            assert number == message.message_id + 1
            first, second = stub.sent[-2:]
            assert first == second
    assert stub.sent[-1][0]["link_preview_options"] == {"is_disabled": True}


@pytest.mark.parametrize("failure", [NotStored("full"), OSError("no disk")], ids=repr)
async def test_what_was_not_stored_is_not_confirmed(failure: Exception) -> None:
    async with asking(batch(7), batch(7), batch()) as (bot, telegram, taken):
        taken.failure = failure
        with pytest.raises(NothingStored) as raised:
            await bot.get_updates()
        assert [one.number for one in raised.value.batch] == [7]
        taken.failure = None
        await bot.get_updates()
        await bot.get_updates()
        assert [one.get("offset") for one in telegram.asked] == [None, None, 8]


@pytest.mark.parametrize(
    "answer", ["", "<html>", "[]", '{"ok": true}', '{"ok": true, "result": [{"a": 1}]}']
)
async def test_an_answer_without_updates_is_an_error(answer: str) -> None:
    async with asking(answer, batch(1)) as (bot, telegram, taken):
        with pytest.raises(TelegramError):
            await bot.get_updates()
        await bot.get_updates()
        assert ("offset" in telegram.asked[1], taken.numbers) == (False, [1])


async def test_a_refusal_is_told_as_telegram_tells_it() -> None:
    refusal = {"ok": False, "error_code": 409, "description": "Conflict: other getUpdates"}
    assert UpdatesRequest.parse_json_payload(json.dumps(refusal).encode()) == refusal


async def test_a_lock_that_lets_nobody_read_is_as_any_other_fault() -> None:
    async with asking(batch(7), batch(7)) as (bot, _, taken):
        taken.failure = Locked("busy")
        with pytest.raises(NothingStored) as raised:
            await bot.get_updates()
        assert [one.number for one in raised.value.batch] == [7]


async def test_what_comes_again_is_answered_once(house: House, chat: Talk) -> None:
    chat.person.say("/help")
    (first,) = await house.application.bot.get_updates()
    await house.application.process_update(first)
    await house.application.inbox.wipe()
    again = app.build(
        house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
    )
    async with again:
        assert await again.bot.get_updates() == ()
        # The second call confirms, although the first seemed to return nothing.
        assert await again.bot.get_updates() == ()
    assert not len(house.api.world.updates)


async def test_a_batch_that_cannot_be_stored_is_not_confirmed(house: House) -> None:
    house.alice.person.say("/help")
    await house.database.all("alter table inbox rename to elsewhere")
    with pytest.raises(Exception, match="could not be stored") as error:
        await house.application.bot.get_updates()
    assert isinstance(error.value.__cause__, StoreError)
    assert len(house.api.world.updates) == 1
    await house.database.all("alter table elsewhere rename to inbox")
    await house.application.bot.get_updates()


async def test_its_token_is_not_shown(house: House) -> None:
    assert house.api.token.partition(":")[2] not in repr(house.application.bot)
