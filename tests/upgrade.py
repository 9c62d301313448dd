"""Upgrades an old database that holds many games, kills it meanwhile, and looks for losses.

    python -m tests.upgrade --games 100000 --kills 10

The database is one of the first schema: people have ended and unfinished games, alone and with
another one, and have undone some of their turns. First `sudoku-bot migrate` brings a copy up to
date, as each start does, and nobody disturbs it; this is the time in which nobody is answered. Then
the database itself is brought up to date by processes that are killed, each after a part of that
time. It is processor time, so that a busy machine changes nothing. In the end its turns are packed,
or those of some games, by what the bot packs them with in the background, here without its rests,
in processes that are killed as often.

What went in is not kept beside the database: a game's number says who played it, and how. So in the
end each person is handed out their turns as by /export, and those are compared one by one with what
they made, and the rows of all games with how they stood.
"""

import argparse
import asyncio
import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from signal import SIGPROF
from time import monotonic
from typing import Any, Final

from bot.background.packing import Packer
from bot.store import turns
from bot.store.belongings import PAGE
from bot.store.seam.migrations import MIGRATIONS, scripts, statements
from bot.store.seam.source import Store
from bot.store.sqlite.location import SqliteFile
from bot.store.turns import Made, moves_text
from tests.bot.process import sudoku_bot
from tests.crash import BrokenPromiseError, check_sound
from tests.grown import APART, BEGAN, FAST, FIRST_ID, GAMES_EACH, MANNERS, TURNS, boards, manner

OPEN_EACH: Final = 10
SHARED_EACH: Final = 7
UNDONE_EACH: Final = 3
"""One game in so many goes on, is played by two, has some of its last turns undone."""

MIGRATE: Final = ("-m", "bot", "migrate")
PACK: Final = ("-m", "tests.upgrade", "--pack")
DIES: Final = """
import os, signal, sys
signal.setitimer(signal.ITIMER_PROF, float(sys.argv[1]))
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""Becomes another program, which SIGPROF ends as abruptly as SIGKILL: it has no handler there."""

WAITING: Final = "select count(*) from games where state <> 'open' and packed is null"

PACKED_SECONDS: Final = 0.0005
"""For a game, less than it takes: all processes that are killed could not pack all together."""

ADD_TURNS: Final = """
    insert into turns (game_id, number, user_id, made_at, moves)
    select game, number, case when number % 2 then other else person end, began + after, moves
    from played cross join turn on manner = game % ?
"""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game of a number was played, of a database with so many people."""

    game: int
    people: int

    @property
    def person(self) -> int:
        return FIRST_ID + self.game % self.people

    @property
    def other(self) -> int:
        """Who makes every second turn."""
        return FIRST_ID + (self.game + (self.game % SHARED_EACH == 0)) % self.people

    @property
    def chat(self) -> int:
        return self.person if self.other == self.person else -self.game

    @property
    def began(self) -> int:
        return BEGAN + APART * self.game

    @property
    def row(self) -> tuple[int, int, str, int, int, int | None, int]:
        """What stands in the table of games, as `GAME` has it."""
        is_open = self.game % OPEN_EACH == 0
        done = TURNS - self.game % UNDONE_EACH
        ended = None if is_open else self.began + manner(self.game % MANNERS)[-1].made_at
        state = "open" if is_open else "solved"
        return self.game, self.chat, state, self.person, self.began, ended, done

    @property
    def result(self) -> tuple[int, int, int] | None:
        """What stands in the table of results, as `RESULT` has it; the other one has none."""
        ended = self.row[5]
        return None if ended is None else (self.game, self.person, ended - self.began)

    def made(self, person: int) -> Iterator[Made]:
        """The turns of one of its players."""
        for number, (after, moves) in enumerate(_told(self.game % MANNERS)):
            if person == (self.other if number % 2 else self.person):
                yield Made(self.game, number, self.began + after, moves)


GAME: Final = "id, chat_id, state, started_by, started_at, finished_at, done"
RESULT: Final = "game_id, user_id, seconds"


@cache
def _told(number: int) -> list[tuple[int, str]]:
    """The seconds and the moves of each turn in a manner, as they are stored."""
    return [(turn.made_at, moves_text(turn.moves)) for turn in manner(number)]


def all_games(count: int) -> list[Played]:
    """The games of a database that has so many."""
    people = max(count // GAMES_EACH, 2)
    return [Played(number, people) for number in range(1, count + 1)]


def fill(file: Path, games: Sequence[Played]) -> None:
    """Makes the database of a program of the first schema."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.executescript(FAST)
        connection.execute("begin")
        for statement in statements(scripts(MIGRATIONS)[0]):
            connection.execute(statement)
        connection.executemany(
            "insert or ignore into users (id, created_at, seen_at) values (?, ?, ?)",
            ((game.person, game.began, game.began) for game in games),
        )
        connection.executemany(
            "insert into puzzles (id, box_rows, box_columns, givens, solution, symmetry, seed,"
            " origin) values (?, 3, 3, ?, ?, 'central', ?, 'new')",
            ((n, *pair, str(n)) for n, pair in enumerate(islice(boards(), len(games)), 1)),
        )
        connection.executemany(
            f"insert into games ({GAME}, puzzle_id) values (?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608 - ours
            ((*game.row, game.game) for game in games),
        )
        connection.executemany(
            f"insert into results ({RESULT}, mistakes, in_time, finished_at)"  # noqa: S608 - ours
            " values (?, ?, ?, 0, false, 1)",
            _results(games),
        )
        _turns(connection, games)
        for name in ("games", "puzzles"):
            connection.execute("insert into counters values (?, ?)", (name, len(games)))
        connection.execute("pragma user_version = 1")
        connection.execute("commit")


