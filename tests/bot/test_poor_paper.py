"""Photos of thin, creased and bent paper, followed in a chat from the photo to the solved game."""

import asyncio

import pytest

from bot.ledger.owner import Owner
from bot.pool.engine import OpenFile
from bot.pool.pictures import Pictures
from engine.photo import Reading, read
from engine.search import Budget
from tests.bot.house import Talk, right_moves
from tests.engine.photo.distorted import GROUPS, puzzle_of

UNHURRIED = Budget(60)
PHOTOS = (
    ("show-through 10%", 2),
    ("show-through 10%", 3),
    ("show-through 20%", 0),
    ("show-through 20%", 1),
    ("creases", 0),
    ("creases", 1),
    ("creases", 2),
    ("curl 5%", 0),
    ("curl 5%", 1),
    ("curl 10%", 0),
)


class InAThread(Pictures):
    """Reads pictures in this process, which no clock on the wall ends on a busy machine."""

    async def read(self, _owner: Owner, opened: OpenFile) -> tuple[Reading, ...]:
        async with opened() as content:
            return await asyncio.to_thread(read, bytes(content), UNHURRIED)


@pytest.fixture
def pictures() -> Pictures:
    return InAThread()


@pytest.mark.long
@pytest.mark.parametrize(("group", "seed"), PHOTOS)
async def test_a_page_is_photographed_played_and_solved(chat: Talk, group: str, seed: int) -> None:
    said = await chat.delivers(chat.person.send_photo(GROUPS[group](seed)))
    assert "One solution" in said
    await chat.presses("▶ Play")
    stored = await chat.game()
    assert stored.game.givens == puzzle_of(seed)
    assert "Solved! 🎉" in await chat.sends(" ".join(right_moves(stored)))
