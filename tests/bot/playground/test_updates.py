import asyncio

import pytest
from telegram import Bot
from telegram.error import Conflict

from bot.playground import BotApi, Person
from bot.playground.updates import LIFETIME, Updates
from tests.bot.playground.conftest import Watch


async def ids(bot: Bot, offset: int = 0) -> list[int]:
    return [update.update_id for update in await bot.get_updates(offset=offset)]


async def test_updates_stay_until_an_offset_confirms_them(bot: Bot, alice: Person) -> None:
    first = (await ids(bot))[0]
    alice.say("a")
    alice.say("b")
    assert await ids(bot) == [first, first + 1, first + 2]
    assert await ids(bot, first + 2) == [first + 2]
    assert await ids(bot) == [first + 2]
    alice.say("c")
    assert await ids(bot, -1) == [first + 3]


async def test_a_long_poll_ends_with_the_first_update(bot: Bot, alice: Person) -> None:
    first = (await ids(bot))[0]
    poll = asyncio.create_task(bot.get_updates(offset=first + 1, timeout=30))
    await asyncio.sleep(0)
    alice.say("now")
    async with asyncio.timeout(25):
        (update,) = await poll
    assert update.message is not None
    assert update.message.text == "now"


async def test_of_two_pollers_the_earlier_gets_a_conflict(bot: Bot, alice: Person) -> None:
    first = (await ids(bot))[0]
    polls = [asyncio.create_task(bot.get_updates(offset=first + 1, timeout=30))]
    await asyncio.sleep(0)
    polls.append(asyncio.create_task(bot.get_updates(offset=first + 1, timeout=30)))
    with pytest.raises(Conflict, match="terminated by other getUpdates request"):
        await polls[0]
    alice.say("now")
    assert len(await polls[1]) == 1


async def test_only_asked_kinds_arrive(api: BotApi, bot: Bot, alice: Person) -> None:
    await bot.get_updates(allowed_updates=["message"])
    assert alice.block() is None
    alice.unblock()
    assert alice.say("hi") is not None
    assert len(api.world.updates) == 2


async def test_updates_are_kept_a_day(bot: Bot, alice: Person, watch: Watch) -> None:
    watch.now += LIFETIME - 1
    alice.say("late")
    watch.now += 2
    (update,) = await bot.get_updates()
    assert update.message is not None
    assert update.message.text == "late"


async def test_pending_updates_can_be_dropped(bot: Bot) -> None:
    await bot.delete_webhook(drop_pending_updates=True)
    assert await bot.get_updates() == ()
    assert (await bot.get_webhook_info()).pending_update_count == 0


def numbers(updates: Updates) -> list[int]:
    return [update["update_id"] for update in updates.pending()]


def test_a_day_is_the_longest_that_an_update_waits(watch: Watch) -> None:
    """The Bot API keeps none longer than 24 hours."""
    updates = Updates(watch)
    updates.put("message", {})
    watch.now += 24 * 3600
    assert len(updates.pending()) == 1
    watch.now += 1
    assert updates.pending() == []


@pytest.mark.parametrize(("offset", "left"), [(-1, 1), (-2, 2), (-3, 3), (-9, 3), (0, 3), (1, 3)])
def test_a_negative_offset_counts_from_the_end(watch: Watch, offset: int, left: int) -> None:
    updates = Updates(watch)
    updates.confirm(offset)
    ids = [updates.put("message", {})["update_id"] for _ in range(3)]
    updates.confirm(offset)
    assert numbers(updates) == ids[-left:]
    assert len(updates) == left
    updates.clear()
    assert len(updates) == 0


def test_numbers_grow_even_after_a_restart(watch: Watch) -> None:
    updates = Updates(watch)
    first = updates.put("message", {})["update_id"]
    assert first >= watch.now
    assert updates.put("message", {})["update_id"] == first + 1
    later = Updates(watch)
    later.restore({"update_id": first + 5, "message": {}}, watch.now)
    later.restore({"update_id": first, "message": {}}, watch.now)
    assert later.put("message", {})["update_id"] == first + 6


def test_some_kinds_come_only_to_those_who_ask_for_them(watch: Watch) -> None:
    updates = Updates(watch)
    assert updates.wants("message")
    assert updates.wants("my_chat_member")
    for kind in ("chat_member", "message_reaction", "message_reaction_count"):
        updates.allowed = frozenset()
        assert not updates.wants(kind)
        updates.allowed = frozenset({kind})
        assert updates.wants(kind)
        assert not updates.wants("message")


async def test_asking_without_patience_gives_as_many_as_are_wanted(watch: Watch) -> None:
    updates = Updates(watch)
    assert await updates.ask(100, 0) == []
    for _ in range(3):
        updates.put("message", {})
    assert await updates.ask(2, 50) == updates.pending()[:2]
