"""Plays for a long time and fails if the bot or its workers grow.

    python -m tests.memory --actions 100000

Everything runs as in the service, but Telegram is a stub that keeps nothing.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bot import app
from bot.settings import TELEGRAM, Settings
from bot.telegram.application import SudokuApplication
from bot.telegram.flood import FloodControl
from bot.telegram.updates import UpdateText, read
from tests.crash import BrokenPromiseError
from tests.stub import TOKEN, Stub

PEOPLE: Final = 200
WORDS: Final = (
    "/new 4", "/board", "/undo", "/redo", "/check", "/games", "/stats", "/help", "/settings",
    "/subscribe 8:00 Berlin", "/unsubscribe", "r1c1 1", "r2c3=4 r3c3=2", "1: 1234", "hello",
    "/solve 1...............", "/submit 1234341221434321", "/language zh", "/nonsense", "/daily",
    "/hint", "/rate", "/board image", "/board text", "/learn x-wing", "/print 1", "/calendar",
    "/share", "/shelf", "/import 1.34341221434321", "/notes", "/export", "/giveup", "/new hard",
)  # fmt: skip
PRESSES: Final = (
    "undo:{0}:0",
    "board:{0}",
    "more:{0}",
    "check:{0}",
    "new",
    "daily",
    "junk",
    "x:1",
    "hint:{0}",
    "cell:{0}:3",
    "share:{0}",
    "shelf:{0}",
    "steps:{0}",
    "printnew:2",
)
PAGE: Final = 4096
HURRY: Final = 1_000
GROWTH: Final = 1.05
"""How much larger than after three fifths, when all caches are full, it may be at the end."""


def hurried() -> FloodControl:
    """FloodControl with shortened seconds, since nobody waits for the answers."""
    return FloodControl(lambda: monotonic() * HURRY, lambda seconds: asyncio.sleep(seconds / HURRY))


def action(number: int, dice: random.Random) -> dict[str, Any]:
    """What somebody does next, as Telegram would send it."""
    person = {"id": 1 + dice.randrange(PEOPLE), "is_bot": False, "first_name": "P"}
    chat = {"id": person["id"], "type": "private"}
    message = {"message_id": number, "date": 1, "chat": chat, "from": person}
    if dice.random() < 0.3:
        data = dice.choice(PRESSES).format(dice.randrange(1, 2 * PEOPLE))
        query = {"id": str(number), "from": person, "chat_instance": "1", "data": data}
        return {"update_id": number, "callback_query": query | {"message": message}}
    text = dice.choice(WORDS)
    entities = [{"type": "bot_command", "offset": 0, "length": len(text.split()[0])}]
    command = {"entities": entities} if text.startswith("/") else {}
    return {"update_id": number, "message": message | {"text": text} | command}


async def play(application: SudokuApplication, first: int, last: int, dice: random.Random) -> None:
    """Handles the actions from `first` to `last`, which arrive through the real inbox."""
    for number in range(first, last, 20):
        told = [json.dumps(action(n, dice)) for n in range(number, min(number + 20, last))]
        batch = [*read(map(UpdateText, told), application.bot)]
        arrived = await application.inbox.receive(batch)
        await asyncio.gather(*map(application.process_update, arrived))


def resident(process: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def held() -> tuple[int, int]:
    """Bytes that the bot holds, and the most that one of its workers holds."""
    gc.collect()
    workers = [resident(child.pid) for child in multiprocessing.active_children() if child.pid]
    return resident(os.getpid()), max(workers, default=0)


async def run(
    actions: int, folder: Path, measure: Callable[[], tuple[int, int]], seed: int = 1
) -> list[tuple[int, int]]:
    """The results of `measure` after each fifth of the actions."""
    dice, measured = random.Random(seed), list[tuple[int, int]]()
    async with app.services_of(Settings(database=folder / "sudoku.db", workers=1)) as services:
        application = app.build(services, TOKEN, TELEGRAM, Stub, flood=hurried())
        async with application, application.inbox.wiping():
            for fifth in range(5):
                begin = fifth * actions // 5 + 1
                await play(application, begin, (fifth + 1) * actions // 5 + 1, dice)
                await application.inbox.wipe()
                measured.append(measure())
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.memory", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--actions", type=int, default=100_000, help="how many (100000)")
    parser.add_argument("--seed", type=int, default=1, help="of the dice (1)")
    options = parser.parse_args()
    began = monotonic()
    with tempfile.TemporaryDirectory() as folder:
        measured = asyncio.run(run(options.actions, Path(folder), held, options.seed))
    for name, sizes in zip(("bot", "worker"), zip(*measured, strict=True), strict=True):
        print(f"{name}: " + " ".join(f"{size / 2**20:.1f}" for size in sizes) + " MiB")
        if sizes[-1] > sizes[2] * GROWTH:
            raise BrokenPromiseError(f"the {name} grows")
    print(f"{options.actions} actions in {monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
