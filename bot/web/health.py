"""Whether this process lives, and whether it can do its work."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final

from bot.telegram.application import SudokuApplication

CONTACT_SECONDS: Final = 60.0
"""Seconds of silence after which Telegram is asked; a poll is answered every ten seconds."""

PATIENCE_SECONDS: Final = 3.0
FINE: Final = "ok"

log = logging.getLogger(__name__)


async def readiness(application: SudokuApplication) -> dict[str, str]:
    """`ok`, or what is wrong, for the database, the engine and Telegram."""
    services = application.services
    answers = await asyncio.gather(
        _asked("the database", services.database.one("select 1")),
        _asked("the engine", services.engine.ready()),
        _asked("Telegram", _contact(application)),
    )
    return dict(zip(("database", "engine", "telegram"), answers, strict=True))


async def _asked(name: str, question: Awaitable[object]) -> str:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await question
    except Exception as error:  # noqa: BLE001 - any error means that it does not work
        log.warning("not ready: %s does not answer (%r)", name, error)
        return type(error).__name__
    return FINE


async def _contact(application: SudokuApplication) -> None:
    if application.metrics.seconds_since_contact > CONTACT_SECONDS:
        await application.bot.get_me()
