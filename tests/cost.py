"""Measures the processor time that the bot spends on a typed move and on a press.

    python -m tests.cost --number 1000
    python -m tests.cost --beside ../before
    python -m tests.cost --postgres

The real Application handles each update with a real database, and Telegram is a stub in the same
process. The time of all threads counts, from the arrival of an update to its end, including the
work of the inbox; on PostgreSQL the Application is a replica.

A single figure says little, because it depends on what else the machine does. So `--beside`
compares two checkouts: they run alternately in processes of their own, the load meets both alike,
and the ratio of their medians is printed. `--postgres` compares SQLite with a PostgreSQL server
that is started for the run in the same way; the time of the server itself does not count.

Only names that exist in both checkouts are imported from the bot.
"""

import argparse
import asyncio
import cProfile
import gc
import os
import pstats
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from itertools import chain, count, cycle, islice
from pathlib import Path
from statistics import median
from typing import Any, Final

from bot import app
from bot.settings import TELEGRAM, Settings
from bot.store.databases.locations import location_of
from engine import SYMBOLS, Geometry, Symmetry, generate
from tests.stub import TOKEN, Stub

ROOT: Final = Path(__file__).parents[1]
SEED: Final = "42"
WARM_UP: Final = 100
LARGEST: Final = 5
PERSON: Final = {"id": 7, "is_bot": False, "first_name": "P", "language_code": "en"}
CHAT: Final = {"id": 7, "type": "private"}

Content = dict[str, Any]


@dataclass
class Player:
    """Somebody who sends one update after the other to an Application."""

    application: Any
    telegram: Stub
    numbers: Iterator[int]

    async def does(self, content: Content) -> None:
        """Delivers an update, and waits until it is handled."""
        self.telegram.updates = [{"update_id": next(self.numbers), **content}]
        arrived = await self.application.bot.get_updates()
        # A replica takes in the first update of a chat, which it does not hold yet, with a second
        # look.
        for update in arrived or await self.application.inbox.left(self.application.bot):
            handled = self.application.process_update(update)
            await self.application.update_processor.process_update(update, handled)

    def types(self, text: str) -> Content:
        entities = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
        command = {"entities": entities} if text.startswith("/") else {}
        return {"message": self._message(next(self.numbers)) | {"text": text} | command}

    def presses(self, data: str) -> Content:
        message = self._message(self.telegram.newest) | {"reply_markup": self.telegram.keys}
        query = {"id": "1", "from": PERSON, "chat_instance": "1", "data": data}
        return {"callback_query": query | {"message": message}}

    def _message(self, number: int) -> Content:
        return {"message_id": number, "date": 1, "chat": CHAT, "from": PERSON}


def blanks() -> list[tuple[int, int]]:
    """Each blank cell of the puzzle but the last, with its digit, so that the game never ends."""
    puzzle = generate(Geometry.of_size(9), Symmetry.CENTRAL, SEED)
    return [(cell, puzzle.solution[cell]) for cell in puzzle.grid.blanks()[:-1]]


def moves(player: Player) -> Iterator[Content]:
    """The right digits one after another, then their erasure, and so on."""
    name, cells = Geometry.of_size(9).name, blanks()
    digits = [f"{name(cell)} {SYMBOLS[digit - 1]}" for cell, digit in cells]
    return map(player.types, cycle([*digits, *(f"{name(cell)} x" for cell, _ in cells)]))


def presses(player: Player) -> Iterator[Content]:
    """Each cell and its digit on the board of the first game, then each cell and 0, and so on."""
    cells = blanks()
    pairs = [*cells, *((cell, 0) for cell, _ in cells)]
    data = [(f"cell:1:{cell}", f"digit:1:{digit}") for cell, digit in pairs]
    return map(player.presses, cycle(chain.from_iterable(data)))


KINDS: Final[Mapping[str, Callable[[Player], Iterator[Content]]]] = {
    "move": moves,
    "press": presses,
}


@asynccontextmanager
async def playing(folder: Path, url: str) -> AsyncIterator[Player]:
    """Somebody with a new game, and the Application that they talk to."""
    telegram = Stub()
    place = {"SUDOKU_BOT_DATABASE": url or str(folder / "sudoku.db"), "SUDOKU_BOT_WORKERS": "1"}
    settings = Settings.from_environment(place)
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(app.services_of(settings))
        await services.engine.started()
        shared: dict[str, Any] = {}
        if url:
            location = location_of(settings.database, settings.server)
            joining = location.joined(services.database, app.bot_of(TOKEN))
            shared["held"] = await stack.enter_async_context(joining)
        application = app.build(services, TOKEN, TELEGRAM, lambda: telegram, **shared)
        await stack.enter_async_context(application)
        await stack.enter_async_context(application.inbox.wiping())
        player = Player(application, telegram, count(1))
        await player.does(player.types(f"/new 9 central {SEED}"))
        yield player


