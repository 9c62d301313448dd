"""Pictures of boards and pages to print, drawn by a worker in the name of whoever sees them."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.ledger.ledger import DRAWINGS, NothingReserved
from bot.ledger.owner import Owner
from bot.play.services import Services
from bot.play.visit import Visit
from bot.pool.engine import EngineBusy, EngineLost

DRAWN_BYTES: Final = 400_000
"""What a picture or a few pages take at most while they are drawn; sending reserves by itself."""

log = logging.getLogger(__name__)


async def drawn(visit: Visit, drawing: Callable[..., bytes], *parts: object) -> bytes:
    """The file that `drawing(*parts)` makes; raises NothingReserved, and as the pool does."""
    return await drawn_for(visit.services, visit.owner, drawing, *parts)


async def drawn_for(
    services: Services, owner: Owner, drawing: Callable[..., bytes], *parts: object
) -> bytes:
    """As `drawn`, in somebody's name."""
    with services.ledger.reserve(DRAWINGS, owner, DRAWN_BYTES):
        return await services.engine.draw(owner, drawing, *parts)


async def surely_drawn(visit: Visit, drawing: Callable[..., bytes], *parts: object) -> bytes:
    """As `drawn`, but by a thread of this process when no worker has time: boards must be shown."""
    try:
        return await drawn(visit, drawing, *parts)
    except (EngineBusy, EngineLost, NothingReserved) as missing:
        log.warning("no worker draws a board, a thread does: %s", type(missing).__name__)
        return await asyncio.to_thread(drawing, *parts)
