"""What words take back, where only the game says which digit is meant."""

import pytest

from tests.bot.house import Talk, right_moves


@pytest.fixture
async def moves(chat: Talk) -> list[str]:
    await chat.sends("/new 4")
    return right_moves(await chat.game())


async def test_the_digit_that_is_meant_is_erased_and_never_the_last_one(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    stored = await chat.game()
    blanks, solution = stored.puzzle.grid.blanks(), stored.puzzle.solution
    name = stored.puzzle.grid.geometry.name
    first = blanks[0]
    last = next(at for at in reversed(blanks) if solution[at] != solution[first])
    for cell in (first, last):
        await chat.sends(f"{name(cell)}={solution[cell]}")
    assert await chat.sends(f"undo the {solution[first]} up top") == "Did you mean this?"
    assert chat.buttons == [f"⌫ Erase {name(first)}"]
    await chat.presses(f"⌫ Erase {name(first)}")
    values = (await chat.game()).game.values
    assert (values[first], values[last]) == (0, solution[last])
    absent = next(digit for digit in range(1, 10) if digit != solution[last])
    said = await chat.sends(f"delete the {absent} please")
    assert said == f"No {absent} on the board is yours, so there's none to erase."


async def test_the_digit_before_the_last_one_is_erased_and_the_last_one_stays(
    chat: Talk, moves: list[str]
) -> None:
    for move in moves[:2]:
        await chat.sends(move)
    after = (await chat.game()).game.values
    said = await chat.sends("no not that one the one i put before it, delete that")
    assert (said, chat.buttons) == ("Did you mean this?", [f"⌫ Erase {moves[0][:4]}"])
    assert (await chat.game()).game.values == after
    await chat.sends("take back the last one and the one before it")
    assert chat.buttons == ["↩ Undo: 2"]
    await chat.sends("delete the last one, not the one before")
    assert chat.buttons == ["↩ Undo"]
    # Of a digit that was erased meanwhile there is nothing to take back.
    await chat.sends(f"{moves[0][:4]} x")
    await chat.sends(moves[2])
    await chat.sends("remove the one before last")
    assert chat.buttons == [f"⌫ Erase {moves[1][:4]}"]


async def test_what_is_wished_behind_an_undo_is_done_as_well(chat: Talk, moves: list[str]) -> None:
    before = (await chat.game()).game.values
    await chat.sends(moves[0])
    assert "Hint" in await chat.sends("undo that and give me a hint")
    assert (await chat.game()).game.values == before
    await chat.sends(moves[0])
    after = (await chat.game()).game.values
    await chat.sends("dont undo that, give me a hint")
    assert (await chat.game()).game.values == after


async def test_everything_goes_back_to_the_digit_that_is_named(
    chat: Talk, moves: list[str]
) -> None:
    digit = moves[0][5:]
    later = [move for move in moves[1:] if move[5:] != digit][:2]
    for move in (moves[0], *later):
        await chat.sends(move)
    await chat.sends(f"go back to before i put the {digit}")
    assert chat.buttons == ["↩ Undo: 3"]
    await chat.sends(f"undo everything after the {digit}")
    assert chat.buttons == ["↩ Undo: 2"]
    await chat.sends("delete the first one i put")
    assert chat.buttons == [f"⌫ Erase {moves[0][:4]}"]
