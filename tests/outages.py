"""Takes the database away from the real bot while people play, in each way that a machine knows.

    python -m tests.outages --seconds 60

The bot serves over HTTP from a Bot API server in this program, and stores in SQLite. One fault
after the other lasts for some seconds, in the middle of play, and then at the bot's start as well,
where a supervisor starts it again as systemd does: a full disk, a disk that can only be read,
another process that keeps the file locked; while it serves also a file that is deleted, or that
another one replaces. `tests/disk.c` refuses what is written as such disks do, so no rights of an
administrator are needed.

The difficulty is what may be concluded. A message whose handler has begun when the fault comes is
refused, and its sender is told to send it again; nobody does that here. So a game may lack as many
turns as that was told, and no others. Of what is left the order must be that in which it was said,
and each board that was ever shown must be one that the kept turns have led to: what somebody was
shown is what they were promised.

Besides, while the bot serves: /help is answered within HELP_SECONDS however long the fault lasts;
somebody who was silent is answered within BACK_SECONDS of its end; and the log names the reason
once a minute, beside at most MOST_LINES lines for what else has begun and ended with it.
"""

import argparse
import asyncio
import errno
import os
import random
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bot import messages
from bot.commands import MAY_PASS
from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.store.sqlite.files import rescued
from tests.bot.process import environment
from tests.crash import (
    PATIENCE,
    SIZE,
    Board,
    BrokenPromiseError,
    answers,
    catch_up,
    check_sound,
    file_at,
    serving,
    shown_board,
    turns_kept,
)

DISK: Final = Path(__file__).with_name("disk.c")
PLAYERS: Final = 4
HELP_SECONDS: Final = 1.0
BACK_SECONDS: Final = 10.0
RESTART_SECONDS: Final = 3.0
"""How long a supervisor waits before it starts the bot again, as the unit of bot/README.md."""

ASKS_SECONDS: Final = 2.0
PLAYS_SECONDS: Final = 4.0
"""About how long each waits before the next message. In a minute they may say a hundred altogether:
Telegram shows no more to a bot that cannot take the first of them."""

HELP: Final = "How to play"
AGAIN: Final = messages.text("en", "error.not_stored")

MOST_LINES: Final = 4
"""Lines beside those of each minute: that a file is gone, what was saved of it, that a check has
failed, and that the file is back."""

LOUD: Final = (" WARNING ", " ERROR ", " CRITICAL ", "sudoku-bot: ")
"""What the lines have that tell of a fault; a start that fails is one of the last kind."""

Turn = tuple[int, int]
"""A cell and its new digit."""


@dataclass
class Player:
    """Somebody who types wrong digits into a game of their own, so that it never ends."""

    person: Person
    dice: random.Random
    game: int = 0
    givens: Board = ()
    solution: Board = ()
    typed: list[Turn] = field(default_factory=list)

    def types(self) -> Turn:
        """Types a digit that the cell cannot hold already, even if the last one was not kept."""
        cell = self.dice.choice([cell for cell, given in enumerate(self.givens) if not given])
        last = [digit for where, digit in self.typed if where == cell][-1:]
        digits = sorted({1, 2, 3, 4} - {self.solution[cell], *last})
        turn = cell, self.dice.choice(digits)
        self.typed.append(turn)
        self.person.say(f"r{cell // SIZE + 1}c{cell % SIZE + 1}={turn[1]}")
        return turn

    async def plays(self) -> None:
        """Types until it is cancelled, without waiting for answers."""
        while True:
            self.types()
            await asyncio.sleep(self.dice.uniform(0.5, 1.5) * PLAYS_SECONDS)

    @property
    def boards(self) -> list[Board]:
        """The boards that the chat shows, from the oldest to the newest."""
        return [board for text in self.texts if (board := shown_board(text))]

    @property
    def texts(self) -> list[str]:
        return [str(m.get("text", "")) for m in self.person.messages() if m["from"]["is_bot"]]

    def shows(self, turn: Turn) -> bool:
        """Whether the newest board has this digit."""
        return bool(self.boards) and self.boards[-1][turn[0]] == turn[1]

    @property
    def refused(self) -> int:
        """How often the person was told to send something again."""
        return sum(text == AGAIN for text in self.texts)