async def spend(
    kind: str, number: int, watched: AbstractContextManager[Any], url: str = ""
) -> float:
    """The mean processor time in seconds of one update of a kind, once everything is warm.

    Uses the empty PostgreSQL database at `url`, or a new file.

    Raises AssertionError if boards were not drawn in answer.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), url) as player:
            updates = KINDS[kind](player)
            for content in islice(updates, WARM_UP):
                await player.does(content)
            gc.collect()
            # What exists by then is never collected, so collections cost the same in each run.
            gc.freeze()
            boards, began = player.telegram.boards, time.process_time()
            with watched:
                for content in islice(updates, number):
                    await player.does(content)
            spent = time.process_time() - began
            # Pressing a cell is answered without a board, so only every second press counts.
            assert player.telegram.boards - boards >= number // 2, f"a {kind} was not answered"
            return spent / number


def measure(kind: str, number: int, tree: Path, url: str = "") -> float:
    """The result of `spend` for a checkout, measured in a process of its own."""
    command = [sys.executable, "-P", __file__, "--number", str(number), "--only", kind]
    command += ["--url", url]
    paths = os.pathsep.join([str(tree), str(ROOT)])
    environment = os.environ | {"PYTHONPATH": paths, "PTB_TIMEDELTA": "1"}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return float(done.stdout)


def compare(kind: str, number: int, trees: list[Path], rounds: int) -> Iterator[str]:
    """Measures the checkouts alternately, and gives lines with their medians."""
    spent: dict[Path, list[float]] = {tree: [] for tree in trees}
    for _ in range(rounds):
        for tree in trees:
            spent[tree].append(measure(kind, number, tree))
    for tree, times in spent.items():
        low, middle, high = (1000 * of(times) for of in (min, median, max))
        yield f"a {kind}: {middle:.3f} ms ({low:.3f} to {high:.3f} in {rounds} runs) {tree.name}"
    if len(trees) == 2:
        ours, theirs = (median(spent[tree]) for tree in trees)
        yield f"a {kind} takes {ours / theirs:.0%} of what it takes beside"


def compare_databases(kind: str, number: int, rounds: int) -> str:
    """Measures SQLite and PostgreSQL alternately, and gives a line with their medians."""
    from tests.postgres import started  # noqa: PLC0415 - an older checkout has no such module

    files, servers = [], []
    with started() as cluster:
        for _ in range(rounds):
            server = asyncio.run(cluster.create_anew("template0"))
            files.append(measure(kind, number, ROOT))
            servers.append(measure(kind, number, ROOT, server.url))
    file, server_time = median(files), median(servers)
    told = f"a {kind}: {1000 * file:.3f} ms on SQLite, {1000 * server_time:.3f} ms on PostgreSQL"
    return f"{told}: {server_time / file:.2f} times"


def largest(kind: str, number: int) -> Iterator[str]:
    """The most expensive files and functions, as shares of the profiled time."""
    profile = cProfile.Profile(time.thread_time)
    asyncio.run(spend(kind, number, profile))
    own, functions = _own_times(profile)
    whole = sum(own.values())
    for name, times in (("files", own), ("functions", functions)):
        yield f"the largest {name} of a {kind}:"
        for what, seconds in times.most_common(LARGEST):
            yield f"  {seconds / whole:5.1%} {what}"


def _own_times(profile: cProfile.Profile) -> tuple[Counter[str], Counter[str]]:
    """Seconds in each file and function; a built-in function counts where it is called."""
    files, functions = Counter[str](), Counter[str]()
    stats: Any = pstats.Stats(profile)
    for (file, _, function), (_, _, seconds, _, callers) in stats.stats.items():
        shares = {(file, function): seconds}
        if file == "~":
            shares = {(place[0], place[2]): part[2] for place, part in callers.items()}
        for (place, name), part in shares.items():
            files[_short(place)] += part
            functions[f"{_short(place)} {name}"] += part
    return files, functions


def _short(file: str) -> str:
    """A path relative to the repository's root or to the folder of the libraries."""
    for folder in (sysconfig.get_path("purelib"), ROOT, sysconfig.get_path("stdlib")):
        file = file.removeprefix(f"{folder}/")
    return file


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.cost", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--number", type=int, default=400, help="updates in each process (400)")
    parser.add_argument("--rounds", type=int, default=7, help="processes for each checkout (7)")
    parser.add_argument("--beside", type=Path, help="another checkout, built in place")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL beside SQLite")
    parser.add_argument("--only", choices=[*KINDS], help=argparse.SUPPRESS)
    parser.add_argument("--url", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        print(asyncio.run(spend(options.only, options.number, nullcontext(), options.url)))
        return
    if options.postgres:
        for kind in KINDS:
            print(compare_databases(kind, options.number, options.rounds), flush=True)
        return
    trees = [ROOT, *([options.beside.resolve()] if options.beside else [])]
    for kind in KINDS:
        for line in compare(kind, options.number, trees, options.rounds):
            print(line, flush=True)
    for line in largest("move", options.number):
        print(line)


if __name__ == "__main__":
    main()
