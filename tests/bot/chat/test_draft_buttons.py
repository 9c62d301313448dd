import pytest

from engine.photo import Reading
from tests.bot.chat.test_photo import (
    CLASSIC,
    PUZZLE,
    SOLUTION,
    Found,
    asked_for,
    jpeg,
    pictures,
    rows,
    sends_photo,
)
from tests.bot.house import Talk

__all__ = ["pictures"]


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
async def test_twelve_corrections_of_a_message_have_a_button_each(
    chat: Talk, pictures: Found
) -> None:
    await sends_photo(chat, pictures, PUZZLE)
    typed = " ".join(f"{PUZZLE.geometry.name(cell)} {SOLUTION[cell] % 4 + 1}" for cell in range(13))
    await chat.sends(typed, chat.last["message_id"])
    backs = [label for row in rows(chat) for label in row if "↩" in label]
    assert len(backs) == 12
    assert backs[0] == "↩ Undo r1c1 = 2"
