"""A pasted puzzle can at once be played, solved and checked."""

from bot.store.games import State
from tests.bot.house import Talk, right_moves

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = PUZZLE.replace("5", ".").replace("8", ".")


async def test_it_is_played(chat: Talk) -> None:
    assert "one solution" in await chat.sends(PUZZLE)
    await chat.presses("▶ Play")
    row = await chat.game()
    assert str(row.puzzle.grid) == PUZZLE
    chat.house.clock.forward(seconds=100)
    assert "Solved" in await chat.sends(" ".join(right_moves(row)))
    assert (await chat.game()).state is State.SOLVED


async def test_it_is_solved(chat: Talk) -> None:
    await chat.sends(PUZZLE)
    assert "5 3 4 | 6 7 8 | 9 1 2" in await chat.presses("Solution")


async def test_with_several_or_no_solutions_it_says_so(chat: Talk) -> None:
    assert "Several solutions" in await chat.sends(SEVERAL)
    assert "No solution" in await chat.sends("55" + PUZZLE[2:])


async def test_todays_daily_stays_the_daily(chat: Talk, ming: Talk) -> None:
    await ming.sends("/daily")
    await chat.sends(str((await ming.game()).puzzle.grid))
    await chat.presses("▶ Play")
    assert (await chat.game()).daily_label == "2026-11-20"


async def test_a_large_one_too(chat: Talk) -> None:
    await chat.sends("/new 16")
    large = (await chat.game()).puzzle.grid
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    await chat.sends(str(large))
    await chat.presses("▶ Play")
    assert (await chat.game()).puzzle.grid == large
    assert (await chat.game()).state is State.OPEN


async def test_buttons_that_were_made_up(chat: Talk) -> None:
    await chat.sends("/start")
    for data in ("open:", "open:s1", "answer:", "answer:nonsense"):
        assert "too old" in await chat.forges(data)
    assert "no longer here" in await chat.forges("answer:d2026-11-21")
    assert "no longer here" in await chat.forges("answer:p1-AAAAAAAAAAAAAAAA")
