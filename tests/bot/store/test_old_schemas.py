"""Files of every earlier schema, with rows in every table, are opened and played on."""

import asyncio
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bot.background.replying import Replier
from bot.game.person import person_of_chat
from bot.game.place import Place
from bot.pool.engine_pool import EnginePool
from bot.store import belongings, games, packing, replies
from bot.store.seam.migrations import MIGRATIONS, scripts, statements
from bot.store.sqlite.database import Database
from tests.bot.clock import Clock
from tests.bot.house import House, open_house
from tests.fewer import first_cases

NEWEST: Final = len(scripts(MIGRATIONS))
NEWEST_FIRST: Final = range(NEWEST, 0, -1)

DATA: Final = {
    1: """
        insert into counters values ('puzzles', 40), ('games', 70), ('outbox', 2),
            ('submissions', 9);
        insert into facts values ('daily_secret', 'not to be guessed');
        insert into users values (1001, 'en', 'zh', 'column', 'compact', 'Asia/Kathmandu',
            1794000000, 1795000000), (1002, null, null, 'row', 'full', null, 1, 2);
        insert into puzzles values
            (11, 2, 2, '..34341221434321', '1234341221434321', 'none', 'a seed', 'new'),
            (12, 2, 2, '...4341221434321', '1234341221434321', 'central', null, 'daily'),
            (13, 2, 2, '....341221434321', '1234341221434321', null, null, 'import');
        insert into dailies values ('2026-11-18', 12);
        insert into games values
            (21, 1001, 11, null, 1001, 'open', 1795000000, null, 1, 5),
            (22, 1001, 12, '2026-11-18', 1001, 'solved', 1795000000, 1795000060, 1, 6),
            (23, -1002000000001, 13, null, 1002, 'given_up', 1795000000, 1795000030, 0, null);
        insert into current_games values (1001, 21), (-1002000000001, 23);
        insert into turns values
            (21, 0, 1001, 1795000001, '[["place", 0, 1]]'),
            (21, 1, 1001, 1795000002, '[["notes", 1, 6]]'),
            (22, 0, 1001, 1795000060, '[["place",0,1],["place",1,2],["place",2,3]]'),
            (23, 0, null, 1795000010, '[["place", 0, 2]]');
        insert into results values (1001, 22, '2026-11-18', 60, 1, 1, 1795000060);
        insert into subscriptions values
            (1001, 1001, 'Asia/Kathmandu', 480, 1795227300, '2026-11-21', '2026-11-20',
                'active'),
            (-1002000000001, null, 'UTC', 0, 1795219200, '2026-11-21', null, 'stopped');
        insert into outbox values
            (31, 1001, '2026-11-20', 'maybe_sent', 1, 1795140900, 1795209300, 1795140901,
                'TimedOut');
        insert into submissions values (41, 21, 1001, '1234341221434321', 1795000003);
    """,
    2: """
        insert into inbox values (1000000000, 7, 1795000000, 1001, 1001, null, 1, 1, 21),
            (1000000000, 8, 1795000000, null, null, null, 0, 0, null);
    """,
    3: "insert into hands values (21, 1001, null, 1, 2, 1);",
    4: """
        insert into shown_solutions values (-1002000000001, 'a digest', 'asked', 1795000000);
        insert into shelf values (1001, 13, 1795000000);
    """,
    5: """
        insert into hints values (21, 'a digest', 2, 5);
        insert into stock values
            (1, 2, 2, 'none', 'easy', '.234341221434321', '1234341221434321', 'seed');
    """,
    6: """
        update puzzles set difficulty = 'easy' where id = 11;
        insert into hints values (22, 'a digest', 1, 6, 1);
    """,
    7: """
        insert into views values (23, -1002000000001, 0, null, 0, 'send', 1, 1795000020);
        update views set stale = 'redraw', version = 3, marked_at = 1795000004 where game_id = 21;
        insert into makings values
            (1001, 0, 9, 1001, 1000000000, 8, '{"size": 9}', 'a seed', 1795000005);
    """,
    8: """
        insert into checks values (21, 'a digest', 1795000004);
        update users set zone_before = 'UTC', zone_since = '2026-11-19', zone_at = 1795046400
            where id = 1001;
        insert into erasures values (3);
    """,
    9: """
        insert into inbox values (1000000000, 9, 1795000006, 1001, 1001, '{}', 0, 0, null,
            'KeyError in Poll');
    """,
    10: """
        insert into replies values
            (1, 1001, 0, 1001, null, 5, '<b>told</b>', '{}', 'bGF0ZXI=', 'a.pdf', 1795000006);
        update views set asked_by = 1001 where game_id = 21;
    """,
    11: """
        insert into drafts values (31, 1001, 2, 2, '1.34341221434321', '1', '', '', 1795000006);
    """,
    12: """
        update views set stale = 'courtesy' where game_id = 21;
    """,
    13: """
        update views set hint = 'a digest', hint_stage = 2 where game_id = 21;
    """,
    14: """
        update groups set language = 'zh', timer = 0;
        insert into players values (23, 1002, 4, 'Ann');
        update views set box = 2 where game_id = 23;
        update hints set user_id = 1001;
        update checks set user_id = 1001;
    """,
    15: """
        insert into replicas values (1, 1000000000, 'host:4711', 1795000020000);
        insert into leases values (1001, 1);
        insert into leaders values ('ticker', 1);
        update inbox set holder = 1 where update_id = 8;
    """,
    16: """
        insert into permits values (1, 1, 1795000020000);
        insert into demands values (1, 4, 0);
        insert into allowances values ('questions', 1001, 1795000020000);
        update outbox set sender = 1;
    """,
    17: """
        insert into lessons values (1001, 'x_wing', '{"card_id": 0}', 1795000007, 3, 2, 1, 1);
        insert into exercises values (1001, 1001, 0, 41, 'x_wing', 3, 1, 2, true);
        update users set exercise_at = 1795000008 where id = 1001;
        update hints set technique = 'x_wing';
        insert into ways values (11, 1250, 3, 'x_wing');
    """,
    18: """
        update views set hint_passage = 1 where game_id = 21;
    """,
    19: """
        update replies set size = 24;
    """,
    20: "",
    21: """
        insert into place_games values (1001, 7, 21);
        update drafts set chat_id = 1001, topic_id = 0;
        update users set draft_id = 31, draft_at = 1795000009 where id = 1001;
    """,
    22: """
        insert into unweighed values (13);
    """,
    23: """
        insert into blocks values (-1002000000099, 1795000010);
    """,
    24: """
        insert into devices values (1001, 'a phone', 41, 1795000011);
        update views set not_before = 1795000021 where game_id = 21;
    """,
    25: """
        update drafts set picture = 'AgACAgQAAx';
    """,
    26: """
        update drafts set album = '13579', message_id = 4, answer_id = 5, summary_id = 0;
    """,
    27: """
        insert into pupils values (1001, 1240);
        update lessons set points = 40, alone = 3, said = 'known' where user_id = 1001;
        insert into unread_games values (22);
        update puzzles set seconds = 300 where id = 11;
        update exercises set found = '40.7' where user_id = 1001;
    """,
    28: """
        update subscriptions set evening = 1200, evening_due = 1795270500,
            evening_label = '2026-11-21', evening_last = '2026-11-20' where chat_id = 1001;
        update users set offered_in = 22 where id = 1001;
    """,
    29: """
        delete from turns where game_id = 22;
        update games set packed = '1r~Tt@V`Tg>`^|b@W(FW&WMX7u1^@' where id = 22;
        insert into packed_players values (22, 1, 1001);
        update replicas set schema = 29;
    """,
    30: """
        insert into comments values (-1002000000001, 640);
        update users set tall = 1 where id = 1002;
        update groups set tall = 1;
    """,
    31: """
        update games set forgotten = 1 where id = 23;
    """,
    32: """
        update views set comment_id = 641 where game_id = 23;
    """,
}
"""What a bot of each schema had written into its new tables and columns."""

