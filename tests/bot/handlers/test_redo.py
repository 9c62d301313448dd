from tests.bot.house import Talk, right_moves, wrong_move


async def test_redo_puts_back_and_says_what(chat: Talk) -> None:
    await chat.sends("/new 4")
    move = right_moves(await chat.game())[0]
    await chat.sends(move)
    await chat.sends("/undo")
    assert f"Again: {move.replace('=', ' = ')}" in await chat.sends("/redo")
    assert (await chat.game()).game.done == 1


async def test_the_button_redraws_the_board_in_place(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.presses("↩")
    board = chat.last["message_id"]
    await chat.presses("More")
    await chat.presses("↪ Redo")
    assert chat.last["message_id"] == board
    assert "Again" in chat.text
    assert "More" in chat.buttons


async def test_a_new_move_ends_what_could_be_put_back(chat: Talk, ming: Talk) -> None:
    for talk, words, more, again in (
        (chat, "nothing to put back", "More", "↪ Redo"),
        (ming, "没有可以恢复的", "更多", "↪ 恢复"),
    ):
        await talk.sends("/new 4")
        stored = await talk.game()
        await talk.sends(right_moves(stored)[0])
        await talk.sends("/undo")
        await talk.sends(wrong_move(stored))
        assert words in await talk.sends("/redo")
        await talk.sends("/board")
        await talk.presses(more)
        assert words in await talk.presses(again)


async def test_a_double_tap_puts_back_one_turn(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    for move in right_moves(stored)[:2]:
        await chat.sends(move)
    await chat.presses("↩")
    await chat.presses("↩")
    await chat.forges(f"redo:{stored.id}:0")
    assert "changed in the meantime" in await chat.forges(f"redo:{stored.id}:0")
    assert (await chat.game()).game.done == 1
