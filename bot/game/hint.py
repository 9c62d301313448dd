"""What a hint means for a game: the turn that follows it, and the state that it is about."""

import hashlib
from collections.abc import Sequence

from bot.game.move import Act, Move, Turn
from bot.game.play import Play
from engine.logic import player_state
from engine.techniques import State, Step


def state_of(play: Play) -> State:
    """The state in which the player's next step is looked for."""
    return player_state(play.givens, play.values, play.notes)


def state_key(play: Play) -> str:
    """What tells one state of a game from another, as 16 hexadecimal digits."""
    notes = ",".join(map(str, play.notes))
    return hashlib.sha256(f"{play.values}:{notes}".encode()).hexdigest()[:16]


def turn_of(play: Play, step: Step, player: int) -> Turn:
    """The turn that does what a step says.

    What a step rules out can only be remembered on a board with all its notes: where some are
    missing, every blank cell gets its candidates.
    """
    if step.placements:
        return Turn(player, tuple(Move(Act.PLACE, *option) for option in step.placements))
    left = step.after(state_of(play)).cells
    changed = (cell for cell in play.values.blanks() if left[cell] != play.notes[cell])
    return Turn(player, tuple(Move(Act.NOTES, cell, left[cell]) for cell in changed))


def fills_in_notes(play: Play, step: Step) -> bool:
    """Whether doing what a step says writes notes that were not there."""
    return not step.placements and not _has_all_notes(play.values.blanks(), play.notes)


def _has_all_notes(blanks: Sequence[int], notes: Sequence[int]) -> bool:
    return all(notes[cell] for cell in blanks)
