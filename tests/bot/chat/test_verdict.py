import pytest

from engine import Grid
from tests.bot.house import House, Talk, right_moves

WRITE = "✏ Write it on the board"


def with_wrong(solution: Grid, cell: int) -> str:
    """The solution with another digit in a cell."""
    return str(solution.with_values({cell: solution[cell] % 4 + 1}))


def in_rows(answer: str) -> str:
    """An answer on 4x4 as people type it, with the number of each row."""
    return "\n".join(f"{row + 1}: {answer[4 * row : 4 * row + 4]}" for row in range(4))


@pytest.mark.parametrize("form", [str, in_rows, "/submit {}".format])
async def test_an_answer_with_a_mistake_goes_on_the_board_with_one_tap(
    chat: Talk, form: type[str]
) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    wrong = stored.puzzle.grid.blanks()[-1]
    said = await chat.sends(form(with_wrong(stored.game.solution, wrong)))
    assert "1 cell is wrong" in said
    assert "Your board is still as it was." in said
    assert (await chat.game()).game.done == 0
    assert chat.buttons == ["Show me which", WRITE]
    verdict = chat.last["message_id"]
    await chat.presses(WRITE)
    game = (await chat.game()).game
    assert (game.done, game.wrong_cells()) == (1, (wrong,))
    assert "already" in await chat.presses(WRITE, verdict)
    assert "Solved" in await chat.sends(right_moves(stored)[-1])


async def test_an_unfinished_answer_can_be_written_and_taken_back(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    blanks = stored.puzzle.grid.blanks()
    answer = stored.game.solution.with_values(dict.fromkeys(blanks[:2], 0))
    assert "2 cells are still blank" in await chat.sends(f"/submit {answer}")
    await chat.presses(WRITE)
    assert (await chat.game()).game.blank_count == 2
    assert "still blank" in await chat.sends(f"/submit {answer}")
    assert WRITE not in chat.buttons
    await chat.sends("/undo")
    assert (await chat.game()).game.done == 0
    await ming.sends("/new 4")
    await ming.sends(f"/submit {with_wrong((await ming.game()).game.solution, 0)}")
    assert ming.buttons[-1:] != [WRITE]


async def test_an_answer_to_another_puzzle_is_not_offered(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    given = next(cell for cell, value in enumerate(stored.puzzle.grid.values) if value)
    await chat.sends(f"/submit {with_wrong(stored.game.solution, given)}")
    assert chat.buttons == []


async def test_only_who_handed_it_in_can_write_an_answer(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(f"/submit {with_wrong(stored.game.solution, stored.puzzle.grid.blanks()[0])}")
    await house.ming.sends("/new 4")
    me = house.ming.person.id
    assert "过期" in await house.ming.forges(f"want:{me}:place_answer:1")
    assert "过期" in await house.ming.forges(f"want:{me}:place_answer:{'9' * 30}")
    assert (await house.ming.game()).game.done == 0


async def test_of_an_answer_to_another_puzzle_no_wrong_cells_are_named(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    wrong = {cell: value % 4 + 1 for cell, value in enumerate(stored.game.solution.values)}
    assert "another puzzle" in await chat.sends(
        f"/submit {stored.game.solution.with_values(wrong)}"
    )
    assert chat.buttons == []


async def test_an_answer_is_not_written_into_a_game_that_is_not_played_here(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    blanks = stored.puzzle.grid.blanks()
    await chat.sends(f"/submit {with_wrong(stored.game.solution, blanks[0])}")
    verdict = chat.last["message_id"]
    await chat.sends("/new 6")
    assert "playing #2 here" in await chat.presses(WRITE, verdict)
    assert (await chat.game()).game.done == 0
    await chat.sends("/games")
    await chat.presses(f"#{stored.id} · 4×4 · 0%")
    assert (await chat.game()).id == stored.id
    await chat.presses(WRITE, verdict)
    assert (await chat.game()).game.wrong_cells() == (blanks[0],)