MOVED: Final = {("games", "message_id"): ("views", "message_id")}
"""Columns that a later schema keeps elsewhere, for the rows that have a value in them."""

DROPPED: Final = {("hints", "message_id"), ("hints", "is_picture")}
"""Columns that no later program needs, because hints are shown on the board."""

Content = dict[str, dict[str, list[Any]]]


def put(connection: sqlite3.Connection, script: str) -> None:
    for statement in statements(script):
        connection.execute(statement)


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma foreign_keys = on")
        yield connection


def make_old(path: Path, schema: int) -> None:
    """A file as a program of that schema left it, after all schemas before it."""
    with reading(path) as connection:
        # Otherwise each statement that makes a table waits for the disk.
        connection.execute("begin")
        for number, script in enumerate(scripts(MIGRATIONS)[:schema], start=1):
            put(connection, script)
            put(connection, DATA[number])
        connection.execute(f"pragma user_version = {schema}")
        connection.commit()


def content(path: Path) -> Content:
    """Every value, by its table and column."""
    with reading(path) as connection:
        tables = connection.execute("select name from sqlite_master where type = 'table'")
        names = {table: _columns(connection, table) for (table,) in tables.fetchall()}
        return {
            table: {
                column: [value for (value,) in connection.execute(_values(table, column))]
                for column in columns
            }
            for table, columns in names.items()
        }


