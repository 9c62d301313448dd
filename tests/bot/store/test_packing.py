"""Games whose turns are packed are read, handed out and forgotten as those with rows are."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.store import belongings, games, packing, turns, users
from bot.store.belongings import PAGE
from bot.store.games import GameState, StoredGame
from bot.store.packed import Damaged
from bot.store.packing import MOST_CHARACTERS, MOST_TURNS
from bot.store.puzzles import PuzzleRow
from bot.store.seam.not_stored import Undone
from bot.store.seam.source import Row, Source, Store, Transaction, Value
from bot.store.turns import GAMES_AT_ONCE, Stand

MOVES = (Move(Act.PLACE, 3, 2), Move(Act.NOTES, 15, 0b1001), Move(Act.ERASE, 3))


async def played(
    database: Store, puzzle: PuzzleRow, chat: int, *players: int, is_open: bool = False
) -> int:
    """A game in a chat with a turn of each of these players, of which the last one was undone."""
    async with database.transaction() as source:
        game = await games.start(source, Place(chat), puzzle.id, players[0], 5)
        for number, player in enumerate(players):
            turn = Turn(player, MOVES[: number % 3 + 1])
            # The clock of the machine was put back.
            stand, now = Stand(number, number), 1_795_000_000 - 7 * number
            assert await turns.append(source, game.id, stand, turn, now)
        assert await turns.set_done(source, game.id, len(players), len(players) - 1)
        if not is_open:
            assert await games.finish(source, game.id, GameState.SOLVED, 1_795_000_100)
    return game.id


async def pack_all(database: Store) -> int:
    """How many games were packed."""
    count = 0
    while (game_id := await packing.next_game(database)) is not None:
        await packing.pack_game(database, game_id)
        count += 1
    return count


async def reread(source: Source, game_id: int) -> StoredGame:
    found = await games.get(source, game_id, Place(0))
    assert found is not None
    return found


async def handed_out(source: Source, user: int) -> dict[str, list[dict[str, Value]]]:
    """All that /export has of somebody."""
    found: dict[str, list[dict[str, Value]]] = {}
    async for name, rows in belongings.of_user(source, user):
        found.setdefault(name, []).extend(rows)
    return found


async def kept(database: Store, game_id: int) -> tuple[object, ...]:
    """Where the turns of a game are."""
    return (
        await database.all("select packed from games where id = $1", game_id),
        await database.all("select * from turns where game_id = $1 order by number", game_id),
        await database.all("select * from packed_players where game_id = $1", game_id),
    )


async def test_a_packed_game_is_read_and_handed_out_as_before(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann, bob, ann)
    going_on = await played(database, puzzle, ann, ann, is_open=True)
    own = await played(database, puzzle, ann, ann, ann)
    everything = [shared, going_on, own]
    before = [await reread(database, game_id) for game_id in everything]
    told = [await handed_out(database, user) for user in (ann, bob)]
    assert [len(one["moves"]) for one in told] == [6, 2]
    assert await pack_all(database) == 2
    assert await database.all("select distinct game_id from turns") == [(going_on,)]
    assert [await reread(database, game_id) for game_id in everything] == before
    assert [await handed_out(database, user) for user in (ann, bob)] == told
    over = (await reread(database, own)).stand
    assert not await turns.append(database, own, over, Turn(ann, MOVES), 9), "it is over"
    assert not await turns.set_done(database, own, 1, 2)


async def test_a_game_without_turns_is_packed_too(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    await games.finish(database, game.id, GameState.GIVEN_UP, 6)
    assert await pack_all(database) == 1
    assert (await reread(database, game.id)).game.turns == ()


async def test_whoever_is_deleted_is_gone_from_packed_games_and_the_others_are_not(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    await played(database, puzzle, ann, ann)
    assert await pack_all(database) == 2
    await belongings.delete_user(database, ann, 9)
    stored = await reread(database, shared)
    assert [turn.player for turn in stored.game.turns] == [None, bob, None]
    assert [turn.moves for turn in stored.game.turns] == [MOVES[:1], MOVES[:2], MOVES]
    rows = await database.all("select user_id from packed_players order by number")
    assert rows == [(None,), (bob,)], "her own game is gone"
    assert (await handed_out(database, ann))["moves"] == []


async def test_who_was_deleted_before_stays_unknown(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    await belongings.delete_user(database, ann, 9)
    assert await pack_all(database) == 1
    stored = await reread(database, shared)
    assert [turn.player for turn in stored.game.turns] == [None, bob, None]


async def test_packed_turns_follow_somebody_with_another_number(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    hers, his = [(await handed_out(database, user))["moves"] for user in (ann, bob)]
    assert await pack_all(database) == 1
    await users.move(database, ann, bob)
    stored = await reread(database, shared)
    assert [turn.player for turn in stored.game.turns] == [bob] * 3
    found = (await handed_out(database, bob))["moves"]
    assert found == [hers[0], his[0], hers[1]]


@pytest.mark.long
async def test_very_many_packed_turns_are_handed_out_page_by_page_among_the_others(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    going_on = [number % 4 == 1 for number in range(3 * GAMES_AT_ONCE)]
    for is_open in going_on:
        await played(database, puzzle, group, *[ann, bob, ann] * 8, is_open=is_open)
    before = (await handed_out(database, ann))["moves"]
    assert await pack_all(database) == going_on.count(False)
    pages = [rows async for name, rows in belongings.of_user(database, ann) if name == "moves"]
    assert [row for rows in pages for row in rows] == before
    assert len(before) == 3 * GAMES_AT_ONCE * 16
    assert max(map(len, pages)) <= PAGE


@dataclass
class Between:
    """A Source that does something before or after one of its statements."""

    source: Source
    act: Callable[[], Awaitable[object]]
    number: int
    count: int = field(default=0)

    async def all(self, sql: str, *values: Value) -> list[Row]:
        if self.count == self.number:
            await self.act()
        self.count += 1
        return await self.source.all(sql, *values)

    async def one(self, sql: str, *values: Value) -> Row | None:
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)


@pytest.mark.parametrize("number", range(3))
async def test_a_game_that_is_packed_while_it_is_read_is_read_whole(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow, number: int
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    before = await reread(database, shared)

    async def pack() -> None:
        assert await pack_all(database) == 1

    between = Between(database, pack, number)
    assert await reread(between, shared) == before
    assert between.count == 2 + (number < 2), "the players are read once it is packed"


@pytest.mark.long
async def test_games_that_are_packed_while_they_are_handed_out_are_handed_out_once(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    for _ in range(14):
        await played(database, puzzle, group, *[ann, ann, bob] * 15)
    before = [row async for rows in turns.made_by(database, ann, PAGE) for row in rows]
    counted = Between(database, lambda: asyncio.sleep(0), -1)
    assert [row async for rows in turns.made_by(counted, ann, PAGE) for row in rows] == before

    async def pack_one() -> None:
        game_id = await packing.next_game(database)
        assert game_id is not None
        await packing.pack_game(database, game_id)

    for number in range(counted.count):
        between = Between(database, pack_one, number)
        assert [row async for rows in turns.made_by(between, ann, PAGE) for row in rows] == before


class EndedError(Exception):
    """The process ends here."""


@dataclass
class Acting:
    """A Store in whose transactions something is done before a statement, or at the end."""

    store: Store
    act: Callable[[Transaction], Awaitable[object]]
    number: int

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        async with self.store.transaction() as transaction:
            between = Between(transaction, lambda: self.act(transaction), self.number)
            yield cast("Transaction", between)
            if between.count == self.number:
                await self.act(transaction)


async def end(_: Transaction) -> None:
    raise EndedError


async def test_a_process_that_ends_at_any_moment_leaves_the_game_as_it_was(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    read, before = await reread(database, shared), await kept(database, shared)
    moments = 0
    while True:
        try:
            await packing.pack_game(cast("Store", Acting(database, end, moments)), shared)
        except EndedError:
            moments += 1
            assert await kept(database, shared) == before
            assert await packing.next_game(database) == shared
        else:
            break
    assert moments == 8, "seven statements, and the commit"
    assert await reread(database, shared) == read
    assert await kept(database, shared) != before
    assert await packing.next_game(database) is None


async def test_of_two_who_pack_a_game_one_does(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    shared = await played(database, puzzle, group, ann, bob, ann)
    before = await reread(database, shared)
    await asyncio.gather(*(packing.pack_game(database, shared) for _ in range(3)))
    assert await reread(database, shared) == before
    once = await kept(database, shared)
    await packing.pack_game(database, shared)
    assert await kept(database, shared) == once


async def test_a_player_who_changes_meanwhile_undoes_it(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    """On a server a group's own account may be joined to another one between two statements."""
    shared = await played(database, puzzle, group, ann, bob, ann)
    before = await kept(database, shared)

    async def change(transaction: Transaction) -> None:
        await transaction.all("update turns set user_id = $1 where user_id = $2", bob, ann)

    with pytest.raises(Undone):
        await packing.pack_game(cast("Store", Acting(database, change, 5)), shared)
    assert await kept(database, shared) == before


