from dataclasses import dataclass, replace

import pytest_asyncio

from bot.game.person import Group, person_of_chat
from bot.game.place import Place
from bot.store import (
    chats,
    dailies,
    drafts,
    games,
    groups,
    makings,
    outbox,
    players,
    replies,
    subscriptions,
    users,
    views,
)
from bot.store.drafts import Draft
from bot.store.games import StoredGame
from bot.store.makings import Making
from bot.store.outbox import Advance
from bot.store.puzzles import PuzzleRow
from bot.store.replies import Reply
from bot.store.seam.source import Store
from bot.store.views import Staleness
from tests.bot.store.conftest import ANN, GROUP
from tests.bot.store.rows import outbox_of

NEW = -1_009_999_999_999
TOPIC = 3
LABEL, NEXT = "2026-11-21", "2026-11-22"
CHOSEN = Group("de", "compact", "silent", "dark", timer=False)


@dataclass(frozen=True, slots=True)
class Left:
    """What a group has when it becomes a supergroup."""

    game: StoredGame
    making: Making
    draft: Draft


async def subscribe(database: Store, chat: int, minute: int) -> None:
    """A subscription of a topic of a chat, with a daily on its way."""
    await subscriptions.put(
        database,
        chat,
        ANN,
        zone="UTC",
        minute=minute,
        next_due=100,
        next_label=LABEL,
        topic_id=TOPIC,
    )
    kept = await subscriptions.get(database, chat)
    assert kept is not None
    assert await outbox.advance_due(database, [Advance(kept, 200, NEXT, LABEL, 180)], 100) == 1


@pytest_asyncio.fixture
async def left(database: Store, puzzle: PuzzleRow) -> Left:
    """The group has something of everything."""
    await dailies.put(database, LABEL, puzzle.id)
    admins = person_of_chat(GROUP)
    await users.see(database, admins, 5)
    game = await games.start(database, Place(GROUP, TOPIC), puzzle.id, admins, 5, daily_label=LABEL)
    await players.sit(database, game.id, admins, "Admin")
    await views.mark(database, game.id, Place(GROUP, TOPIC), Staleness.SEND, 6)
    await groups.put(database, GROUP, CHOSEN)
    await replies.keep(database, Reply(Place(GROUP, TOPIC), "told", ANN), 7)
    making = Making(Place(GROUP, TOPIC), 40, ANN, 1, 12, "{}", "a seed", 100)
    await makings.begin(database, making)
    draft = Draft(0, ANN, puzzle.grid, place=Place(GROUP, TOPIC))
    kept = await drafts.add(database, draft, 8)
    await subscribe(database, GROUP, 480)
    return Left(game, making, kept)


async def test_all_that_a_group_has_follows_it_and_nothing_stays(
    database: Store, left: Left
) -> None:
    here, there = Place(GROUP, TOPIC), Place(NEW, TOPIC)
    moved = (replace(left.making, place=there),)
    assert await chats.move(database, GROUP, NEW) == moved
    assert await chats.move(database, GROUP, NEW) == ()
    current = await games.current(database, there)
    assert current is not None
    assert (current.id, current.chat_id, current.daily_label) == (left.game.id, NEW, LABEL)
    assert await games.open_games(database, here) == ()
    assert await games.current(database, here) is None
    assert [view.place for view in await views.stale(database, 9)] == [there]
    assert await groups.get(database, NEW) == CHOSEN
    assert await groups.get(database, GROUP) is None
    assert [*await replies.waiting(database)] == [NEW]
    assert await makings.left(database, 1) == moved
    assert await drafts.get(database, left.draft.id) == replace(left.draft, place=there)


async def test_its_subscription_and_the_daily_on_its_way_follow_it(
    database: Store, left: Left
) -> None:
    before = await subscriptions.get(database, left.game.chat_id)
    rows = await outbox_of(database, GROUP)
    assert before is not None
    await chats.move(database, GROUP, NEW)
    assert await subscriptions.get(database, NEW) == replace(before, chat_id=NEW)
    assert await subscriptions.get(database, GROUP) is None
    assert await outbox_of(database, NEW) == tuple(replace(row, chat_id=NEW) for row in rows)
    assert await outbox_of(database, GROUP) == ()


async def test_those_who_write_in_its_name_are_the_same_people(database: Store, left: Left) -> None:
    await chats.move(database, GROUP, NEW)
    (seat,) = await players.of_game(database, left.game.id)
    assert (seat.user_id, seat.name) == (person_of_chat(NEW), "Admin")
    assert await users.get(database, person_of_chat(GROUP)) is None


async def test_what_a_supergroup_has_already_stays(
    database: Store, left: Left, puzzle: PuzzleRow
) -> None:
    there = Place(NEW, TOPIC)
    mine = await games.start(database, there, puzzle.id, ANN, 9, daily_label=LABEL)
    await subscribe(database, NEW, 5)
    (row,) = await outbox_of(database, NEW)
    await chats.move(database, GROUP, NEW)
    assert await games.current_id(database, there) == mine.id
    stayed = await games.get(database, left.game.id, there)
    assert stayed is not None
    assert stayed.chat_id == GROUP
    kept = await subscriptions.get(database, NEW)
    assert kept is not None
    assert kept.minute == 5
    assert await outbox_of(database, NEW) == (row,)
    assert await outbox_of(database, GROUP) == ()
    assert await games.current(database, Place(GROUP, TOPIC)) is None
