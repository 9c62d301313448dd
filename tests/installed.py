"""Measures the memory of the bot as `pip install` leaves it: `python -m tests.installed`.

This checkout is installed without extras into a new environment, and its `sudoku-bot` serves a
pretend Telegram from a new database, with all limits in force. Its memory is what the bot's own
process holds, as its `/metrics` tell: a quarter of a minute after a first start, and after people
have written more moves a second than Telegram lets a bot answer.

Fails where that is more than IDLE_BYTES or BUSY_BYTES. No other command can tell, since a process
that runs tests holds modules that no operator's does.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from bot.playground import BotApi
from tests.bot.process import free_port
from tests.crash import BrokenPromiseError
from tests.load import ROOT, Load, bot, move, telegram

IDLE_BYTES: Final = 80e6
BUSY_BYTES: Final = 100e6
SLACK: Final = 1.03
"""Another interpreter or library takes a little more or less."""

SETTLED_SECONDS: Final = 15.0


def install(folder: Path) -> Path:
    """Installs this checkout into a new environment in a folder; returns its `sudoku-bot`."""
    # From a copy, since setuptools writes into the folder that it builds from.
    ignored = shutil.ignore_patterns(".*", "build", "*.egg-info", "*.so")
    shutil.copytree(ROOT, folder / "sources", symlinks=True, ignore=ignored)
    subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    programs = folder / "environment" / ("Scripts" if os.name == "nt" else "bin")
    subprocess.run(
        [programs / "pip", "install", "-q", "--disable-pip-version-check", folder / "sources"],
        check=True,
    )
    return programs / "sudoku-bot"


async def measure(program: Path, folder: Path, rate: float, seconds: float) -> tuple[float, float]:
    """The bytes that a bot holds on a new database when idle, and after so many moves a second."""
    api, port = BotApi(), free_port()
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(telegram(api))
        served = bot(api, address, folder, port, folder, program=[str(program)])
        await stack.enter_async_context(served)
        load = Load(api, f"http://127.0.0.1:{port}")
        stack.push_async_callback(load.close)
        await asyncio.sleep(SETTLED_SECONDS)
        idle = await load.memory()
        await load.begin()
        played = await load.step(move, rate, seconds, patient=True)
        return idle, played.figures["memory"]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.installed", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--program", type=Path, help="the sudoku-bot of an installation")
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second (100)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play (20)")
    parser.add_argument("--slack", type=float, default=SLACK, help=f"times the limits ({SLACK})")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as kept:
        program = options.program.resolve() if options.program else install(Path(kept))
        data = Path(kept) / "data"
        data.mkdir()
        idle, busy = asyncio.run(measure(program, data, options.rate, options.seconds))
    print(f"idle {idle / 1e6:.1f} MB, at {options.rate:g} moves a second {busy / 1e6:.1f} MB")
    if idle > options.slack * IDLE_BYTES or busy > options.slack * BUSY_BYTES:
        raise BrokenPromiseError("the bot takes more memory than promised")


if __name__ == "__main__":
    main()
