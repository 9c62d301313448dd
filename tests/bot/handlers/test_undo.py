import pytest

from tests.bot.house import Talk, right_moves, wrong_move


async def test_undo_takes_back_a_whole_message_and_says_what(chat: Talk) -> None:
    await chat.sends("/new 4")
    empty = await chat.game()
    await chat.sends(" ".join(right_moves(empty)[:2]))
    first, second = right_moves(empty)[:2]
    said = await chat.sends("/undo")
    assert f"Taken back: {first.replace('=', ' = ')}, {second.replace('=', ' = ')}" in said
    assert f"{empty.puzzle.grid.values.count(0)} cells to fill" in said


async def test_the_button_redraws_the_board_in_place(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    board = chat.last["message_id"]
    assert await chat.presses("↩") == ""
    assert chat.last["message_id"] == board
    assert "Taken back" in chat.text
    assert (await chat.game()).game.done == 0


async def test_nothing_to_take_back_is_a_word_in_passing(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    for told in (await chat.sends("/undo"), await chat.sends("undo please")):
        assert told.startswith("Nothing to take back yet")
        assert "/hint" in told
    await chat.sends("/board")
    assert "Nothing to take back yet" in await chat.presses("↩")
    assert not chat.alerted
    await ming.sends("/new 4")
    assert "没有可撤销的" in await ming.presses("↩")


async def test_who_has_taken_everything_back_is_told_how_to_put_it_back(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    await chat.sends("/undo")
    assert "/redo puts the moves back" in await chat.sends("undo please")
    await chat.sends("/redo")
    assert (await chat.game()).game.done == 1
    assert "/undo takes back the last one" in await chat.sends("/redo")


async def test_a_double_tap_takes_back_one_turn(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(right_moves(stored)[0])
    await chat.sends(right_moves(stored)[1])
    twice = f"undo:{stored.id}:2"
    assert await chat.forges(twice) == ""
    assert "changed in the meantime" in await chat.forges(twice)
    assert not chat.alerted
    assert (await chat.game()).game.done == 1


async def test_two_people_who_undo_at_once_take_back_one_turn(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    await club.sends(f"@SudokuPlaygroundBot {right_moves(stored)[0]}")
    await club.sends(f"@SudokuPlaygroundBot {wrong_move(stored, 1)}")
    board = club.last["message_id"]
    await club.forges(f"undo:{stored.id}:2", board)
    assert "刚刚有了变化" in await ming_in_club.forges(f"undo:{stored.id}:2", board)
    assert (await club.game()).game.done == 1


async def test_notes_under_a_digit_come_back(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cell = right_moves(stored)[0][:4]
    await chat.sends(f"{cell} +12")
    await chat.sends(right_moves(stored)[0])
    assert f"Taken back: {cell} = " in await chat.sends("/undo")
    assert f"Taken back: {cell} notes 12" in await chat.sends("/undo")


async def test_redo_puts_back_and_says_what(chat: Talk) -> None:
    await chat.sends("/new 4")
    move = right_moves(await chat.game())[0]
    await chat.sends(move)
    await chat.sends("/undo")
    assert f"Again: {move.replace('=', ' = ')}" in await chat.sends("/redo")
    assert (await chat.game()).game.done == 1


async def test_the_button_of_redo_redraws_the_board_in_place(chat: Talk) -> None:
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
    drawn = (await chat.game()).version
    await chat.forges(f"redo:{stored.id}:{drawn}")
    assert "changed in the meantime" in await chat.forges(f"redo:{stored.id}:{drawn}")
    assert (await chat.game()).game.done == 1


@pytest.mark.parametrize(
    "words", ["delete it", "me equivoqué, bórralo porfis", "删掉它", "把它删了"]
)
async def test_what_was_done_last_goes_when_it_is_named_by_a_pronoun(
    chat: Talk, words: str
) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    await chat.sends(right_moves(before)[0])
    await chat.sends(words)
    assert (await chat.game()).game.values == before.game.values
