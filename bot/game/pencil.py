"""Notes of a whole board: filled in, and rubbed out."""

from bot.game.game import Game
from bot.game.move import Act, Move, Turn


def filled_in(game: Game, player: int) -> Turn:
    """The turn that notes in every blank cell without notes each digit that none of its peers has.

    Cells that have notes keep theirs: what a player ruled out stays ruled out.
    """
    blanks = [cell for cell in game.values.blanks() if not game.notes[cell]]
    moves = (Move(Act.NOTES, cell, _possible(game, cell)) for cell in blanks)
    return Turn(player, tuple(move for move in moves if move.value))


def rubbed_out(game: Game, player: int) -> Turn:
    """The turn that removes all visible notes."""
    noted = (cell for cell, mask in enumerate(game.notes) if mask)
    return Turn(player, tuple(Move(Act.NOTES, cell, 0) for cell in noted))


def _possible(game: Game, cell: int) -> int:
    mask = (1 << game.givens.geometry.size) - 1
    for peer in game.givens.geometry.peers[cell]:
        if game.values[peer]:
            mask &= ~(1 << game.values[peer] - 1)
    return mask
