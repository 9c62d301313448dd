import sqlite3

from bot.store.games import GameState
from engine import Grid, to_board
from tests.bot.house import House, Talk, right_moves


def with_wrong(solution: Grid, *cells: int) -> str:
    """The solution with another digit in some cells."""
    return str(solution.with_values({cell: solution[cell] % 4 + 1 for cell in cells}))


async def test_a_right_answer_is_praised_with_the_time(chat: Talk, ming: Talk) -> None:
    for talk, praise in ((chat, "Solved! 🎉 2:00"), (ming, "解出来了！🎉 用时 2:00")):
        await talk.sends("/new 4")
        stored = await talk.game()
        talk.house.clock.forward(minutes=2)
        assert praise in await talk.sends(f"/submit {stored.puzzle.solution}")
        assert (await talk.game()).state is GameState.SOLVED


async def test_a_pasted_answer_needs_no_command_and_any_layout_will_do(chat: Talk) -> None:
    for layout in (
        str,
        to_board,
        lambda grid: "\n".join(" ".join(str(grid)[at : at + 4]) for at in (0, 4, 8, 12)),
    ):
        await chat.sends("/new 4")
        assert "Solved" in await chat.sends(layout((await chat.game()).puzzle.solution))


async def test_a_wrong_answer_says_how_many_and_which_only_when_wanted(
    chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cells = stored.puzzle.grid.blanks()[:2]
    names = [stored.puzzle.grid.geometry.name(cell) for cell in cells]
    said = await chat.sends(f"/submit {with_wrong(stored.puzzle.solution, *cells)}")
    assert said == "Not yet: 2 cells are wrong."
    question = chat.last["message_id"]
    await chat.sends(right_moves(stored)[0])
    assert f"Look at these again: {', '.join(names)}." in await chat.presses(
        "Show me which", question
    )
    assert (await chat.game()).game.done == 1
    await ming.sends("/new 4")
    stored = await ming.game()
    cell = stored.puzzle.grid.blanks()[0]
    assert "有 1 格不对" in await ming.sends(with_wrong(stored.puzzle.solution, cell))
    assert stored.puzzle.grid.geometry.name(cell) in await ming.presses("告诉我是哪几格")


async def test_blank_cells_are_counted(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    cells = stored.puzzle.grid.blanks()[:2]
    answer = stored.puzzle.solution.with_values({cells[0]: 0, cells[1]: 0})
    assert await chat.sends(f"/submit {answer}") == "2 cells are still blank."
    assert "Not yet: 1 cell is wrong." in await chat.sends(
        f"/submit {answer.with_values({cells[1]: stored.puzzle.solution[cells[1]] % 4 + 1})}"
    )
    assert "1 cell is still blank." in chat.text


async def test_the_answer_to_another_puzzle_is_recognised(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    given = next(cell for cell, value in enumerate(stored.puzzle.grid.values) if value)
    said = await chat.sends(f"/submit {with_wrong(stored.puzzle.solution, given)}")
    assert f"changes 1 given digit ({stored.puzzle.grid.geometry.name(given)})" in said
    assert "another puzzle" in said
    assert chat.buttons == []


async def test_the_answer_to_another_unfinished_game_of_the_chat_counts_for_that(
    chat: Talk,
) -> None:
    await chat.sends("/new 6")
    first = await chat.game()
    await chat.sends("/new 4")
    said = await chat.sends(f"/submit {first.puzzle.solution}")
    assert f"#{first.id}" in said
    assert "Solved" in said
    assert (await chat.game()).state is GameState.OPEN


async def test_an_answer_of_another_size_is_named(chat: Talk) -> None:
    await chat.sends("/new 4")
    assert "4×4 cells, this answer 9×9" in await chat.sends("/submit " + "123456789" * 9)


async def test_what_is_no_answer_is_told_how_to(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    for words in ("", "please", "r1c1=2", "<b>"):
        assert "all 16 digits" in await chat.sends(f"/submit {words}")
    assert "15 digits, expected 16" in await chat.sends("/submit " + "1" * 15)
    await ming.sends("/new 4")
    assert "共 16 个数字" in await ming.sends("/submit")


async def test_a_reply_to_a_message_with_the_answer(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    answer = str((await club.game()).puzzle.solution)
    await club.sends(answer)
    theirs = club.person.messages(club.chat)[-1]["message_id"]
    assert "解出来了" in await ming_in_club.sends("/submit", theirs)


async def test_which_cells_of_another_chat_stay_there(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(
        "/submit " + with_wrong(stored.puzzle.solution, stored.puzzle.grid.blanks()[0])
    )
    await ming.sends("/start")
    assert "别的聊天" in await ming.forges("wrong:1")
    for data in ("wrong:2", "wrong:-1", "wrong:x", "wrong:" + "9" * 40):
        assert "太旧" in await ming.forges(data)


async def test_every_answer_is_kept(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    solution = (await chat.game()).puzzle.solution
    blank = (await chat.game()).puzzle.grid.blanks()[0]
    await chat.sends("/submit " + with_wrong(solution, blank))
    await chat.sends(str(solution))
    await house.stops()
    with sqlite3.connect(house.database_path) as kept:
        answers = [answer for (answer,) in kept.execute("select answer from submissions")]
    kept.close()
    assert answers == [with_wrong(solution, blank), str(solution)]
    await house.starts()
