import pytest

from bot.game.place import Place
from bot.playground import Person
from bot.playground.chats import User
from bot.store import games
from bot.store.games import GameState
from engine import Grid, to_board
from tests.bot.house import House, Talk, given_cell, right_moves, wrong_move

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOT = "@SudokuPlaygroundBot"


def with_wrong(solution: Grid, *cells: int) -> str:
    """The solution with another digit in some cells."""
    return str(solution.with_values({cell: solution[cell] % 4 + 1 for cell in cells}))


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
    assert "is already" in await chat.sends(fullwidth)


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
        assert f"{cell} is a given" in await chat.sends(typed)
    assert await chat.game() == stored
    assert "is already" in await chat.sends(f"{cell}={value}")


@pytest.mark.parametrize("typed", ["zebra", "<b>zebra</b> & <i>", "🙂", "??", "/", "a" * 4096])
async def test_talk_is_not_understood_and_a_form_is_offered(
    chat: Talk, moves: list[str], typed: str
) -> None:
    assert moves
    before = await chat.game()
    assert f"looks like {moves[0][:4]} " in await chat.sends(typed)
    assert chat.buttons == ["💡 A hint", "❓ How it works"] or typed == "/"
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
        assert len(talk.buttons) == 5
        assert (await talk.game()).state is GameState.SOLVED
    assert "There's no game here" in await chat.sends("/undo")


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


async def test_in_a_group_a_move_without_a_game_is_answered_and_talk_is_not(club: Talk) -> None:
    await club.sends("/help")
    hint = club.last["message_id"]
    assert await club.sends("thanks!", hint) == ""
    assert "no game here" in await club.sends("r4c5 7", hint)
    assert "Good to see you" in await club.sends(f"hello {BOT}")
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


async def test_a_first_word_that_is_no_command_is_greeted(chat: Talk, ming: Talk) -> None:
    assert "Hello! Let's play Sudoku." in await chat.sends("hi there")
    await chat.presses("▶ Start with a small one")
    assert "先来一盘小的" in " ".join([await ming.sends("你好"), *ming.buttons])


async def test_without_a_game_there_is_a_way_to_one(chat: Talk) -> None:
    assert "There's no game here right now" in await chat.sends("r4c5 7")
    await chat.presses("New puzzle")
    await chat.presses("easy")
    assert (await chat.game()).puzzle.grid.geometry.size == 9


async def test_a_command_without_its_slash_is_carried_out(chat: Talk, moves: list[str]) -> None:
    await chat.sends(moves[0])
    assert "Taken back" in await chat.sends("Undo!")
    assert "Again" in await chat.sends("redo")
    assert "💡 Hint" in await chat.sends("hint")


async def test_a_move_may_be_said_in_a_sentence(chat: Talk, moves: list[str]) -> None:
    row, column, digit = (int(moves[0][at]) for at in (1, 3, 5))
    said = await chat.sends(f"please put a {digit} in row {row}, column {column}")
    assert f"r{row}c{column} = {digit}" in said
    assert "erased" in await chat.sends(f"borra la fila {row} columna {column}")
    han = "一二三四"
    assert "= " in await chat.sends(f"第{han[row - 1]}行第{column}列填{han[digit - 1]}")
    assert (await chat.game()).game.done == 3


async def test_what_is_denied_or_asked_is_no_move(chat: Talk, moves: list[str]) -> None:
    before = await chat.game()
    for words in ("don't put {} in {}", "why is {} not in {}"):
        await chat.sends(words.format(moves[0][5], moves[0][:4]))
        assert await chat.game() == before


async def test_a_sentence_without_a_game_offers_one(chat: Talk) -> None:
    assert "There's no game here" in await chat.sends("put 7 in row 4 column 5")


async def test_talk_is_answered_with_a_move_that_can_be_typed(chat: Talk) -> None:
    await chat.sends("/new 4")
    said = await chat.sends("zebras and giraffes")
    example = said.partition("looks like ")[2].partition(";")[0]
    assert example.replace(" ", " = ") in await chat.sends(example)


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
    assert said.startswith("Not yet: 2 cells are wrong.\n")
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
    assert "2 cells are still blank.\n" in await chat.sends(f"/submit {answer}")
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
    assert "15 digits; it should have 16" in await chat.sends("/submit " + "1" * 15)
    await ming.sends("/new 4")
    assert "共 16 个数字" in await ming.sends("/submit")


