"""Back to where a game was right."""

from dataclasses import replace

from bot.game.game import Game
from bot.game.move import Act, Move, Turn


def last_right(game: Game) -> Game:
    """The game at its latest moment without a wrong digit; the start is one."""
    while game.wrong_cells():
        game = replace(game, done=game.done - 1)
    return game


def back_to_right(game: Game, player: int) -> Turn:
    """The one turn that brings `last_right` back whole; without moves where nothing is wrong.

    Also notes under digits and who placed what are as they were. As it is a turn like any other,
    undoing it brings back everything that it took.
    """
    wrong = game.wrong_cells()
    moves = [Move(Act.BACK, cell, last_right(game).done) for cell in wrong[:1]]
    return Turn(player, tuple(moves))
