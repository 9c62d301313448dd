"""Answers that Telegram did not take when they were given."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from telegram.error import NetworkError, TimedOut
from telegram.request import RequestData

from bot import app, messages
from bot.background.replying import Replier
from bot.game.place import Place
from bot.playground import PlaygroundRequest
from bot.playground.errors import ApiError
from bot.store import belongings, replies, users
from bot.store.replies import Reply
from bot.telegram.chat_order import MOST_KEPT
from bot.telegram.conversation import Conversation
from bot.telegram.gate import OVERALL, Lane
from tests.bot.house import (
    NETWORK,
    Budget,
    Hanging,
    House,
    Talk,
    hasty_house,
    limited_house,
    locked,
)

TRANSIENT = [
    NetworkError("Bad Gateway"),
    TimedOut(),
    ApiError(429, "Too Many Requests: retry after 90", {"retry_after": 90}),
    ApiError(502, "Bad Gateway"),
]
GONE = [
    ApiError(400, "Bad Request: chat not found"),
    ApiError(403, "Forbidden: bot was blocked by the user"),
]


@pytest.fixture(autouse=True)
def _timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the library warns about its old form of retry_after."""
    monkeypatch.setenv("PTB_TIMEDELTA", "1")


class Pauses:
    """A sleep that is over immediately, and that records how long it was meant to be."""

    def __init__(self, budget: Budget | None = None) -> None:
        self.seconds: list[float] = []
        self._budget = budget

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)
        if self._budget is not None:
            self._budget.now += seconds
        await asyncio.sleep(0)


async def sends(house: House, sleep: Pauses | None = None) -> Pauses:
    """One look at what is kept; returns when all of it has been sent."""
    sleep = sleep or Pauses()
    replier = Replier(house.application, sleep)
    await replier.look()
    await asyncio.wait_for(asyncio.gather(*replier.chats), 120)
    return sleep


async def kept(house: House) -> dict[int, int]:
    return await replies.waiting(house.database)


def fails(house: House, method: str, failure: Exception, times: int = 1) -> None:
    for _ in range(times):
        house.api.fail_next(method, failure)


@pytest.mark.parametrize("failure", TRANSIENT)
async def test_an_answer_that_telegram_does_not_take_now_comes_later_also_after_a_kill(
    house: House, chat: Talk, failure: Exception
) -> None:
    fails(house, "sendMessage", failure)
    assert await chat.sends("/help") == ""
    assert await kept(house) == {chat.chat_id: 1}
    await house.stops()
    await house.starts()
    assert await chat.sends("/privacy") != "", "before anybody has looked"
    await sends(house)
    assert chat.text.startswith("How it works") or "/new" in chat.text
    assert chat.buttons
    assert await kept(house) == {}
    count = len(house.api.calls)
    await sends(house)
    assert len(house.api.calls) == count, "never twice"


@pytest.mark.sqlite
async def test_what_was_sent_while_another_process_has_a_lock_does_not_come_again(
    house: House, chat: Talk
) -> None:
    fails(house, "sendMessage", TimedOut())
    await chat.sends("/help")
    async with hasty_house(house):
        pauses = Pauses()
        replier = Replier(house.application, pauses)
        with locked(house.database_path):
            await replier.look()
            before = len(chat.person.messages())
            while len(pauses.seconds) < 5:
                await asyncio.sleep(0)
            assert len(chat.person.messages()) == before + 1
        await asyncio.gather(*replier.chats)
        assert await kept(house) == {}
        assert len(chat.person.messages()) == before + 1


async def test_what_is_said_later_waits_behind_what_was_kept(house: House, chat: Talk) -> None:
    fails(house, "sendMessage", TimedOut())
    await chat.sends("/help")
    assert await chat.sends("/privacy") == ""
    before = len(chat.person.messages())
    await sends(house)
    said = [str(m["text"]) for m in chat.person.messages()[before:]]
    assert [("What I store" in text) for text in said] == [False, True]


async def test_what_was_kept_some_seconds_ago_goes_before_what_was_kept_just_now(
    house: House, chat: Talk, ming: Talk
) -> None:
    budget = Budget()
    sleep = Pauses(budget)
    async with limited_house(house, budget, sleep, burst=5):
        for talk in (chat, ming):
            fails(house, "sendMessage", TimedOut())
            await talk.sends("/help")
            house.clock.forward(seconds=4 if talk is chat else 0)
        flood = house.application.flood
        assert flood is not None
        budget.now += 60
        # That it was sent something just now makes no difference.
        await flood.admit(Lane.INTERACTIVE, chat.chat_id)
        for _ in range(OVERALL - 1):
            await flood.gate.enter(Lane.INTERACTIVE)
        before = len(house.api.calls)
        await sends(house, sleep)
    sent = [told["chat_id"] for name, told in [*house.api.calls][before:] if name == "sendMessage"]
    assert sent == [str(chat.chat_id), str(ming.chat_id)]


