"""What is said to a hint, on the board that shows it."""

import pytest

from tests.bot.handlers.test_hint import passage, plays_the_monster
from tests.bot.house import Talk, wrong_move


@pytest.mark.parametrize("more", ["i still don't get it", "no lo veo", "还是不懂"])
async def test_each_word_tells_one_stage_more(chat: Talk, more: str) -> None:
    await chat.sends("/new 4 easy 42")
    told = [await chat.sends(said) for said in ("/hint", more, more, more)]
    where, why, move, again = told
    assert "Look at" in where
    assert "So put" not in why != where
    assert "So put" in move == again
    assert (await chat.game()).game.done == 0


@pytest.mark.parametrize("wish", ["ok, just put it in", "ponlo tú", "那你帮我填上吧"])
async def test_its_digit_is_placed_at_any_stage_and_undone_as_one_turn(
    chat: Talk, wish: str
) -> None:
    await chat.sends("/new 4 easy 42")
    for hints in range(1, 4):
        before = (await chat.game()).game
        for _ in range(hints):
            await chat.sends("/hint")
        await chat.sends(wish)
        after = await chat.game()
        assert after.hint is None
        placed = [cell for cell in before.values.blanks() if after.game.values[cell]]
        assert [after.game.values[cell] for cell in placed] == [
            after.game.solution[cell] for cell in placed
        ]
        assert len(placed) == 1
        await chat.sends("undo")
        assert (await chat.game()).game.values == before.values
        await chat.sends("redo")


@pytest.mark.long
async def test_every_part_of_a_long_reason_is_told_in_turn(chat: Talk) -> None:
    await plays_the_monster(chat)
    _, parts = passage(chat.text)
    for part in range(2, parts + 1):
        assert passage(await chat.sends("go on")) == (part, parts)
    assert "✔ Do it" not in chat.buttons
    assert passage(await chat.sends("and then?")) == (parts, parts)
    assert "✔ Do it" in chat.buttons


async def test_of_a_mistake_its_cells_are_told_and_nothing_is_placed(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    wrong = wrong_move(await chat.game())
    await chat.sends(wrong)
    await chat.sends("/hint")
    assert wrong[:4] not in chat.text.splitlines()[-1]
    assert wrong[:4] in await chat.sends("just put it in")
    assert (await chat.game()).game.done == 1


async def test_without_a_hint_on_the_board_such_words_mean_something_else(chat: Talk) -> None:
    await chat.sends("/new 4 easy 42")
    await chat.sends("/hint")
    await chat.sends("/board")
    board = (await chat.game()).game.values
    await chat.sends("do it")
    assert (await chat.game()).game.values == board


async def test_talk_in_a_group_is_no_word_for_its_hint(club: Talk) -> None:
    await club.sends("/new 4 easy 42")
    await club.sends("/hint")
    told = club.text
    board = club.last["message_id"]
    assert await club.sends("and then?", board) == ""
    assert club.text == told
    await club.sends("and then? @SudokuPlaygroundBot", board)
    assert club.text != told
