from bot.game.place import Place
from bot.render.buttons.playing import ConfirmGiveUp, PlayOn
from bot.store import games
from bot.store.games import GameState
from tests.bot.house import House, Talk, right_moves, wrong_move


async def test_giving_up_is_asked_once_more(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert f"#{stored.id}" in await chat.sends("/giveup")
    await chat.presses("No, keep playing")
    assert "You can do it" in chat.text
    assert (await chat.game()).state is GameState.OPEN


async def test_the_solution_is_shown_plainly_and_the_game_is_over(
    house: House, chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert "'" not in chat.text.partition("Here")[0]
    digits = "".join(filter(str.isdigit, "".join(chat.text.splitlines()[2:7])))
    assert all(str(stored.puzzle.solution)[at : at + 4] in digits for at in range(0, 16, 4))
    ended = await games.get(house.database, stored.id, Place(0))
    assert ended is not None
    assert ended.state is GameState.GIVEN_UP
    assert "no game here" in await chat.sends(right_moves(stored)[0])
    assert "Nothing solved yet" in await chat.sends("/stats")
    await ming.sends("/new 4")
    await ming.sends("/giveup")
    await ming.presses("好，看答案")
    assert "答案在这里" in ming.text


async def test_from_the_second_page_of_a_board(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.presses("More")
    assert f"#{stored.id}" in await chat.presses("Solution")


async def test_yes_counts_for_the_game_that_was_asked_about(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    first = await chat.game()
    await chat.sends("/giveup")
    question = chat.last["message_id"]
    await chat.sends("/new 4")
    await chat.presses("Yes, show it", question)
    assert (await chat.game()).state is GameState.OPEN
    ended = await games.get(house.database, first.id, Place(0))
    assert ended is not None
    assert ended.state is GameState.GIVEN_UP


async def test_a_game_that_was_solved_meanwhile_stays_solved(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/giveup")
    question = chat.last["message_id"]
    await chat.sends(" ".join(right_moves(stored)))
    assert "over" in await chat.presses("Yes, show it", question)
    solved = await games.get(house.database, stored.id, Place(0))
    assert solved is not None
    assert solved.state is GameState.SOLVED


async def test_after_todays_daily_the_daily_is_not_offered_again(chat: Talk) -> None:
    await chat.sends("/daily")
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert chat.buttons == ["Daily: easy", "Daily: medium", "New puzzle"]
    await chat.presses("Daily: easy")
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert chat.buttons == ["Daily: medium", "New puzzle"]


async def test_a_forged_yes_ends_nothing(house: House, club: Talk, ming_in_club: Talk) -> None:
    await club.sends("/new 4")
    stored, board = await club.game(), club.last["message_id"]
    await club.sends("/giveup")
    asked = club.last["reply_markup"]["inline_keyboard"][1][0]["callback_data"]
    forged = (f"yesgiveup:{stored.id}", f"yesgiveup:{stored.id}:{'x' * 16}", asked)
    for data in forged:
        for message in (board, club.last["message_id"]):
            assert "玩这一局的人" in await ming_in_club.forges(data, message)
    assert (await club.game()).state is GameState.OPEN
    assert "玩这一局的人" in await ming_in_club.sends("/giveup")
    assert "玩这一局的人" in await ming_in_club.forges(f"giveup:{stored.id}", board)
    await ming_in_club.sends(f"@SudokuPlaygroundBot {right_moves(stored)[0]}")
    for data in forged:
        assert "我再问一次" in await ming_in_club.forges(data, board)
    assert (await club.game()).state is GameState.OPEN
    await club.presses("好，看答案")
    assert await games.current_id(house.database, Place(club.chat_id)) is None


async def test_a_question_from_before_a_move_is_asked_again(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends("/giveup")
    question = chat.last["message_id"]
    await chat.sends(right_moves(stored)[0])
    said = await chat.presses("Yes, show it", question)
    assert "is old, so here it is again" in said
    assert f"#{stored.id}" in said
    assert (await chat.game()).state is GameState.OPEN
    await chat.presses("Yes, show it")
    assert await games.current_id(house.database, Place(chat.chat_id)) is None


async def test_a_button_of_an_earlier_version_asks_again(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    assert "end the game" in await chat.forges(f"yesgiveup:{stored.id}")
    assert (await chat.game()).state is GameState.OPEN


async def test_a_no_of_an_earlier_version_is_up_to_those_who_play_too(
    club: Talk, ming_in_club: Talk
) -> None:
    """It named no game, but the yes beside it did."""
    await club.sends("/new 4")
    question = await club.finds(PlayOn(), ConfirmGiveUp((await club.game()).id))
    assert "玩这一局的人" in await ming_in_club.presses("PlayOn", question)
    assert club.last["message_id"] == question
    assert club.buttons == ["PlayOn", "ConfirmGiveUp"]
    await club.presses("PlayOn", question)
    assert club.text == "Good! You can do it."


async def test_a_no_that_belongs_to_no_question_is_too_old(club: Talk) -> None:
    message = await club.finds(PlayOn())
    assert "too old" in await club.presses("PlayOn", message)


async def test_a_proven_yes_below_another_message_changes_neither(club: Talk) -> None:
    """Who plays may end the game, but not by turning somebody's message into its solution."""
    await club.sends("/new 4")
    await club.sends("/giveup")
    asked = club.last["reply_markup"]["inline_keyboard"][1][0]["callback_data"]
    await club.sends("/help")
    before = club.last
    assert "too old" in await club.forges(asked)
    assert club.last == before
    assert (await club.game()).state is GameState.OPEN


async def test_the_solution_says_of_which_game_it_is_and_which_digits_were_found(
    chat: Talk, ming: Talk
) -> None:
    await chat.sends("/new 4")
    stored = await chat.game()
    await chat.sends(right_moves(stored)[0])
    await chat.sends("/giveup")
    question = chat.last["message_id"]
    await chat.presses("Yes, show it")
    assert chat.last["message_id"] == question, "the question turns into the solution"
    assert chat.text.startswith("4×4 · ")
    assert f"#{stored.id}\n" in chat.text
    assert "' marks your digits." in chat.text
    assert chat.text.partition("Here")[0].count("'") == 2
    await ming.sends("/new 4")
    await ming.sends("/giveup")
    await ming.presses("好，看答案")
    assert "'" not in ming.text


async def test_a_digit_that_was_wrong_is_not_marked_in_the_solution(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(wrong_move(await chat.game()))
    await chat.sends("/giveup")
    await chat.presses("Yes, show it")
    assert "Here" in chat.text
    assert "'" not in chat.text.partition("Here")[0]