async def test_of_several_edits_of_a_page_only_the_newest_is_made(house: House, chat: Talk) -> None:
    await chat.sends("/help")
    fails(house, "editMessageText", NetworkError("gone"))
    for label in chat.buttons[:3]:
        await chat.presses(label)
    assert await kept(house) == {chat.chat_id: 1}
    calls = len(house.api.calls)
    await sends(house)
    assert [method for method, _ in list(house.api.calls)[calls:]] == ["editMessageText"]
    newest = chat.last
    assert await chat.presses(chat.buttons[-1]) is not None
    assert newest["message_id"] == chat.last["message_id"]


@pytest.mark.parametrize("refusal", GONE)
async def test_what_is_refused_for_good_is_dropped_and_holds_up_nothing(
    house: House, chat: Talk, refusal: Exception
) -> None:
    fails(house, "sendMessage", TimedOut())
    await chat.sends("/help")
    await chat.sends("/privacy")
    fails(house, "sendMessage", refusal)
    await sends(house)
    assert "What I store" in chat.text
    assert await kept(house) == {}


async def test_a_blocked_chat_is_not_sent_what_was_kept_and_it_is_deleted_at_once(
    house: House, chat: Talk, ming: Talk
) -> None:
    """Also where the chat would have to wait before it may be sent to."""
    for talk in (chat, ming):
        await talk.sends("/privacy")
        for number in range(MOST_KEPT):
            place = Place(talk.chat_id)
            await house.application.keep(Reply(place, f"answer {number}"))
    house.application.blocked.become(frozenset({chat.chat_id}))
    replier = Replier(house.application, Pauses())
    await replier.look()
    assert await kept(house) == {ming.chat_id: MOST_KEPT}
    assert house.application.kept.count(chat.chat_id) == 0
    await asyncio.wait_for(house.application.kept.room(chat.chat_id), 30)
    await asyncio.gather(*replier.chats)
    said = [len(talk.person.messages()) - 2 for talk in (chat, ming)]
    assert said == [0, MOST_KEPT]