async def test_a_reply_to_a_message_with_the_answer(club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    answer = str((await club.game()).puzzle.solution)
    await club.sends(answer)
    theirs = club.person.messages(club.chat)[-1]["message_id"]
    assert "Solved!" in await ming_in_club.sends("/submit", theirs)


async def test_which_cells_of_another_chat_stay_there(chat: Talk, ming: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(
        "/submit " + with_wrong(stored.puzzle.solution, stored.puzzle.grid.blanks()[0])
    )
    await ming.sends("/start")
    assert "另一个聊天" in await ming.forges("wrong:1")
    for data in ("wrong:2", "wrong:-1", "wrong:x", "wrong:" + "9" * 40):
        assert "过期" in await ming.forges(data)


async def test_every_answer_is_kept(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    solution = (await chat.game()).puzzle.solution
    blank = (await chat.game()).puzzle.grid.blanks()[0]
    await chat.sends("/submit " + with_wrong(solution, blank))
    await chat.sends(str(solution))
    await house.stops()
    await house.starts()
    answers = await house.database.all("select answer from submissions order by id")
    assert answers == [(with_wrong(solution, blank),), (str(solution),)]


async def test_a_board_with_blanks_is_another_puzzle_unless_it_is_this_one(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert "30 clues" in await chat.sends(PUZZLE)
    solution, givens = stored.puzzle.solution, stored.puzzle.grid
    blank, given = givens.blanks()[0], next(c for c, value in enumerate(givens.values) if value)
    almost = solution.with_values({blank: 0})
    assert "1 cell is still blank.\n" in await chat.sends(str(almost))
    other = almost.with_values({given: 0})
    assert "still blank" in await chat.sends(str(other))
    shifted = solution.with_values(
        {cell: value % 4 + 1 for cell, value in enumerate(solution.values)}
    ).with_values({blank: 0})
    said = await chat.sends(str(shifted))
    assert "blank" not in said
    assert "15 clues" in said
    assert (await chat.game()).game.done == 0


async def test_a_cry_for_help_is_about_the_game_where_there_is_one(chat: Talk) -> None:
    page = await chat.sends("/help")
    assert await chat.sends("help me") == page
    await chat.sends("/new 4")
    assert await chat.sends("help me") not in {"", page}


async def test_in_a_group_talk_that_answers_a_board_is_left_alone(club: Talk) -> None:
    await club.sends("/new 4")
    board = club.last["message_id"]
    assert await club.sends("zebras and giraffes", board) == ""
    assert "looks like" in await club.sends(f"zebras and giraffes {BOT}", board)


@pytest.mark.parametrize(
    ("language", "sentence", "answer"),
    [
        ("en", "{0} {1} then check it please", "All 2 of your digits are right"),
        ("es", "{0} {1} y luego revisa si está bien", "cifras"),
        ("zh", "{0} {1} 然后帮我检查一下", "你填的 2 个数字都对"),
        ("en", "{0} {1} and give me a hint", "💡"),
    ],
)
async def test_moves_are_made_and_then_what_is_wished_behind_them(
    house: House, language: str, sentence: str, answer: str
) -> None:
    talk = Talk(house, Person(house.api, User(78, "Somebody", language, "somebody")))
    await talk.sends("/new 9 #11")
    first, second = right_moves(await talk.game())[:2]
    said = await talk.sends(sentence.format(first, second))
    assert (await talk.game()).game.done == 1
    assert answer in said, said
    # What is no move is not made for the sake of a wish behind it.
    await talk.sends(f"don't put {second} and check it")
    assert (await talk.game()).game.done == 1


async def test_a_game_that_is_over_is_not_checked(chat: Talk) -> None:
    await chat.sends("/new 4")
    moves = " ".join(right_moves(await chat.game()))
    before = len(chat.person.messages())
    assert "Solved" in await chat.sends(f"{moves} then check it please")
    assert len(chat.person.messages()) == before + 2
