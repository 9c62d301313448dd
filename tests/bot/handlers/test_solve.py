import pytest

from engine import parse, to_board
from tests.bot.house import Talk, right_moves

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = "." * 81


@pytest.mark.parametrize(
    "notation",
    [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        to_board(parse(PUZZLE)),
        str([[int(c) if c != "." else 0 for c in PUZZLE[at : at + 9]] for at in range(0, 81, 9)]),
        str([PUZZLE[at : at + 9] for at in range(0, 81, 9)]),
        f"https://www.sudokuwiki.org/sudoku.htm?bd={PUZZLE.replace('.', '0')}",
        "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9)),
    ],
)
async def test_any_notation_is_solved(chat: Talk, notation: str) -> None:
    said = await chat.sends(f"/solve {notation}")
    assert "One solution, 30 clues" in said
    assert SOLUTION in said
    assert "1: 5 3 4 | 6 7 8 | 9 1 2" in said


async def test_a_reply_to_a_message_that_holds_a_puzzle(chat: Talk, club: Talk) -> None:
    for talk in (chat, club):
        talk.person.say(PUZZLE, talk.chat)
        theirs = talk.person.messages(talk.chat)[-1]["message_id"]
        assert SOLUTION in await talk.sends("/solve", theirs)


@pytest.mark.parametrize("size", [4, 6, 9])
async def test_a_reply_to_a_board_of_the_bot_solves_that(chat: Talk, size: int) -> None:
    await chat.sends(f"/new {size}")
    stored = await chat.game()
    assert str(stored.puzzle.solution) in await chat.sends("/solve", chat.last["message_id"])
    await chat.sends(right_moves(stored)[0])
    assert str(stored.puzzle.solution) in await chat.sends("/solve", chat.last["message_id"])


async def test_why_there_is_no_solution(chat: Talk, ming: Talk) -> None:
    twice = "55" + EMPTY[2:]
    assert "two 5s in row 1 (r1c1, r1c2)" in await chat.sends(f"/solve {twice}")
    assert "第 1 行有两个 5（r1c1、r1c2）" in await ming.sends(f"/solve {twice}")
    stuck = "12345678." + "........9" + EMPTY[18:]
    assert "No solution: " in await chat.sends(f"/solve {stuck}")


async def test_two_solutions_and_where_they_differ(chat: Talk, ming: Talk) -> None:
    swappable = without_ones_and_twos(SOLUTION)
    said = await chat.sends(f"/solve {swappable}")
    assert "Several solutions" in said
    assert said.count("1: ") == 2
    assert "They differ in" in said
    assert "不止一个解" in await ming.sends(f"/solve {EMPTY}")


def without_ones_and_twos(solution: str) -> str:
    """A puzzle in which these two digits can be exchanged everywhere."""
    return solution.replace("1", ".").replace("2", ".")


@pytest.mark.parametrize(
    ("typed", "english", "chinese"),
    [
        ("", "any notation", "什么格式都行"),
        ("hello", "no puzzle in this text", "没有题目"),
        ("<b>&", "no puzzle in this text", "没有题目"),
        (PUZZLE[:-1], "80 cells", "80 格"),
        ("1" * 300, "300 cells", "300 格"),
    ],
)
async def test_what_cannot_be_read_is_named(
    chat: Talk, ming: Talk, typed: str, english: str, chinese: str
) -> None:
    assert english.lower() in (await chat.sends(f"/solve {typed}")).lower()
    assert chinese in await ming.sends(f"/solve {typed}")


async def test_solving_leaves_the_game_alone(chat: Talk) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    await chat.sends(f"/solve {before.puzzle.grid}")
    assert await chat.game() == before


async def test_a_board_of_25_fits_into_one_message(chat: Talk) -> None:
    said = await chat.sends("/solve " + "." * 625)
    assert "Several solutions" in said