def check(
    givens: Board, typed: Sequence[Turn], kept: Sequence[Turn], shown: Iterable[Board], refused: int
) -> None:
    """Raises BrokenPromiseError unless the kept turns are those that were typed and not refused.

    All boards that were shown must be among those that they have led to.
    """
    said = iter(typed)
    if not all(turn in said for turn in kept):
        raise BrokenPromiseError(f"typed was {typed}, kept is {kept}")
    if len(typed) - len(kept) > refused:
        raise BrokenPromiseError(f"{refused} were refused of {typed}, kept is {kept}")
    led_to = set(after(givens, kept))
    if lost := [board for board in shown if board not in led_to]:
        raise BrokenPromiseError(f"shown was {lost}, kept is {kept}")


def after(givens: Board, turns: Sequence[Turn]) -> Iterator[Board]:
    """The board before the first turn and after each."""
    board = list(givens)
    yield tuple(board)
    for cell, digit in turns:
        board[cell] = digit
        yield tuple(board)


@dataclass
class Asker:
    """Somebody who asks for help again and again."""

    person: Person
    waited: list[float] = field(default_factory=list)

    async def asks(self) -> None:
        """Asks until it is cancelled; an answer that is still missing then counts as one."""
        while True:
            before, began = self._told, monotonic()
            self.person.say("/help")
            try:
                while self._told == before:
                    await asyncio.sleep(0.01)
            finally:
                self.waited.append(monotonic() - began)
            await asyncio.sleep(ASKS_SECONDS)

    @property
    def _told(self) -> int:
        return sum(HELP in str(message.get("text", "")) for message in self.person.messages())


