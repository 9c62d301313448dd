"""A move to show a newcomer how moves are typed."""

from collections.abc import Iterator

from bot.game.game import Game
from engine.board import SYMBOLS


def example_move(game: Game) -> str:
    """The next right move by logic that can be typed right away.

    That is a digit which a unit has only one place for, as what stands on the board shows. Where
    there is none, also because of mistakes, it is the digit of the first cell that is to be filled.
    """
    cells = [*game.values.blanks(), *game.givens.blanks()]
    right = (cell for cell, digit in _singles(game) if game.solution[cell] == digit)
    cell = next(right, cells[0])
    return f"{game.givens.geometry.name(cell)} {SYMBOLS[game.solution[cell] - 1]}"


def _singles(game: Game) -> Iterator[tuple[int, int]]:
    """Cells that alone in a unit have room for a digit, boxes first."""
    geometry, values = game.givens.geometry, game.values
    for unit in (*geometry.boxes, *geometry.rows, *geometry.columns):
        for digit in {*range(1, geometry.size + 1)} - {values[cell] for cell in unit}:
            places = [cell for cell in unit if not values[cell] and not _sees(game, cell, digit)]
            if len(places) == 1:
                yield places[0], digit


def _sees(game: Game, cell: int, digit: int) -> bool:
    return any(game.values[peer] == digit for peer in game.givens.geometry.peers[cell])
