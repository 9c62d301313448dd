"""Checks how much every statement of the store reads, by asking the databases themselves.

A statement that reads a whole table is quick on the day on which it is written, and stops everybody
a million games later. So every statement is found in the code and run on a file of a hundred
thousand games: SQLite gives its plan and the number of instructions that it took. Functions that
may scan are listed here, with the reason.

Statements are put together by their functions, so they are not strings that could be searched for.
`statements` does what the functions do, and a test checks that no text of SQL in the store is
missing from the result.
"""

import ast
import importlib
import json
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, Final

import pytest

from bot.store.belongings import MOVES, SECTIONS
from bot.store.postgres import shared_inbox
from bot.store.postgres.address import Server
from bot.store.postgres.connection import Connection, connect, execute, fetch
from bot.store.postgres.replicas import fenced
from bot.store.retention import GOES
from bot.store.seam.migrations import MIGRATIONS, scripts
from bot.store.subscriptions import OF_KIND
from bot.store.users import NAMED
from tests.structure import module_of, sources

GAMES: Final = 100_000
MOST_INSTRUCTIONS: Final = 10_000
"""Instructions of SQLite's machine for one statement; reading such a table takes far more."""

AT_ONCE: Final = 100
LIMIT: Final = 100

WITH_INDEXES: Final = """
    set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off;
    set plan_cache_mode = force_generic_plan
"""

WAITING: Final = frozenset(
    {
        "games_unpacked",
        "inbox_fault",
        "inbox_waiting",
        "puzzles_ungraded",
        "replies_chat",
        "replies_size",
        "views_stale",
    }
)
"""Indexes that have only rows which wait for something; they may be read from end to end."""

MAY_SCAN: Final = {
    "only what waits stands in it, or who asked of late": (
        "postgres.allowances.forget",
        "erasures.unfinished",
    ),
    "the table has a few rows, however many people play": (
        "blocks.every",
        "packing.next_game",
        "postgres.permits.demands",
        "postgres.permits.give",
        "postgres.permits.lift",
        "postgres.replicas.alive",
        "postgres.replicas.fence",
        "postgres.replicas.join",
        "postgres.replicas.renew",
        "postgres.shared_inbox.claim_part",
        "stock.levels",
    ),
    "it reads again what it has found of one game": ("hints.by_person",),
    "once, at the start of a process": ("inbox.left",),
    "an operator asks for the schema": ("sqlite.location.columns",),
    "it compares somebody with at most COMPARED who have solved the same daily": ("results.pace",),
}
"""Functions of the store that read more than what they are asked for."""

REPLICAS: Final = "postgres."
"""Functions that only a replica calls, in the SQL of PostgreSQL."""

OUTSIDE: Final = {
    "they copy or examine everything, for an operator": (
        "databases.transfer",
        "sqlite.copies",
    ),
    "they ask for the server's own tables": (
        "postgres.connection",
        "postgres.database",
        "postgres.location",
    ),
}
"""Modules whose statements are left out."""


@dataclass(frozen=True)
class Statement:
    """A statement, and the function that runs it."""

    function: str
    sql: str

    @property
    def is_for_replicas(self) -> bool:
        return self.function.startswith(REPLICAS)


def trees() -> dict[str, ast.Module]:
    """The modules of the store, by their names."""
    left_out = {name for names in OUTSIDE.values() for name in names}
    paths = {module_of(path).removeprefix("bot.store."): path for path in sources("bot/store")}
    return {
        name: ast.parse(path.read_text("utf-8"))
        for name, path in paths.items()
        if name not in left_out and path.name != "__init__.py"
    }


def texts(tree: ast.Module, beginning: str) -> Iterator[str]:
    """The strings in a module that begin in this way."""
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return (text for text in constants if isinstance(text, str) and re.match(beginning, text))


