"""Mistakes on a board: which ones a player wants to see, and the turns that take them back."""

from dataclasses import replace

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from bot.game.person import Policy


def shown_mistakes(game: Game, policy: Policy) -> frozenset[int]:
    """The cells whose digits are marked under this policy."""
    match policy:
        case Policy.SILENT:
            return frozenset()
        case Policy.CONFLICTS:
            return frozenset(cell for pair in game.conflicts() for cell in pair.cells)
        case Policy.WRONG:
            return frozenset(game.wrong_cells())


def clash(game: Game, cell: int) -> int | None:
    """The first peer with the same digit as a cell; None where there is none."""
    value = game.values[cell]
    peers = game.givens.geometry.peers[cell]
    return next((peer for peer in peers if value and game.values[peer] == value), None)


def last_right(game: Game) -> Game:
    """The game at its latest moment without a wrong digit, which may be the start."""
    while game.wrong_cells():
        game = replace(game, done=game.done - 1)
    return game


def back_to_right(game: Game, player: int) -> Turn:
    """The one turn that restores `last_right`; without moves where nothing is wrong.

    Notes under digits and who placed what come back too. The turn is undone like any other, and
    undoing it brings back everything that it took.
    """
    # One move at most, for a BACK stands alone in its turn.
    wrong = game.wrong_cells()
    moves = [Move(Act.BACK, cell, last_right(game).done) for cell in wrong[:1]]
    return Turn(player, tuple(moves))


def back_to_start(game: Game, player: int) -> Turn:
    """The one turn that clears the board, undone like any other; empty on a fresh board."""
    blanks = game.givens.blanks()
    filled = (cell for cell in blanks if game.values[cell] or game.notes[cell])
    return Turn(player, tuple(Move(Act.BACK, cell, 0) for cell in list(filled)[:1]))