def require_kept(before: Content, after: Content) -> None:
    """Fails unless every value is where it was, or where its column has moved."""
    for table, columns in before.items():
        for column, values in columns.items():
            if column in after[table]:
                assert after[table][column] == values, (table, column)
            elif (table, column) not in DROPPED:
                there, name = MOVED[table, column]
                assert after[there][name] == [value for value in values if value is not None]


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [name for _, name, *_ in connection.execute(f"pragma table_info({table})")]


def _values(table: str, column: str) -> str:
    return f"select {column} from {table} order by rowid"  # noqa: S608 - names of our own


def schema_of(path: Path) -> tuple[int, list[str]]:
    with reading(path) as connection:
        (number,) = connection.execute("pragma user_version").fetchone()
        made = connection.execute("select sql from sqlite_master where sql is not null")
        return number, sorted(" ".join(sql.split()) for (sql,) in made)


async def opens(path: Path, migrations: Path = MIGRATIONS) -> None:
    database = await Database.open(path, migrations)
    await database.close()


def test_every_table_of_every_schema_has_something_in_it(path: Path) -> None:
    """Otherwise a new migration would not be tested before its tables have data here."""
    assert list(DATA) == list(range(1, NEWEST + 1))
    make_old(path, NEWEST)
    kept = content(path)
    assert [table for table, columns in kept.items() if not any(columns.values())] == []


@pytest.mark.parametrize("schema", first_cases(3, NEWEST_FIRST))
async def test_all_that_was_kept_is_kept(path: Path, tmp_path: Path, schema: int) -> None:
    make_old(path, schema)
    before = content(path)
    await opens(path)
    require_kept(before, content(path))
    await opens(tmp_path / "new.db")
    assert schema_of(path) == schema_of(tmp_path / "new.db")
    with reading(path) as connection:
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]


@pytest.mark.long
@pytest.mark.parametrize("schema", first_cases(3, NEWEST_FIRST))
async def test_once_more_changes_nothing(path: Path, schema: int) -> None:
    make_old(path, schema)
    await opens(path)
    before = schema_of(path), content(path)
    await opens(path)
    assert (schema_of(path), content(path)) == before


@pytest.mark.parametrize("failing", first_cases(3, NEWEST_FIRST[:-1]))
@pytest.mark.parametrize("schema", [1, NEWEST - 1])
async def test_a_failure_at_the_end_of_a_script_leaves_the_schema_before_it(
    path: Path, tmp_path: Path, schema: int, failing: int
) -> None:
    """The scripts before it stay applied, so that a corrected program continues from there."""
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    (script,) = folder.glob(f"{failing:04}_*.sql")
    script.write_text(f"{script.read_text()}\ninsert into no_such_table values (1);")
    make_old(path, schema)
    make_old(tmp_path / "like.db", schema)
    before = content(path)
    if failing > schema:
        with pytest.raises(sqlite3.OperationalError, match="no_such_table"):
            await opens(path, folder)
        assert schema_of(path)[0] == failing - 1
    require_kept(before, content(path))
    await opens(path)
    await opens(tmp_path / "like.db")
    assert (schema_of(path), content(path)) == (
        schema_of(tmp_path / "like.db"),
        content(tmp_path / "like.db"),
    )


@pytest.mark.parametrize("schema", first_cases(3, NEWEST_FIRST))
async def test_its_people_play_on(
    engine: EnginePool, clock: Clock, path: Path, schema: int
) -> None:
    make_old(path, schema)
    async with open_house(engine, clock, path) as house:
        await _play_on(house)


