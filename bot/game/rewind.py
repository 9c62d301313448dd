"""Back to where a game was right."""

from dataclasses import replace

from bot.game.move import Act, Move, Turn
from bot.game.play import Play


def last_right(play: Play) -> Play:
    """The game at its latest moment without a wrong digit; the start is one."""
    while play.wrong_cells():
        play = replace(play, done=play.done - 1)
    return play


def back_to_right(play: Play, player: int) -> Turn:
    """The one turn that brings `last_right` back whole; without moves where nothing is wrong.

    Also notes under digits and who placed what are as they were. As it is a turn like any other,
    undoing it brings back everything that it took.
    """
    wrong = play.wrong_cells()
    moves = [Move(Act.BACK, cell, last_right(play).done) for cell in wrong[:1]]
    return Turn(player, tuple(moves))
