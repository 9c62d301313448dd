"""A move to show a newcomer how moves are typed."""

from bot.game.game import Game
from engine.grid import SYMBOLS


def example_move(game: Game) -> str:
    """A move that can be typed right away: a blank cell, and a digit that none of its peers has.

    Where mistakes leave no such cell, any digit for a cell that is not given.
    """
    geometry = game.givens.geometry
    cells = [*game.values.blanks(), *game.givens.blanks()]
    free = ((cell, _unseen(game, cell)) for cell in cells)
    cell, digit = next(((cell, digit) for cell, digit in free if digit), (cells[-1], 1))
    return f"{geometry.name(cell)} {SYMBOLS[digit - 1]}"


def _unseen(game: Game, cell: int) -> int:
    """The least digit that no peer of a cell has; 0 where there is none."""
    geometry = game.givens.geometry
    seen = {game.values[peer] for peer in geometry.peers[cell]}
    return next((digit for digit in range(1, geometry.size + 1) if digit not in seen), 0)
