"""Updates from their arrival until they are dealt with."""

import asyncio
from pathlib import Path

import pytest

from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.store import games, inbox
from bot.store.inbox import GIVEN_UP
from bot.store.puzzles import PuzzleRow
from bot.store.seam.holding import Arrival, Left
from bot.store.seam.source import Store
from tests.bot.store.conftest import ANN, BOB

BOT = 1_000_000_000
HOUR, WEEK = 3_600, 7 * 24 * 3_600


def arrival(number: int, user_id: int = ANN, text: str = "hello") -> Arrival:
    return Arrival(number, user_id, user_id, f'{{"update_id": {number}, "text": "{text}"}}')


async def waiting(database: Store, bot_id: int = BOT) -> list[int]:
    return [one.update_id for one in await inbox.left(database, bot_id)]


async def test_an_update_that_comes_twice_is_one(database: Store) -> None:
    batch = [arrival(5), arrival(6)]
    assert await inbox.receive(database, BOT, batch, 100) == {5, 6}
    assert await inbox.receive(database, BOT, [*batch, arrival(7)], 101) == {7}
    assert await waiting(database) == [5, 6, 7]


async def test_nothing_received_is_nothing_stored(database: Store) -> None:
    assert await inbox.receive(database, BOT, [], 100) == frozenset()


async def test_bots_do_not_share_numbers(database: Store) -> None:
    await inbox.receive(database, BOT, [arrival(5)], 100)
    assert await inbox.receive(database, BOT + 1, [arrival(5)], 100) == {5}
    await inbox.finish(database, BOT, [5])
    assert await waiting(database) == []
    assert await waiting(database, BOT + 1) == [5]


@pytest.mark.sqlite
async def test_what_is_dealt_with_is_wiped_but_known(database: Store, path: Path) -> None:
    await inbox.receive(database, BOT, [arrival(5, text="my secret"), arrival(6)], 100)
    await inbox.finish(database, BOT, [5])
    assert await waiting(database) == [6]
    assert await inbox.receive(database, BOT, [arrival(5)], 101) == frozenset()
    await database.erase_traces()
    assert b"my secret" not in await asyncio.to_thread(path.read_bytes)


async def test_what_took_effect_says_so_and_on_which_game(
    database: Store, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ANN), puzzle.id, None, 1)
    await inbox.receive(database, BOT, [arrival(n) for n in (5, 6, 7)], 100)
    await inbox.take_effect(database, BOT, 6, game.id)
    await inbox.take_effect(database, BOT, 7)
    found = await inbox.left(database, BOT)
    assert [(one.took_effect, one.game_id) for one in found] == [
        (False, None),
        (True, game.id),
        (True, None),
    ]


async def test_an_effect_that_is_rolled_back_took_none(database: Store) -> None:
    await inbox.receive(database, BOT, [arrival(5)], 100)

    async def fails() -> None:
        async with database.transaction() as transaction:
            await inbox.take_effect(transaction, BOT, 5)
            raise KeyError

    with pytest.raises(KeyError):
        await fails()
    (found,) = await inbox.left(database, BOT)
    assert not found.took_effect


async def test_an_update_that_ends_every_process_is_given_up(database: Store) -> None:
    await inbox.receive(database, BOT, [arrival(5)], 100)
    for _ in range(10):
        assert await waiting(database) == [5]
        assert await inbox.attempt(database, BOT, 5) is not None
    assert await waiting(database) == []
    assert await inbox.attempt(database, BOT, 5) is None
    assert await inbox.receive(database, BOT, [arrival(5)], 101) == frozenset()
    assert await inbox.quarantined(database) == {GIVEN_UP: 1}
    assert await waiting(database) == []


def unreadable(number: int, text: str = "", user_id: int | None = None) -> Arrival:
    return Arrival(number, user_id, None, text, "KeyError in Poll")


async def test_what_cannot_be_read_is_kept_and_nobody_handles_it(database: Store) -> None:
    batch = [arrival(5), unreadable(6), arrival(7)]
    assert await inbox.receive(database, BOT, batch, 100) == {5, 6, 7}
    assert await waiting(database) == [5, 7]
    await inbox.quarantine(database, BOT, 7, "TypeError in Poll")
    assert await waiting(database) == [5]
    assert await inbox.quarantined(database) == {"KeyError in Poll": 1, "TypeError in Poll": 1}
    assert await inbox.receive(database, BOT, batch, 101) == frozenset()
    # It outlives the numbers of what was dealt with.
    later = 100 + HOUR + 1
    await inbox.receive(database, BOT, [arrival(8)], later)
    await inbox.prune(database, later)
    assert sum((await inbox.quarantined(database)).values()) == 2


async def test_quarantine_is_bounded_in_number(database: Store) -> None:
    batch = [unreadable(number) for number in range(120)]
    await inbox.receive(database, BOT, [*batch, arrival(1_000)], 100)
    await inbox.trim(database, 100)
    kept = await database.all("select update_id from inbox where fault is not null")
    assert sorted(kept) == [(number,) for number in range(20, 120)]
    assert await waiting(database) == [1_000]