def _results(games: Sequence[Played]) -> list[tuple[int, int, int]]:
    return [game.result for game in games if game.result is not None]


def _turns(connection: sqlite3.Connection, games: Sequence[Played]) -> None:
    connection.execute("create temp table turn (manner, number, after, moves)")
    connection.executemany(
        "insert into turn values (?, ?, ?, ?)",
        ((one, number, *told) for one in range(MANNERS) for number, told in enumerate(_told(one))),
    )
    connection.execute("create index temp.turn_manner on turn (manner, number)")
    connection.execute("create temp table played (game, person, other, began)")
    connection.executemany(
        "insert into played values (?, ?, ?, ?)",
        ((game.game, game.person, game.other, game.began) for game in games),
    )
    connection.execute(ADD_TURNS, (MANNERS,))


def ran(file: Path, *program: str, dies: float | None = None) -> float | None:
    """Runs a program on the file, and ends it at once after so many seconds of processor time.

    Returns the processor time, None where it was ended. Raises BrokenPromiseError where it fails.
    """
    before = _processor_time()
    started = program if dies is None else ("-c", DIES, str(dies), *program)
    with sudoku_bot(file.parent, program=started, DATABASE=str(file)) as process:
        process.wait()
    if process.returncode == -SIGPROF:
        return None
    if process.returncode:
        raise BrokenPromiseError(f"it failed: {(file.parent / 'log').read_text()[-4000:]}")
    return _processor_time() - before


def asked(file: Path, sql: str) -> Any:
    """The only value that a statement finds."""
    with closing(sqlite3.connect(file)) as connection:
        ((value,),) = connection.execute(sql).fetchall()
    return value


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    """The database as the bot opens it."""
    store = await SqliteFile(file).open()
    try:
        yield store
    finally:
        await store.close()


async def pack(file: Path, keep: int = 0) -> None:
    """Packs what has ended, as the bot does it without its rests, until so many games wait."""
    waiting = asked(file, WAITING)
    async with opened(file) as store:
        packer = Packer(store, lambda _: None)
        # Whether it is to be counted is for the clock, and no game is packed meanwhile.
        while waiting > keep and await packer.do_some(-1.0):
            waiting -= 1


