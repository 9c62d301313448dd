"""Puzzles made to order: taken from the stock, or made while somebody waits."""

from collections.abc import Awaitable
from typing import Final

from bot.game.wish import Wish
from bot.play.begin import begin
from bot.play.errors import UserError
from bot.play.questions import ask, generate
from bot.play.visit import Visit
from bot.pool.jobs import graded_now, learner_now, with_now
from bot.store import puzzles, stock
from bot.store.games import StoredGame
from bot.store.puzzles import Origin, PuzzleRow
from bot.store.seam.source import Source
from bot.store.stock import Kind, Ready
from engine.board import Geometry
from engine.difficulty import hardest_of, up_to
from engine.make import Puzzle
from engine.search import BudgetSpent

ROUNDS: Final = 6
"""How many times the budget of a question may run out before a wish is given up."""


def check(wish: Wish) -> None:
    """Raises UserError for a wish that no puzzle can fulfil."""
    hardest = hardest_of(Geometry.of_size(wish.size))
    if wish.difficulty and wish.difficulty not in up_to(hardest):
        raise UserError("new.never_so_hard", size=wish.size, hardest=hardest)
    if wish.technique and wish.size == 4:
        raise UserError("new.never_needed", name=wish.technique)


async def in_stock(visit: Visit, wish: Wish) -> Ready | None:
    """Takes a puzzle out of the stock; None if the stock has none that fits."""
    if wish.difficulty is None or wish.technique or wish.seed:
        return None
    kind = Kind(Geometry.of_size(wish.size), wish.symmetry, wish.difficulty)
    return await stock.take(visit.database, kind)


async def make(visit: Visit, wish: Wish, seed: str) -> Ready:
    """Makes a puzzle; raises BudgetSpent, EngineBusy and EngineLost as the pool does."""
    # A technique is rare among random puzzles, so its search goes on in rounds.
    rounds = ROUNDS if wish.technique else 1
    for attempt in range(rounds - 1):
        try:
            return await _made(visit, wish, seed, attempt)
        except BudgetSpent:
            continue
    return await _made(visit, wish, seed, rounds - 1)


async def begin_made(
    visit: Visit, wish: Wish, ready: Ready, source: Source | None = None
) -> StoredGame:
    """Begins a game with a puzzle made to order; `source` is a transaction to join."""
    async with (source or visit.database).transaction() as transaction:
        kept = await keep(transaction, wish, ready)
        return await begin(visit, kept.id, source=transaction)


async def keep(source: Source, wish: Wish, ready: Ready) -> PuzzleRow:
    """Stores a puzzle made to order."""
    return await puzzles.add(
        source,
        ready.grid,
        ready.solution,
        Origin.NEW,
        symmetry=wish.symmetry,
        seed=ready.seed,
        difficulty=wish.difficulty,
    )


async def _made(visit: Visit, wish: Wish, seed: str, attempt: int) -> Ready:
    # Each later round has a seed of its own, or it would search the same puzzles again.
    puzzle = await _ask(visit, wish, f"{seed}/{attempt}" if attempt else seed)
    return Ready(puzzle.grid, puzzle.solution, seed)


def _ask(visit: Visit, wish: Wish, seed: str) -> Awaitable[Puzzle]:
    if wish.technique and wish.is_for_learner:
        return ask(visit, learner_now, seed, wish.technique)
    if wish.technique:
        return ask(visit, with_now, wish.size, wish.symmetry, seed, wish.technique)
    if wish.difficulty:
        return ask(visit, graded_now, wish.size, wish.symmetry, seed, wish.difficulty)
    return generate(visit, wish.size, wish.symmetry, seed)
