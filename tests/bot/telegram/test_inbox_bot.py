"""What Telegram is told about its updates, and when."""

import pytest

from bot import app
from bot.playground import PlaygroundRequest
from bot.store.seam.not_stored import StoreError
from tests.bot.house import NETWORK, House, Talk


async def test_what_comes_again_is_answered_once(house: House, chat: Talk) -> None:
    chat.person.say("/help")
    (first,) = await house.application.bot.get_updates()
    await house.application.process_update(first)
    await house.application.inbox.wipe()
    again = app.build(
        house.services, house.api.token, NETWORK, lambda: PlaygroundRequest(house.api)
    )
    async with again:
        assert await again.bot.get_updates() == ()
        # The second call confirms, although the first seemed to return nothing.
        assert await again.bot.get_updates() == ()
    assert not len(house.api.world.updates)


async def test_a_batch_that_cannot_be_stored_is_not_confirmed(house: House) -> None:
    house.alice.person.say("/help")
    await house.database.all("alter table inbox rename to elsewhere")
    with pytest.raises(Exception, match="could not be stored") as error:
        await house.application.bot.get_updates()
    assert isinstance(error.value.__cause__, StoreError)
    assert len(house.api.world.updates) == 1
    await house.database.all("alter table elsewhere rename to inbox")
    await house.application.bot.get_updates()


async def test_its_token_is_not_shown(house: House) -> None:
    assert house.api.token.partition(":")[2] not in repr(house.application.bot)
