from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bot.playground import ApiError, BotApi, default_people
from bot.playground.chats import User
from bot.playground.parameters import Parameters, Upload
from bot.playground.updates import LIFETIME
from bot.playground.world import PROFILE, World
from tests.bot.playground.conftest import Watch

Process = Callable[[], BotApi]


@pytest.fixture
def process(tmp_path: Path, watch: Watch) -> Iterator[Process]:
    """Each call ends the process before and begins a new one with its journal."""
    with ExitStack() as stack:

        def begin() -> BotApi:
            stack.close()
            api = BotApi(journal=tmp_path / "journal", clock=watch)
            stack.enter_context(closing(api))
            default_people(api)
            api.restore()
            return api

        yield begin


def contents(world: World) -> dict[str, Any]:
    """Everything that outlives a process."""
    return {
        "messages": {chat.id: [*world.messages.of(chat.id)] for chat in world.chats},
        "reactions": {chat.id: world.messages.reactions(chat.id) for chat in world.chats},
        "states": {chat.id: chat.state() for chat in world.chats},
        "counts": world.chats.counts(),
        "files": [*world.files],
        "updates": world.updates.waiting(),
    }


def test_everything_that_happened_is_there_in_the_next_processes(
    process: Process, watch: Watch
) -> None:
    world = process().world
    alice, ming, club = world.chats
    me = world.me
    for chat, sender, count in ((alice, alice.members[alice.id], 4), (club, me, 3), (ming, me, 1)):
        for number in range(count):
            watch.now += 1
            world.new_message(chat, sender, {"text": f"{number}"})
    world.react(alice, 1, "🎉")
    world.react(alice, 4, "🏆")
    # The number of a message that was deleted is not given out again.
    world.remove(alice, 4)
    world.remove(club, 3)
    world.set_status(club, "left")
    world.chats.meet(alice.members[alice.id], alice)
    world.chat_changed(alice)
    world.keep_file(world.files.add(Upload("a.sdm", b"\0\xff", "text/plain"), "documents"))
    for number in range(3):
        world.deliver("message", {"text": f"{number}"})
        watch.now += 1
    first = world.updates.pending()[0]["update_id"]
    world.confirm(first + 1)
    told = contents(world)
    assert [len(told["messages"][chat.id]) for chat in (alice, ming, club)] == [3, 1, 2]
    assert told["reactions"][alice.id] == {1: "🎉"}
    assert told["counts"] == {str(club.id): 3, "0": 5}
    assert len(told["updates"]) == 2
    for _ in range(3):
        assert contents(process().world) == told


def test_a_press_can_be_answered_by_the_next_process(process: Process, watch: Watch) -> None:
    world = process().world
    alice = next(iter(world.chats))
    message = world.new_message(alice, world.me, {"text": "board"})
    opened = [world.queries.open(alice.id, alice.id, message["message_id"]) for _ in range(2)]
    for query in opened:
        press = {"id": query.id, "from": {"id": alice.id}, "message": message, "data": "d7"}
        world.deliver("callback_query", press)
    watch.now += 60
    again = process().world.queries
    assert [again.close(query.id) for query in opened] == opened
    watch.now += 1
    with pytest.raises(ApiError, match="too old"):
        process().world.queries.close(opened[0].id)


def test_the_newest_thousand_messages_of_a_chat_are_kept(process: Process) -> None:
    world = process().world
    alice, _, club = world.chats
    for chat, count in ((alice, 1002), (club, 1000)):
        for number in range(count):
            world.new_message(chat, world.me, {"text": f"{number}"})
    process()
    world = process().world
    assert [m["text"] for m in world.messages.of(alice.id)] == [*map(str, range(2, 1002))]
    assert [m["text"] for m in world.messages.of(club.id)] == [*map(str, range(1000))]


def test_updates_that_nobody_fetched_in_time_are_not_kept(process: Process, watch: Watch) -> None:
    process().world.deliver("message", {"text": "old"})
    watch.now += LIFETIME + 1
    assert process().world.updates.waiting() == []


def test_what_belongs_to_a_chat_that_is_gone_is_passed_over(process: Process) -> None:
    api = process()
    gone = api.world.chats.add_group(-7, "Gone", [User(7, "Ann")])
    api.world.new_message(gone, api.world.me, {"text": "x"})
    api.world.set_status(gone, "left")
    world = process().world
    assert world.chats.get(-7) is None
    assert [*world.messages.of(-7)] == []


def test_a_client_sees_what_happens_in_its_order(api: BotApi) -> None:
    alice, _, club = default_people(api)
    world, events = api.world, list[dict[str, Any]]()
    world.listeners.add(events.append)
    message = world.new_message(alice.private, world.me, {"text": "x"})
    world.react(alice.private, 1, "🎉")
    world.remove(alice.private, 1)
    world.set_status(club.chat, "left")
    world.deliver("message", {"text": "no client sees what the bot gets"})
    assert events == [
        {"event": "message", "message": message},
        {"event": "reaction", "chat": alice.id, "message_id": 1, "emoji": "🎉"},
        {"event": "deleted", "chat": alice.id, "message_id": 1},
        {"event": "chat", "chat": club.chat.id, "state": club.chat.state()},
    ]
    assert message["date"] == int(world.clock())
    assert [*world.messages.of(alice.id)] == []


def test_the_picture_of_the_bot_is_the_newest_of_its_own(api: BotApi) -> None:
    files = api.world.files
    assert api.world.photo is None
    own = [files.add(Upload("a.png", b"1", "image/png"), PROFILE) for _ in range(2)]
    files.add(Upload("b.png", b"2", "image/png"), "photos")
    assert api.world.photo == own[1]


def test_only_what_the_bot_wants_is_delivered(api: BotApi) -> None:
    assert api.world.deliver("chat_member", {}) is None
    update = api.world.deliver("message", {"text": "x"})
    assert update is not None
    assert api.world.updates.pending() == [update]
    api.world.confirm(0)
    assert api.world.updates.pending() == [update]
    api.world.confirm(update["update_id"] + 1)
    assert api.world.updates.pending() == []


@pytest.mark.parametrize("limited", [False, True])
def test_limits_hold_only_where_they_are_switched_on(watch: Watch, *, limited: bool) -> None:
    api = BotApi(clock=watch, flood_limits=limited)
    alice, _, club = default_people(api)
    api.world.admit(alice.private)
    if not limited:
        api.world.admit(alice.private)
        return
    with pytest.raises(ApiError) as refusal:
        api.world.admit(alice.private)
    assert refusal.value.code == 429
    for _ in range(20):
        watch.now += 1
        api.world.admit(club.chat)
        api.world.admit(alice.private)
    watch.now += 1
    api.world.admit(alice.private)
    with pytest.raises(ApiError):
        api.world.admit(club.chat)


def test_a_journal_is_optional(api: BotApi) -> None:
    api.restore()
    api.world.files.receive(Parameters({}, {"photo": Upload("a", b"1", "")}), "photo", "", "photos")
    api.close()
