"""Fills the database of a new bot with games that people have ended, as fast as SQLite takes rows.

A solved game leaves behind what the bot keeps of it when it is played by typing: the game, its
turns, its result, its view, the box that is seen large and the solution that is known. Only its
moves are not its own: a game has one of MANNERS lists of digits, cells and pauses, drawn at random.
Puzzles are those of a few seeds with their digits exchanged, so that no two are alike and hardly
any has to be made. The stock is full, because a bot that fills it is not idle. In the end all turns
are packed, as a bot does it after an upgrade.
"""

import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from itertools import count, islice, permutations
from pathlib import Path
from typing import Final

from bot.background.stock import WANTED, kinds
from bot.game.fair_play import solution_key
from bot.game.move import Act, Move
from bot.store import puzzles
from bot.store.packed import PackedTurn, pack
from bot.store.seam.migrations import statements
from bot.store.sqlite.location import SqliteFile
from bot.store.turns import moves_text
from engine import SYMBOLS, Geometry, Symmetry, generate

GAMES_EACH: Final = 20
"""Games of each person."""

FIRST_ID: Final = 5_000_000
"""The number of the first person."""

TURNS: Final = 45
MANNERS: Final = 100
"""How many lists of turns there are."""

BEGAN: Final = 1_700_000_000
APART: Final = 60
"""Seconds from the beginning of one game to that of the next."""

PAUSES: Final = (1, 40)
"""The fewest and the most seconds from one turn to the next."""

FILLED: Final = ("games", "turns", "results", "views", "hands")
"""Tables whose indexes are made again at the end, which is quicker than to keep them in order."""

