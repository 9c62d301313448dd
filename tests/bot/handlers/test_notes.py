import pytest

from tests.bot.house import House, Talk, right_moves


async def test_notes_are_filled_in_as_one_turn(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    count = len(stored.puzzle.grid.blanks())
    assert f"Notes for {count} cells." in await chat.sends("/notes")
    assert (await chat.game()).game.done == 1
    assert "already" in await chat.sends("/notes")
    await chat.sends("/undo")
    assert "Notes in" not in chat.text
    await ming.sends("/new 4")
    assert "填写笔记" in await ming.sends("/notes")


async def test_notes_go_away_with_a_digit_and_come_back_with_undo(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/notes")
    filled = chat.buttons
    await chat.sends(right_moves(await chat.game())[0])
    assert chat.buttons != filled
    await chat.sends("/undo")
    assert chat.buttons == filled


@pytest.mark.parametrize("word", ["clear", "清空", "CLEAR"])
async def test_all_notes_are_cleared_by_a_word(chat: Talk, word: str) -> None:
    await chat.sends("/new 4")
    await chat.sends("/notes")
    assert "cleared" in await chat.sends(f"/notes {word}")
    assert "already" in await chat.sends(f"/notes {word}")


async def test_what_somebody_noted_stays_and_is_told(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    blanks, name = stored.puzzle.grid.blanks(), stored.puzzle.grid.geometry.name
    await chat.sends(f"{name(blanks[0])} +1 {name(blanks[1])} +2")
    said = await chat.sends("/notes")
    assert f"Notes for {len(blanks) - 2} cells. 2 cells keep the notes they had." in said
    assert "1 cell keeps" not in said


async def test_the_same_by_buttons_in_place(house: House, chat: Talk) -> None:
    await chat.sends("/new 9")
    board = chat.last["message_id"]
    await chat.presses("⋯")
    assert "Notes for" in await chat.presses("Fill in notes")
    await chat.presses("⋯")
    assert "already" in await chat.presses("Fill in notes")
    await chat.presses("⋯")
    assert "cleared" in await chat.presses("Clear notes")
    assert chat.last["message_id"] == board
    assert house.api.world.queries.unanswered == ()


async def test_a_box_a_row_and_a_column_are_shown(chat: Talk) -> None:
    await chat.sends("/new 9 42")
    await chat.sends("/notes")
    stored = await chat.game()
    said = await chat.sends("/notes box 5")
    assert said.startswith("Notes of box 5")
    assert max(map(len, said.splitlines())) <= 25
    assert all(line.isascii() for line in said.splitlines()[1:])
    assert "Notes of row 4" in await chat.sends("/notes row 4")
    assert "Notes of column 9" in await chat.sends("/notes 9列")
    assert "Notes of box 1" in await chat.sends("/notes r1c1")
    assert (await chat.game()).game.turns == stored.game.turns or (await chat.game()).game.done == 1


async def test_from_the_board_a_view_that_turns_to_the_next_box_in_place(chat: Talk) -> None:
    await chat.sends("/new 9")
    board = chat.last["message_id"]
    await chat.presses("⋯")
    old = board
    await chat.sends("/board image")
    picture = chat.last["message_id"]
    assert "an old board" in await chat.presses("See notes", old)
    assert picture != chat.last["message_id"]
    await chat.presses("⋯")
    said = await chat.presses("See notes")
    assert "Notes of box" in said
    view = chat.last["message_id"]
    assert view != board
    first = chat.text
    await chat.presses("▶")
    assert chat.last["message_id"] == view
    assert chat.text != first
    await chat.presses("◀")
    assert chat.text == first


async def test_notes_are_spoken_where_boards_are(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("/board speak")
    assert "No notes here." in await chat.sends("/notes box 1")
    await chat.sends("/notes")
    assert "Row 1, column" in await chat.sends("/notes row 1") + await chat.sends("/notes row 2")


async def test_what_is_not_understood_is_explained(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    assert "/notes box 5" in await chat.sends("/notes box 7")
    assert "/notes box 5" in await chat.sends("/notes please")
    await ming.sends("/new 4")
    assert "/notes 5宫" in await ming.sends("/notes 请")


async def test_a_forged_unit_that_the_board_does_not_have_is_refused(chat: Talk) -> None:
    """A 4x4 has 12 units: 4 rows, 4 columns and 4 boxes."""
    await chat.sends("/new 4")
    stored = await chat.game()
    assert "Notes of box 4" in await chat.forges(f"see:{stored.id}:11")
    view, board = chat.last["message_id"], stored.message_id
    assert "too old" in await chat.forges(f"see:{stored.id}:12", board)
    assert "too old" in await chat.forges(f"unit:{stored.id}:12", view)
    assert "Notes of box 4" in chat.text


async def test_the_arrows_stay_among_the_rows_the_columns_or_the_boxes(chat: Talk) -> None:
    await chat.sends("/new 4")
    for kind in ("row", "column", "box"):
        await chat.sends(f"/notes {kind} 1")
        for arrow, number in (("◀", 4), ("▶", 1), ("▶", 2), ("▶", 3), ("▶", 4), ("▶", 1)):
            await chat.presses(arrow)
            assert f"Notes of {kind} {number}" in chat.text
