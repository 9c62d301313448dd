"""Answers to questions about the game as it stands."""

from tests.bot.house import Talk


async def test_questions_about_the_game_are_answered_and_change_nothing(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    stored = await chat.game()
    grid, solution = stored.puzzle.grid, stored.puzzle.solution
    name, cell = grid.geometry.name, grid.blanks()[0]
    assert await chat.sends("what was my last move?") == "You haven't placed anything yet."
    await chat.sends(f"{name(cell)}={solution[cell]}")
    before = await chat.game()
    digit, given = solution[cell], next(at for at in range(81) if grid[at])
    said = await chat.sends("what was my last move?")
    assert said == f"Your last move: {name(cell)} = {digit}"
    assert await chat.sends("which numbers are mine?") == (
        f"Yours: {name(cell)}. All the others are givens; "
        "as text the board marks yours with an apostrophe."
    )
    there = before.game.values.values.count(digit)
    said = await chat.sends(f"how many {digit}s are there")
    assert said == f"{digit}: {there} on the board, {9 - there} to go."
    assert await chat.sends("did I write this?") == f"{name(cell)} is yours: you wrote the {digit}."
    assert "is a given" in await chat.sends(f"did I write this in {name(given)}?")
    assert (await chat.sends("read me out row two")).startswith("Row 2:")
    await chat.sends("/hint")
    assert (
        await chat.sends("how many hints have I used?")
        == "Your hints and checks so far in this game: 1"
    )
    assert (await chat.game()).game.values == before.game.values


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


async def test_a_digit_that_was_meant_for_the_cell_beside_it_goes_there(chat: Talk) -> None:
    await chat.sends("/new 9 #11")
    stored = await chat.game()
    grid = stored.puzzle.grid
    geometry = grid.geometry
    cell = next(at for at in grid.blanks() if at % 9 < 8 and not grid[at + 1])
    await chat.sends(f"{geometry.name(cell)}=5")
    await chat.sends("oops, that was meant to go one to the right")
    values = (await chat.game()).game.values
    assert (values[cell], values[cell + 1]) == (0, 5)
