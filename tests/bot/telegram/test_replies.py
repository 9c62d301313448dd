from telegram.error import BadRequest

from tests.bot.house import House, Talk, right_moves


async def test_in_a_group_an_answer_replies_to_who_asked(
    club: Talk, chat: Talk, ming_in_club: Talk
) -> None:
    await club.sends("/help")
    asked = club.person.messages(club.chat)[-2]["message_id"]
    assert club.last["reply_to_message"]["message_id"] == asked
    await ming_in_club.sends("/privacy")
    assert club.last["reply_to_message"]["from"]["id"] == ming_in_club.person.id
    await chat.sends("/help")
    assert "reply_to_message" not in chat.last


async def test_a_message_that_is_right_already_stays_as_it_is(chat: Talk) -> None:
    await chat.sends("/new 4")
    here = f"board:{(await chat.game()).id}:0"
    assert await chat.forges(here) == ""
    before = chat.text
    assert await chat.forges(here) == ""
    assert chat.text == before


async def test_a_press_too_old_to_be_answered_still_counts(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    update = chat.person.press(chat.last["message_id"], "↩")
    house.api.fail_next("answerCallbackQuery", BadRequest("query is too old"), after=True)
    await chat.delivers(update)
    assert (await chat.game()).game.done == 0


async def test_the_bot_shows_that_it_is_at_work(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    methods = [method for method, _ in house.api.calls]
    assert methods.index("sendChatAction") < methods.index("sendMessage")
