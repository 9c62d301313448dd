import pytest

from bot.game.place import Place
from bot.store import games
from bot.store.games import GameState
from tests.bot.house import House, Talk, given_cell, right_moves, wrong_move

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOT = "@SudokuPlaygroundBot"


@pytest.fixture
async def moves(chat: Talk) -> list[str]:
    await chat.sends("/new 4")
    return right_moves(await chat.game())


@pytest.mark.parametrize(
    "form",
    [
        "r{row}c{column}={digit}",
        "R{row}C{column} {digit}",
        "{row}{column}{digit}",
        "{letter}{column} {digit}",
        "{letter}{column}={digit}",
        "{letter}{column}{digit}",
        "第{row}行第{column}列填{digit}",
        "r{row}c{column}={digit}\ufe0f\u20e3",
    ],
)
async def test_every_form_places_the_digit_and_is_echoed(
    chat: Talk, moves: list[str], form: str
) -> None:
    row, column, digit = (int(moves[0][at]) for at in (1, 3, 5))
    typed = form.format(row=row, column=column, digit=digit, letter="ABCD"[row - 1])
    assert f"r{row}c{column} = {digit}" in await chat.sends(typed)
    assert (await chat.game()).game.done == 1
    fullwidth = typed.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "1234"})
    assert "says so already" in await chat.sends(fullwidth)


async def test_several_moves_in_one_message_are_one_turn(chat: Talk, moves: list[str]) -> None:
    said = await chat.sends(" ".join(moves[:6]))
    assert "and 2 more" in said
    stored = await chat.game()
    assert [len(turn.moves) for turn in stored.game.turns] == [6]


async def test_erasing_and_notes_and_a_whole_row(chat: Talk, moves: list[str]) -> None:
    await chat.sends(moves[0])
    cell = moves[0][:4]
    assert f"{cell} erased" in await chat.sends(f"{cell} x")
    said = await chat.sends(f"{cell} +23")
    assert f"{cell} notes 23" in said
    assert f"Notes: {cell} 23" in said
    assert f"{cell} notes 3" in await chat.sends(f"{cell} -2")
    assert f"{cell} without notes" in await chat.sends(f"clear {cell}")
    solution = str((await chat.game()).puzzle.solution)
    await chat.sends(f"4: {solution[12:16]}")
    assert (await chat.game()).game.done == 6


@pytest.mark.parametrize(
    ("typed", "english", "chinese"),
    [
        ("r9c1=2", "no cell r9c1 on a 4×4", "没有 r9c1"),
        ("r1c1=9", "digits go from 1 to 4", "数字只有 1 到 4"),
        ("2: 12345", "Row 2 has 5 cells", "第 2 行有 5 格"),
        ("r1c1=1 and dragons", "“dragons”", "“dragons”"),
        ("r1c1 12345678", "r1c1", "r1c1"),
    ],
)
async def test_a_mistake_is_named_and_changes_nothing(
    chat: Talk, ming: Talk, typed: str, english: str, chinese: str
) -> None:
    for talk, words in ((chat, english), (ming, chinese)):
        await talk.sends("/new 4")
        before = await talk.game()
        assert words in await talk.sends(typed)
        assert await talk.game() == before


async def test_a_given_stays(chat: Talk, moves: list[str]) -> None:
    stored = await chat.game()
    cell = given_cell(stored)
    value = stored.puzzle.grid[4 * (int(cell[1]) - 1) + int(cell[3]) - 1]
    for typed in (f"{cell}={value % 4 + 1}", f"{cell} x", f"{cell} +1", f"{moves[0]} {cell} x"):
        assert f"{cell} is a given digit" in await chat.sends(typed)
    assert await chat.game() == stored
    assert "says so already" in await chat.sends(f"{cell}={value}")


@pytest.mark.parametrize("typed", ["hello", "<b>bold</b> & <i>", "🙂", "??", "/", "a" * 4096])
async def test_talk_is_not_understood_and_a_form_is_offered(
    chat: Talk, moves: list[str], typed: str
) -> None:
    assert moves
    before = await chat.game()
    assert f"looks like {moves[0][:4]} " in await chat.sends(typed)
    assert await chat.game() == before


async def test_ten_thousand_characters_of_junk_get_an_answer_each(house: House, ming: Talk) -> None:
    await ming.sends("/new 4")
    before = await ming.game()
    for piece in ming.person.paste("垃圾 <x> & r0c0 %s {nothing} 0:" * 320):
        assert await ming.delivers(piece) != ""
        assert len(ming.text) < 300
    assert await ming.game() == before
    assert house.api.world.queries.unanswered == ()


async def test_a_move_without_a_game(chat: Talk, ming: Talk) -> None:
    assert "/daily or /new" in await chat.sends("r4c5 7")
    assert "/daily 或 /new" in await ming.sends("457")


async def test_a_puzzle_is_recognised(chat: Talk) -> None:
    assert "9×9 · 30 clues · one solution" in await chat.sends(PUZZLE)
    assert "One solution" in await chat.sends("/solve", chat.person.messages()[-2]["message_id"])
    await chat.sends("/new 4")
    assert "30 clues" in await chat.sends(PUZZLE)
    await chat.sends("/new 9")
    assert "30 clues" in await chat.sends(PUZZLE)


async def test_an_edited_message_is_no_second_move(chat: Talk, moves: list[str]) -> None:
    await chat.sends(moves[0])
    mine = chat.person.messages()[-2]["message_id"]
    assert await chat.delivers(chat.person.edit(mine, moves[1])) == ""
    assert (await chat.game()).game.done == 1


