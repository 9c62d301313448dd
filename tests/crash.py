"""Kills the real bot at random moments and looks for anything that it forgot or did twice.

    python -m tests.crash --kills 500

The bot serves over HTTP from a Bot API server in this program. People play, answer, subscribe and
begin new games without pause, and each keeps a model of what they should find.

The difficulty is what an observer may conclude. A message that is not answered yet may have counted
or not, so right after a kill only a lower bound holds: the database is sound and holds everything
that anybody was shown (`check_shown`, on a copy of the files as the kill left them). Only when the
players have stopped and the bot has caught up must every game stand exactly where its model does,
each message counted, and counted once (`check_exact`). A state that comes twice, such as after
undo, is taken for the earliest one that it can be, so that the bound never claims too much.
"""

import argparse
import asyncio
import random
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias

import uvicorn

from bot.game.move import Move
from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.http import create_http
from bot.store.packed import unpack
from bot.store.turns import read_moves
from bot.web.port import open_port
from tests.bot.process import environment
from tests.waits import in_seconds

PLAYERS: Final = 8
SIZE: Final = 4
ZONE: Final = "Berlin"
PATIENCE: Final = 60.0
MOST_UNANSWERED: Final = 3
LAST_WORDS: Final = 8
"""How many messages of a chat are printed when an answer does not come."""

CHECK_EVERY: Final = 5
"""Kills between two comparisons of every game with its model."""

Board = tuple[int, ...]

Ask: TypeAlias = Callable[..., Awaitable[list[tuple[Any, ...]]]]
"""Asks the bot's database: takes SQL and the values of $1, $2, ...; gives the rows."""


class BrokenPromiseError(AssertionError):
    """The bot broke a promise."""


@dataclass
class Game:
    """A model of a game: the board after each turn, of which `done` apply, and all its states.

    `shown` is the index of the earliest state that may be the last one that the player was shown.
    """

    id: int
    givens: Board
    solution: Board
    turns: list[Board] = field(default_factory=list)
    done: int = 0
    states: list[tuple[Board, int]] = field(default_factory=list)
    shown: int = 0
    is_hinted: bool = False

    def __post_init__(self) -> None:
        self.states.append((self.givens, 0))

    @property
    def board(self) -> Board:
        return self.turns[self.done - 1] if self.done else self.givens

    @property
    def is_over(self) -> bool:
        return self.board == self.solution

    def plays(self, board: Board) -> None:
        self.turns[self.done :] = [board]
        self.goes(1)

    def goes(self, steps: int) -> None:
        """Undo or redo by some turns; beyond the ends nothing happens."""
        self.done = min(max(self.done + steps, 0), len(self.turns))
        self.is_hinted = False
        self.states.append((self.board, self.done))

    def sees(self, board: Board) -> None:
        """A board was shown: it is taken for the earliest state that fits."""
        later = range(self.shown, len(self.states))
        self.shown = next((i for i in later if self.states[i][0] == board), self.shown)


