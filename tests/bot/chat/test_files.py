"""Files that people send, in the real Application, and how much of them is in memory at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Any, Final

import pytest
import pytest_asyncio
from bot.pool.reservations import BYTES_A_PERSON, RESERVED_BYTES
from telegram.error import Forbidden, NetworkError, TelegramError, TimedOut
from telegram.request import RequestData

from bot import app
from bot.chat.photo import MOST_BYTES
from bot.handlers.import_ import MOST_BYTES as MOST_TEXT
from bot.playground import ApiError, BotApi, Person, PlaygroundRequest
from bot.playground.chats import User
from bot.playground.errors import too_many_requests
from bot.playground.parameters import Upload
from bot.pool.pictures import PICTURES_AT_ONCE
from engine import parse
from tests.bot.house import NETWORK, House, Talk
from tests.engine.photo.drawn import drawn

PUZZLE: Final = "12.4341221434321"
PHOTO: Final = drawn(parse(PUZZLE))
LARGE: Final = 14_900_000


class Files(PlaygroundRequest):
    """A network whose files arrive when a test lets them in, or fail with its `failure`.

    `asked` is released for each file that is asked for. `coming` counts the bytes of files that
    have not arrived yet, and `most` is its maximum. If they are too many they are let in, so that a
    test fails instead of waiting.
    """

    def __init__(self, api: BotApi) -> None:
        super().__init__(api)
        self.are_let_in = asyncio.Event()
        self.are_let_in.set()
        self.asked = asyncio.Semaphore(0)
        self.failure: TelegramError | None = None
        self.coming = self.most = 0

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        status, answer = await super().do_request(url, method, request_data)
        if "/file/bot" in url:
            if self.failure is not None:
                raise self.failure
            self.coming += len(answer)
            self.most = max(self.most, self.coming)
            self.asked.release()
            if self.coming > RESERVED_BYTES:
                self.are_let_in.set()
            try:
                await self.are_let_in.wait()
            finally:
                self.coming -= len(answer)
        return status, answer


@pytest_asyncio.fixture
async def files(house: House) -> AsyncIterator[Files]:
    """Makes this the network of the house."""
    network = Files(house.api)
    application = app.build(house.services, house.api.token, NETWORK, lambda: network)
    async with application:
        before, house.application = house.application, application
        yield network
        house.application = before


def picture(talk: Talk, content: bytes = PHOTO, **claims: Any) -> dict[str, Any]:
    """An image file whose message makes false claims about it; None leaves a claim out."""
    update = talk.person.send_document("a.png", content, "image/png")
    assert update is not None
    said = update["message"]["document"] | claims
    update["message"]["document"] = {k: v for k, v in said.items() if v is not None}
    return update


def text(talk: Talk, **claims: Any) -> dict[str, Any]:
    """A file with a puzzle."""
    return picture(talk, PUZZLE.encode(), **({"mime_type": "text/plain"} | claims))


def strangers(house: House, count: int) -> list[Talk]:
    return [
        Talk(house, Person(house.api, User(7_000 + number, "Somebody", "en")))
        for number in range(count)
    ]


@pytest.mark.long
async def test_of_a_flood_of_large_files_no_more_than_fit_are_fetched_and_all_are_answered(
    house: House, files: Files, chat: Talk
) -> None:
    files.are_let_in.clear()
    large = house.api.world.files.add(Upload("a.png", bytes(LARGE), "image/png"), "documents")
    people, said = strangers(house, 30), large.to_json()
    told = [
        asyncio.create_task(talk.delivers(picture(talk, **said))) for talk in people for _ in "123"
    ]
    fitting = RESERVED_BYTES // LARGE
    refused = asyncio.as_completed(told)
    for _ in range(3 * (len(people) - fitting)):
        await next(refused)
    assert files.coming == files.most == fitting * LARGE
    files.are_let_in.set()
    await asyncio.gather(*told)
    assert files.most <= RESERVED_BYTES
    answers = [m["text"] for talk in people for m in talk.person.messages() if "text" in m]
    assert len(answers) == len(told)
    assert sum("can't open" in answer for answer in answers) == 3 * fitting
    assert sum("Many files" in answer for answer in answers) == len(told) - 3 * fitting
    assert "4×4" in await chat.delivers(picture(chat, file_size=MOST_BYTES))


@pytest.mark.long
async def test_a_file_of_unknown_size_may_be_as_large_as_any(house: House, files: Files) -> None:
    files.are_let_in.clear()
    *people, last = strangers(house, 5)
    coming = [asyncio.create_task(t.delivers(picture(t, file_size=None))) for t in people]
    for _ in people:
        await files.asked.acquire()
    files.failure = NetworkError("asked for")
    assert "Many files" in await last.delivers(picture(last, file_size=None))
    files.failure = None
    files.are_let_in.set()
    assert all("4×4" in said for said in await asyncio.gather(*coming))
    assert "4×4" in await last.delivers(picture(last, file_size=None))


@pytest.mark.long
async def test_what_one_person_has_on_the_way_leaves_room_for_others(
    house: House, files: Files, chat: Talk, ming: Talk
) -> None:
    files.are_let_in.clear()
    club = house.in_club(chat)
    first = asyncio.create_task(chat.delivers(picture(chat, file_size=BYTES_A_PERSON)))
    await files.asked.acquire()
    files.failure = NetworkError("asked for")
    other = club.person.send_photo(PHOTO, chat=club.chat, caption="/solve")
    assert "Many files" in await club.delivers(other)
    files.failure = None
    second = asyncio.create_task(ming.delivers(picture(ming)))
    files.are_let_in.set()
    assert "4×4" in await first
    assert "4×4" in await second


@pytest.mark.long
@pytest.mark.parametrize("claimed", [1, -1, 0, None])
async def test_no_more_is_taken_than_was_said_or_is_allowed(
    files: Files, chat: Talk, claimed: int | None
) -> None:
    assert "too large" in await chat.delivers(
        picture(chat, bytes(MOST_BYTES + 1), file_size=claimed)
    )
    assert "too big" in await chat.delivers(
        picture(chat, b"1" * (MOST_TEXT + 1), file_size=claimed, mime_type="text/plain")
    )
    assert files.most == 0
    is_read = claimed != 1
    assert ("4×4" in await chat.delivers(picture(chat, file_size=claimed))) == is_read
    assert ("on your shelf" in await chat.delivers(text(chat, file_size=claimed))) == is_read


REFUSED: Final = {
    "too big": (ApiError(400, "Bad Request: file is too big"), "too big", "too "),
    "expired": (
        ApiError(400, "Bad Request: wrong file_id or the file is temporarily unavailable"),
        "temporarily unavailable",
        "couldn't get that file",
    ),
    "flood": (too_many_requests(7), "Flood control", "couldn't get that file"),
}


# RetryAfter warns about a type that it will have in a later version.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
@pytest.mark.parametrize("why", REFUSED)
async def test_what_telegram_does_not_hand_out_is_said_and_the_next_file_is_read(
    house: House, chat: Talk, caplog: pytest.LogCaptureFixture, why: str
) -> None:
    refusal, logged, said = REFUSED[why]
    for sent, size, read in ((picture, MOST_BYTES, "4×4"), (text, MOST_TEXT, "on your shelf")):
        caplog.clear()
        house.api.fail_next("getFile", refusal)
        assert said in await chat.delivers(sent(chat, file_size=size))
        (warned,) = (one for one in caplog.records if one.levelno >= logging.WARNING)
        assert warned.levelno == logging.WARNING
        assert warned.exc_info is None
        assert logged in warned.getMessage()
        assert read in await chat.delivers(sent(chat, file_size=size))


@pytest.mark.long
@pytest.mark.parametrize(
    "failure", [NetworkError("ClientPayloadError"), TimedOut(), Forbidden("Forbidden")]
)
async def test_a_file_that_breaks_off_is_told_and_the_next_one_is_read(
    files: Files, chat: Talk, ming: Talk, failure: TelegramError
) -> None:
    files.failure = failure
    assert "couldn't get that file" in await chat.delivers(picture(chat, file_size=MOST_BYTES))
    assert "没能从 Telegram 取到" in await ming.delivers(text(ming, file_size=MOST_TEXT))
    files.failure = None
    assert "4×4" in await chat.delivers(picture(chat, file_size=MOST_BYTES))
    assert "书架" in await ming.delivers(text(ming, file_size=MOST_TEXT))


@pytest.mark.long
async def test_a_cancelled_download_leaves_room_for_the_next_one(files: Files, chat: Talk) -> None:
    files.are_let_in.clear()
    first = asyncio.create_task(chat.delivers(picture(chat, file_size=MOST_BYTES)))
    await files.asked.acquire()
    first.cancel()
    with suppress(asyncio.CancelledError):
        await first
    files.are_let_in.set()
    assert "4×4" in await chat.delivers(picture(chat, file_size=MOST_BYTES))


@pytest.mark.long
async def test_who_is_told_to_come_again_has_spent_nothing_and_nothing_was_fetched(
    house: House, chat: Talk
) -> None:
    with ExitStack() as full:
        for person in range(RESERVED_BYTES // BYTES_A_PERSON):
            full.enter_context(house.services.reservations.reserve(person, BYTES_A_PERSON))
        for _ in range(PICTURES_AT_ONCE):
            assert "Many files" in await chat.delivers(picture(chat))
        assert "Many files" in await chat.delivers(text(chat))
    assert "getFile" not in [method for method, _ in house.api.calls]
    assert "4×4" in await chat.delivers(picture(chat))