async def test_in_a_group_what_answers_a_blocked_account_is_dropped_and_the_rest_is_sent(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    for talk in (club, ming_in_club, club):
        await users.see(house.database, talk.person.id, 5)
        words = f"for {talk.person.user.first_name}"
        await house.application.keep(Reply(Place(talk.chat_id), words, talk.person.id))
    house.application.blocked.become(frozenset({club.person.id}))
    await sends(house)
    said = [m["text"] for m in club.person.messages(club.chat) if m["from"]["is_bot"]]
    assert said == [f"for {ming_in_club.person.user.first_name}"]
    assert await kept(house) == {}


async def test_files_are_kept_as_well(house: House, chat: Talk) -> None:
    await chat.sends("/start")
    fails(house, "sendDocument", NetworkError("gone"))
    await chat.sends("/export")
    await sends(house)
    names = [m["document"]["file_name"] for m in chat.person.messages() if "document" in m]
    assert names == ["sudoku.json", "sudoku-results.csv"]


def documents(house: House, talk: Talk) -> list[tuple[str, bytes]]:
    """All files that came to a chat, by name."""
    sent = [m["document"] for m in talk.person.messages(talk.chat) if "document" in m]
    files = house.api.world.files
    return [(one["file_name"], files.get(one["file_id"]).upload.content) for one in sent]


async def bytes_kept(house: House) -> int:
    """How many bytes the text of all kept answers takes."""
    (row,) = await house.database.all(
        "select sum(length(html) + coalesce(length(file), 0)) from replies"
    )
    return int(row[0] or 0)


async def test_exports_without_end_take_no_room_and_come_whole_and_as_things_are_then(
    house: House, chat: Talk
) -> None:
    await chat.sends("/print 1 4")
    ((_, printed),) = documents(house, chat)
    fails(house, "sendDocument", ApiError(429, "Too Many Requests", {"retry_after": 90}), 2)
    await chat.sends("/print 1 4")
    for _ in range(30):
        await chat.sends("/export")
    assert await kept(house) == {chat.chat_id: 3}
    assert await bytes_kept(house) < 2 * len(printed), "the print alone, in base64"
    await chat.sends("/import 1.34341221434321")
    await sends(house)
    (everything, told), (results, table) = documents(house, chat)[-2:]
    assert (everything, results) == ("sudoku.json", "sudoku-results.csv")
    sections = json.loads(told)
    assert [row["givens"] for row in sections["puzzles"]] == ["1.34341221434321"]
    assert [row["file_name"] for row in sections["to_be_told"]][:2] == [everything, results]
    assert all("file" not in row for row in sections["to_be_told"])
    assert table.decode("utf-8-sig").startswith("game,daily")
    assert len(documents(house, chat)) == 4
    assert await kept(house) == {}


async def test_an_export_is_not_sent_that_was_kept_for_somebody_who_is_deleted(
    house: House, chat: Talk
) -> None:
    async with limited_house(house, budget := Budget(), Pauses(budget)) as limited:
        await chat.sends("/start")
        await chat.sends("/export")
        assert await kept(house) == {chat.chat_id: 2}
        pauses = Pauses(budget)

        async def while_it_waits(seconds: float) -> None:
            await belongings.delete_user(house.database, chat.person.id, 9)
            await pauses(seconds)

        replier = Replier(limited.application, while_it_waits)
        await replier.look()
        await asyncio.gather(*replier.chats)
    assert pauses.seconds
    assert documents(house, chat) == []
    assert await kept(house) == {}
    assert await users.get(house.database, chat.person.id) is None


async def test_an_export_is_not_sent_whose_person_is_deleted_while_it_is_made(
    house: House, chat: Talk
) -> None:
    await chat.sends("/start")
    fails(house, "sendDocument", TimedOut())
    await chat.sends("/export")
    go_on = Event()
    with ThreadPoolExecutor(1) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        busy = asyncio.create_task(asyncio.to_thread(go_on.wait))
        replier = Replier(house.application, Pauses())
        await replier.look()
        while not threads._work_queue.qsize():  # noqa: SLF001 - the library's own
            await asyncio.sleep(0)
        # It waits for the disk on a thread, too.
        deleting = asyncio.create_task(belongings.delete_user(house.database, chat.person.id, 9))
        while await users.get(house.database, chat.person.id) is not None:
            await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(busy, deleting, *replier.chats)
    assert documents(house, chat) == []
    assert await kept(house) == {}


@pytest.mark.long
@pytest.mark.parametrize("size", [750_000, 700_000])
async def test_who_is_owed_more_than_may_be_kept_is_told_to_ask_again(
    house: House, ming: Talk, size: int
) -> None:
    """One answer that is too large, then too many that are not."""
    await ming.sends("/start")
    itself = await Conversation.of(
        house.application, (await ming.visit()).user, Place(ming.chat_id)
    )
    fails(house, "sendDocument", TimedOut())
    for number in range(7):
        await itself.send_file(f"{number}.pdf", bytes(size), "words")
    assert await bytes_kept(house) <= 5_000_000
    await sends(house)
    came = ["document" in message for message in ming.person.messages()[-7:]]
    assert came == [size < 750_000 and number < 5 for number in range(7)]
    assert ming.text == messages.text("zh", "junk.not_kept")


async def test_in_a_topic_it_comes_in_the_topic_and_as_a_reply(house: House, club: Talk) -> None:
    topic = house.club.open_topic(club.person, "Puzzles")
    fails(house, "sendMessage", NetworkError("gone"))
    asked = club.person.say("/help", club.chat, topic=topic)
    await club.delivers(asked)
    await sends(house)
    assert asked is not None
    assert club.last["message_thread_id"] == topic
    assert club.last["reply_to_message"]["message_id"] == asked["message"]["message_id"]


async def test_a_message_that_fails_while_others_do_not_is_tried_ever_more_rarely(
    house: House, chat: Talk
) -> None:
    fails(house, "sendMessage", TimedOut(), 10)
    await chat.sends("/help")
    slept = await sends(house)
    assert slept.seconds == [1, 2, 4, 8, 16, 32, 60, 60, 60]


@pytest.mark.long
async def test_after_an_outage_of_an_hour_the_answers_come_within_seconds(
    house: House, chat: Talk, ming: Talk
) -> None:
    budget = Budget()
    began, outage = budget.now, 3_600.0
    came: list[float] = []

    class Down(PlaygroundRequest):
        async def do_request(
            self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
        ) -> tuple[int, bytes]:
            if "Message" in url and budget.now - began < outage:
                raise TimedOut
            if "sendMessage" in url:
                came.append(budget.now - began)
            return await super().do_request(url, method, request_data)

    async with limited_house(house, budget, Pauses(budget), lambda: Down(house.api)) as limited:
        for talk in (chat, ming):
            assert await talk.sends("/help") == ""
        came.clear()
        await sends(limited, Pauses(budget))
    assert len(came) == 2
    assert max(came) < outage + 3


async def test_the_end_waits_for_what_is_on_its_way_so_that_it_does_not_come_twice(
    house: House, chat: Talk
) -> None:
    fails(house, "sendMessage", TimedOut())
    await chat.sends("/help")
    network = Hanging(house.api)
    application = app.build(house.services, house.api.token, NETWORK, lambda: network)
    async with application:
        running = asyncio.create_task(Replier(application, Pauses()).run())
        await network.is_on_its_way.wait()
        running.cancel()
        await asyncio.sleep(0)
        network.is_confirmed.set()
        await asyncio.wait([running])
    assert network.patience == [30.0], "a slow Telegram is waited for, or it comes again and again"
    assert await kept(house) == {}


async def test_the_task_sends_what_it_finds_and_what_is_kept_later(
    house: House, chat: Talk
) -> None:
    fails(house, "sendMessage", TimedOut())
    await chat.sends("/help")
    running = asyncio.create_task(Replier(house.application, Pauses()).run())
    for _ in range(2):
        async with asyncio.timeout(30):
            while await kept(house) or house.application.kept.count(chat.chat_id):
                await asyncio.sleep(0)
        fails(house, "sendMessage", TimedOut())
        await chat.sends("/privacy")
    running.cancel()
    await asyncio.wait([running])
