from pathlib import Path

import pytest
from telegram import Bot, ReactionTypeCustomEmoji, ReactionTypePaid
from telegram.error import BadRequest, Forbidden

from bot.playground import BotApi, Person, default_people
from bot.playground.errors import ApiError


async def test_a_reaction_is_set_changed_and_taken_away(
    bot: Bot, api: BotApi, alice: Person
) -> None:
    events: list[object] = []
    api.world.listeners.add(events.append)
    assert await bot.set_message_reaction(alice.id, 1, "🎉", is_big=True)
    assert await bot.set_message_reaction(alice.id, 1, "🏆")
    assert api.world.messages.reactions(alice.id) == {1: "🏆"}
    assert await bot.set_message_reaction(alice.id, 1)
    assert api.world.messages.reactions(alice.id) == {1: ""}
    place = {"event": "reaction", "chat": alice.id, "message_id": 1}
    assert events == [place | {"emoji": emoji} for emoji in ("🎉", "🏆", "")]


async def test_only_one_reaction_of_those_that_there_are(bot: Bot, alice: Person) -> None:
    with pytest.raises(BadRequest, match="Reactions_too_many"):
        await bot.set_message_reaction(alice.id, 1, ["🎉", "🏆"])
    for wrong in ("🥳", "x", ReactionTypePaid(), ReactionTypeCustomEmoji("5368324170671202286")):
        with pytest.raises(BadRequest, match="Reaction_invalid"):
            await bot.set_message_reaction(alice.id, 1, wrong)


async def test_only_messages_that_are_there_where_the_bot_is(
    bot: Bot, api: BotApi, alice: Person
) -> None:
    with pytest.raises(BadRequest, match="Message to react not found"):
        await bot.set_message_reaction(alice.id, 99, "🎉")
    with pytest.raises(BadRequest, match="Chat not found"):
        await bot.set_message_reaction(4711, 1, "🎉")
    unknown = {"chat_id": alice.id, "message_id": 1, "reaction": [{"type": "sound"}]}
    with pytest.raises(ApiError, match="unknown type"):
        await api.call("setMessageReaction", unknown)
    alice.block()
    with pytest.raises(Forbidden):
        await bot.set_message_reaction(alice.id, 1, "🎉")


async def test_a_reaction_outlives_the_process_and_not_its_message(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for _ in range(2):
        api = BotApi(journal=path)
        person, *_ = default_people(api)
        api.restore()
        if not person.messages():
            person.say("hello")
            place = {"chat_id": person.id, "message_id": 1}
            reaction = [{"type": "emoji", "emoji": "🎉"}]
            await api.call("setMessageReaction", place | {"reaction": reaction})
        assert api.world.messages.reactions(person.id) == {1: "🎉"}
        api.close()
    api.world.messages.remove(person.id, 1)
    assert api.world.messages.reactions(person.id) == {}
