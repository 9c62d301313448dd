"""Questions to the engine in the name of the person who asks, and who may have to wait."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from telegram.error import TelegramError

from bot.pool.engine_pool import Decision, OnWait
from bot.telegram.context import Context
from bot.telegram.replies import say
from engine import Grid, Puzzle, Symmetry

Result = TypeVar("Result")


async def ask(context: Context, job: Callable[..., Result], *question: object) -> Result:
    """The engine's answer to `job(*question, budget)`; raises as the pool does."""
    return await context.services.engine.ask(
        context.user.id, job, *question, on_wait=queue_sign(context)
    )


async def decide(context: Context, grid: Grid) -> Decision:
    """Whether `grid` has no, one or several solutions; raises as the pool does."""
    return await context.services.engine.decide(context.user.id, grid, on_wait=queue_sign(context))


async def generate(context: Context, size: int, symmetry: Symmetry, seed: str) -> Puzzle:
    """A new puzzle with exactly one solution; raises as the pool does."""
    return await context.services.engine.generate(
        context.user.id, size, symmetry, seed, on_wait=queue_sign(context)
    )


def queue_sign(context: Context) -> OnWait:
    """Says once for each update at which place of the engine's queue its question waits.

    Where that cannot be said, the answer is still worth waiting for.
    """

    async def sign(place: int) -> None:
        if not context.queue_told:
            context.queue_told = True
            with suppress(TelegramError):
                await say(context, context.html("engine.place", place=place))

    return sign
