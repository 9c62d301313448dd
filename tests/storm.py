"""Spoils the calls of the real bot to Telegram, and looks for what somebody was never told.

    python -m tests.storm --storms 20 --seed 1

The bot serves over HTTP, through a proxy that refuses, delays and cuts off its calls
(`tests.faults`). Each storm has its own weather: single faults, a Telegram that is down, one that
says 429, one that is slow. Meanwhile people play and ask, and at times the bot is killed as well,
or another process locks the database for a moment. That is shorter than the store waits: whoever
is being dealt with when a longer lock begins is told to send it again, which the people here would
not do (tests/bot/telegram/test_early.py has them). In the weather called `locked` nothing else
happens, the lock begins when all are answered and lasts for the whole storm, and whoever only asks
must be answered before it ends. Then it is calm, and within CALM_SECONDS the following must be
true:

- every question was answered, as often as it was asked; more often only if the proxy hid an answer
  from the bot, or the bot was killed;
- every game stands where its model does, each message counted, and counted once;
- the newest board in each chat shows that state. Only a message that the proxy held back may stand
  below it: the bot that sent it may be dead, so nobody can know that it is still on its way.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import takewhile
from math import inf
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final

from bot.playground import BotApi, Person
from bot.playground.chats import User
from bot.playground.html import parse_html
from bot.store.sqlite.database import BUSY_SECONDS
from tests.crash import (
    PATIENCE,
    SIZE,
    Ask,
    Board,
    BrokenPromiseError,
    Game,
    answers,
    catch_up,
    check_sound,
    file_at,
    game_state,
    kill,
    serving,
    shown_board,
    start,
)
from tests.faults import Done, Fault, FaultyProxy, Kind, Plan, no_faults

PEOPLE: Final = 6
STORM_SECONDS: Final = 6.0
LOCK_SECONDS: Final = BUSY_SECONDS / 2
"""How long another process has the database while people are being dealt with."""

CALM_SECONDS: Final = 30.0
LONGEST_HALT: Final = 4
"""The longest `retry_after` of a storm; it must end during the calm."""

FIRST_SECONDS: Final = 10.0
"""How long the first answer may take once it is calm or during a lock, on a busy machine too."""

LOCKED: Final = "locked"

SPOILT: Final = ("send", "edit", "stop", "answer", "getUpdates")


@dataclass
class Talker:
    """Somebody who plays and asks without waiting for answers, and knows what must be told."""

    person: Person
    ask: Ask
    dice: random.Random
    game: Game | None = None
    asked: Counter[str] = field(default_factory=Counter)

    def acts(self) -> None:
        """Asks one question, or puts a wrong digit into a cell, so that the game never ends."""
        if self.game is None or self.dice.random() < 0.4:
            # Each word is asked for twice, so that the number of answers matters, not only that
            # there is one.
            word = f"zz{self.person.id}x{sum(self.asked.values()) // 2}"
            self.asked[word] += 1
            self.person.say(f"/learn {word}")
            return
        game = self.game
        cell = self.dice.choice([cell for cell, given in enumerate(game.givens) if not given])
        digits = {1, 2, 3, 4} - {game.board[cell], game.solution[cell]}
        digit = self.dice.choice(sorted(digits))
        game.plays((*game.board[:cell], digit, *game.board[cell + 1 :]))
        self.person.say(f"r{cell // SIZE + 1}c{cell % SIZE + 1}={digit}")

    async def begins(self) -> None:
        """Takes over the game that the bot has made."""
        ((number, givens, solution),) = await self.ask(
            "select g.id, p.givens, p.solution from games g"
            " join puzzles p on p.id = g.puzzle_id where g.chat_id = $1",
            self.person.id,
        )
        self.game = Game(number, _board(givens), _board(solution))

    def missing(self, held: set[tuple[int, Board]]) -> str:
        """What the chat does not show yet; empty if it shows everything.

        `held` are the boards of messages that may have arrived after newer ones.
        """
        told = self._told()
        for word, times in self.asked.items():
            if told[word] < times:
                return f"{self.person.id} was told {told[word]} times of {word}, not {times}"
        if self.game and not self._sees(self.game.board, held):
            return f"{self.person.id} sees {self._boards()[-1:]} instead of {self.game.board}"
        return ""

    def came_twice(self, hidden: Mapping[str, Sequence[str]], kills: int) -> Counter[str]:
        """How many answers came too often, by what may have caused that.

        Raises BrokenPromiseError for an answer that came more often than anything explains.
        """
        told, causes = self._told(), Counter[str]()
        for word, times in self.asked.items():
            ways = hidden.get(word, ())
            if told[word] > times + len(ways) + kills:
                raise BrokenPromiseError(f"{word} was answered {told[word]} times, asked {times}")
            if told[word] > times:
                causes["/".join(sorted(set(ways))) or "kill"] += told[word] - times
        return causes

    async def check_game(self) -> None:
        if self.game and (held := await game_state(self.ask, self.game)) != self.game.states[-1]:
            raise BrokenPromiseError(f"{held} is kept instead of {self.game.states[-1]}")

    def _texts(self) -> list[str]:
        return [str(m.get("text", "")) for m in self.person.messages() if m["from"]["is_bot"]]

    def _told(self) -> Counter[str]:
        return Counter(word for text in self._texts() for word in self.asked if f"{word}”" in text)

    def _boards(self) -> list[Board]:
        return [board for text in self._texts() if (board := shown_board(text))]

    def _sees(self, newest: Board, held: set[tuple[int, Board]]) -> bool:
        """Whether the newest board is the last one, or has only boards that were held below it."""
        boards = self._boards()
        late = takewhile(lambda board: (self.person.id, board) in held, reversed(boards))
        return newest in boards[-1 - len([*late]) :]


@dataclass
class Figures:
    """What was measured, in seconds from the beginning of each calm."""

    storms: int = 0
    kills: int = 0
    locks: int = 0
    calls: int = 0
    spoilt: Counter[str] = field(default_factory=Counter)
    hidden: Counter[str] = field(default_factory=Counter)
    """How many answers to questions arrived, though perhaps not their confirmation, by fault."""

    doubled: Counter[str] = field(default_factory=Counter)
    first: list[float] = field(default_factory=list)
    all: list[float] = field(default_factory=list)
    locked: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        during = f", during a lock after {median(self.locked):.1f} s" if self.locked else ""
        first, whole = (
            f"{median(times):.1f} s (at most {max(times):.1f})" for times in (self.first, self.all)
        )
        return (
            f"{self.storms} storms, {self.kills} kills, {self.locks} locks, {self.calls} calls,"
            f" spoilt: {_list(self.spoilt)}; nothing lost."
            f" Of answers that perhaps were not confirmed ({_list(self.hidden)}),"
            f" {self.doubled.total()} came twice ({_list(self.doubled)})."
            f" In the calm the first answer after {first}, all after {whole}{during}"
        )


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "none"


KINDS: Final = ("mixed", "mixed", "down", "halted", "slow", "unreachable", LOCKED)


def weather(kind: str, dice: random.Random) -> Plan:
    """Draws the weather of one storm: what happens to each call."""
    if kind == LOCKED:
        return no_faults
    spoilt = dice.uniform(0.2, 0.9)

    def plan(method: str) -> Fault | None:
        if not method.startswith(SPOILT) or (kind != "down" and dice.random() > spoilt):
            return None
        match kind:
            case "down":
                return Fault(Kind.REFUSE, dice.choice((500, 502, 503)))
            case "unreachable":
                return Fault(Kind.CUT_BEFORE)
            case "halted" if method != "getUpdates":
                return Fault(Kind.REFUSE, 429, retry_after=dice.randint(1, LONGEST_HALT))
            case "slow":
                return Fault(dice.choice((Kind.DELAY, Kind.HOLD)), seconds=dice.uniform(0.1, 7))
        return _any_fault(method, dice)

    return plan


def _any_fault(method: str, dice: random.Random) -> Fault:
    match dice.choice(tuple(Kind)):
        case Kind.REFUSE:
            statuses = (401, 500, 502) if method == "getUpdates" else (429, 500, 502, 504)
            status = dice.choice(statuses)
            halt = dice.randint(0, LONGEST_HALT) if status == 429 else None
            return Fault(Kind.REFUSE, status, retry_after=halt)
        case Kind.DELAY | Kind.HOLD as kind:
            return Fault(kind, seconds=dice.uniform(0.1, 2))
        case kind:
            return Fault(kind)


def _may_be_late(call: Done) -> bool:
    """Whether the proxy held a message back; the bot that sent it may be dead or have given up."""
    return call.method == "sendMessage" and call.fault is not None and call.fault.kind is Kind.HOLD


def _board_of(call: Done) -> tuple[int, Board]:
    """The chat of a message, and the board that it shows; empty if it shows none."""
    sent = json.loads(call.body)
    return int(sent["chat_id"]), shown_board(parse_html(sent["text"])[0])


def _board(symbols: str) -> tuple[int, ...]:
    return tuple(0 if symbol == "." else int(symbol) for symbol in symbols)


class Storms:
    """One bot, its people and its weather."""

    def __init__(self, api: BotApi, proxy: FaultyProxy, path: Path, dice: random.Random) -> None:
        self._api = api
        self._proxy = proxy
        self._path = path
        self._ask = file_at(path)
        self._dice = dice
        self._lock: sqlite3.Connection | None = None
        self._lock_ends = inf
        self.process: asyncio.subprocess.Process
        self.figures = Figures()
        self._talkers = [
            Talker(Person(api, User(7000 + number, f"Talker {number}", "en")), self._ask, dice)
            for number in range(PEOPLE)
        ]

    async def begin(self) -> None:
        """Starts the bot, and a game for everybody but one, who only asks."""
        self.process = await start(self._path, self._api.token, self._proxy.address)
        for talker in self._talkers[1:]:
            talker.person.say(f"/new {SIZE} none {talker.person.id}")
            await answers(self._api)
        await catch_up(self._ask, self._api)
        for talker in self._talkers[1:]:
            await talker.begins()

    async def storm(self) -> None:
        """One storm and the calm after it; raises BrokenPromiseError if something was lost."""
        kind = self._dice.choice(KINDS)
        self._proxy.plan = weather(kind, self._dice)
        ends = monotonic() + STORM_SECONDS
        may_kill, may_lock = self._dice.random() < 0.3, self._dice.random() < 0.4
        if kind == LOCKED:
            may_lock = False
            await self._ask_during_a_lock()
        while monotonic() < ends:
            self._dice.choice(self._talkers).acts()
            await asyncio.sleep(self._dice.expovariate(6))
            if may_lock and self._dice.random() < 0.1:
                may_lock = False
                self._begin_lock()
                self._lock_ends = monotonic() + LOCK_SECONDS
            if monotonic() > self._lock_ends:
                self._end_lock()
            if may_kill and self._dice.random() < 0.1:
                # A process that cannot write at its start ends, and would be started again.
                may_kill = may_lock = False
                await kill(self.process)
                self._end_lock()
                self.figures.kills += 1
                self.process = await start(self._path, self._api.token, self._proxy.address)
        self._end_lock()
        self._proxy.plan = no_faults
        self.figures.storms += 1
        await self._calm()

    def _begin_lock(self) -> None:
        """Another process begins a transaction, and leaves it open."""
        self._lock = sqlite3.connect(self._path, isolation_level=None)
        self._lock.execute("begin immediate")
        self.figures.locks += 1

    def _end_lock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock, self._lock_ends = None, inf

    async def _ask_during_a_lock(self) -> None:
        """Somebody who only asks is answered although others wait; the lock goes on after it."""
        self._begin_lock()
        began = monotonic()
        for talker in self._talkers:
            talker.acts()
        while missing := self._talkers[0].missing(set()):
            if monotonic() > began + FIRST_SECONDS:
                raise BrokenPromiseError(f"during a lock {missing}")
            await asyncio.sleep(0.01)
        self.figures.locked.append(monotonic() - began)

    async def _calm(self) -> None:
        began = monotonic()
        self._talkers[0].acts()
        await answers(self._api)
        self.figures.first.append(monotonic() - began)
        if self.figures.first[-1] > FIRST_SECONDS:
            raise BrokenPromiseError(f"the first answer came {self.figures.first[-1]:.1f} s late")
        await self._until_all_is_told(began)
        self.figures.all.append(monotonic() - began)
        await catch_up(self._ask, self._api)
        hidden = self._hidden()
        self.figures.hidden = Counter(way for ways in hidden.values() for way in ways)
        self.figures.doubled.clear()
        with closing(sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)) as database:
            check_sound(database)
        for talker in self._talkers:
            await talker.check_game()
            self.figures.doubled += talker.came_twice(hidden, self.figures.kills)
        done = self._proxy.done
        self.figures.calls = len(done)
        self.figures.spoilt = Counter(str(call.fault.kind) for call in done if call.fault)

    async def _until_all_is_told(self, began: float) -> None:
        while missing := self._missing():
            if monotonic() > began + CALM_SECONDS:
                raise BrokenPromiseError("; ".join(missing))
            if self.process.returncode is not None:
                raise BrokenPromiseError(f"the bot has ended with {self.process.returncode}")
            await asyncio.sleep(0.05)

    def _missing(self) -> list[str]:
        held = set(map(_board_of, filter(_may_be_late, self._proxy.done)))
        return [what for talker in self._talkers if (what := talker.missing(held))]

    def _hidden(self) -> dict[str, list[str]]:
        """For each word the faults that may have hidden an answer with it from the bot."""
        found: dict[str, list[str]] = {}
        # The bot quotes the word; the closing quote keeps `x1` from matching `x10`.
        words = {word: f"{word}\\u201d" for talker in self._talkers for word in talker.asked}
        for call in self._proxy.done:
            if call.fault and call.fault.hides and call.method.startswith("send"):
                body = call.body.decode("utf-8", "replace")
                for word in (word for word, quoted in words.items() if quoted in body):
                    found.setdefault(word, []).append(str(call.fault.kind))
        return found


async def run(
    storms: int, folder: Path, seed: int, tell: Callable[[str], Any] = lambda _: None
) -> Figures:
    """Runs some storms; raises BrokenPromiseError for the first broken promise."""
    dice, path = random.Random(seed), folder / "sudoku.db"
    api = BotApi()
    async with serving(api) as upstream, FaultyProxy(upstream) as proxy:
        world = Storms(api, proxy, path, dice)
        try:
            async with asyncio.timeout(PATIENCE):
                await world.begin()
            while world.figures.storms < storms:
                await world.storm()
                tell(str(world.figures))
        finally:
            if world.process.returncode is None:
                await kill(world.process)
    return world.figures


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.storm", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--storms", type=int, default=20, help="how many (20)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the dice")
    options = parser.parse_args()
    sys.stdout.write(f"seed {options.seed}\n")

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            asyncio.run(run(options.storms, Path(folder), options.seed, tell))
        except BaseException:
            log = (Path(folder) / "sudoku.log").read_text("utf-8", "replace")
            sys.stderr.write(log[-6000:])
            raise


if __name__ == "__main__":
    main()
