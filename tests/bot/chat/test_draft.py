from io import BytesIO

import pytest
from PIL import Image

from bot.store import drafts
from engine import Grid, parse
from engine.photo import Reading
from tests.bot.chat.test_photo import (
    CLASSIC,
    PUZZLE,
    SOLUTION,
    Found,
    asked_for,
    caption,
    jpeg,
    pictures,
    rows,
    sends_photo,
)
from tests.bot.house import Talk

__all__ = ["pictures"]


async def test_what_was_read_is_told_line_by_line(chat: Talk, pictures: Found) -> None:
    by_hand = {cell: SOLUTION[cell] for cell in (0, 1)}
    reading = Reading(PUZZLE.with_values(by_hand), (3,), (4, 7), (), frozenset(by_hand), jpeg())
    await sends_photo(chat, pictures, reading)
    lines = caption(chat)
    assert lines[:2] == ["🔎 I read: 4×4, 7 givens", "and 2 digits filled in by hand"]
    assert lines[2].startswith("One solution")
    assert lines[3:] == [
        "Please look at r1c4: I'm not sure.",
        "I changed r2c1, r2c4, because only then is there one solution.",
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
        (parse("1..............."), "Like this it has several solutions: a digit may be missing."),
        (PUZZLE.with_values({0: 4}), "Like this it has no solution: "),
        (SOLUTION, "✅ Every cell is filled in, and all of it is right."),
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
    assert "I may have misread something" not in caption(chat)[1]


async def test_twelve_doubtful_cells_are_named_and_the_others_seen(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, Reading(PUZZLE, tuple(range(14)), cut_out=jpeg()))
    (line,) = [line for line in caption(chat) if "not sure" in line]
    assert "r3c4" in line
    assert "r4c1" not in line
    assert line.endswith("I'm not sure of them.")


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


def red() -> bytes:
    file = BytesIO()
    Image.new("RGB", (640, 640), (200, 30, 30)).save(file, "JPEG")
    return file.getvalue()


def shows_photo(chat: Talk, message_id: int) -> bool:
    """Whether the left half of the message's picture is the red photo of a test."""
    found = [one for one in chat.person.messages() if one["message_id"] == message_id]
    name = found[0]["photo"][-1]["file_id"]
    content = chat.house.api.world.files.get(name).upload.content
    with Image.open(BytesIO(content)) as picture:
        left = picture.convert("RGB").crop((30, 30, 31, 31)).tobytes()
    return left[0] > 150 > max(left[1:]) + 80


@pytest.mark.long
async def test_the_photo_stands_beside_every_question_and_correction(
    chat: Talk, pictures: Found
) -> None:
    draft = await sends_photo(chat, pictures, Reading(PUZZLE, (3,), cut_out=red()))
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    for label in (None, "▶", "2", "✔ Done"):
        if label:
            await chat.presses(label, question)
        assert shows_photo(chat, question)
    await chat.sends("r1c1 1")
    assert shows_photo(chat, chat.last["message_id"])
    stored = await drafts.get(chat.house.database, draft.id)
    assert stored is not None
    assert stored.picture is not None


async def test_the_photo_stands_beside_a_correction_that_replies(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, Reading(PUZZLE, cut_out=red()))
    await chat.sends("the 4 in r1c4 is a 1", chat.last["message_id"])
    number = chat.last["message_id"]
    assert shows_photo(chat, number)
    await chat.presses("↩ Undo r1c4 = 1", number)
    assert shows_photo(chat, number)


async def test_another_board_of_the_photo_has_not_the_first_one_beside_it(
    chat: Talk, pictures: Found
) -> None:
    other = PUZZLE.with_values({0: 1})
    await sends_photo(chat, pictures, Reading(PUZZLE, cut_out=red()), Reading(other))
    await chat.presses("Board 2 of the photo (4×4)")
    assert not shows_photo(chat, chat.last["message_id"])


async def test_a_board_is_corrected_also_where_the_photo_is_gone(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, Reading(PUZZLE, cut_out=red()))
    await chat.presses("✏ Correct")
    question = chat.last["message_id"]
    await chat.house.database.all("update drafts set picture = 'gone'")
    await chat.presses("1", question)
    assert not shows_photo(chat, question)
    await chat.presses("✔ Done", question)
    assert caption(chat)[0] == "🔎 I read: 4×4, 8 givens"
