"""One chat in order, different chats together."""

import asyncio
from datetime import UTC, datetime

from telegram import Chat, Message, Update, User

from bot.order import ChatOrder


def update(number: int, chat_id: int) -> Update:
    sender = User(chat_id, "Ann", is_bot=False)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Update(number, Message(number, now, Chat(chat_id, "private"), from_user=sender))


async def test_updates_of_a_chat_wait_for_each_other_and_others_do_not() -> None:
    order = ChatOrder(8)
    held, done = asyncio.Event(), []

    async def work(name: str, *, waits: bool = False) -> None:
        if waits:
            await held.wait()
        done.append(name)

    first = asyncio.create_task(order.process_update(update(1, 7), work("slow", waits=True)))
    second = asyncio.create_task(order.process_update(update(2, 7), work("next")))
    other = asyncio.create_task(order.process_update(update(3, 8), work("other chat")))
    await other
    assert done == ["other chat"]
    held.set()
    await asyncio.gather(first, second)
    assert done == ["other chat", "slow", "next"]


async def test_a_failure_does_not_hold_the_chat() -> None:
    order = ChatOrder(8)

    async def fails() -> None:
        raise ValueError

    async def works() -> None:
        done.set()

    done = asyncio.Event()
    results = await asyncio.gather(
        order.process_update(update(1, 7), fails()),
        order.process_update(update(2, 7), works()),
        return_exceptions=True,
    )
    assert isinstance(results[0], ValueError)
    assert done.is_set()
