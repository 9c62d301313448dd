from pathlib import Path

import pytest

from bot.game.move import Act, Move, Turn
from bot.game.place import Place
from bot.store import (
    belongings,
    blocks,
    dailies,
    games,
    makings,
    outbox,
    puzzles,
    replies,
    results,
    submissions,
    subscriptions,
    turns,
    users,
    views,
)
from bot.store.belongings import PAGE, SECTIONS
from bot.store.makings import Making
from bot.store.outbox import Advance
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.replies import Reply
from bot.store.seam.source import Store
from bot.store.turns import Stand
from bot.store.views import Staleness
from engine.board.grid import Grid

LABEL = "2026-11-21"

KEYS = {"user_id", "viewer_id", "asked_by"}
"""Columns that only say whose row it is."""

NOT_THEIRS = {
    ("puzzles", "solution"),
    ("replies", "file"),
    ("games", "chat_id"),
    ("games", "packed"),
    ("outbox", "chat_id"),
    ("outbox", "sender"),
    ("views", "chat_id"),
}
WITHOUT_PEOPLE = {"counters", "facts", "dailies", "inbox", "stock", "erasures", "groups"} | {
    *(
        "replicas",
        "leases",
        "leaders",
        "permits",
        "demands",
        "current_games",
        "unweighed",
        "unread_games",
        "packed_players",
        "comments",
    )
}
"""Tables without people. The inbox is wiped as soon as an update is dealt with, and a lease goes
soon after. Only replicas of an earlier version write current_games. Turns are handed out of
games.packed as they are out of turns, and packed_players says whose they are.
"""


@pytest.mark.sqlite
async def test_every_column_of_every_table_is_handed_out(database: Store) -> None:
    told = {
        (rows.split()[0], column)
        for columns, rows in SECTIONS.values()
        for column in columns.split()
    }
    tables = await database.all("select name from sqlite_master where type = 'table'")
    kept = {
        (table, column)
        for (table,) in tables
        for _, column, *_ in await database.all(f"pragma table_info({table})")
        if table not in WITHOUT_PEOPLE and column not in KEYS
    }
    missing = kept - told - NOT_THEIRS - {("place_games", "chat_id")}
    assert missing == set()