async def test_nothing_is_packed_beside_a_replica_that_could_not_read_it(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    """What a database that was moved to a file still says of replicas holds nothing up there."""
    own = await played(database, puzzle, ann, ann)
    held_up = None if database.is_shared else own
    await database.all("insert into replicas (id, bot_id, name, until) values (1, 7, 'old', 0)")
    assert await packing.next_game(database) == held_up
    assert await packing.waiting(database, 0, 9) == [own], "it waits all the same"
    await database.all("update replicas set schema = 29")
    assert await packing.next_game(database) == own
    await database.all("update replicas set schema = 28")
    assert await packing.next_game(database) == held_up


async def left_alone(database: Store, game_id: int) -> None:
    before, rows = await reread(database, game_id), await kept(database, game_id)
    assert await packing.next_game(database) == game_id
    await packing.pack_game(database, game_id)
    assert (await kept(database, game_id))[1:] == rows[1:]
    assert await packing.next_game(database) is None, "it holds nobody up"
    assert await reread(database, game_id) == before


@pytest.mark.long
async def test_a_very_long_game_stays_as_it_is(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    async with database.transaction() as transaction:
        for number in range(MOST_TURNS + 1):
            turn = Turn(ann, MOVES[:1])
            await turns.append(transaction, game.id, Stand(number, number), turn, number)
    await games.finish(database, game.id, GameState.SOLVED, 6)
    await left_alone(database, game.id)


async def test_a_game_with_very_many_moves_stays_as_it_is(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(ann), puzzle.id, ann, 5)
    many = Turn(ann, MOVES[:1] * (MOST_CHARACTERS // 10))
    await turns.append(database, game.id, Stand(), many, 5)
    await games.finish(database, game.id, GameState.SOLVED, 6)
    await left_alone(database, game.id)


@pytest.mark.parametrize("moves", ["broken", "[1]", '[["sing",1,2]]', '[["place",-1,2]]'])
async def test_what_would_not_come_back_stays_as_it_is(
    database: Store, ann: int, puzzle: PuzzleRow, moves: str
) -> None:
    own = await played(database, puzzle, ann, ann, ann)
    await database.all("update turns set moves = $2 where game_id = $1", own, moves)
    before = await kept(database, own)
    await packing.pack_game(database, own)
    assert (await kept(database, own))[1:] == before[1:]
    assert await packing.next_game(database) is None


async def test_a_gap_among_the_numbers_stays(database: Store, ann: int, puzzle: PuzzleRow) -> None:
    own = await played(database, puzzle, ann, ann, ann, ann)
    await database.all("delete from turns where game_id = $1 and number = 1", own)
    await left_alone(database, own)


async def test_a_packed_game_that_was_damaged_is_refused(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    """Rather than shown as another game."""
    own = await played(database, puzzle, ann, ann, ann)
    assert await pack_all(database) == 1
    await database.all("update games set packed = replace(packed, substr(packed, 9, 1), 'x')")
    with pytest.raises(Damaged):
        await reread(database, own)
