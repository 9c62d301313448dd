from tests.bot.house import Talk, right_moves, wrong_move


async def test_a_board_without_digits_has_nothing_to_check(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    assert "haven't placed a digit" in await chat.sends("/check")
    await ming.sends("/new 4")
    assert "还没有填数字" in await ming.presses("检查")


async def test_right_digits_are_counted(chat: Talk) -> None:
    await chat.sends("/new 4")
    moves = right_moves(await chat.game())
    await chat.sends(moves[0])
    assert await chat.presses("Check") == "Your digit is right."
    assert not chat.alerted
    await chat.sends(moves[1])
    assert "All 2 of your digits are right." in await chat.sends("/check")


async def test_wrong_digits_are_counted_and_named_only_when_wanted(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    wrong = wrong_move(stored)
    await chat.sends(f"{wrong} {right_moves(stored)[1]}")
    said = await chat.presses("Check")
    assert "1 of your digits is wrong." in said
    assert wrong[:4] not in said
    assert f"Look at {wrong[:4]} again." in await chat.presses("Show me which")
    await ming.sends("/new 4")
    stored = await ming.game()
    await ming.sends(f"{wrong_move(stored)} {wrong_move(stored, 1)}")
    assert "有 2 个不对" in await ming.sends("/check")
    assert f"{wrong_move(stored)[:4]}、{wrong_move(stored, 1)[:4]}" in await ming.presses(
        "告诉我是哪几格"
    )


async def test_which_is_told_as_it_is_now(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(wrong_move(stored))
    await chat.sends("/check")
    question = chat.last["message_id"]
    await chat.sends(right_moves(stored)[0])
    assert "Your digit is right." in await chat.presses("Show me which", question)


async def test_notes_are_not_digits(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(f"{right_moves(await chat.game())[0][:4]} +1234")
    assert "haven't placed a digit" in await chat.sends("/check")


async def test_back_to_where_all_was_right_is_one_step(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    moves = right_moves(stored)
    await chat.sends(moves[1])
    await chat.sends(wrong_move(stored))
    await chat.sends(moves[2])
    wrong = await chat.game()
    await chat.sends("/check")
    question = chat.last["message_id"]
    assert "2 changes" in await chat.presses("Back to before the mistake")
    assert "right" in await chat.sends("/check")
    assert "Your digit is right." in await chat.presses("Back to before the mistake", question)
    assert "back to before the mistake" in await chat.sends("/undo")
    after = await chat.game()
    assert (after.game.done, after.game.turns[: after.game.done]) == (3, wrong.game.turns)
    assert "Again: back to before" in await chat.sends("/redo")
    assert "right" in await chat.sends("/check")


async def test_notes_that_a_wrong_digit_rubbed_out_come_back(chat: Talk) -> None:
    """Including the notes under a right digit, which appear again when it is erased."""
    await chat.sends("/new 4 none 7")
    stored = await chat.game()
    puzzle, shape = stored.puzzle, stored.puzzle.grid.geometry
    blanks = puzzle.grid.blanks()
    cell, other = next(
        (one, peer)
        for one in blanks
        for peer in shape.peers[one]
        if peer in blanks and puzzle.solution[peer] != puzzle.solution[one]
    )
    name, digit = shape.name(cell), puzzle.solution[cell]
    await chat.sends(f"{name} +{digit}")
    await chat.sends(f"{name}={digit}")
    await chat.sends(f"{shape.name(other)}={digit}")
    await chat.sends("/check")
    await chat.presses("Back to before the mistake")
    assert f"Notes: {name} {digit}" in await chat.sends(f"{name} x")