async def check(file: Path, games: Sequence[Played]) -> None:
    """Raises BrokenPromiseError unless each game stands as it did, with all of its turns."""
    with closing(sqlite3.connect(file)) as connection:
        check_sound(connection)
        rows = connection.execute(f"select {GAME} from games order by id").fetchall()  # noqa: S608 - ours
        found = connection.execute(f"select {RESULT} from results order by game_id").fetchall()  # noqa: S608 - ours
    _compare("games", [game.row for game in games], rows)
    _compare("results", _results(games), found)
    by_person: dict[int, list[Played]] = {}
    for game in games:
        for person in {game.person, game.other}:
            by_person.setdefault(person, []).append(game)
    async with opened(file) as store:
        for person, theirs in by_person.items():
            made = [one for game in theirs for one in game.made(person)]
            kept = [one async for page in turns.made_by(store, person, PAGE) for one in page]
            _compare(f"turns of {person}", made, kept)


def _compare(what: str, before: Sequence[Any], after: Sequence[Any]) -> None:
    if before != after:
        lost, new = {*before} - {*after}, {*after} - {*before}
        raise BrokenPromiseError(
            f"{what}: of {len(before)} there are {len(after)}, without {sorted(lost, key=str)[:3]},"
            f" and with {sorted(new, key=str)[:3]}"
        )


async def run(
    folder: Path,
    dice: random.Random,
    tell: Callable[[str], object],
    *,
    count: int,
    kills: int,
    packed: int,
) -> None:
    """Fills, upgrades and packs a database; raises BrokenPromiseError where something is lost."""
    file, copy, games = folder / "sudoku.db", folder / "copy.db", all_games(count)
    start = _start(folder / "empty.db")
    fill(file, games)
    tell(f"{count:,} games of the first schema, {_megabytes(file)}")
    shutil.copy(file, copy)
    began = monotonic()
    spent = ran(copy, *MIGRATE) or 0.0
    tell(f"brought up to date in {monotonic() - began:.1f} s, {spent:.1f} s of processor time")
    copy.unlink()
    schemas = [
        asked(file, "pragma user_version")
        for _ in range(kills)
        if ran(file, *MIGRATE, dies=dice.uniform(start, spent)) is None
    ]
    ran(file, *MIGRATE)
    tell(f"killed {len(schemas)} times meanwhile, at the schemas {schemas}; gone on with")
    before = asked(file, WAITING)
    keep = max(before - packed, 0)
    left = [
        asked(file, WAITING)
        for _ in range(kills)
        if ran(file, *PACK, str(file), str(keep), dies=start + _part(packed, kills, dice)) is None
    ]
    waiting, last = asked(file, WAITING), ran(file, *PACK, str(file), str(keep)) or 0.0
    cost = 1000 * max(last - start, 0) / max(waiting - keep, 1)
    tell(
        f"killed {len(left)} times while {before - keep:,} of {before:,} were packed, with {left}"
        f" left; the last took {cost:.2f} ms of processor time each; {_megabytes(file)}"
    )
    if (now := asked(file, WAITING)) != keep:
        raise BrokenPromiseError(f"{now} games wait, and not {keep}")
    await check(file, games)
    tell("every game, result and turn is there")


def _part(packed: int, kills: int, dice: random.Random) -> float:
    return dice.uniform(0, packed * PACKED_SECONDS / kills)


def _start(file: Path) -> float:
    """The processor time of a program that finds nothing to do, once everything is compiled."""
    programs = (MIGRATE, (*PACK, str(file), "0"))
    return [min(ran(file, *program) or 0.0 for program in programs) for _ in range(2)][-1]


def _megabytes(file: Path) -> str:
    return f"{file.stat().st_size / 1e6:.0f} MB"


def _processor_time() -> float:
    """What the processes have taken that were started here."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.upgrade", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=100_000, help="how many (100,000)")
    parser.add_argument("--kills", type=int, default=10, help="of each of both processes (10)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    parser.add_argument("--disk", type=Path, help="the folder in which the database lies")
    parser.add_argument("--packed", type=int, help="how many are packed in the end (all)")
    parser.add_argument(PACK[-1], nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.pack:
        file, keep = options.pack
        asyncio.run(pack(Path(file), int(keep)))
        return

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    tell(f"seed {options.seed}")
    with tempfile.TemporaryDirectory(dir=options.disk) as folder:
        dice = random.Random(options.seed)
        count, packed = options.games, options.packed or options.games
        sizes = {"count": count, "kills": options.kills, "packed": packed}
        asyncio.run(run(Path(folder), dice, tell, **sizes))


if __name__ == "__main__":
    main()