def _without_choice(board: str) -> str:
    """A board as if no blank cell were selected."""
    return board.replace("(.", " .").replace(".)", ". ")


async def _play_on(house: House) -> None:
    alice = house.alice
    assert "1 1'. |3 4" in _without_choice(await alice.sends("/board"))
    assert "1 puzzle solved" in await alice.sends("/stats")
    assert "#21" in str(await alice.sends("/games")) + str(alice.buttons)
    await alice.sends("/undo")
    assert "1 . . |3 4" in _without_choice(await alice.sends("/board"))
    assert "Solved" in await alice.sends("r1c1 1 r1c2 2")
    await alice.sends("/new 4 none")
    assert (await alice.game()).id > 70
    await alice.sends("/deleteme")
    await alice.presses("Yes, delete everything")
    assert await house.database.all("select * from users where id = 1001") == []


@pytest.mark.parametrize("schema", [1, 28])
async def test_games_that_ended_before_they_could_be_packed_are_packed(
    path: Path, schema: int
) -> None:
    make_old(path, schema)
    database = await Database.open(path, MIGRATIONS)
    try:
        before = [await games.get(database, number, Place(0)) for number in (21, 22, 23)]
        told = [page async for page in belongings.of_user(database, 1001)]
        packed = []
        while (number := await packing.next_game(database)) is not None:
            await packing.pack_game(database, number)
            packed.append(number)
        assert packed == [22, 23]
        assert await database.all("select distinct game_id from turns") == [(21,)]
        assert [await games.get(database, number, Place(0)) for number in (21, 22, 23)] == before
        assert [page async for page in belongings.of_user(database, 1001)] == told
    finally:
        await database.close()