class Player:
    """Somebody who plays at random and remembers everything."""

    def __init__(self, api: BotApi, number: int, ask: Ask, dice: random.Random) -> None:
        self.person = Person(api, User(5000 + number, f"Player {number}", "en"))
        self._ask = ask
        self._dice = dice
        self._news = asyncio.Event()
        self._waiting: list[int | None] = []
        """For each unanswered message the game that it was about, None for a new one."""
        self._newest_shown = 0
        self._last = deque[str](maxlen=LAST_WORDS)
        self.games: list[Game] = []
        self.times: list[str] = []
        self.time_shown = -1
        self.has_seen_wrong_answer = False
        self.submitted = 0
        self.said = 0
        self._newest_boards: dict[int, str] = {}
        """The newest board of each game by its number, which may come before `games` knows it."""
        self.is_playing = False
        api.world.listeners.add(self._listen)

    async def plays(self) -> None:
        """Sends one message after another, at times without waiting for the answer."""
        self.is_playing = True
        while self.is_playing:
            await self._acts()
            while len(self._waiting) >= MOST_UNANSWERED or (
                self._waiting and self._dice.random() < 0.6
            ):
                await self._hears()

    async def _hears(self) -> None:
        self._news.clear()
        await self._heard()

    async def _heard(self) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._news.wait()
        except TimeoutError:
            last = "\n".join(self._last)
            raise BrokenPromiseError(
                f"{self.person.id} waits for {len(self._waiting)} answers behind\n{last}"
            ) from None

    async def _acts(self) -> None:
        if not self.games or self.games[-1].is_over:
            await self._begins()
        elif self._dice.random() < 0.1:
            self.times.append(f"{self._dice.randrange(24):02}:{self._dice.randrange(60):02}")
            self._says(f"/subscribe {self.times[-1]} {ZONE}")
        else:
            self._moves(self.games[-1])

    async def _begins(self) -> None:
        known = {game.id for game in self.games}
        self._sends(f"/new {SIZE} none {self._dice.randrange(10**6)}", None)
        self._news.clear()
        while not (fresh := [row for row in await self._stored() if row[0] not in known]):
            await self._heard()
            self._news.clear()
        row = fresh[0]
        self.games.append(Game(row[0], _board(row[1]), _board(row[2])))

    def _moves(self, game: Game) -> None:
        acts = ("place", "undo", "redo", "hint", "wrong", "right")
        match self._dice.choices(acts, (12, 5, 3, 3, 1, 1))[0]:
            case "hint":
                game.is_hinted = True
                self._says("/hint")
            case "undo" if game.done:
                game.goes(-1)
                self._says("/undo")
            case "redo" if game.done < len(game.turns):
                game.goes(1)
                self._says("/redo")
            case "wrong":
                wrong = [
                    value if given else value % SIZE + 1
                    for given, value in zip(game.givens, game.solution, strict=True)
                ]
                self.submitted += 1
                self._says("/submit " + "".join(map(str, wrong)))
            case "right":
                game.plays(game.solution)
                self.submitted += 1
                self._says("/submit " + "".join(map(str, game.solution)))
            case _:
                self._places(game)

    def _places(self, game: Game) -> None:
        cell = self._dice.choice([cell for cell, given in enumerate(game.givens) if not given])
        digit = self._dice.choice([d for d in range(1, SIZE + 1) if d != game.board[cell]])
        game.plays((*game.board[:cell], digit, *game.board[cell + 1 :]))
        self._says(f"r{cell // SIZE + 1}c{cell % SIZE + 1}={digit}")

    def _says(self, text: str) -> None:
        self._sends(text, self.games[-1].id)

    def _sends(self, text: str, game: int | None) -> None:
        self._waiting.append(game)
        self.said += 1
        self._last.append(f"> {text}")
        self.person.say(text)

    def _listen(self, event: dict[str, Any]) -> None:
        message = event.get("message", {})
        if event["event"] != "message" or message["chat"]["id"] != self.person.id:
            return
        if message["from"]["is_bot"]:
            text = str(message.get("text", ""))
            self._last.append(f"< {text}")
            self._answers(text)
            self._sees(text)
            self._news.set()

    def _answers(self, text: str) -> None:
        """Counts one message less as waiting.

        A killed bot may not have noted that an answer was sent, so answers may come twice. A board
        that shows the newest state of a game answers everything that was said about it. A board of
        an earlier game may come after the first one of a new game.
        """
        number = _number(text)
        if not number:
            self._one_less(next(filter(None, self._waiting), None))
        elif number > self._newest_shown:
            self._newest_shown = number
            self._one_less(None)
        else:
            self._one_less(number)
        if any(game.id == number and game.board == shown_board(text) for game in self.games):
            self._waiting = [game for game in self._waiting if game != number]

    def _one_less(self, game: int | None) -> None:
        if game in self._waiting:
            self._waiting.remove(game)

    def _sees(self, text: str) -> None:
        board, number = shown_board(text), _number(text)
        if board:
            self._newest_boards[number] = text
        if board and self.games and number == self.games[-1].id:
            self.games[-1].sees(board)
        self.has_seen_wrong_answer |= text.startswith("Not yet")
        if told := re.search(r"comes at (\d\d:\d\d)", text):
            later = range(max(self.time_shown, 0), len(self.times))
            self.time_shown = next((i for i in later if self.times[i] == told[1]), -1)

    async def _stored(self) -> list[tuple[Any, ...]]:
        return await self._ask(
            "select g.id, p.givens, p.solution from games g"
            " join puzzles p on p.id = g.puzzle_id where g.chat_id = $1 order by g.id",
            self.person.id,
        )

    async def check_shown(self, ask: Ask) -> None:
        """Everything that was shown until this moment is in the database."""
        # Taken before the first await, because players go on while the database is read.
        games, shown = [*self.games], self.games[-1].shown if self.games else 0
        first = self.time_shown
        has_seen_wrong_answer = self.has_seen_wrong_answer
        if games:
            held = await game_state(ask, games[-1])
            if held not in games[-1].states[shown:]:
                raise BrokenPromiseError(
                    f"{self.person.id} saw {games[-1].states[shown]}, kept is {held}"
                )
        solved = await _count(ask, "results where user_id = $1", self.person.id)
        if solved < len(games) - 1:
            raise BrokenPromiseError(
                f"{self.person.id} has solved more games than the {solved} kept"
            )
        if has_seen_wrong_answer and not await self._submissions(ask):
            raise BrokenPromiseError(f"{self.person.id} was told of an answer that is not kept")
        if first >= 0 and await _minute(ask, self.person.id) not in {
            _minutes(time) for time in self.times[first:]
        }:
            raise BrokenPromiseError(f"{self.person.id} was told {self.times[first]}")

    async def check_exact(self, ask: Ask) -> None:
        """Every message has counted, and once."""
        for game in self.games:
            held = await game_state(ask, game)
            if held != game.states[-1]:
                raise BrokenPromiseError(
                    f"game {game.id} stands at {held} instead of {game.states[-1]}"
                )
        await self._check_hint(ask)
        games = await _count(ask, "games where chat_id = $1", self.person.id)
        if games != len(self.games):
            raise BrokenPromiseError(f"{games} games instead of {len(self.games)}")
        solved = await _count(ask, "results where user_id = $1", self.person.id)
        if solved != sum(game.is_over for game in self.games):
            raise BrokenPromiseError(f"{solved} results instead of those of the solved games")
        kept = await self._submissions(ask)
        if kept != self.submitted:
            raise BrokenPromiseError(f"{kept} answers kept of {self.submitted}")
        if self.times and await _minute(ask, self.person.id) != _minutes(self.times[-1]):
            raise BrokenPromiseError(f"the daily does not come at {self.times[-1]}")

    async def _submissions(self, ask: Ask) -> int:
        return await _count(ask, "submissions where user_id = $1", self.person.id)

    async def _check_hint(self, ask: Ask) -> None:
        """The newest board shows a hint if one was asked for and no move came after it."""
        if not self.games:
            return
        game = self.games[-1]
        kept = await _count(ask, "views where game_id = $1 and hint is not null", game.id)
        newest = self._newest_boards.get(game.id, "")
        seen = re.search("💡 Hint|First things first", newest) is not None
        if (bool(kept), seen) != (game.is_hinted, game.is_hinted):
            raise BrokenPromiseError(
                f"the hint of game {game.id}: {game.is_hinted=} {kept=} {newest=}"
            )


