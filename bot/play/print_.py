"""Puzzles on paper; the time of a game no longer counts once its solution was printed."""

from bot.game.wish import Wish
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
    """Makes `count` new puzzles; only the first one uses the seed of the wish."""
    others = [Wish(wish.size, wish.symmetry)] * (count - 1)
    made = [await fresh(visit, one) for one in (wish, *others)]
    for puzzle in made:
        await show_solution(visit, puzzle.grid, puzzle.solution, Way.PRINTED)
    return made
