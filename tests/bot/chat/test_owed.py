from bot.chat import boards, owed
from bot.play.finish import give_up
from bot.store import views
from bot.store.views import Staleness
from bot.telegram.conversation import Conversation
from tests.bot.house import House, Talk, right_moves


async def conversation(talk: Talk) -> Conversation:
    """What the bot sends unprompted to a place where somebody plays."""
    visit = await talk.visit()
    return await Conversation.of(talk.house.application, visit.user, visit.place)


async def test_an_owed_board_is_sent_anew_and_one_to_be_redrawn_edited(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored, context = await chat.game(), await conversation(chat)
    for kind, is_new in ((Staleness.REDRAW, False), (Staleness.SEND, True)):
        before = chat.last["message_id"]
        await boards.owe(context, stored.id, kind)
        await owed.resume(context, stored.id)
        assert (chat.last["message_id"] != before) == is_new
        view = await views.get(chat.house.database, stored.id, context.place)
        assert view is not None
        assert view.stale is None
    assert "Welcome back" in chat.text


async def test_a_board_that_is_right_is_left_alone(house: House, chat: Talk) -> None:
    await chat.sends("/new 4")
    house.api.calls.clear()
    await owed.resume(await conversation(chat), (await chat.game()).id)
    assert not house.api.calls


async def test_a_solution_that_was_not_shown_is_owed_with_it(chat: Talk) -> None:
    await chat.sends("/new 4")
    stored, context = await chat.game(), await conversation(chat)
    await give_up(context.visit, stored)
    await owed.resume(context, stored.id)
    assert "Here's the solution" in chat.text


async def test_the_live_board_is_redrawn_where_a_message_shows_it(house: House, chat: Talk) -> None:
    await owed.owe_live_board(await conversation(chat))
    assert not house.application.stale_views.is_set()
    await chat.sends("/new 4")
    await chat.sends(right_moves(await chat.game())[0])
    await owed.owe_live_board(await conversation(chat))
    assert house.application.stale_views.is_set()
