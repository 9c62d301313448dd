"""Puzzles on paper; the time of a game no longer counts once its solution was printed."""

from dataclasses import replace

from bot.game.wish import Wish
from bot.play import wishes
from bot.play.begin import fresh
from bot.play.finish import show_solution
from bot.play.visit import Visit
from bot.store.games import StoredGame
from bot.store.puzzles import PuzzleRow
from bot.store.solutions import Way


async def print_game(visit: Visit, stored: StoredGame, *, solution: bool = True) -> PuzzleRow:
    """The puzzle of a game; with the solution, the time of an unfinished game no longer counts."""
    puzzle = stored.puzzle
    if stored.is_open and solution:
        await show_solution(visit, puzzle.grid, puzzle.solution, Way.PRINTED)
    return puzzle


async def print_fresh(visit: Visit, wish: Wish, count: int) -> list[PuzzleRow]:
    """Makes `count` new puzzles; only the first one uses the seed of the wish.

    Raises UserError for a wish that no puzzle can fulfil.
    """
    wishes.check(wish)
    others = [replace(wish, seed=None)] * (count - 1)
    made = [await _made(visit, one) for one in (wish, *others)]
    for puzzle in made:
        await show_solution(visit, puzzle.grid, puzzle.solution, Way.PRINTED)
    return made


async def _made(visit: Visit, wish: Wish) -> PuzzleRow:
    """A new stored puzzle of a difficulty, or of any."""
    if wish.difficulty is None:
        return await fresh(visit, wish)
    ready = await wishes.in_stock(visit, wish)
    if ready is None:
        seed = wish.seed or visit.services.new_seed()
        ready = await wishes.make(visit, wish, seed)
    return await wishes.keep(visit.database, wish, ready)
