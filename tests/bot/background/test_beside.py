"""What goes on beside the handlers: the real Application on one database."""

import asyncio

import pytest

from bot.background.beside import beside
from bot.game.place import Place
from bot.store import puzzles, views
from bot.store.postgres.address import Server
from bot.store.views import Staleness
from tests.bot.house import House, Talk
from tests.bot.telegram.passing import until


@pytest.mark.long
async def test_a_process_that_works_alone_does_all_of_it_and_ends_with_the_block(
    house: House, chat: Talk
) -> None:
    introduced = asyncio.Event()

    async def introduce() -> None:
        introduced.set()

    await chat.sends("/new 4 none 5")
    assert await puzzles.ungraded(house.database) is not None
    async with beside(house.application, introduce):
        await introduced.wait()
        async with asyncio.timeout(30):
            while await puzzles.ungraded(house.database):
                await asyncio.sleep(0.01)
    # The database may still be writing to the disk.
    await house.stops()
    assert len(asyncio.all_tasks()) == 1


async def test_a_replica_that_does_not_lead_only_sends_what_its_chats_are_owed(
    house: House, chat: Talk, server: Server
) -> None:
    assert house.server == server
    await house.joins(chat.chat_id)
    introduced = asyncio.Event()

    async def introduce() -> None:
        introduced.set()

    await chat.sends("/new 4 none 5")
    game = await chat.game()
    place = Place(chat.chat_id)
    await views.mark(house.database, game.id, place, Staleness.SEND, 5, asked_by=chat.chat_id)
    async with beside(house.application, introduce):
        await until(lambda: chat.last["message_id"] != game.message_id)
        assert not introduced.is_set()
        assert await puzzles.ungraded(house.database) is not None
        await house.application.leading.run()
        await introduced.wait()