@pytest.mark.sqlite
async def test_quarantine_is_bounded_in_age(database: Store, path: Path) -> None:
    now = 150 + WEEK
    for number, instant in ((5, 149), (6, 150), (7, now + WEEK + 1)):
        await inbox.receive(database, BOT, [unreadable(number, f"text {number}")], instant)
    await inbox.trim(database, now)
    kept = await database.all("select update_id from inbox where fault is not null")
    assert kept == [(6,)]
    await database.erase_traces()
    content = await asyncio.to_thread(path.read_bytes)
    assert b"text 6" in content
    assert b"text 5" not in content
    assert b"text 7" not in content


async def test_a_person_is_forgotten_in_quarantine_wherever_they_are_named(
    database: Store,
) -> None:
    texts = {
        1: (None, f'"forward_from": {{"id": {ANN}}}'),
        2: (None, f"[{ANN}]"),
        3: (None, f'"id": {ANN}7'),
        4: (None, f'"id": 7{ANN}'),
        5: (ANN, "cut off"),
        6: (BOB, ""),
    }
    batch = [unreadable(number, text, user) for number, (user, text) in texts.items()]
    await inbox.receive(database, BOT, batch, 100)
    await inbox.forget_user(database, ANN)
    kept = await database.all("select update_id from inbox where payload is not null")
    assert kept == [(3,), (4,), (6,)]


async def test_who_writes_in_the_name_of_a_chat_is_forgotten_by_its_number(
    database: Store,
) -> None:
    person, texts = person_of_chat(-5), {1: '"sender_chat": {"id": -5}', 2: '"id": -57'}
    batch = [unreadable(number, text, None) for number, text in texts.items()]
    await inbox.receive(database, BOT, [*batch, arrival(3, person), arrival(4, -5)], 100)
    await inbox.forget_user(database, person)
    kept = await database.all("select update_id from inbox where payload is not null")
    assert {*kept} == {(2,), (4,)}


async def test_numbers_are_forgotten_long_after_but_not_what_waits(database: Store) -> None:
    later = 100 + HOUR + 1
    await inbox.receive(database, BOT, [arrival(5), arrival(6)], 100)
    await inbox.finish(database, BOT, [5])
    assert await inbox.prune(database, 100) == 0
    await inbox.receive(database, BOT, [arrival(7)], later - 1)
    assert await inbox.prune(database, later) == 0
    await inbox.receive(database, BOT, [arrival(8)], later)
    assert await inbox.prune(database, later) == 1
    assert await waiting(database) == [6, 7, 8]


async def test_after_a_long_stop_the_last_numbers_are_still_known(database: Store) -> None:
    await inbox.receive(database, BOT, [arrival(5)], 100)
    await inbox.finish(database, BOT, [5])
    assert await inbox.prune(database, 100 + 20 * HOUR) == 0


async def test_a_clock_that_ran_ahead_does_not_make_the_inbox_forgetful(
    database: Store,
) -> None:
    for number, instant in ((5, 102 + HOUR), (6, 101), (7, 101 + HOUR)):
        await inbox.receive(database, BOT, [arrival(number)], instant)
        await inbox.finish(database, BOT, [number])
    assert await inbox.prune(database, 101) == 1
    assert await inbox.receive(database, BOT, [arrival(6), arrival(7)], 101) == frozenset()


async def test_a_person_is_forgotten(database: Store) -> None:
    await inbox.receive(database, BOT, [arrival(5), arrival(6, BOB)], 100)
    await inbox.forget_user(database, ANN)
    assert await waiting(database) == [6]
    rows = await database.all("select user_id, chat_id from inbox order by update_id")
    assert rows == [(None, None), (BOB, BOB)]


async def test_whoever_takes_an_update_up_again_is_given_what_is_known_of_it(
    database: Store, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ANN), puzzle.id, None, 1)
    await inbox.receive(database, BOT, [arrival(5), arrival(6), unreadable(7, "{}")], 100)
    text = arrival(5).payload
    assert await inbox.attempt(database, BOT, 5) == Left(5, text, took_effect=False, game_id=None)
    await inbox.take_effect(database, BOT, 5, game.id)
    assert await inbox.attempt(database, BOT, 5) == Left(5, text, took_effect=True, game_id=game.id)
    await inbox.finish(database, BOT, [6])
    for number in (6, 8):
        assert await inbox.attempt(database, BOT, number) is None


async def test_what_waits_is_told_apart_from_what_is_dealt_with(database: Store) -> None:
    batch = [arrival(5), arrival(6), arrival(7), unreadable(8)]
    await inbox.receive(database, BOT, batch, 100)
    await inbox.finish(database, BOT, [6])
    assert await inbox.waiting(database, BOT, [5, 6, 8, 9]) == {5}
    assert await inbox.waiting(database, BOT, [7]) == {7}
    assert await inbox.waiting(database, BOT + 1, [5, 7]) == frozenset()
    await inbox.finish(database, BOT, [5, 7])
    assert await inbox.waiting(database, BOT, [5, 7]) == frozenset()
