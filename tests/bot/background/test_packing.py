from collections.abc import Iterator
from itertools import count

import pytest

from bot.background.packing import (
    COUNT_SECONDS,
    COUNTED_AT_ONCE,
    QUIET_SHARE,
    REST_SECONDS,
    SHARE,
    Packer,
)
from bot.game.place import Place
from bot.store import games, packing, puzzles, users
from bot.store.games import GameState
from bot.store.puzzles import Origin
from bot.store.seam.source import Store
from engine import Geometry, generate


class EnoughError(Exception):
    pass


class Nights:
    """A sleep that notes how long, and ends at the last of these."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        if len(self.slept) == self.most:
            raise EnoughError


def clock(step: float) -> Iterator[float]:
    return (step * number for number in count())


async def ended(database: Store, many: int) -> None:
    """So many games that are over."""
    puzzle = generate(Geometry(2, 2), seed="1")
    await users.see(database, 7, 1)
    stored = await puzzles.add(database, puzzle.grid, puzzle.solution, Origin.IMPORT)
    for _ in range(many):
        game = await games.start(database, Place(7), stored.id, 7, 1)
        await games.finish(database, game.id, GameState.GIVEN_UP, 2)


@pytest.mark.parametrize(("spent", "share"), [(0.04, SHARE), (0.01, QUIET_SHARE)])
async def test_it_takes_only_its_share_of_the_time_until_all_are_packed(
    database: Store, spent: float, share: float
) -> None:
    """Less of it while others are served: `spent` is the processor time in a rest of 0.5 s."""
    await ended(database, 3)
    nights, times, processor, told = Nights(6), clock(0.5), clock(spent), list[int]()
    packer = Packer(database, nights, told.append, lambda: next(times), lambda: next(processor))
    with pytest.raises(EnoughError):
        await packer.run()
    rest = pytest.approx(0.5 / share - 0.5)
    assert nights.slept == [REST_SECONDS, rest, rest, rest, rest, REST_SECONDS]
    assert await packing.next_game(database) is None
    assert told == [3, 2, 1, 0]


async def test_those_that_have_ended_since_are_in_the_next_count(database: Store) -> None:
    told = list[int]()
    packer = Packer(database, Nights(9), told.append, lambda: 0.0)
    await packer.do_some(0.0)
    await ended(database, 3)
    assert await packer.do_some(COUNT_SECONDS - 1)
    await packer.do_some(COUNT_SECONDS)
    assert told == [0, 0, 2]


@pytest.mark.long
@pytest.mark.sqlite
async def test_many_are_counted_in_pieces(database: Store) -> None:
    await ended(database, 1)
    await database.all(
        "with recursive more (id) as (select 2 union all select id + 1 from more where id < $1)"
        " insert into games (id, chat_id, puzzle_id, started_by, state, started_at, finished_at)"
        " select more.id, chat_id, puzzle_id, started_by, state, started_at, finished_at"
        " from more, games where games.id = 1",
        2 * COUNTED_AT_ONCE + 7,
    )
    told = list[int]()
    packer = Packer(database, Nights(9), told.append, lambda: 0.0)
    for _ in range(2):
        assert await packer.do_some(0.0)
        assert told == []
    assert await packer.do_some(0.0)
    assert told == [2 * COUNTED_AT_ONCE + 7]


@pytest.mark.sqlite
async def test_it_tries_again_whatever_happens(
    database: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await ended(database, 1)
    await database.all("alter table packed_players rename to elsewhere")
    await database.all("alter table turns rename to nowhere")
    nights, times, processor = Nights(4), clock(0.5), clock(1.0)
    with pytest.raises(EnoughError):
        await Packer(
            database, nights, list[int]().append, lambda: next(times), lambda: next(processor)
        ).run()
    assert nights.slept == [REST_SECONDS, pytest.approx(0.5 / SHARE - 0.5), *[REST_SECONDS] * 2]
    assert caplog.text.count("no game could be packed") == 2