def locals_of() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The values of the local names in a statement, by its function."""
    places = [{"places": "$2, $3"}]
    arrival = shared_inbox._ARRIVAL.format(*range(3, 10))  # noqa: SLF001 - as it fills it in
    receive = shared_inbox._RECEIVE.format(arrival, 1, shared_inbox.TOLD)  # noqa: SLF001
    return {
        "belongings._pages": [
            {"selected": f"{', '.join(columns.split())} from {rows}"}
            for name, (columns, rows) in SECTIONS.items()
            if name != MOVES
        ],
        "games._rows": [{"where": text} for text in texts(trees()["games"], r" where g\.")],
        "turns.of_games": [{"game_ids": (1, 2)}],
        "turns._players": [{"game_ids": (1, 2)}],
        "retention.forget": [{"table": table} for table in GOES],
        "users.move": [
            {"table": table, "column": column, "is_there": is_there}
            for named, is_there in NAMED.items()
            for table, column in [named.split(".")]
        ],
        **{
            f"subscriptions.{name}": [{"kind": kind, "of": of} for kind, of in OF_KIND.items()]
            for name in ("due", "due_after", "move")
        },
        "players.sit": [{"change": "nothing"}, {"change": "update set name = excluded.name"}],
        "inbox.receive": [{"places": ["($1, $3, $2, $4, $5, $6, $7)"]}],
        "inbox.known": places,
        "inbox.waiting": places,
        "inbox.finish": places,
        "postgres.replicas.free": places,
        "postgres.replicas.free_all": [{"kept": ""}, {"kept": " and chat_id not in ($2, $3)"}],
        "postgres.shared_inbox.receive": [{"sql": receive}],
        "postgres.shared_inbox.take_in": [{"again": True}, {"again": False}],
    }


def asked(function: ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    """What a function asks a Source for, unless it only passes on what it was given."""
    given = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Attribute(attr="one" | "all"), args=[sql, *_]):
                if not (isinstance(sql, ast.Name) and sql.id in given):
                    yield sql


def statements() -> Iterator[Statement]:
    """Every statement of the store, put together as its function does it."""
    known = locals_of()
    for module, tree in trees().items():
        names = vars(importlib.import_module(f"bot.store.{module}"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.AsyncFunctionDef):
                continue
            called = f"{module}.{function.name}"
            for sql in asked(function):
                code = compile(ast.Expression(sql), called, "eval")
                for local in known.get(called, [{}]):
                    yield Statement(called, eval(code, {**names, **local}))  # noqa: S307 - our own


def fill(connection: sqlite3.Connection) -> None:
    """GAMES games, each by a person and with a puzzle of its own, and a tenth as much of all else.

    Everything has the number of its game, so that one number finds something in every table.
    """
    connection.executescript(f"""
        begin;
        create temp table n as with recursive counted (i) as
            (select 1 union all select i + 1 from counted where i < {GAMES}) select i from counted;
        create temp table t as select i from n where i % 10 = 0;
        insert into users (id, created_at, seen_at) select i, i, i from n;
        insert into puzzles (id, box_rows, box_columns, givens, solution, origin, difficulty)
            select i, 3, 3, i, i, 'new', 'easy' from n;
        insert into dailies (label, puzzle_id) select i, i from t;
        insert into games (id, chat_id, puzzle_id, started_by, state, started_at, finished_at, done)
            select i, i, i, i, case i % 2 when 0 then 'solved' else 'open' end, i,
                case i % 2 when 0 then {GAMES} + i end, 1 from n;
        insert into current_games (chat_id, game_id) select i, i from n;
        insert into turns (game_id, number, user_id, made_at, moves) select i, 0, i, i, '' from n;
        insert into packed_players (game_id, number, user_id) select i, 1, i from t;
        insert into views (game_id, chat_id, message_id) select i, i, i from n;
        insert into results
            (user_id, game_id, daily_label, seconds, mistakes, in_time, finished_at, standing)
            select i, i, case i % 100 when 0 then {GAMES} end, i, 0, 1, i, 'timed' from t;
        insert into ways (puzzle_id, steps) select i, 0 from t;
        insert into inbox (bot_id, update_id, received_at) select {GAMES}, i, i from n;
        insert into subscriptions (chat_id, user_id, zone, minute, next_due, next_label)
            select i, i, 'UTC', 0, i, i from t;
        update subscriptions set evening = 0, evening_due = chat_id, evening_label = chat_id;
        insert into outbox (id, chat_id, label, state, not_before, expires_at, changed_at)
            select i, i, i, 'sent', i, i, {GAMES} + i from t;
        insert into submissions (id, game_id, user_id, answer, submitted_at)
            select i, i, i, i, i from t;
        insert into hands (game_id, user_id) select i, i from t;
        insert into shown_solutions (viewer_id, solution, way, shown_at)
            select i, i, 'asked', i from t;
        insert into shelf (user_id, puzzle_id, added_at) select i, i, i from t;
        insert into hints (game_id, state, stage, user_id) select i, i, 1, i from t;
        insert into checks (game_id, state, checked_at, user_id) select i, i, i, i from t;
        insert into stock
            (id, box_rows, box_columns, symmetry, difficulty, givens, solution, seed)
            select i, 3, 3, 'none', 'easy', i, i, i from t where i <= 10000;
        insert into drafts
            (id, user_id, box_rows, box_columns, digits, doubtful, repaired, by_hand, read_at)
            select i, i, 3, 3, '', '', '', '', i from t;
        insert into groups (chat_id, board, policy, theme, timer) select -i, '', '', '', 1 from t;
        insert into players (game_id, user_id, seat, name) select i, i, 0, 'Ann' from t;
        insert into lessons (user_id, technique, served, correct, wrong, helped)
            select i, i, 1, 1, 1, 1 from t;
        insert into exercises
            (user_id, chat_id, topic_id, technique, number, stage, wrong, is_done)
            select i, i, 0, i, 1, 1, 1, 0 from t;
        commit;
    """)  # noqa: S608 - all of it is written


@pytest.fixture(scope="module")
def filled() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in scripts(MIGRATIONS):
            connection.executescript(script)
        fill(connection)
        yield connection


def has_scan(connection: sqlite3.Connection, sql: str) -> bool:
    """Whether a statement reads the whole of a table or an index, by its plan or when it is run."""
    values: dict[str, int | None] = {str(number): GAMES for number in range(1, 20)}
    values |= dict.fromkeys(re.findall(r"limit \$(\d+)", sql), LIMIT)
    # A process that works alone passes no replica.
    values |= dict.fromkeys(re.findall(r"cast\(\$(\d+) as bigint\) is null", sql))
    plan = connection.execute(f"explain query plan {sql}", values).fetchall()
    scanned = [step.split()[-1] for *_, step in plan if re.match("SCAN (?!CONSTANT ROW)", step)]
    return (
        not WAITING.issuperset(scanned) or instructions(connection, sql, values) > MOST_INSTRUCTIONS
    )


def instructions(connection: sqlite3.Connection, sql: str, values: Mapping[str, int | None]) -> int:
    """How many instructions a run takes; the run is undone."""
    count = 0

    def counted() -> None:
        nonlocal count
        count += AT_ONCE

    connection.execute("begin")
    connection.set_progress_handler(counted, AT_ONCE)
    try:
        # What is written may exist already, or may be no state of a game.
        with suppress(sqlite3.IntegrityError):
            connection.execute(sql, values).fetchall()
    finally:
        connection.set_progress_handler(None, 0)
        connection.execute("rollback")
    return count


def may_scan() -> set[str]:
    return {function for functions in MAY_SCAN.values() for function in functions}


def test_no_statement_reads_what_grows_without_a_reason(filled: sqlite3.Connection) -> None:
    """If this fails, an index is missing, or a reason above."""
    alone = [one for one in statements() if not one.is_for_replicas]
    assert {one.function for one in alone if has_scan(filled, one.sql)} - may_scan() == set()


@pytest.mark.long
def test_every_reason_is_that_of_a_statement() -> None:
    assert may_scan() - {one.function for one in statements()} == set()


@pytest.mark.long
def test_every_text_of_sql_is_part_of_a_statement_that_is_asked() -> None:
    """This ensures that none is missed, however it is put together and run."""
    # A replica puts its fence in front of what it writes.
    everything = "\n".join([*(one.sql for one in statements()), fenced("", 1)])
    for module, tree in trees().items():
        for text in texts(tree, r"(?s)\s*(select|insert|update|delete|with)\s.*\s"):
            assert text.partition("{")[0] in everything, f"{module}: {text}"


async def test_an_index_is_there_on_a_server_too(server: Server) -> None:
    """With these settings it makes a plan without an index only if no index can be used."""
    connection = await connect(server)
    try:
        await execute(connection, WITH_INDEXES)
        found = [
            one.function
            for one in statements()
            if one.function != "sqlite.location.columns" and await scans_there(connection, one.sql)
        ]
    finally:
        await connection.close()
    assert set(found) - may_scan() == set()


async def scans_there(connection: Connection, sql: str) -> bool:
    """Whether a server's generic plan reads the whole of a table or an index."""
    count = max(map(int, re.findall(r"\$(\d+)", sql)), default=0)
    values = f"({', '.join(['null'] * count)})" if count else ""
    await execute(connection, f"prepare asked as {sql}")
    ((plan,),) = await fetch(connection, f"explain (format json) execute asked{values}")
    await execute(connection, "deallocate asked")
    return any(map(reads_all, nodes(json.loads(plan)[0]["Plan"])))


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", []):
        yield from nodes(part)


def reads_all(node: dict[str, Any]) -> bool:
    if node["Node Type"] == "Seq Scan":
        return True
    index = node.get("Index Name")
    return index is not None and "Index Cond" not in node and index not in WAITING