def file_at(path: Path) -> Ask:
    """Asks an SQLite file that a bot may have open."""

    async def ask(sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return await opened(database)(sql, *values)

    return ask


def opened(database: sqlite3.Connection) -> Ask:
    """Asks over an open connection."""

    async def ask(sql: str, *values: Any) -> list[tuple[Any, ...]]:
        # SQLite reads `$1` as a parameter whose name is 1.
        numbered = {str(number): value for number, value in enumerate(values, start=1)}
        return database.execute(sql, numbered).fetchall()

    return ask


def shown_board(text: str) -> Board:
    """The digits of a drawn 4x4 board, 0 for a blank; empty if the text has no board.

    A digit before one of a hint's marks is a candidate of a blank cell.
    """
    rows = [
        re.sub("[1-4](?=[*+-])", ".", line.partition(":")[2])
        for line in text.splitlines()
        if line[1:2] == ":"
    ]
    cells = [symbol for row in rows for symbol in row if symbol in ".1234"]
    return _board("".join(cells)) if len(cells) == SIZE * SIZE else ()


async def game_state(ask: Ask, game: Game) -> tuple[Board, int]:
    """The board and the number of applied turns that the database holds."""
    made, done = await turns_kept(ask, game.id)
    board = list(game.givens)
    for move in chain.from_iterable(made[:done]):
        board[move.cell] = move.value
    return tuple(board), done


async def turns_kept(ask: Ask, game_id: int) -> tuple[list[tuple[Move, ...]], int]:
    """The turns of a game that the database holds, packed or not, and how many are applied."""
    rows = await ask(
        "select g.done, g.packed, t.moves from games g"
        " left join turns t on t.game_id = g.id where g.id = $1 order by t.number",
        game_id,
    )
    done, packed, _ = rows[0]
    if packed:
        return [turn.moves for turn in unpack(packed)], done
    return [read_moves(moves) for *_, moves in rows if moves], done


def _board(symbols: str) -> Board:
    return tuple(0 if symbol == "." else int(symbol) for symbol in symbols)


def _number(text: str) -> int:
    """The number of the game whose board is in a text, 0 if there is none."""
    titled = re.search(r"#(\d+)", text.partition("\n")[0])
    return int(titled[1]) if titled else 0


async def _count(ask: Ask, what: str, value: int) -> int:
    ((found,),) = await ask(f"select count(*) from {what}", value)  # noqa: S608
    return int(found)


async def _minute(ask: Ask, chat: int) -> int | None:
    rows = await ask("select minute from subscriptions where chat_id = $1", chat)
    return rows[0][0] if rows else None


def _minutes(time: str) -> int:
    hour, _, minute = time.partition(":")
    return int(hour) * 60 + int(minute)


@asynccontextmanager
async def serving(api: BotApi) -> AsyncIterator[str]:
    """Serves a Bot API on a port of its own; gives the address."""
    with open_port("127.0.0.1", 0) as listening:
        server = uvicorn.Server(
            uvicorn.Config(create_http(api), log_level="critical", timeout_graceful_shutdown=1)
        )
        task = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task
            api.close()


@contextmanager
def crashed(path: Path) -> Iterator[sqlite3.Connection]:
    """Opens a copy of the files as the dead process left them."""
    with tempfile.TemporaryDirectory() as folder:
        # The -shm file is left out: SQLite rebuilds it from the log.
        for name in (path.name, f"{path.name}-wal"):
            if path.with_name(name).exists():
                shutil.copy(path.with_name(name), folder)
        with closing(sqlite3.connect(Path(folder) / path.name)) as database:
            yield database


async def start(
    path: Path, token: str, address: str, *program: str, **more: str
) -> asyncio.subprocess.Process:
    """Starts the bot as an operator does, in a process group of its own; `more` are settings."""
    settings = {"TOKEN": token, "API_URL": address, "DATABASE": str(path), "WORKERS": "1"}
    settings |= more
    with path.with_suffix(".log").open("a") as log:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *(program or ("-m", "bot")),
            env=environment(settings),
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


async def kill(process: asyncio.subprocess.Process) -> None:
    process.send_signal(signal.SIGKILL)
    await process.wait()


async def answers(api: BotApi) -> None:
    """Returns when the bot sends a message."""
    said = asyncio.Event()

    def listen(event: dict[str, Any]) -> None:
        if event["event"] == "message" and event["message"]["from"]["is_bot"]:
            said.set()

    api.world.listeners.add(listen)
    try:
        async with asyncio.timeout(PATIENCE):
            await said.wait()
    finally:
        api.world.listeners.discard(listen)


def check_sound(database: sqlite3.Connection) -> None:
    found = database.execute("pragma integrity_check").fetchall()
    if found != [("ok",)] or database.execute("pragma foreign_key_check").fetchall():
        raise BrokenPromiseError(f"the database is damaged: {found}")


async def catch_up(ask: Ask, api: BotApi) -> None:
    """Returns when every update has been handled and no board is owed."""
    async with asyncio.timeout(PATIENCE):
        while len(api.world.updates) or await _waiting(ask):
            await asyncio.sleep(0.05)


async def _waiting(ask: Ask) -> int:
    ((updates, views),) = await ask(
        "select (select count(*) from inbox where payload is not null),"
        " (select count(*) from views where stale is not null)"
    )
    return int(updates + views)


@dataclass
class Figures:
    """What was measured: kills, messages, and the seconds from each start to the first answer."""

    kills: int = 0
    comparisons: int = 0
    messages: int = 0
    back_after: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.messages} messages, {self.comparisons} exact comparisons: "
            f"nothing lost, nothing doubled; {in_seconds('first answer', self.back_after)}"
        )


