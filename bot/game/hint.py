"""Hints in a game: the state in which a step is looked for, and the turn that carries it out."""

import hashlib

from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine.techniques import State, Step
from engine.way import player_state


def state_of(game: Game) -> State:
    """The state in which the player's next step is looked for: right notes narrow it."""
    return player_state(game.givens, game.values, game.notes, game.solution)


def state_key(game: Game) -> str:
    """A key by which a state is recognized: 16 hexadecimal digits of the digits and notes."""
    notes = ",".join(map(str, game.notes))
    return hashlib.sha256(f"{game.values}:{notes}".encode()).hexdigest()[:16]


def last_cell(game: Game) -> int | None:
    """The cell of the last turn, near which the next step is looked for; None at the beginning."""
    moves = game.turns[game.done - 1].moves if game.done else ()
    return moves[-1].cell if moves else None


def turn_of(game: Game, step: Step, player: int) -> Turn:
    """The turn that carries out a step.

    An elimination can only be noted on a board that has all its notes. So every blank cell gets its
    candidates, but keeps the player's own notes where those are right.
    """
    if step.placements:
        return Turn(player, tuple(Move(Act.PLACE, *option) for option in step.placements))
    left = step.after(state_of(game)).cells
    noted = {cell: _kept(game, cell, left[cell]) for cell in game.values.blanks()}
    changed = ((cell, mask) for cell, mask in noted.items() if mask != game.notes[cell])
    return Turn(player, tuple(Move(Act.NOTES, cell, mask) for cell, mask in changed))


def _kept(game: Game, cell: int, left: int) -> int:
    """The player's own notes of a cell among its candidates, where they are right.

    A single note may mean something else, such as one of two places for a digit. It is replaced by
    all candidates; otherwise it would read as the only candidate of its cell.
    """
    own = game.notes[cell] & left
    is_right = own >> game.solution[cell] - 1 & 1
    return own if is_right and own.bit_count() > 1 else left


def fills_in_notes(game: Game, step: Step) -> bool:
    """Whether carrying out a step writes notes in cells that had none."""
    return not step.placements and not all(game.notes[cell] for cell in game.values.blanks())