FAST: Final = "pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -500000"


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes of the file that one puzzle and one game without its puzzle take.

    `unpacked` is what a game takes before its turns are packed, `game` afterwards.
    """

    puzzle: float
    unpacked: float
    game: float


async def fill(file: Path, games: int) -> Sizes:
    """Makes a database in a new file, with a full stock and as many ended games."""
    store = await SqliteFile(file).open()
    await store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(FAST)
        connection.execute("begin")
        _stock(connection)
        indexes = _without_indexes(connection)
        before = _bytes(connection)
        _puzzles(connection, games)
        between = _bytes(connection)
        _games(connection, games)
        _restore(connection, indexes)
        after = _bytes(connection)
        _pack(connection)
        packed = _bytes(connection)
        connection.execute("commit")
    many = max(games, 1)
    return Sizes((between - before) / many, (after - between) / many, (packed - between) / many)


def _bytes(connection: sqlite3.Connection) -> int:
    """The bytes of all pages in use; SQLite fills the others before the file grows again."""
    pages, free, size = (
        int(connection.execute(f"pragma {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _stock(connection: sqlite3.Connection) -> None:
    """Fills the stock. Nobody takes a puzzle there, so each kind has the one of its size."""
    made = {kind.geometry: generate(kind.geometry, seed="1") for kind in kinds()}
    rows = [
        (
            kind.geometry.box_rows,
            kind.geometry.box_columns,
            kind.symmetry,
            kind.difficulty,
            str(made[kind.geometry].grid),
            str(made[kind.geometry].solution),
        )
        for kind in kinds()
        for _ in range(WANTED)
    ]
    connection.executemany(
        "insert into stock (box_rows, box_columns, symmetry, difficulty, givens, solution, seed)"
        " values (?, ?, ?, ?, ?, ?, '1')",
        rows,
    )
    connection.execute("insert into counters values ('stock', ?)", (len(rows),))


def _puzzles(connection: sqlite3.Connection, games: int) -> None:
    """One puzzle for each game, graded and with its way."""
    connection.executemany(
        "insert into puzzles (id, box_rows, box_columns, givens, solution, symmetry, seed, origin,"
        " difficulty, seconds) values (?, 3, 3, ?, ?, 'central', ?, 'new', 'easy', 300)",
        ((number, *pair, str(number)) for number, pair in enumerate(islice(boards(), games), 1)),
    )
    connection.execute("insert into ways select id, 0, 0, null from puzzles")
    connection.execute("insert into counters values ('puzzles', ?)", (games,))


def boards() -> Iterator[tuple[str, str]]:
    """Givens and solutions, no two alike."""
    nine = Geometry.of_size(9)
    for seed in count():
        made = generate(nine, Symmetry.CENTRAL, str(seed))
        givens, solution = str(made.grid), str(made.solution)
        for digits in permutations(SYMBOLS[:9]):
            exchanged = str.maketrans(SYMBOLS[:9], "".join(digits))
            yield givens.translate(exchanged), solution.translate(exchanged)


def _games(connection: sqlite3.Connection, games: int) -> None:
    """One solved game of each puzzle, with all that the bot keeps of it."""
    people = max(games // GAMES_EACH, 1)
    connection.execute(
        "create temp table played as select p.id as game, ? + p.id % ? as person,"
        " ? + p.id * ? as began, ? + p.id * ? + ? as ended from puzzles p",
        (FIRST_ID, people, BEGAN, APART, BEGAN, APART, TURNS * PAUSES[1]),
    )
    script = f"""
        insert into users (id, created_at, seen_at)
            select person, min(began), max(ended) from played group by person;
        insert into games (id, chat_id, puzzle_id, started_by, state, started_at, finished_at,
            done, played, acted_at, version)
            select game, person, game, person, 'solved', began, ended, {TURNS}, ended - began,
                ended, {TURNS} + 1 from played;
        insert into views (game_id, chat_id, message_id, version, asked_by)
            select game, person, game, {TURNS} + 1, person from played;
        insert into results (user_id, game_id, seconds, mistakes, in_time, finished_at)
            select person, game, ended - began, 0, 0, ended from played order by person, game;
        insert into hands (game_id, user_id, box) select game, person, 8 from played;
        insert into place_games (chat_id, topic_id, game_id)
            select person, 0, max(game) from played group by person;
        insert into counters values ('games', {games});
    """  # noqa: S608 - all of it is written
    for statement in statements(script):
        connection.execute(statement)
    _turns(connection)
    _solutions(connection)


def _turns(connection: sqlite3.Connection) -> None:
    connection.execute(
        "create temp table turn (manner integer, number integer, after integer, moves text,"
        " primary key (manner, number))"
    )
    connection.executemany(
        "insert into turn values (?, ?, ?, ?)",
        (
            (one, number, turn.made_at, moves_text(turn.moves))
            for one in range(MANNERS)
            for number, turn in enumerate(manner(one))
        ),
    )
    connection.execute(
        "insert into turns (game_id, number, user_id, made_at, moves)"
        " select game, number, person, began + after, moves"
        " from played cross join turn on manner = game % ?",
        (MANNERS,),
    )


@cache
def manner(number: int) -> tuple[PackedTurn, ...]:
    """The turns of one list; their times begin with the game."""
    dice, made_at = random.Random(number), 0
    turns = []
    for cell in dice.sample(range(81), TURNS):
        made_at += dice.randint(*PAUSES)
        turns.append(PackedTurn(1, made_at, (Move(Act.PLACE, cell, dice.randint(1, 9)),)))
    return tuple(turns)


def _pack(connection: sqlite3.Connection) -> None:
    """Packs all turns as the bot would one after the other, which takes it hours."""

    def text(game: int, began: int) -> str:
        turns = manner(game % MANNERS)
        return pack([replace(turn, made_at=began + turn.made_at) for turn in turns])

    connection.create_function("packed_text", 2, text, deterministic=True)
    connection.execute("insert into packed_players select game, 1, person from played")
    connection.execute("update games set packed = packed_text(id, started_at)")
    connection.execute("delete from turns")


def _solutions(connection: sqlite3.Connection) -> None:
    """What everybody has solved counts as seen."""
    nine = Geometry.of_size(9)

    def key(solution: str) -> str:
        grid = puzzles.read_grid(nine, solution)
        return solution_key(grid, grid)

    connection.create_function("solution_key", 1, key, deterministic=True)
    connection.execute(
        "insert or ignore into shown_solutions (viewer_id, solution, way, shown_at)"
        " select person, solution_key(solution), 'asked', ended"
        " from played join puzzles on id = game order by person"
    )


def _without_indexes(connection: sqlite3.Connection) -> Sequence[str]:
    """Drops the indexes of what is filled; returns how to make them again."""
    places = ", ".join("?" * len(FILLED))
    found = connection.execute(
        f"select name, sql from sqlite_master where type = 'index' and sql is not null"  # noqa: S608
        f" and tbl_name in ({places})",
        FILLED,
    ).fetchall()
    for name, _ in found:
        connection.execute(f"drop index {name}")
    return [sql for _, sql in found]


def _restore(connection: sqlite3.Connection, indexes: Sequence[str]) -> None:
    for sql in indexes:
        connection.execute(sql)
