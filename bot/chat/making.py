"""Making the puzzle that somebody wished for: from the stock, or while they watch."""

import asyncio
from collections.abc import Awaitable
from typing import Any, Final

from bot.chat import table
from bot.chat.errors import UserError, report, wording
from bot.chat.questions import ask, generate
from bot.game.wish import Wish
from bot.pool.jobs import graded_now, with_now
from bot.render.buttons.puzzles import CancelMaking
from bot.render.hint_words import name
from bot.render.keyboard import keyboard
from bot.store import games, puzzles, stock
from bot.store.puzzles import Origin
from bot.store.stock import Kind, Ready
from bot.telegram.context import Context
from bot.telegram.replies import change, say, wait_sign
from engine import BudgetSpent, Geometry, Puzzle
from engine.difficulty import hardest_of, up_to

ROUNDS: Final = 6
"""How often the time of a question may run out before the wish is given up."""


async def grant(context: Context, wish: Wish) -> None:
    """Starts a game with a puzzle to order."""
    _check(context, wish)
    ready = await _in_stock(context, wish)
    if ready is not None:
        await _begin(context, wish, ready)
        return
    await wait_sign(context)
    seed = wish.seed or context.services.new_seed()
    making = asyncio.ensure_future(_make(context, wish, seed))
    done, _ = await asyncio.wait([making], timeout=context.services.at_once_seconds)
    if done:
        made = making.result()
        await _begin(context, wish, Ready(made.grid, made.solution, seed))
        return
    await _make_on(context, wish, seed, making)


Makings = dict[tuple[int, int], asyncio.Task[None]]
"""What is being made, by the chat and the message that tells of it."""


def makings(bot_data: dict[Any, Any]) -> Makings:
    """Those of an Application."""
    found: Makings = bot_data.setdefault("makings", {})
    return found


async def end_makings(bot_data: dict[Any, Any]) -> None:
    """Lets go of all that is being made; the next process makes it."""
    going_on = list(makings(bot_data).values())
    makings(bot_data).clear()
    for task in going_on:
        task.cancel()
    await asyncio.gather(*going_on, return_exceptions=True)


def _check(context: Context, wish: Wish) -> None:
    hardest = hardest_of(Geometry.of_size(wish.size))
    if wish.difficulty and wish.difficulty not in up_to(hardest):
        band = context.text(f"difficulty.{hardest}")
        raise UserError("new.never_so_hard", size=wish.size, hardest=band)
    if wish.technique and wish.size == 4:
        raise UserError("new.never_needed", name=name(context.language, wish.technique))


async def _in_stock(context: Context, wish: Wish) -> Ready | None:
    if wish.difficulty is None or wish.technique or wish.seed:
        return None
    kind = Kind(Geometry.of_size(wish.size), wish.symmetry, wish.difficulty)
    return await stock.take(context.database, kind)


async def _make(context: Context, wish: Wish, seed: str) -> Puzzle:
    """Raises BudgetSpent, and EngineBusy and EngineLost as the pool does."""
    rounds = ROUNDS if wish.technique else 1
    for attempt in range(rounds - 1):
        try:
            return await _ask(context, wish, f"{seed}/{attempt}" if attempt else seed)
        except BudgetSpent:
            continue
    return await _ask(context, wish, f"{seed}/{rounds - 1}" if rounds > 1 else seed)


def _ask(context: Context, wish: Wish, seed: str) -> Awaitable[Puzzle]:
    if wish.technique:
        return ask(context, with_now, wish.size, wish.symmetry, seed, wish.technique)
    if wish.difficulty:
        return ask(context, graded_now, wish.size, wish.symmetry, seed, wish.difficulty)
    return generate(context, wish.size, wish.symmetry, seed)


async def _make_on(context: Context, wish: Wish, seed: str, making: asyncio.Future[Puzzle]) -> None:
    """Leaves the chat free for other messages, above all for a press on Cancel."""
    inbox = context.sudoku.inbox
    inbox.hold(context.update_id)
    cancel = keyboard([[(context.text("button.cancel"), CancelMaking())]])
    waiting = await say(context, context.html("new.making", what=_what(context, wish)), cancel)
    following = _follow(context, wish, seed, making, waiting.message_id)
    task = asyncio.create_task(following)
    here = context.chat_id, waiting.message_id
    going_on = makings(context.bot_data)
    going_on[here] = task

    def done(_: object) -> None:
        if going_on.pop(here, None) is not None:
            inbox.release(context.update_id)

    task.add_done_callback(done)


async def _follow(
    context: Context, wish: Wish, seed: str, making: asyncio.Future[Puzzle], message_id: int
) -> None:
    try:
        made = await making
        made_it = context.html("new.made", what=_what(context, wish))
        async with context.turn():
            await change(context, message_id, made_it, None)
            await _begin(context, wish, Ready(made.grid, made.solution, seed))
    except Exception as error:  # noqa: BLE001 - as for every handler, it becomes an answer
        worded = wording(error)
        if worded is None:
            await report(context, error)
        else:
            key, values = worded
            await change(context, message_id, context.html(key, **values), None)


def _what(context: Context, wish: Wish) -> str:
    parts = [f"{wish.size}×{wish.size}", context.text(f"symmetry.{wish.symmetry}")]
    if wish.difficulty:
        parts.append(context.text(f"difficulty.{wish.difficulty}"))
    if wish.technique:
        parts.append(name(context.language, wish.technique))
    return " · ".join(parts)


async def _begin(context: Context, wish: Wish, ready: Ready) -> None:
    async with context.database.transaction() as transaction:
        kept = await puzzles.add(
            transaction,
            ready.grid,
            ready.solution,
            Origin.NEW,
            symmetry=wish.symmetry,
            seed=ready.seed,
            difficulty=wish.difficulty,
        )
        row = await games.start(
            transaction, context.chat_id, kept.id, context.user.id, context.seconds
        )
        await context.takes_effect(transaction, row.id)
    seat = table.Table.of(row)
    note = context.html("game.new_hint", example=table.example_move(seat.play))
    if wish.technique:
        note = context.html("new.needs", name=name(context.language, wish.technique))
    elif wish.difficulty:
        note = context.html("new.is", difficulty=context.text(f"difficulty.{wish.difficulty}"))
    if wish.seed:
        note = context.html("game.seed", seed=wish.seed)
    await table.show(context, seat, note)