async def test_the_last_move_solves_and_ends_the_game(chat: Talk, ming: Talk) -> None:
    for talk, solved in ((chat, "Solved! 🎉 1:05"), (ming, "解出来了！🎉 用时 1:05")):
        await talk.sends("/new 4")
        stored = await talk.game()
        talk.house.clock.forward(seconds=65)
        assert solved in await talk.sends(" ".join(right_moves(stored)))
        assert len(talk.buttons) == 4
        assert (await talk.game()).state is GameState.SOLVED
    assert "No game is going on" in await chat.sends("/undo")


async def test_a_full_board_with_mistakes_is_said_to_be_wrong(chat: Talk, moves: list[str]) -> None:
    wrong = wrong_move(await chat.game())
    said = await chat.sends(" ".join([wrong, *moves[1:]]))
    assert "full, but 1 digit is wrong" in said
    assert "Solved" in await chat.sends(moves[0])


async def test_the_letter_may_mean_the_column(chat: Talk, moves: list[str]) -> None:
    await chat.sends("/settings")
    await chat.presses("D5 means: row D, column 5")
    row, column, digit = (int(moves[0][at]) for at in (1, 3, 5))
    typed = f"{'ABCD'[column - 1]}{row} {digit}"
    assert f"r{row}c{column} = {digit}" in await chat.sends(typed)


async def test_everything_is_there_after_a_restart(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    for move in right_moves(stored)[:3]:
        await chat.sends(move)
    await chat.presses("↩")
    before, board = await chat.game(), chat.last["message_id"]
    await house.stops()
    await house.starts()
    assert await chat.game() == before
    await chat.presses("More", board)
    await chat.presses("↪ Redo", board)
    await chat.presses("↩", board)
    await chat.presses("↩", board)
    assert (await chat.game()).game.done == 1


async def test_in_a_group_only_what_is_meant_for_the_bot_is_answered(
    club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored, board = await club.game(), club.last["message_id"]
    moves = right_moves(stored)
    assert await club.sends(moves[0]) == ""
    assert await club.sends("haha, nice", board) == ""
    assert "= " in await club.sends(moves[0], board)
    assert "= " in await ming_in_club.sends(f"{BOT.lower()} {moves[1]}")
    assert "没看懂" in await ming_in_club.sends(f"你好 {BOT}")
    assert (await club.game()).game.done == 2


async def test_in_a_group_a_move_without_a_game_is_answered_and_talk_is_not(club: Talk) -> None:
    await club.sends("/help")
    hint = club.last["message_id"]
    assert await club.sends("thanks!", hint) == ""
    assert "No game" in await club.sends("r4c5 7", hint)
    assert "No game" in await club.sends(f"hello {BOT}")
    assert "30 clues" in await club.sends(PUZZLE, hint)


async def test_two_people_play_one_game_and_both_are_remembered(
    house: House, club: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/new 4")
    stored = await club.game()
    moves = right_moves(stored)
    await club.sends(f"{BOT} {wrong_move(stored)}")
    await ming_in_club.sends(f"{BOT} {' '.join(moves[:4])}")
    await club.sends(f"{BOT} {' '.join(moves[4:])}")
    ended = await club.game()
    assert ended.state is GameState.SOLVED
    assert [turn.player for turn in ended.game.turns] == [
        club.person.id,
        ming_in_club.person.id,
        club.person.id,
    ]
    assert "1 puzzle solved" in await house.alice.sends("/stats")
    assert "共完成 1 道题" in await house.ming.sends("/stats")
    assert (await games.open_games(house.database, Place(club.chat_id))) == ()


async def test_a_bot_that_hears_everything_in_a_group_still_minds_its_own_business(
    club: Talk,
) -> None:
    """As an administrator, or without privacy mode."""
    await club.sends("/new 4")
    stored = await club.game()
    for words in ("hello everybody", right_moves(stored)[0], str(stored.puzzle.solution), "457"):
        assert club.person.say(words, club.chat) is None
        heard = club.person.messages(club.chat)[-1]
        assert await club.delivers({"update_id": 900_000, "message": heard}) == ""
    assert await club.game() == stored


async def test_a_first_word_that_is_no_command_is_greeted(chat: Talk, ming: Talk) -> None:
    assert "Hello! Let's play Sudoku." in await chat.sends("hi there")
    await chat.presses("▶ A small one to begin with")
    assert "先来一盘小的" in " ".join([await ming.sends("你好"), *ming.buttons])


async def test_without_a_game_there_is_a_way_to_one(chat: Talk) -> None:
    assert "No game is going on here" in await chat.sends("r4c5 7")
    await chat.presses("New puzzle")
    await chat.presses("easy")
    assert (await chat.game()).puzzle.grid.geometry.size == 9


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("undo", "/undo"),
        ("Hint!", "/hint"),
        ("new hard", "/new"),
        ("撤销", "/undo"),
        ("pista", "/hint"),
    ],
)
async def test_a_command_without_its_slash_is_understood(
    chat: Talk, typed: str, command: str
) -> None:
    assert await chat.sends(typed) == f"Do you mean {command}?"
    await chat.sends("/new 4")
    assert await chat.sends(typed) == f"Do you mean {command}?"


async def test_talk_is_answered_with_a_move_that_can_be_typed(chat: Talk) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("I like the new board a lot")
    example = said.partition("looks like ")[2].partition(";")[0]
    assert example.replace(" ", " = ") in await chat.sends(example)


@pytest.mark.parametrize("begin", ["/start", "/new 16"])
async def test_a_puzzle_that_lacks_a_cell_is_told_so(chat: Talk, begin: str) -> None:
    await chat.sends(begin)
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7"
    assert "80 cells do not make a board" in await chat.sends(line)
    rows = "\n".join(line[at : at + 9] for at in range(0, 81, 9))
    assert "Row 9 has 8 cells, expected 9" in await chat.sends(rows)
