from tests.bot.house import Talk


def cells(talk: Talk) -> list[int]:
    rows = talk.last["reply_markup"]["inline_keyboard"]
    found = [b["callback_data"].split(":") for row in rows for b in row]
    return [int(data[2]) for data in found if data[0] == "cell"]


def box(talk: Talk) -> str:
    return next(label for label in talk.buttons if label.startswith("▦"))


async def test_the_next_box_and_back(chat: Talk) -> None:
    await chat.sends("/new")
    start = box(chat)
    await chat.presses("▶")
    assert box(chat) != start
    await chat.presses("◀")
    assert box(chat) == start


async def test_the_map_leads_to_every_box_and_the_text_shows_which_it_is(chat: Talk) -> None:
    await chat.sends("/new")
    for number in (1, 5, 9):
        await chat.presses(box(chat))
        there = next(label for label in chat.buttons if label.startswith(f"{number} "))
        await chat.presses(there)
        assert box(chat) == f"▦ {number}"
        corner = cells(chat)[0]
        assert (corner // 27, corner % 9 // 3) == divmod(number - 1, 3)
        line = chat.text.splitlines()[2 + corner // 9 + corner // 27]
        blanks = [symbol for symbol in line if symbol in "._"]
        assert "_" in blanks or "." not in line[3 + 8 * (corner % 9 // 3) :][:6]


async def test_the_map_and_back(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new")
    before = chat.buttons
    assert "Which box?" in await chat.presses(box(chat))
    await chat.presses("Back")
    assert chat.buttons == before
    await ming.sends("/new 16")
    assert "哪一宫" in await ming.presses("▦ 1") if "▦ 1" in ming.buttons else box(ming)


async def test_the_buttons_follow_typed_moves_undo_and_redo(chat: Talk) -> None:
    await chat.sends("/new")
    blanks = (await chat.game()).puzzle.grid.blanks()
    geometry = (await chat.game()).puzzle.grid.geometry
    name, first, last = geometry.name, blanks[0], blanks[-1]
    await chat.sends(f"{name(first)} +12")
    assert box(chat) == f"▦ {geometry.box_of(first) + 1}"
    await chat.sends(f"{name(last)} +12")
    assert box(chat) == f"▦ {geometry.box_of(last) + 1}"
    await chat.presses("▶")
    await chat.presses("↩")
    assert box(chat) == f"▦ {geometry.box_of(last) + 1}"
    await chat.presses("▶")
    await chat.presses("More")
    await chat.presses("↪ Redo")
    assert box(chat) == f"▦ {geometry.box_of(last) + 1}"


async def test_another_box_forgets_the_chosen_cell(chat: Talk) -> None:
    """A digit never goes into a cell that is out of sight."""
    await chat.sends("/new")
    await chat.presses("·")
    await chat.presses("▶")
    digit = f"digit:{(await chat.game()).id}:1"
    assert await chat.presses(digit) == "First press a cell, then its digit."
