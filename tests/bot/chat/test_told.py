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
        == "Hints and checks in this game so far: 1. A check says how many digits are wrong."
    )
    assert (await chat.game()).game.values == before.game.values
