"""A pasted puzzle can be played, solved and checked immediately."""

import pytest

from bot.render.text_board import WIDTH_ALONE
from bot.store.games import GameState
from engine import Geometry, Symmetry, generate, to_board
from tests.bot.house import Talk, right_moves

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = PUZZLE.replace("5", ".").replace("8", ".")


async def test_it_is_played(chat: Talk) -> None:
    assert "one solution" in await chat.sends(PUZZLE)
    await chat.presses("▶ Play")
    # How hard it is was told a moment ago.
    assert "9×9 · easy · 30 clues" in chat.text
    stored = await chat.game()
    assert str(stored.puzzle.grid) == PUZZLE
    chat.house.clock.forward(seconds=100)
    assert "Solved" in await chat.sends(" ".join(right_moves(stored)))
    assert (await chat.game()).state is GameState.SOLVED


async def test_it_is_solved(chat: Talk) -> None:
    await chat.sends(PUZZLE)
    assert "5 3 4 | 6 7 8 | 9 1 2" in await chat.presses("Solution")


async def test_it_is_graded(chat: Talk, ming: Talk) -> None:
    said = await chat.sends(PUZZLE)
    assert said == ("9×9 · 30 clues · one solution\neasy · rating 1.2\nWhat shall we do with it?")
    assert chat.buttons == ["▶ Play", "Solution", "How hard?", "📋 Copy"]
    assert "Hidden single × 30" in await chat.presses("How hard?")
    assert "简单 · 难度分 1.2" in await ming.sends(PUZZLE)
    await chat.sends("/new 6")
    puzzle = (await chat.game()).puzzle.grid
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    said = await chat.sends(str(puzzle))
    assert said.splitlines()[1] in {"easy", "medium", "hard", "expert"}


@pytest.mark.long
async def test_a_large_one_is_graded_when_asked(chat: Talk) -> None:
    await chat.sends("/new 16")
    large = (await chat.game()).puzzle.grid
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert len((await chat.sends(str(large))).splitlines()) == 2
    assert "clues" in (await chat.presses("How hard?")).splitlines()[-1]


@pytest.mark.parametrize("shape", [Geometry(3, 2), Geometry(2, 8), Geometry(8, 2)])
async def test_unusual_boxes_are_those_that_were_drawn(chat: Talk, shape: Geometry) -> None:
    """They are played with buttons like all others."""
    puzzle = generate(shape, Symmetry.NONE, 1)
    assert "one solution" in await chat.sends(to_board(puzzle.grid))
    await chat.presses("▶ Play")
    (block,) = [entity for entity in chat.last["entities"] if entity["type"] == "pre"]
    start, end = 2 * block["offset"], 2 * (block["offset"] + block["length"])
    drawn = chat.text.encode("utf-16-le")[start:end].decode("utf-16-le").splitlines()
    assert len(drawn) >= shape.size
    assert max(map(len, drawn)) <= WIDTH_ALONE
    stored = await chat.game()
    assert stored.puzzle.grid == puzzle.grid
    cells = [button for button in _data(chat) if button.startswith("cell:")]
    assert cells
    cell = next(c for c in map(_cell, cells) if not puzzle.grid[c])
    board = chat.last["message_id"]
    digit = puzzle.solution[cell]
    await chat.forges(f"cell:{stored.id}:{cell}", board)
    await chat.forges(f"digit:{stored.id}:{digit}", board)
    after = await chat.game()
    assert (after.game.turns[0].moves[0].cell, after.game.turns[0].moves[0].value) == (cell, digit)


def _cell(data: str) -> int:
    return int(data.rpartition(":")[2])


def _data(chat: Talk) -> list[str]:
    rows = chat.last["reply_markup"]["inline_keyboard"]
    return [button.get("callback_data", "") for row in rows for button in row]


async def test_with_several_or_no_solutions_it_says_so(chat: Talk) -> None:
    assert "Several solutions" in await chat.sends(SEVERAL)
    assert "No solution" in await chat.sends("55" + PUZZLE[2:])


async def test_todays_daily_stays_the_daily(chat: Talk, ming: Talk) -> None:
    await ming.sends("/daily")
    await chat.sends(str((await ming.game()).puzzle.grid))
    await chat.presses("▶ Play")
    assert (await chat.game()).daily_label == "2026-11-20"


@pytest.mark.long
async def test_a_large_one_too(chat: Talk) -> None:
    await chat.sends("/new 16")
    large = (await chat.game()).puzzle.grid
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    await chat.sends(str(large))
    await chat.presses("▶ Play")
    assert (await chat.game()).puzzle.grid == large
    assert (await chat.game()).state is GameState.OPEN


async def test_buttons_that_were_made_up(chat: Talk) -> None:
    await chat.sends("/start")
    for data in ("open:", "open:s1", "answer:", "answer:nonsense", "ratethis:", "ratethis:s1"):
        assert "too old" in await chat.forges(data)
    assert "is gone" in await chat.forges("answer:d2026-11-21")
    assert "is gone" in await chat.forges("answer:p1-AAAAAAAAAAAAAAAA")
    assert "is gone" in await chat.forges("ratethis:p1-AAAAAAAAAAAAAAAA")


async def test_a_puzzle_is_recognised(chat: Talk) -> None:
    assert "9×9 · 30 clues · one solution" in await chat.sends(PUZZLE)
    assert "One solution" in await chat.sends("/solve", chat.person.messages()[-2]["message_id"])
    await chat.sends("/new 4")
    assert "30 clues" in await chat.sends(PUZZLE)
    await chat.sends("/new 9")
    assert "30 clues" in await chat.sends(PUZZLE)


@pytest.mark.parametrize("begin", ["/start", "/new 16"])
async def test_a_puzzle_that_lacks_a_cell_is_told_so(chat: Talk, begin: str) -> None:
    await chat.sends(begin)
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"
    assert "80 cells don't make a board" in await chat.sends(line)
    rows = "\n".join(line[at : at + 9] for at in range(0, 81, 9))
    assert "Row 9 has 8 cells; it should have 9" in await chat.sends(rows)


async def test_a_board_of_the_bot_is_another_puzzle_in_another_game(chat: Talk) -> None:
    await chat.sends("/new 9")
    board, puzzle = chat.text, (await chat.game()).puzzle.grid
    await chat.sends("/new 9")
    assert f"9×9 · {puzzle.clue_count} clues · one solution" in await chat.sends(board)
    # A slip in a given of the board that is played does not make it another puzzle.
    own = str((await chat.game()).puzzle.grid)
    at = next(at for at, sign in enumerate(own) if sign != ".")
    slipped = own[:at] + str(int(own[at]) % 9 + 1) + own[at + 1 :]
    rows = [f"{row + 1}: {slipped[9 * row :][:9]}" for row in range(9)]
    assert "is a given: it stays" in await chat.sends("\n".join(rows))


@pytest.mark.long
async def test_a_large_board_of_the_bot_is_read_in_a_smaller_game(chat: Talk) -> None:
    await chat.sends("/new 16")
    board, puzzle = chat.text, (await chat.game()).puzzle.grid
    await chat.sends("/new 6")
    assert f"16×16 · {puzzle.clue_count} clues" in await chat.sends(board)
    await chat.presses("▶ Play")
    assert (await chat.game()).puzzle.grid == puzzle


async def test_with_several_solutions_it_says_what_to_do_and_offers_the_puzzle_to_copy(
    chat: Talk,
) -> None:
    assert "Is a digit missing or mistyped?" in await chat.sends(SEVERAL)
    assert chat.buttons == ["📋 Copy", "New puzzle"]
