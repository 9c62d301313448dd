"""The parts of a large board that are buttons."""

from tests.bot.house import Talk


def cells(talk: Talk) -> list[int]:
    rows = talk.last["reply_markup"]["inline_keyboard"]
    found = [b["callback_data"].split(":") for row in rows for b in row]
    return [int(data[2]) for data in found if data[0] == "cell"]


async def test_the_map_of_a_9x9_leads_to_every_box_and_the_text_frames_it(chat: Talk) -> None:
    await chat.sends("/new")
    for box, sign in ((8, "◢"), (4, "◆"), (0, "◤")):
        await chat.presses(sign)
        assert cells(chat) == [*(await chat.game()).puzzle.grid.geometry.boxes[box]]
        assert ("<" in chat.text, ">" in chat.text) == (box != 0, box != 8)


async def test_the_next_box_and_back(chat: Talk) -> None:
    await chat.sends("/new 16")
    start = cells(chat)
    await chat.presses("▶")
    assert cells(chat) != start
    await chat.presses("◀")
    assert cells(chat) == start


async def test_the_map_leads_to_every_box_and_the_text_shows_which_it_is(chat: Talk) -> None:
    await chat.sends("/new 16")
    for number in (1, 6, 16):
        await chat.presses("▦")
        assert not cells(chat)
        await chat.presses(f"box:{(await chat.game()).id}:{number - 1}")
        corner = cells(chat)[0]
        assert (corner // 64, corner % 16 // 4) == divmod(number - 1, 4)
        head = "1 2 3 4 |" if number < 16 else "1234|"
        line = chat.text[chat.text.index(head) :].splitlines()[1 + corner // 16]
        assert ("<" in line, ">" in line) == (number > 1, number < 16)


async def test_the_map_and_back(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 16")
    before = chat.buttons
    assert await chat.presses("▦") == "Which box?"
    await chat.presses(next(label for label in chat.buttons if label.startswith("[")))
    assert chat.buttons == before
    await ming.sends("/new 16")
    assert "哪一宫" in await ming.presses("▦")


async def test_a_screen_reader_hears_how_many_blanks_a_box_has(chat: Talk) -> None:
    await chat.sends("/new")
    await chat.sends("/board spoken")
    assert "In brackets" in await chat.presses("Boxes")
    await chat.presses(next(label for label in chat.buttons if label.startswith("9 ")))
    assert cells(chat) == [60, 61, 62, 69, 70, 71, 78, 79, 80]


async def test_the_buttons_of_an_old_9x9_lead_to_its_boxes_and_cells(chat: Talk) -> None:
    """It had keys to the left and the right, a map, and the cells of two boxes side by side."""
    await chat.sends("/new")
    stored = await chat.game()
    game, shape, blanks = stored.id, stored.puzzle.grid.geometry, stored.puzzle.grid.blanks()
    await chat.forges(f"box:{game}:2")
    assert cells(chat) == [*shape.boxes[2]]
    await chat.forges(f"boxes:{game}")
    assert cells(chat) == [*shape.boxes[2]]
    beside = next(cell for cell in blanks if shape.box_of(cell) == 4)
    await chat.forges(f"cell:{game}:{beside}")
    assert cells(chat) == [*shape.boxes[4]]
    await chat.presses(f"digit:{game}:{stored.puzzle.solution[beside]}")
    assert (await chat.game()).game.values[beside] == stored.puzzle.solution[beside]


async def test_the_buttons_follow_typed_moves_undo_and_redo(chat: Talk) -> None:
    await chat.sends("/new 16")
    blanks = (await chat.game()).puzzle.grid.blanks()
    name, first, last = (await chat.game()).puzzle.grid.geometry.name, blanks[0], blanks[-1]
    await chat.sends(f"{name(first)} +AB")
    assert first in cells(chat)
    await chat.sends(f"{name(last)} +AB")
    assert last in cells(chat)
    for press in ("↩", "↪ Redo"):
        await chat.presses("◀")
        assert last not in cells(chat)
        if press != "↩":
            await chat.presses("⋯")
        await chat.presses(press)
        assert last in cells(chat)


async def test_the_buttons_turn_to_the_box_of_a_typed_move(chat: Talk) -> None:
    await chat.sends("/new")
    await chat.presses("◢")
    shape = (await chat.game()).puzzle.grid.geometry
    for box in (0, 4):
        blanks = (await chat.game()).puzzle.grid.blanks()
        cell = next(cell for cell in blanks if shape.box_of(cell) == box)
        await chat.sends(f"{shape.name(cell)} +12")
        assert cells(chat) == [*shape.boxes[box]]


async def test_a_cell_that_is_out_of_sight_is_chosen_no_more(chat: Talk) -> None:
    """A digit never goes into a cell that is not on the screen."""
    await chat.sends("/new")
    game = await chat.game()
    blanks = game.puzzle.grid.blanks()
    digit = f"digit:{game.id}:1"
    box_of = game.puzzle.grid.geometry.box_of
    await chat.presses("◤")
    await chat.presses(f"cell:{game.id}:{next(cell for cell in blanks if box_of(cell) == 0)}")
    await chat.presses("◢")
    assert await chat.presses(digit) == "First press a cell, then its digit."


async def test_by_ear_the_keys_of_another_box_tell_what_stands_there(chat: Talk) -> None:
    await chat.sends("/new 9")
    await chat.sends("/board speak")
    stored = await chat.game()
    blank = len(stored.puzzle.grid.blanks())
    for at in (1, 1, 0):
        box = [label for label in chat.buttons if label.startswith("Box ")][at]
        await chat.presses(box)
        first, *rest = chat.text.splitlines()
        assert first.startswith(f"{box}: ")
        assert rest == [f"{blank} cells to fill"]
    await chat.presses("Boxes")
    assert chat.text.startswith("Which box?")
    assert "Row " not in chat.text
