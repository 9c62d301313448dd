from tests.bot.house import House, Talk


async def test_the_game_that_words_left_comes_back_with_one_tap(chat: Talk) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    assert "/games" in await chat.sends("I want a 6x6, please")
    assert (await chat.game()).id != before.id
    # The board is whole on a small phone, since the way back stands above it.
    assert "No, I meant …" not in chat.buttons
    said = chat.last["message_id"] - 1
    assert "What did you mean?" in await chat.presses("No, I meant …", said)
    assert (await chat.game()).id == before.id


async def test_the_answer_in_another_language_has_only_the_way_back_to_the_one_before(
    chat: Talk,
) -> None:
    assert "Ahora hablo español" in await chat.sends("please talk to me in spanish from now on")
    assert chat.buttons == ["↩ Back to English"]


async def test_who_is_asked_which_language_may_have_meant_something_else(chat: Talk) -> None:
    await chat.sends("I can't speak english well")
    assert chat.buttons == ["English", "Español", "简体中文", "No, I meant …"]


async def test_the_opposite_of_a_subscription_is_offered_first(chat: Talk) -> None:
    await chat.sends("send me the daily every morning at 7:30")
    await chat.presses("No, I meant …")
    assert chat.buttons[0] == "🔕 No more messages"


async def test_the_one_word_for_a_thing_is_not_doubted(chat: Talk) -> None:
    await chat.sends("/new 4")
    for word in ("hint", "提示", "check!"):
        await chat.sends(word)
        assert "No, I meant …" not in chat.buttons


async def test_moves_have_keys_of_their_own_to_take_them_back(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("fill in all the notes")
    assert "No, I meant …" not in chat.buttons
    assert "↩" in chat.buttons


async def test_the_button_holds_what_people_most_often_mean(chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends("show me my statistics please")
    data = chat.last["reply_markup"]["inline_keyboard"][-1][0]["callback_data"]
    assert data.endswith(":hint;check;undo;board")
    await chat.presses("No, I meant …")
    assert len(chat.buttons) == 4


async def test_a_board_that_lost_its_buttons_to_another_game_has_them_again(
    house: House, chat: Talk
) -> None:
    await chat.sends("/new 4")
    before, board = await chat.game(), int(chat.last["message_id"])
    await chat.sends("I want a 6x6, please")
    led_away = chat.last["message_id"] - 1
    await chat.forges(f"cell:{before.id}:{before.game.givens.blanks()[0]}", board)
    assert len(chat.buttons_below(board)) == 1
    await chat.presses("No, I meant …", led_away)
    await house.draws()
    assert len(chat.buttons_below(board)) > 1


async def test_what_found_no_game_takes_nothing_back(chat: Talk) -> None:
    await chat.sends("undo that please")
    assert "No, I meant …" not in chat.buttons


async def test_who_meant_another_puzzle_gets_one_message_with_puzzles(chat: Talk) -> None:
    await chat.sends("/new 4")
    before = await chat.game()
    await chat.sends("I want a 6x6, please")
    said = await chat.presses("No, I meant …", chat.last["message_id"] - 1)
    assert said == "You're back in your previous game. What did you mean?"
    assert chat.buttons[:2] == ["🔢 Show the board", "✨ A new puzzle: 9×9"]
    assert "✨ A new puzzle: 6×6" not in chat.buttons
    assert f"#{before.id}" in await chat.presses("🔢 Show the board")