@pytest.mark.long
async def test_exports_that_were_kept_whole_are_thrown_away_and_the_chat_is_answered(
    engine: EnginePool, clock: Clock, path: Path
) -> None:
    """They held the exports before them, which ended the process at each start."""
    make_old(path, 18)
    with reading(path) as connection:
        connection.execute("update replies set keyboard = null")
        connection.executemany(
            "insert into replies (id, chat_id, user_id, html, file, file_name, kept_at)"
            " values (?, 1001, 1001, 'all', cast(zeroblob(?) as text), ?, 1795000007)",
            [
                (number, 4_000 * 2 ** (number // 2), name)
                for number, name in enumerate(("sudoku.json", "sudoku-results.csv") * 10, start=2)
            ],
        )
        connection.commit()
    async with open_house(engine, clock, path) as house:
        assert await replies.waiting(house.database) == {1001: 1}
        (pages,) = await house.database.all("pragma freelist_count")
        assert pages > (1_000,), "they were there"
        await house.alice.sends("/start")
        replier = Replier(house.application, asyncio.sleep)
        await replier.look()
        await asyncio.gather(*replier.chats)
        await house.alice.sends("/export")
        sent = [m["document"] for m in house.alice.person.messages() if "document" in m]
        names = [document["file_name"] for document in sent]
        assert names == ["a.pdf", "sudoku.json", "sudoku-results.csv"]
        await _play_on(house)


async def test_a_group_from_before_has_choices_and_letters(path: Path) -> None:
    """The seat of the person who began comes first, then the order of the first turns."""
    make_old(path, 13)
    club = -1002000000001
    with reading(path) as connection:
        connection.execute(
            "update users set board = 'image', client_language = 'es' where id = 1002"
        )
        connection.execute(
            "insert into games values (24, ?, 11, null, 1001, 'open', 1795000040, null, 3, 0, 0)",
            (club,),
        )
        connection.executemany(
            "insert into turns values (24, ?, ?, 1, '[]')", enumerate((1002, 1001, 1002))
        )
        connection.commit()
    await opens(path)
    found = content(path)
    assert found["groups"] == {
        "chat_id": [club],
        "language": ["es"],
        "board": ["image"],
        "policy": ["conflicts"],
        "theme": ["light"],
        "timer": [1],
        "tall": [0],
    }
    assert found["players"] == {
        "game_id": [24, 24],
        "user_id": [1002, 1001],
        "seat": [0, 1],
        "name": [None, None],
    }


ALL_ANONYMOUS: Final = 1_087_968_824
ALL_CHANNELS: Final = 136_817_688
GROUPS: Final = (-1002000000001, -1002000000002)


def make_one_of_all(path: Path) -> None:
    """A file in which anonymous administrators of two groups and a channel were three people."""
    make_old(path, 19)
    with reading(path) as connection:
        for person in (ALL_ANONYMOUS, ALL_CHANNELS):
            values = (person, "compact", 1795000000, 1795000001)
            connection.execute(
                "insert into users (id, board, created_at, seen_at) values (?, ?, ?, ?)", values
            )
            connection.execute("insert into shelf values (?, 13, 1795000000)", (person,))
            connection.execute(
                "insert into shown_solutions values (?, 'a digest', 'asked', 1795000000)", (person,)
            )
        for game, chat in zip((51, 52), GROUPS, strict=True):
            connection.execute(
                "insert into games (id, chat_id, puzzle_id, started_by, started_at, done)"
                " values (?, ?, 11, ?, 1795000000, 2)",
                (game, chat, ALL_ANONYMOUS),
            )
            connection.execute("insert or replace into current_games values (?, ?)", (chat, game))
            for seat, (person, move) in enumerate(
                ((ALL_ANONYMOUS, '[["place", 0, 1]]'), (ALL_CHANNELS, '[["notes", 1, 6]]'))
            ):
                connection.execute(
                    "insert into turns values (?, ?, ?, 1795000001, ?)", (game, seat, person, move)
                )
                connection.execute(
                    "insert into players values (?, ?, ?, 'Telegram')", (game, person, seat)
                )
            connection.execute(
                "insert into checks values (?, 'a digest', 1795000004, ?)", (game, ALL_ANONYMOUS)
            )
        connection.execute(
            "update subscriptions set user_id = ? where chat_id < 0", (ALL_ANONYMOUS,)
        )
        connection.commit()


async def test_who_wrote_in_the_name_of_a_chat_was_a_person_of_that_chat(path: Path) -> None:
    make_one_of_all(path)
    await opens(path)
    first, second = map(person_of_chat, GROUPS)
    with reading(path) as connection:
        one = connection.execute
        assert one("select game_id, user_id from turns where game_id > 50").fetchall() == [
            *((51, first), (51, None), (52, second), (52, None))
        ]
        assert one(
            "select game_id, user_id, seat, name from players where game_id > 50"
        ).fetchall() == [
            (51, first, 0, None),
            (52, second, 0, None),
        ]
        assert one("select user_id from checks where game_id > 50").fetchall() == [
            (first,),
            (second,),
        ]
        assert one("select board from users where id > 10000").fetchall() == [("full",), ("full",)]
        assert one("select user_id from shelf").fetchall() == [(1001,)]
        assert one("select viewer_id from shown_solutions").fetchall() == [(GROUPS[0],)]
        assert one("pragma foreign_key_check").fetchall() == []


async def test_they_play_on(engine: EnginePool, clock: Clock, path: Path) -> None:
    make_one_of_all(path)
    async with open_house(engine, clock, path) as house:
        house.club.promote(house.alice.person, is_anonymous=True)
        boss = house.in_club(house.alice)
        assert "书架还是空的" in await boss.sends("/shelf")
        assert (await boss.sends("/board")).endswith("A 1")
        await boss.sends("@SudokuPlaygroundBot r1c2 2")
        assert "A: 填对 2 格" in boss.text


async def test_each_topic_goes_on_with_the_game_that_it_shows(path: Path) -> None:
    """A chat had one game for all its topics; if no message shows it, it is the chat's."""
    make_old(path, 20)
    club, other = -1002000000001, -1002000000002
    with reading(path) as connection:
        connection.executescript(
            f"""
            insert into games values (24, {other}, 11, null, 1001, 'open', 5, null, 0, 0, 0);
            insert into current_games values ({other}, 24);
            update views set topic_id = 3 where chat_id = {club};
            insert into views (game_id, chat_id, topic_id, message_id, version)
                values (23, {club}, 9, 800, 1), (22, 1001, 4, 801, 1);
            """  # noqa: S608 - numbers of our own
        )
        connection.commit()
    await opens(path)
    with reading(path) as connection:
        rows = connection.execute("select * from place_games order by chat_id desc, topic_id")
        assert rows.fetchall() == [(1001, 0, 21), (club, 3, 23), (club, 9, 23), (other, 0, 24)]
