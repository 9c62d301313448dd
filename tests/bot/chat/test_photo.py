"""What is said of the boards that a reader has found in a photo; the reader itself is not asked."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO

import pytest
from PIL import Image
from telegram import Chat, Document, Message, PhotoSize

from bot.chat.photo import picture_in
from bot.ledger.owner import Owner
from bot.pool.engine import OpenFile
from bot.pool.pictures import Pictures
from bot.store import drafts
from bot.store.drafts import Draft
from engine import Grid, parse, solve
from engine.photo import Reading
from tests.bot.house import Talk

PUZZLE = parse("...43..22..3.32.")
SOLUTION = parse("1234341221434321")
CLASSIC = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


def jpeg() -> bytes:
    file = BytesIO()
    Image.new("RGB", (60, 60), "white").save(file, "JPEG")
    return file.getvalue()


@dataclass
class Found(Pictures):
    """A reader that finds what a test says."""

    readings: tuple[Reading, ...] = ()
    asked: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        Pictures.__init__(self)

    async def read(self, _owner: Owner, opened: OpenFile) -> tuple[Reading, ...]:
        async with opened() as content:
            self.asked.append(len(content))
        return self.readings


@pytest.fixture
def pictures() -> Found:
    return Found()


async def sends_photo(chat: Talk, found: Found, *readings: Reading | Grid) -> Draft:
    """Sends a photo in which these boards are found; the draft of the first."""
    found.readings = tuple(
        Reading(one, cut_out=jpeg()) if isinstance(one, Grid) else one for one in readings
    )
    await chat.delivers(chat.person.send_photo(jpeg()))
    user = await chat.visit()
    assert user.user.draft_id is not None
    draft = await drafts.get(chat.house.database, user.user.draft_id)
    assert draft is not None
    return draft


def caption(chat: Talk) -> list[str]:
    return str(chat.last["caption"]).splitlines()


def rows(chat: Talk) -> list[list[str]]:
    """The labels of the buttons below the newest message, row by row."""
    keys = chat.last["reply_markup"]["inline_keyboard"]
    return [[button["text"] for button in row] for row in keys]


async def asked_for(chat: Talk, draft: Draft, cell: int) -> str:
    """The cell that is asked for where a button names a cell by its number."""
    await chat.forges(f"draftfix:{draft.id}:{cell}")
    return str(chat.last["caption"]).partition("What stands in ")[2].partition("?")[0]


async def test_three_other_boards_of_a_photo_are_offered(chat: Talk, pictures: Found) -> None:
    more = [PUZZLE.with_values({cell: SOLUTION[cell]}) for cell in PUZZLE.blanks()[:4]]
    await sends_photo(chat, pictures, PUZZLE, *more)
    labels = [f"Board {number} of the photo (4×4)" for number in (2, 3, 4)]
    assert rows(chat)[2:] == [[label] for label in labels]
    await chat.presses(labels[2])
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == more[2]


async def test_what_is_too_large_is_not_downloaded(chat: Talk, pictures: Found) -> None:
    pictures.readings = (Reading(PUZZLE, cut_out=jpeg()),)
    for size, word in ((15_000_001, "too large"), (15_000_000, "I read")):
        update = chat.person.send_document("a.png", bytes(size), "image/png")
        assert word in await chat.delivers(update)
    assert pictures.asked == [15_000_000]


async def test_a_reply_to_what_is_no_picture_reads_none(chat: Talk, pictures: Found) -> None:
    pictures.readings = (Reading(PUZZLE, cut_out=jpeg()),)
    await chat.delivers(chat.person.send_document("a.txt", b"hello", "text/plain"))
    await chat.sends("/solve", chat.person.messages(chat.chat)[-2]["message_id"])
    assert pictures.asked == []


def message(**content: object) -> Message:
    told = {"message_id": 1, "date": datetime.now(UTC), "chat": Chat(1, "private")}
    return Message(**told, **content)  # type: ignore[arg-type]


def document(mime_type: str | None) -> Document:
    return Document("id", "unique", mime_type=mime_type)


def test_the_largest_photo_and_files_of_images_are_pictures() -> None:
    sizes = [PhotoSize(str(width), str(width), width, width) for width in (90, 320, 800)]
    assert picture_in(message(photo=sizes)) == sizes[-1]
    images = ("image/png", "image/webp", "application/pdf")
    others = ("text/plain", "application/octet-stream", None)
    for mime_type in images:
        assert picture_in(message(document=document(mime_type))) == document(mime_type)
    for other in others:
        assert picture_in(message(document=document(other))) is None
    assert picture_in(message(text="hello")) is None
    assert picture_in(None) is None


def test_the_examples_have_the_solutions_that_they_are_said_to_have() -> None:
    assert solve(PUZZLE) == SOLUTION
