"""A move to show a newcomer how moves are typed."""

from collections.abc import Iterator

from bot.game.game import Game
from engine.board import SYMBOLS


def example_move(game: Game) -> str:
    """A right move that the player could make next, in the form in which it is typed.

    It is a hidden single: a digit for which a unit has one place left. Where there is none, perhaps
    because of mistakes on the board, it is the digit of the first blank cell.
    """
    # On a full board with mistakes no cell is blank, so any cell that is not given will do.
    cells = [*game.values.blanks(), *game.givens.blanks()]
    right = (cell for cell, digit in _singles(game) if game.solution[cell] == digit)
    cell = next(right, cells[0])
    return f"{game.givens.geometry.name(cell)} {SYMBOLS[game.solution[cell] - 1]}"


def _singles(game: Game) -> Iterator[tuple[int, int]]:
    """Hidden singles as pairs of a cell and a digit, those of boxes first."""
    geometry, values = game.givens.geometry, game.values
    for unit in (*geometry.boxes, *geometry.rows, *geometry.columns):
        for digit in {*range(1, geometry.size + 1)} - {values[cell] for cell in unit}:
            places = [cell for cell in unit if not values[cell] and not _sees(game, cell, digit)]
            if len(places) == 1:
                yield places[0], digit


def _sees(game: Game, cell: int, digit: int) -> bool:
    return any(game.values[peer] == digit for peer in game.givens.geometry.peers[cell])
