"""Back to where a game was right."""

from collections.abc import Iterator
from dataclasses import replace

from bot.game.move import Act, Move, Turn
from bot.game.play import Play


def last_right(play: Play) -> Play:
    """The game at its latest moment without a wrong digit; the start is one."""
    while play.wrong_cells():
        play = replace(play, done=play.done - 1)
    return play


def back_to_right(play: Play, player: int) -> Turn:
    """The one turn that brings back the digits and the notes of `last_right`.

    As it is a turn like any other, undoing it brings back everything that it took.
    """
    moves = []
    target = last_right(play)
    now = play
    for move in _digit_moves(now, target):
        now = now.with_turn(Turn(player, (move,)))
        moves.append(move)
    return Turn(player, (*moves, *_note_moves(now, target)))


def _digit_moves(now: Play, target: Play) -> Iterator[Move]:
    """Erases first, so that a digit that comes back finds the notes of its peers as they were."""
    pairs = list(enumerate(zip(now.values.values, target.values.values, strict=True)))
    yield from (Move(Act.ERASE, cell) for cell, (here, there) in pairs if here and not there)
    yield from (
        Move(Act.PLACE, cell, there) for cell, (here, there) in pairs if there not in {0, here}
    )


def _note_moves(now: Play, target: Play) -> Iterator[Move]:
    for cell in target.values.blanks():
        if now.notes[cell] != target.notes[cell]:
            yield Move(Act.NOTES, cell, target.notes[cell])