async def test_very_many_moves_are_handed_out_page_by_page(
    database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    """Each row once and in order, also if a page ends within a game that others play, too."""
    made = []
    for place in (ann, group):
        game = await games.start(database, Place(place), puzzle.id, ann, 1)
        async with database.transaction() as transaction:
            for number in range(PAGE - 10):
                player = bob if place == group and number % 3 else ann
                turn = Turn(player, (Move(Act.PLACE, 0, 1),))
                await turns.append(transaction, game.id, Stand(number, number), turn, 2)
                if player == ann:
                    made.append((game.id, number))
    pages = [rows async for name, rows in belongings.of_user(database, ann) if name == "moves"]
    assert [(row["game_id"], row["number"]) for rows in pages for row in rows] == made
    assert max(map(len, pages)) == PAGE < len(made)


async def test_of_a_file_that_waits_only_its_name_and_size_are_handed_out(
    database: Store, ann: int, puzzle: PuzzleRow
) -> None:
    assert puzzle.id
    reply = Reply(Place(ann), "words", ann, file="bGF0ZXI=", file_name="sudoku.pdf")
    await replies.keep(database, reply, 5)
    found = {name: rows async for name, rows in belongings.of_user(database, ann)}
    (told,) = found["to_be_told"]
    assert (told["file_name"], told["size"]) == ("sudoku.pdf", len("words") + len("bGF0ZXI="))
    assert "bGF0ZXI=" not in str(found)


def contents(path: Path) -> bytes:
    """The bytes of the database and of all files beside it."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


async def full_life(
    database: Store, user: int, group: int, puzzle: PuzzleRow, solution: Grid
) -> None:
    """Leaves a trace of a person in every table."""
    brought = await puzzles.add(
        database, solution.with_values({0: 0, 5: 0}), solution, Origin.IMPORT
    )
    own = await games.start(database, Place(user), brought.id, user, 1)
    shared = await games.start(database, Place(group), puzzle.id, user, 1)
    daily = await dailies.put(database, LABEL, puzzle.id)
    solved = await games.start(database, Place(user), daily.id, user, 1, daily_label=LABEL)
    for game in (own, shared, solved):
        await turns.append(database, game.id, Stand(), Turn(user, (Move(Act.PLACE, 0, 1),)), 2)
        await results.add(database, user, game.id, seconds=1, mistakes=0, finished_at=3)
        await submissions.add(database, game.id, user, solution, 3)
        await views.mark(database, game.id, Place(user), Staleness.SEND, 3)
    for chat in (user, group):
        await replies.keep(database, Reply(Place(chat), "<b>told</b>", user), 3)
        making = Making(Place(chat), 8, user, 1, 2, "{}", "seed", 3)
        await makings.begin(database, making)
        await subscriptions.put(
            database, chat, user, zone="UTC", minute=0, next_due=5, next_label=LABEL
        )
    due = await subscriptions.due(database, 5, 10)
    await outbox.advance_due(database, [Advance(s, 9, "2026-11-22", LABEL, 8) for s in due], 5)


@pytest.mark.sqlite
async def test_a_deleted_person_is_gone_from_every_table_and_from_the_file(
    *, database: Store, path: Path, ann: int, group: int, puzzle: PuzzleRow, solution: Grid
) -> None:
    await full_life(database, ann, group, puzzle, solution)
    await belongings.delete_user(database, ann, 9)

    tables = await database.all("select name from sqlite_master where type = 'table'")
    for (table,) in tables:
        rows = await database.all(f"select * from {table}")  # noqa: S608 - a table's own name
        assert not any(ann in row for row in rows), table
    everything = contents(path)
    assert ann.to_bytes(6, "big") not in everything
    assert b"...." in everything
    assert str(solution.with_values({0: 0, 5: 0})).encode() not in everything
    assert await users.get(database, ann) is None


async def test_of_a_blocked_person_who_is_deleted_only_the_block_stays(
    *, database: Store, ann: int, group: int, puzzle: PuzzleRow, solution: Grid
) -> None:
    """Otherwise somebody could end a block by being forgotten."""
    await full_life(database, ann, group, puzzle, solution)
    await blocks.add(database, ann, 8)
    await belongings.delete_user(database, ann, 9)
    left = {name: rows async for name, rows in belongings.of_user(database, ann) if rows}
    assert left == {"blocked": [{"id": ann, "blocked_at": 8}]}


@pytest.mark.sqlite
async def test_the_search_of_the_file_would_find_a_person(
    database: Store, path: Path, ann: int
) -> None:
    await users.see(database, ann, 0)
    await database.erase_traces()
    assert ann.to_bytes(6, "big") in contents(path)


async def test_what_a_deleted_person_did_in_a_group_stays_without_the_name(
    database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow
) -> None:
    game = await games.start(database, Place(group), puzzle.id, ann, 1)
    moves = (Move(Act.PLACE, 0, 1),)
    await turns.append(database, game.id, Stand(), Turn(ann, moves), 2)
    await turns.append(database, game.id, Stand(1, 1), Turn(bob, moves), 3)
    await subscriptions.put(
        database, group, ann, zone="UTC", minute=0, next_due=5, next_label=LABEL
    )
    known = await games.current(database, Place(group))
    await belongings.delete_user(database, ann, 9)
    kept = await games.current(database, Place(group))
    assert known is not None
    assert kept is not None
    assert kept.version > known.version, "whoever knows the game must read it again"
    assert kept.started_by is None
    assert kept.game.turns == (Turn(None, moves), Turn(bob, moves))
    subscription = await subscriptions.get(database, group)
    assert subscription is not None
    assert (subscription.user_id, subscription.active) == (None, True)


async def test_others_lose_nothing_when_somebody_is_deleted(
    *, database: Store, ann: int, bob: int, group: int, puzzle: PuzzleRow, solution: Grid
) -> None:
    await full_life(database, bob, group, puzzle, solution)
    brought = await puzzles.add(
        database, solution.with_values({0: 0, 5: 0}), solution, Origin.IMPORT
    )
    await games.start(database, Place(ann), brought.id, ann, 1)
    before = await games.open_games(database, Place(bob)), await results.of_user(database, bob)
    await belongings.delete_user(database, ann, 9)
    assert (
        await games.open_games(database, Place(bob)),
        await results.of_user(database, bob),
    ) == before
    assert await puzzles.get(database, brought.id) == brought
