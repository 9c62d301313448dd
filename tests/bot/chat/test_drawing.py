"""Who draws: a worker in the name of whoever sees it, and for boards in the end a thread."""

import logging
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.chat.drawing import DRAWN_BYTES, drawn, surely_drawn
from bot.ledger.ledger import DRAWINGS, NothingReserved
from bot.ledger.owner import Owner
from bot.play.visit import Visit
from bot.pool.engine import Engine, EngineBusy
from bot.render.draft import draft_picture
from bot.render.picture import board_png
from engine import parse
from tests.bot.house import House, Talk

GRID = parse("12.4341221434321")


def shout(word: str) -> bytes:
    return word.upper().encode()


class Full:
    """An engine whose workers have no time, or one that looks into the ledger while it draws."""

    def __init__(self, visit: Visit, error: Exception | None = None) -> None:
        self._ledger = visit.services.ledger
        self._error = error
        self.seen: list[tuple[Owner, int]] = []

    async def draw(self, owner: Owner, drawing: Any, *parts: object) -> bytes:
        self.seen.append((owner, self._ledger.reserved[DRAWINGS]))
        if self._error:
            raise self._error
        return cast("bytes", drawing(*parts))


def with_engine(visit: Visit, engine: Full) -> Visit:
    return replace(visit, services=replace(visit.services, engine=cast("Engine", engine)))


async def test_a_worker_draws_in_the_name_of_the_person_with_memory_set_aside(
    house: House, chat: Talk
) -> None:
    visit = await chat.visit()
    engine = Full(visit)
    assert await drawn(with_engine(visit, engine), shout, "board") == b"BOARD"
    assert engine.seen == [(Owner(chat.person.id, chat.chat_id), DRAWN_BYTES)]
    assert house.services.ledger.reserved[DRAWINGS] == 0
    png = await drawn(visit, board_png, draft_picture(GRID, GRID, doubtful=(), repaired=()))
    assert png.startswith(b"\x89PNG"), "by a real worker"


async def test_without_a_worker_only_boards_are_drawn_all_the_same(
    chat: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    visit = await chat.visit()
    busy = with_engine(visit, Full(visit, EngineBusy()))
    with pytest.raises(EngineBusy):
        await drawn(busy, shout, "chart")
    with caplog.at_level(logging.WARNING):
        assert await surely_drawn(busy, shout, "board") == b"BOARD"
    assert "EngineBusy" in caplog.text


async def test_without_memory_only_boards_are_drawn_all_the_same(house: House, chat: Talk) -> None:
    visit = await chat.visit()
    with house.services.ledger.reserve(DRAWINGS, visit.owner, DRAWINGS.share):
        with pytest.raises(NothingReserved):
            await drawn(visit, shout, "chart")
        assert await surely_drawn(visit, shout, "board") == b"BOARD"
