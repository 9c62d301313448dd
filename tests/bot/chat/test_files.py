"""Files that people send, in the real Application, and how much of them is in memory at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final

import pytest
import pytest_asyncio
from telegram.error import Forbidden, NetworkError, TelegramError, TimedOut
from telegram.request import RequestData

from bot import app
from bot.chat.photo import MOST_BYTES
from bot.handlers.import_ import MOST_BYTES as MOST_TEXT
from bot.ledger.lane import PLACES
from bot.ledger.ledger import FILES, IMPORTS, Kind
from bot.ledger.owner import Owner
from bot.playground import ApiError, BotApi, Person, PlaygroundRequest
from bot.playground.chats import User
from bot.playground.errors import too_many_requests
from bot.playground.parameters import Upload
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
            if self.coming > FILES.most:
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
async def test_of_a_flood_of_large_pictures_one_is_fetched_at_a_time_and_all_are_answered(
    house: House, files: Files, chat: Talk
) -> None:
    files.are_let_in.clear()
    large = house.api.world.files.add(Upload("a.png", bytes(LARGE), "image/png"), "documents")
    people, said = strangers(house, 10), large.to_json()
    told = [
        asyncio.create_task(talk.delivers(picture(talk, **said))) for talk in people for _ in "123"
    ]
    await files.asked.acquire()
    assert (files.coming, house.services.ledger.reserved[FILES]) == (LARGE, LARGE)
    files.are_let_in.set()
    await asyncio.gather(*told)
    assert (files.most, house.services.ledger.reserved[FILES]) == (LARGE, 0)
    answers = [m["text"] for talk in people for m in talk.person.messages() if "text" in m]
    assert len(answers) == len(told)
    assert all("can't open" in one or "Many people" in one for one in answers)
    assert any("can't open" in one for one in answers)
    assert "4×4" in await chat.delivers(picture(chat, file_size=MOST_BYTES))


@pytest.mark.long
async def test_a_file_of_unknown_size_may_be_as_large_as_any(house: House, chat: Talk) -> None:
    room = MOST_BYTES
    with reserved(house, room - 1):
        assert "Many files" in await chat.delivers(picture(chat, file_size=None))
        assert "4×4" in await chat.delivers(picture(chat))
    with reserved(house, room):
        assert "4×4" in await chat.delivers(picture(chat, file_size=None))


@contextmanager
def reserved(house: House, room: int) -> Iterator[None]:
    """Strangers have reserved the memory for files, but for some of it."""
    with ExitStack() as held:
        for kind in (FILES, IMPORTS):
            left, person = max(kind.most - room, 0), 8_000
            while left:
                part = min(left, kind.share)
                held.enter_context(house.services.ledger.reserve(kind, Owner(person), part))
                left, person = left - part, person + 1
        yield


@pytest.mark.parametrize(("kind", "sent"), [(FILES, picture), (IMPORTS, text)])
async def test_the_bytes_of_a_person_count_together_wherever_they_write(
    house: House, chat: Talk, kind: Kind, sent: Callable[[Talk], dict[str, Any]]
) -> None:
    with house.services.ledger.reserve(kind, Owner(chat.person.id, -7), kind.share):
        assert "Many files" in await chat.delivers(sent(chat))
    assert "Many files" not in await chat.delivers(sent(chat))


async def test_what_one_person_imports_leaves_room_for_others(
    house: House, chat: Talk, ming: Talk
) -> None:
    with house.services.ledger.reserve(IMPORTS, Owner(chat.person.id), IMPORTS.share):
        assert "书架" in await ming.delivers(text(ming))


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
async def test_a_cancelled_download_leaves_room_for_the_next_one(
    house: House, files: Files, chat: Talk
) -> None:
    files.are_let_in.clear()
    first = asyncio.create_task(chat.delivers(picture(chat, file_size=MOST_BYTES)))
    await files.asked.acquire()
    first.cancel()
    with suppress(asyncio.CancelledError):
        await first
    assert house.services.ledger.reserved[FILES] == 0
    files.are_let_in.set()
    assert "4×4" in await chat.delivers(picture(chat, file_size=MOST_BYTES))


@pytest.mark.long
async def test_who_is_told_to_come_again_has_had_nothing_fetched(house: House, chat: Talk) -> None:
    with reserved(house, 0):
        for _ in range(2 * PLACES):
            assert "Many files" in await chat.delivers(picture(chat))
        assert "Many files" in await chat.delivers(text(chat))
    assert "getFile" not in [method for method, _ in house.api.calls]
    assert "4×4" in await chat.delivers(picture(chat))
    assert "on your shelf" in await chat.delivers(text(chat))
