"""Questions about the board are answered in a game, in the language of whoever asks."""

from tests.bot.house import Talk, right_moves


async def test_a_row_a_box_and_a_digit_are_asked_about(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 6 7")
    before = await chat.game()
    assert (await chat.sends("row 4")).startswith("Row 4: ")
    assert (await chat.sends("box 2")).startswith("Box 2: ")
    assert (await chat.sends("where can 3 go")).startswith("3 can go here:\nRow ")
    assert await chat.game() == before
    await ming.sends("/new 6 7")
    assert (await ming.sends("第3列")).startswith("第3列：")


async def test_by_ear_a_move_is_its_result_and_what_is_left(chat: Talk) -> None:
    """No row, no mark, and at most 60 characters a move."""
    await chat.sends("/new 6 7")
    assert "Row 6:" not in await chat.sends("/board speak"), "only where the buttons are"
    assert "Row 6:" in await chat.sends("/board")
    moves = right_moves(await chat.game())
    for number, move in enumerate(moves[:-1], 1):
        said = await chat.sends(move)
        name, digit = move.split("=")
        cells = "cells" if len(moves) - number > 1 else "cell"
        left = f"{len(moves) - number} {cells} to fill"
        assert said.splitlines() == [f"{name} = {digit}", left]
        assert len(said) <= 60
    assert "Solved" in await chat.sends(moves[-1])


async def test_by_ear_a_mistake_is_told_without_marks_and_the_note_comes_first(chat: Talk) -> None:
    await chat.sends("/new 6 7")
    await chat.sends("/board speak")
    stored = await chat.game()
    grid, name = stored.puzzle.grid, stored.puzzle.grid.geometry.name
    cell = grid.blanks()[0]
    peer = next(peer for peer in grid.geometry.peers[cell] if grid[peer])
    await chat.sends(f"{name(cell)}={grid[peer]}")
    assert name(cell) in chat.text.splitlines()[1]
    assert "Look again" in chat.text
    assert not set("'\"!") & set(chat.text)
    said = await chat.sends("/undo")
    assert said.startswith("Taken back: ")


async def test_by_ear_keys_have_words(chat: Talk) -> None:
    await chat.sends("/new 9")
    await chat.sends("/board speak")
    words = ["Boxes", "Undo", "Hint", "Erase", "Notes", "Check", "More"]
    assert {*words} <= {*chat.buttons}
    await chat.presses("Notes")
    assert "Digits" in chat.buttons
    assert not {"◀", "▶", "↩", "💡", "⌫"} & {*chat.buttons}