class World:
    """The bot's process, its file and its disk."""

    def __init__(self, folder: Path, api: BotApi, address: str, disk: Path) -> None:
        self.path = folder / "sudoku.db"
        self.log = folder / "sudoku.log"
        self.api = api
        self._address = address
        self._disk = disk
        self._error = folder / "error"
        self.process: asyncio.subprocess.Process
        self.ended = 0.0
        """When the fault was over; for one that an operator mends, when the file was back."""
        self.endings: list[int] = []
        """The statuses with which starts have ended during the fault."""

    def fails(self, error: int) -> None:
        """Lets the disk fail from now on with an errno, or be well with 0."""
        # Written in place: the bot has mapped this very file.
        with self._error.open("r+b" if self._error.exists() else "wb") as file:
            file.write(struct.pack("i", error))

    async def start(self) -> None:
        self.process = await self._run()

    async def stop(self) -> None:
        """Ends the bot as a supervisor does."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await self.process.wait()

    async def restore(self, copy: Path) -> None:
        """Puts a copy in the place of the database, as bot/README.md says."""
        restoring = await self._run("restore", str(copy))
        if await restoring.wait():
            raise BrokenPromiseError(f"{copy} could not be restored")

    async def supervised(self) -> None:
        """Starts the bot again whenever it has ended, until this is cancelled."""
        while True:
            await self.start()
            self.endings.append(await self.process.wait())
            await asyncio.sleep(RESTART_SECONDS)

    async def _run(self, *arguments: str) -> asyncio.subprocess.Process:
        settings = {
            "TOKEN": self.api.token,
            "API_URL": self._address,
            "DATABASE": str(self.path),
            "WORKERS": "1",
        }
        disk = {
            "LD_PRELOAD": str(self._disk),
            "OUTAGE_FILES": str(self.path),
            "OUTAGE_ERROR": str(self._error),
        }
        with self.log.open("a") as log:
            return await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bot", *arguments),
                env=environment(settings) | disk,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


Fault = Callable[[World], AbstractAsyncContextManager[None]]
"""Gives the block in which the fault lasts."""


def failing(error: int) -> Fault:
    """The fault of a disk that refuses with an errno."""

    @asynccontextmanager
    async def fault(world: World) -> AsyncIterator[None]:
        world.fails(error)
        try:
            yield
        finally:
            world.fails(0)

    return fault


@asynccontextmanager
async def locked(world: World) -> AsyncIterator[None]:
    """Another process is in the middle of a transaction."""
    with closing(sqlite3.connect(world.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


@asynccontextmanager
async def deleted(world: World) -> AsyncIterator[None]:
    """Somebody deletes the file; in the end the operator puts back what the bot has saved."""
    world.path.unlink()
    yield
    await world.stop()
    saved = rescued(world.path)
    if saved is None:
        raise BrokenPromiseError("nothing was saved of a database that was deleted")
    await world.restore(saved)
    saved.unlink()
    world.ended = monotonic()
    await world.start()


@asynccontextmanager
async def replaced(world: World) -> AsyncIterator[None]:
    """Somebody moves another file into its place, and in the end the right one again."""
    own, other = (world.path.with_name(name) for name in ("own", "other"))
    own.hardlink_to(world.path)
    with closing(sqlite3.connect(other)) as database:
        database.execute("create table strangers (name)")
    other.rename(world.path)
    yield
    own.rename(world.path)
    # A copy is saved of whatever is taken away.
    if saved := rescued(world.path):
        saved.unlink()


SERVING: Final[Mapping[str, Fault]] = {
    "full": failing(errno.ENOSPC),
    "read-only": failing(errno.EROFS),
    "locked": locked,
    "replaced": replaced,
    "deleted": deleted,
}
STARTING: Final = ("full", "read-only", "locked")
"""Those that a start can meet, which takes any file that is there for its own."""


@dataclass
class Found:
    """What one fault has done to people."""

    helped: Sequence[float]
    back: float
    caught_up: float
    refused: int
    lines: Sequence[str]
    endings: Sequence[int] = ()

    def __str__(self) -> str:
        told = [
            f"/help {max(self.helped):.2f} s at most, of {len(self.helped)}" if self.helped else "",
            f"ended {len(self.endings)} times with {sorted({*self.endings})}" * bool(self.endings),
            f"back after {self.back:.1f} s, all dealt with after {self.caught_up:.1f} s",
            f"{self.refused} told to send again",
            f"{len(self.lines)} lines",
        ]
        return ", ".join(filter(None, told))


class Outages:
    """One bot and its people, and one fault after the other."""

    def __init__(self, world: World, dice: random.Random) -> None:
        self._world = world
        self._ask = file_at(world.path)
        people = [Person(world.api, User(8000 + n, f"Player {n}", "en")) for n in range(PLAYERS)]
        self._players = [Player(person, dice) for person in people]
        self._asker = Asker(Person(world.api, User(8900, "Asker", "en")))

    async def begin(self) -> None:
        """Starts the bot, and a game for each player."""
        self._world.fails(0)
        await self._world.start()
        for player in self._players:
            player.person.say(f"/new {SIZE} none {player.person.id}")
            await answers(self._world.api)
        await catch_up(self._ask, self._world.api)
        for player in self._players:
            ((player.game, *boards),) = await self._ask(
                "select g.id, p.givens, p.solution from games g"
                " join puzzles p on p.id = g.puzzle_id where g.chat_id = $1",
                player.person.id,
            )
            player.givens, player.solution = (
                tuple(0 if symbol == "." else int(symbol) for symbol in board) for board in boards
            )

    async def serving(self, fault: Fault, seconds: float) -> Found:
        """A fault while people play."""
        self._asker.waited.clear()
        async with doing(player.plays() for player in self._players[1:]):
            await asyncio.sleep(PLAYS_SECONDS)
            read = self._lines()
            async with fault(self._world):
                async with doing([self._asker.asks()]):
                    await asyncio.sleep(seconds)
                self._world.ended = monotonic()
            back = await self._back()
        return await self._found(back, read, [*self._asker.waited])

    async def starting(self, fault: Fault, seconds: float) -> Found:
        """A fault that is there when the bot starts, and goes on for a while."""
        await self._world.stop()
        self._world.endings.clear()
        read = self._lines()
        playing = [player.plays() for player in self._players[1:]]
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(fault(self._world))
            async with doing([*playing, self._world.supervised()]):
                await asyncio.sleep(seconds)
                self._world.ended = monotonic()
                await stack.aclose()
                back = await self._back()
        return await self._found(back, read, (), tuple(self._world.endings))

    async def _back(self) -> float:
        """How long after the end somebody was answered who had been silent."""
        silent = self._players[0]
        turn = silent.types()
        async with asyncio.timeout(PATIENCE):
            while not silent.shows(turn):
                await asyncio.sleep(0.01)
        return monotonic() - self._world.ended

    async def _found(
        self,
        back: float,
        read: Sequence[str],
        helped: Sequence[float],
        endings: Sequence[int] = (),
    ) -> Found:
        await catch_up(self._ask, self._world.api)
        caught_up = monotonic() - self._world.ended
        with closing(sqlite3.connect(f"file:{self._world.path}?mode=ro", uri=True)) as database:
            check_sound(database)
        for player in self._players:
            made, done = await turns_kept(self._ask, player.game)
            kept = [(move.cell, move.value) for moves in made[:done] for move in moves]
            check(player.givens, player.typed, kept, player.boards, player.refused)
        refused = sum(player.refused for player in self._players)
        return Found(helped, back, caught_up, refused, self._lines()[len(read) :], endings)

    def _lines(self) -> list[str]:
        """What the log says of faults."""
        lines = self._world.log.read_text("utf-8", "replace").splitlines()
        return [line for line in lines if any(word in line for word in LOUD)]


@asynccontextmanager
async def doing(works: Iterable[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Does all of these while the block runs."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def broken(found: Found, seconds: float, slack: float) -> Iterator[str]:
    """What one fault has broken of what is promised; it may be `slack` times as much."""
    if found.helped and max(found.helped) > HELP_SECONDS * slack:
        yield f"/help was answered after {max(found.helped):.2f} s"
    if found.back > BACK_SECONDS * slack:
        yield f"back after {found.back:.1f} s"
    if set(found.endings) - {MAY_PASS}:
        yield f"a start ended with {set(found.endings)}, so that nobody starts it again"
    most = 1 + int(seconds / 60) + MOST_LINES + len(found.endings)
    if len(found.lines) > most * slack:
        yield "\n".join((f"{len(found.lines)} lines of {most}:", *found.lines))


async def run(
    folder: Path,
    seconds: float,
    seed: int,
    slack: float = 1.0,
    tell: Callable[[str], Any] = lambda _: None,
) -> None:
    """Has every fault once; raises BrokenPromiseError once all have been."""
    disk, api = built(folder), BotApi()
    wrong: list[str] = []

    def note(name: str, found: Found) -> None:
        tell(f"{name}: {found}")
        wrong.extend(f"{name}: {what}" for what in broken(found, seconds, slack))

    async with serving(api) as address:
        world = World(folder, api, address, disk)
        outages = Outages(world, random.Random(seed))
        try:
            await outages.begin()
            for name in STARTING:
                note(f"{name} at the start", await outages.starting(SERVING[name], seconds))
            for name, fault in SERVING.items():
                note(name, await outages.serving(fault, seconds))
        finally:
            if world.process.returncode is None:
                world.process.kill()
                await world.process.wait()
    if wrong:
        raise BrokenPromiseError("\n".join(wrong))


def built(folder: Path) -> Path:
    """The library that refuses what is written."""
    library = folder / "disk.so"
    flags = ("-O1", "-fPIC", "-shared", "-o", str(library))
    subprocess.run([os.environ.get("CC", "cc"), *flags, str(DISK), "-ldl"], check=True)
    return library


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.outages", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--seconds", type=float, default=60, help="of each fault (60)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    parser.add_argument("--slack", type=float, default=1, help="times what is promised (1)")
    options = parser.parse_args()
    sys.stdout.write(f"seed {options.seed}\n")

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            asyncio.run(run(Path(folder), options.seconds, options.seed, options.slack, tell))
        except BaseException:
            log = (Path(folder) / "sudoku.log").read_text("utf-8", "replace")
            sys.stderr.write(log[-12000:])
            raise


if __name__ == "__main__":
    main()
