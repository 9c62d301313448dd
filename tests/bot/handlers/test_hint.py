import pytest

from bot.game.move import Act, notes_text
from bot.store import hints
from engine import SYMBOLS
from engine.techniques import State
from tests.bot.house import House, Talk, right_moves

HINT = "💡 Hint for #"


async def goes_to_an_elimination(chat: Talk) -> None:
    """Takes hints until one rules something out; that one is told to its end."""
    while True:
        await chat.sends("/hint")
        for _ in range(2):
            await chat.presses(next(label for label in chat.buttons if "💡" in label))
        if "remove" in chat.text:
            return
        await chat.presses("✔ Do it")


async def test_three_presses_of_the_same_button_tell_where_why_and_what(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    board = chat.last["message_id"]
    where = await chat.presses("💡")
    told_in = chat.last["message_id"]
    assert HINT in where
    assert "Look at" in where
    assert "Hidden single" not in where
    await chat.presses("💡", board)
    assert "only cell for it" in chat.text or "just one cell is blank" in chat.text
    assert "So put" not in chat.text
    await chat.presses("💡", board)
    assert "So put" in chat.text
    assert chat.last["message_id"] == told_in
    assert (await chat.game()).game.done == 0


async def test_the_cells_are_marked_on_the_board_below_which_it_is_told(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    board = chat.text.partition(HINT)[0]
    assert board.count("+") == 1 + 2 * 2
    assert "*" in board


async def test_do_it_does_what_was_said(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    said = chat.text.rpartition("So put ")[2]
    await chat.presses("✔ Do it")
    stored = await chat.game()
    ((move,),) = (turn.moves for turn in stored.game.turns)
    cell = stored.puzzle.grid.geometry.name(move.cell)
    assert said == f"{SYMBOLS[move.value - 1]} in {cell}."
    assert stored.puzzle.solution[move.cell] == move.value


async def test_what_is_ruled_out_is_remembered_in_the_notes(chat: Talk) -> None:
    await chat.sends("/new hard 7")
    await goes_to_an_elimination(chat)
    assert "pencils in all candidates" in chat.text
    assert "pencilled in" in await chat.presses("✔ Do it")
    stored = await chat.game()
    moves = stored.game.turns[-1].moves
    assert {move.act for move in moves} == {Act.NOTES}
    filled = sum(1 for turn in stored.game.turns[:-1] for _ in turn.moves)
    assert len(moves) == len(stored.puzzle.grid.blanks()) - filled
    for move in moves:
        assert move.value >> stored.puzzle.solution[move.cell] - 1 & 1


async def test_a_hint_follows_the_players_own_board(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    first = await chat.sends("/hint")
    await chat.sends(" ".join(right_moves(await chat.game())[:20]))
    assert await chat.sends("/hint") != first


async def test_a_wrong_digit_is_told_first_and_where_only_if_one_asks(
    chat: Talk, ming: Talk
) -> None:
    for talk, wrong, which in (
        (chat, "1 of your digits can't be right", "Show me which"),
        (ming, "有 1 个不可能对", "告诉我是哪几格"),
    ):
        await talk.sends("/new 4 easy 42")
        stored = await talk.game()
        cell = stored.puzzle.grid.blanks()[0]
        name, right = stored.puzzle.grid.geometry.name(cell), stored.puzzle.solution[cell]
        await talk.sends(f"{name}={right % 4 + 1}")
        said = await talk.sends("/hint")
        assert wrong in said
        assert name not in said
        told = await talk.presses(which)
        assert name in told
        assert f"{name}={right}" not in told
        await talk.sends(f"{name}={right}")
        assert wrong not in await talk.sends("/hint")


async def test_notes_that_lack_the_right_digit_are_told(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    stored = await chat.game()
    shape, solution = stored.puzzle.grid.geometry, stored.puzzle.solution
    candidates, blanks = State.start(stored.puzzle.grid).cells, stored.puzzle.grid.blanks()
    notes = [f"note {shape.name(cell)} {notes_text(candidates[cell], shape)}" for cell in blanks]
    first = blanks[0]
    notes[0] = f"note {shape.name(first)} {solution[first] % 4 + 1}"
    await chat.sends("\n".join(notes))
    assert "notes of 1 cell are missing" in await chat.sends("/hint")
    assert shape.name(first) in await chat.presses("Show me which")


async def test_hints_are_counted_and_told_in_the_result(house: House, chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    assert await hints.count(house.database, (await chat.game()).id) == 1
    await chat.presses("✔ Do it")
    await chat.sends("/hint")
    said = await chat.sends(" ".join(right_moves(await chat.game())))
    assert "2 hints" in said


async def test_the_end_says_that_no_hints_were_taken(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    said = await chat.sends(" ".join(right_moves(await chat.game())))
    assert "Solved! 🎉 easy\nNo hints · no mistakes" in said
    assert "hint or check" not in said


async def test_an_old_hint_does_nothing_any_more(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    old = chat.last["message_id"]
    await chat.sends(right_moves(await chat.game())[0])
    done = (await chat.game()).game.done
    assert "moved on" in await chat.presses("✔ Do it", old)
    assert (await chat.game()).game.done == done


async def test_nothing_is_done_before_it_is_said(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends("/hint")
    stored = await chat.game()
    assert "moved on" in await chat.forges(f"dohint:{stored.id}:0")
    assert (await chat.game()).game.done == 0


async def test_the_text_does_what_it_says_after_a_picture_was_drawn(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    for _ in range(3):
        await chat.sends("/hint")
    text = chat.last["message_id"]
    await chat.presses("🖼 Picture")
    await chat.presses("✔ Do it", text)
    assert (await chat.game()).game.done == 1


async def test_the_picture_goes_on_whichever_button_is_pressed(house: House, chat: Talk) -> None:
    """Telegram refuses to make a text of a picture."""
    await chat.sends("/new easy 42")
    board = chat.last["message_id"]
    await chat.sends("/hint")
    text = chat.last["message_id"]
    await chat.presses("🖼 Picture")
    picture = chat.last["message_id"]
    await chat.presses("💡 Why?", text)
    await chat.presses("💡", board)
    assert chat.last["message_id"] == picture
    assert "✔ Do it" in chat.buttons
    assert [m for m, _ in house.api.calls if m.startswith("edit")] == ["editMessageMedia"] * 2


async def test_the_hint_as_a_picture_goes_on_as_a_picture(chat: Talk) -> None:
    await chat.sends("/new easy 42")
    await chat.sends("/hint")
    await chat.presses("🖼 Picture")
    picture = chat.last
    assert picture["photo"]
    assert "Look at" in picture["caption"]
    await chat.presses("💡 Why?")
    assert chat.last["message_id"] == picture["message_id"]
    assert "Hidden single" in chat.last["caption"] or "Full house" in chat.last["caption"]
    assert chat.last["photo"] != picture["photo"]


async def test_without_a_game_there_is_no_hint(chat: Talk) -> None:
    assert "no game here" in await chat.sends("/hint")


@pytest.mark.parametrize("data", ["hint:1:0", "dohint:1:0", "drawhint:x", "hintcells:1", "dohint"])
async def test_forged_buttons_reach_nobody_elses_game(chat: Talk, ming: Talk, data: str) -> None:
    await ming.sends("/new 4")
    await chat.sends("/start")
    await chat.forges(data)
    assert chat.alerted
    assert (await ming.game()).game.done == 0


async def test_a_solved_board_needs_none(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends(" ".join(right_moves(await chat.game())))
    assert "no game here" in await chat.sends("/hint")
