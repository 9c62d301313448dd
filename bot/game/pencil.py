"""Notes of a whole board: filled in, and rubbed out."""

from bot.game.move import Act, Move, Turn
from bot.game.play import Play


def filled_in(play: Play, player: int) -> Turn:
    """The turn that notes in every blank cell without notes each digit that none of its peers has.

    Cells that have notes keep theirs: what a player ruled out stays ruled out.
    """
    blanks = [cell for cell in play.values.blanks() if not play.notes[cell]]
    moves = (Move(Act.NOTES, cell, _possible(play, cell)) for cell in blanks)
    return Turn(player, tuple(move for move in moves if move.value))


def rubbed_out(play: Play, player: int) -> Turn:
    """The turn that removes all visible notes."""
    noted = (cell for cell, mask in enumerate(play.notes) if mask)
    return Turn(player, tuple(Move(Act.NOTES, cell, 0) for cell in noted))


def _possible(play: Play, cell: int) -> int:
    mask = (1 << play.givens.geometry.size) - 1
    for peer in play.givens.geometry.peers[cell]:
        if play.values[peer]:
            mask &= ~(1 << play.values[peer] - 1)
    return mask
