"""Measures how soon a replica shows what another one has done: `python -m tests.news`.

Two replicas share one PostgreSQL, here in one process, each with connections of its own. Somebody
types moves at the one, and a page at the other watches the game. Printed is the time from a move's
arrival at the one until the other has read the new state, as its stream does before it sends it.
Both the answer in the chat and other programs on the machine take part of that time.
"""

import argparse
import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from bot import app
from bot.game.place import Place
from bot.play.services import Services
from bot.settings import Settings
from bot.store import games
from bot.store.databases.locations import location_of
from tests.cost import Player, moves, playing
from tests.postgres import started
from tests.stub import TOKEN

GAME: Final = 1
PATIENCE: Final = 30.0


class UnheardError(AssertionError):
    """A replica does not hear of a move."""


@asynccontextmanager
async def _beside(url: str) -> AsyncIterator[Services]:
    """Another replica on a database, which only listens."""
    settings = Settings.from_environment({"SUDOKU_BOT_DATABASE": url, "SUDOKU_BOT_WORKERS": "1"})
    location = location_of(settings.database, settings.server)
    async with (
        app.services_of(settings) as services,
        location.joined(services.database, app.bot_of(TOKEN)) as held,
    ):
        if held is None:
            raise UnheardError("the database is not shared")
        held.hear_of_games(services.changes.heard)
        yield services


async def _listens(player: Player, told: asyncio.Event) -> None:
    """Returns once the other replica hears of the game."""
    database = player.application.services.database
    while not told.is_set():
        async with database.transaction() as transaction:
            await transaction.tell_of_game(GAME, database.replica or 0)
        await asyncio.sleep(0.05)


async def measure(url: str, number: int) -> list[float]:
    """The seconds of so many moves; raises UnheardError."""
    seconds = list[float]()
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), url) as player, _beside(url) as there:
            chat_id = await games.chat_of(there.database, GAME)
            if chat_id is None:
                raise UnheardError("the game is not there")
            with there.changes.watch(GAME) as told:
                await asyncio.wait_for(_listens(player, told), PATIENCE)
                for content in islice(moves(player), number):
                    told.clear()
                    began = perf_counter()
                    moving = asyncio.create_task(player.does(content))
                    try:
                        await asyncio.wait_for(told.wait(), PATIENCE)
                    except TimeoutError as error:
                        raise UnheardError(f"after move {len(seconds)}") from error
                    stored = await games.get(there.database, GAME, Place(chat_id))
                    seconds.append(perf_counter() - began)
                    await moving
                    if stored is None or stored.version != len(seconds):
                        raise UnheardError(f"version {len(seconds)} is not there")
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.news", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--number", type=int, default=200, help="moves to make (200)")
    options = parser.parse_args()
    with started() as cluster:
        server = asyncio.run(cluster.create_anew("template0"))
        seconds = asyncio.run(measure(server.url, options.number))
    best, middle = 1000 * min(seconds), 1000 * median(seconds)
    most = 1000 * quantiles(seconds, n=100, method="inclusive")[98]
    print(f"{len(seconds)} moves seen at the other replica: at best {best:.0f} ms, ", end="")
    print(f"median {middle:.0f} ms, 99 of 100 within {most:.0f} ms")


if __name__ == "__main__":
    main()
