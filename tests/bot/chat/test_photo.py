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


async def test_what_was_read_is_told_line_by_line(chat: Talk, pictures: Found) -> None:
    by_hand = {cell: SOLUTION[cell] for cell in (0, 1)}
    reading = Reading(PUZZLE.with_values(by_hand), (3,), (4, 7), (), frozenset(by_hand), jpeg())
    await sends_photo(chat, pictures, reading)
    lines = caption(chat)
    assert lines[:2] == ["🔎 I read: 4×4, 7 givens", "and 2 digits filled in by hand"]
    assert lines[2].startswith("One solution")
    assert lines[3:] == [
        "Please look at r1c4: I'm not sure.",
        "I changed r2c1, r2c4, because only then there is one solution.",
    ]
    assert rows(chat) == [["▶ Play", "Solution"], ["💡 Hint", "✏ Correct"]]


async def test_a_puzzle_that_is_graded_quickly_is_told_its_difficulty(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, CLASSIC)
    assert caption(chat)[0] == "🔎 I read: 9×9, 30 givens"
    assert caption(chat)[1].startswith("One solution · ")
    assert len(caption(chat)) == 2


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        (parse("1..............."), "So it has several solutions: a digit may be missing."),
        (PUZZLE.with_values({0: 4}), "So it has no solution: "),
        (SOLUTION, "One solution"),
    ],
)
async def test_a_board_that_cannot_be_played_can_only_be_corrected(
    chat: Talk, pictures: Found, board: Grid, verdict: str
) -> None:
    await sends_photo(chat, pictures, board)
    assert caption(chat)[1].startswith(verdict)
    assert rows(chat) == [["✏ Correct"]]


async def test_why_a_board_has_no_solution_is_said(chat: Talk, pictures: Found) -> None:
    await sends_photo(chat, pictures, PUZZLE.with_values({0: 4}))
    assert "r1c1" in caption(chat)[1]
    assert "something may be read wrong" not in caption(chat)[1]


async def test_twelve_doubtful_cells_are_named_and_the_others_seen(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, Reading(PUZZLE, tuple(range(14)), cut_out=jpeg()))
    (line,) = [line for line in caption(chat) if "not sure" in line]
    assert "r3c4" in line
    assert "r4c1" not in line
    assert line.endswith("I'm not sure of them.")


async def test_three_other_boards_of_a_photo_are_offered(chat: Talk, pictures: Found) -> None:
    more = [PUZZLE.with_values({cell: SOLUTION[cell]}) for cell in PUZZLE.blanks()[:4]]
    await sends_photo(chat, pictures, PUZZLE, *more)
    labels = [f"Board {number} of the photo (4×4)" for number in (2, 3, 4)]
    assert rows(chat)[2:] == [[label] for label in labels]
    await chat.presses(labels[2])
    await chat.presses("▶ Play")
    assert (await chat.game()).game.givens == more[2]


@pytest.mark.long
@pytest.mark.parametrize(
    ("cell", "around"),
    [
        (0, {"◀": "r1c4", "▲": "r4c1", "▼": "r2c1", "▶": "r1c2"}),
        (15, {"◀": "r4c3", "▲": "r3c4", "▼": "r1c4", "▶": "r4c1"}),
        (6, {"◀": "r2c2", "▲": "r1c3", "▼": "r3c3", "▶": "r2c4"}),
    ],
)
async def test_the_arrows_lead_to_the_neighbours_and_round_the_edges(
    chat: Talk, pictures: Found, cell: int, around: dict[str, str]
) -> None:
    draft = await sends_photo(chat, pictures, PUZZLE)
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    assert rows(chat) == [["1", "2", "3", "4", "·"], ["◀", "▲", "▼", "▶"], ["✔ Done"]]
    for arrow, name in around.items():
        assert await asked_for(chat, draft, cell) == draft.grid.geometry.name(cell)
        await chat.presses(arrow, question)
        assert f"What stands in {name}?" in str(chat.last["caption"])


async def test_the_digits_of_a_large_board_stand_in_rows_of_five(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, CLASSIC)
    await chat.presses("✏ Correct")
    assert rows(chat)[:2] == [["1", "2", "3", "4", "5"], ["6", "7", "8", "9", "·"]]


@pytest.mark.long
async def test_the_cells_to_look_at_are_asked_for_one_after_the_other(
    chat: Talk, pictures: Found
) -> None:
    reading = Reading(PUZZLE, (3, 9), (9, 5), cut_out=jpeg())
    draft = await sends_photo(chat, pictures, reading)
    await chat.presses("✏ Correct")
    assert "What stands in r1c4?" in str(chat.last["caption"])
    for cell, following in ((3, "r3c2"), (9, "r2c2"), (5, "r1c4"), (0, "r1c4")):
        await asked_for(chat, draft, cell)
        assert rows(chat)[-2:] == [[f"Next: {following} ›"], ["✔ Done"]]
    alone = await sends_photo(chat, pictures, Reading(PUZZLE, (3,), cut_out=jpeg()))
    await chat.presses("✏ Correct")
    assert await asked_for(chat, alone, 3) == "r1c4"
    assert rows(chat)[-2] == ["◀", "▲", "▼", "▶"]
    assert await asked_for(chat, alone, 0) == "r1c1"
    assert rows(chat)[-2] == ["Next: r1c4 ›"]


@pytest.mark.long
async def test_a_cell_that_the_board_does_not_have_is_not_asked_for(
    chat: Talk, pictures: Found
) -> None:
    sure = await sends_photo(chat, pictures, PUZZLE)
    await chat.presses("✏ Correct")
    assert "What stands in r1c1?" in str(chat.last["caption"])
    for cell, name in ((15, "r4c4"), (16, "r1c1"), (1, "r1c2"), (0, "r1c1")):
        assert await asked_for(chat, sure, cell) == name
    doubtful = await sends_photo(chat, pictures, Reading(PUZZLE, (3,), cut_out=jpeg()))
    await chat.presses("✏ Correct")
    for cell, name in ((16, "r1c4"), (0, "r1c1"), (99, "r1c4")):
        assert await asked_for(chat, doubtful, cell) == name


async def test_the_message_of_the_questions_shows_the_corrected_board_at_the_end(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, PUZZLE)
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    await chat.presses("1", question)
    await chat.presses("✔ Done", question)
    assert chat.last["message_id"] == question
    assert caption(chat)[0] == "🔎 I read: 4×4, 8 givens"
    assert rows(chat)[0] == ["▶ Play", "Solution"]


async def test_a_typed_correction_is_told_above_the_board(chat: Talk, pictures: Found) -> None:
    await sends_photo(chat, pictures, PUZZLE.with_values({0: 4}))
    await chat.sends("r1c1 1", chat.last["message_id"])
    assert caption(chat)[0] == "✏ Changed on the board from your photo: r1c1 = 1"
    assert caption(chat)[1] == "🔎 I read: 4×4, 8 givens"
    corrected = str(PUZZLE.with_values({0: 1}))
    await chat.sends(corrected, chat.last["message_id"])
    assert caption(chat)[1] == "🔎 I read: 4×4, 8 givens"
    assert "Changed" not in caption(chat)[0]


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
    images, others = ("image/png", "image/webp"), ("text/plain", "application/pdf", None)
    for mime_type in images:
        assert picture_in(message(document=document(mime_type))) == document(mime_type)
    for other in others:
        assert picture_in(message(document=document(other))) is None
    assert picture_in(message(text="hello")) is None
    assert picture_in(None) is None


def test_the_examples_have_the_solutions_that_they_are_said_to_have() -> None:
    assert solve(PUZZLE) == SOLUTION
