from bot.store import subscriptions
from tests.bot.house import Talk


async def test_no_more_dailies_and_a_word_about_it(chat: Talk, ming: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    assert "No more daily messages" in await chat.sends("/unsubscribe")
    kept = await subscriptions.get(chat.house.database, chat.chat_id)
    assert kept is not None
    assert not kept.active
    assert "don't have a subscription" in await chat.sends("/unsubscribe")
    assert "还没有订阅" in await ming.sends("/unsubscribe")


async def test_it_can_be_taken_up_again(chat: Talk) -> None:
    await chat.sends("/subscribe 8:00 Berlin")
    await chat.sends("/unsubscribe")
    assert "08:00" in await chat.sends("/subscribe 8")
    kept = await subscriptions.get(chat.house.database, chat.chat_id)
    assert kept is not None
    assert kept.active