async def run(
    kills: int, folder: Path, seed: int, tell: Callable[[str], None] = lambda _: None
) -> Figures:
    """Kills the bot this many times; raises BrokenPromiseError for the first broken promise."""
    dice, figures, path = random.Random(seed), Figures(), folder / "sudoku.db"
    api = BotApi()
    async with serving(api) as address:
        players = [Player(api, number, file_at(path), dice) for number in range(PLAYERS)]
        process = await start(path, api.token, address)
        try:
            players[0].person.say("/help")
            await answers(api)
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(player.plays()) for player in players]
                while figures.kills < kills:
                    process = await _kill_once(
                        process, players, path, api=api, address=address, dice=dice, figures=figures
                    )
                    if figures.kills % CHECK_EVERY == 0 or figures.kills == kills:
                        await _compare(playing, players, path, api, figures)
                        tell(str(figures))
                        if figures.kills < kills:
                            playing = [group.create_task(player.plays()) for player in players]
        finally:
            if process.returncode is None:
                await kill(process)
    check_log(path.with_suffix(".log"))
    return figures


async def _kill_once(
    process: asyncio.subprocess.Process,
    players: list[Player],
    path: Path,
    *,
    api: BotApi,
    address: str,
    dice: random.Random,
    figures: Figures,
) -> asyncio.subprocess.Process:
    """Kills while everybody plays, and sometimes again before the bot is back."""
    await asyncio.sleep(dice.random())
    await kill(process)
    figures.kills += 1
    with crashed(path) as database:
        check_sound(database)
        for player in players:
            await player.check_shown(opened(database))
    began, back = monotonic(), await start(path, api.token, address)
    if dice.random() < 0.2:
        await asyncio.sleep(dice.random())
        return back
    players[0].person.say("/help")
    await answers(api)
    figures.back_after.append(monotonic() - began)
    return back


async def _compare(
    playing: list[asyncio.Task[None]],
    players: list[Player],
    path: Path,
    api: BotApi,
    figures: Figures,
) -> None:
    """Stops the players, lets the bot catch up, and compares every game with its model."""
    for player in players:
        player.is_playing = False
    await asyncio.wait(playing)
    ask = file_at(path)
    await catch_up(ask, api)
    for player in players:
        await player.check_exact(ask)
    figures.comparisons += 1
    figures.messages = sum(player.said for player in players)


def check_log(path: Path) -> None:
    """Raises BrokenPromiseError if the bot has logged an error."""
    errors = [line for line in path.read_text().splitlines() if " ERROR " in line]
    if errors:
        raise BrokenPromiseError(errors[0])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.crash", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--kills", type=int, default=500, help="how often (500)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        print(asyncio.run(run(options.kills, Path(folder), options.seed, print)))


if __name__ == "__main__":
    main()
