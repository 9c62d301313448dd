"""A board as its player sees it: what digits and notes leave, and what is already wrong."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.board.grid import Grid
from engine.techniques import State
from engine.techniques.layout import Candidate, bits
from engine.techniques.singles import next_single

FEW: Final = 3
"""Up to this many cells with notes are always read as candidates."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is already wrong on a board.

    `cells` hold a wrong digit. If there are none, some notes need another look. `lacking` are cells
    that lack a note of the right digit; each comes with all digits that may stand there and are not
    noted, so as not to give the right one away. `blocked` are notes of a digit that a peer holds,
    with that peer.
    """

    cells: tuple[int, ...] = ()
    lacking: tuple[tuple[int, tuple[int, ...]], ...] = ()
    blocked: tuple[tuple[Candidate, int], ...] = ()

    @property
    def noted(self) -> tuple[int, ...]:
        """The cells whose notes need another look."""
        cells = {cell for cell, _ in self.lacking} | {note.cell for note, _ in self.blocked}
        return tuple(sorted(cells))


def player_state(
    givens: Grid, values: Grid, notes: Sequence[int] = (), solution: Grid | None = None
) -> State:
    """The state that a player sees: the candidates that the digits and the notes leave.

    `notes` holds per cell a mask of values. With a solution, notes that contradict it do not count.
    """
    return with_notes(State.of(givens, values), notes, solution)


def with_notes(state: State, notes: Sequence[int], solution: Grid | None = None) -> State:
    """A state of digits alone without what a player's notes rule out, as in `player_state`."""
    lists = _lists(state, notes)
    lacking = _lacking(state, lists, solution) if solution else {}
    if not has_all_notes(state, notes) and _are_marks(lists, lacking):
        return state
    # A list without the right digit is a mistake, which must not lead to false steps.
    kept = {cell: mask for cell, mask in lists.items() if cell not in lacking}
    cells = tuple(mask & kept.get(cell, -1) for cell, mask in enumerate(state.cells))
    return replace(state, cells=cells)


def find_mistake(state: State, solution: Grid, notes: Sequence[int] = ()) -> Mistake | None:
    """What contradicts the solution in a state of digits alone, or else in a player's notes.

    Unless every blank cell has notes, they matter only where the digits show no single: missing
    notes may just not be written yet.
    """
    pairs = enumerate(zip(state.values, solution.values, strict=True))
    if wrong := tuple(cell for cell, (value, right) in pairs if value not in {0, right}):
        return Mistake(wrong)
    lists = _lists(state, notes)
    if not has_all_notes(state, notes) and next_single(state) is not None:
        return None
    lacking, blocked = _lacking(state, lists, solution), tuple(_blocked(state, notes))
    if not has_all_notes(state, notes) and _are_marks(lists, lacking):
        lacking = {}
    return Mistake((), tuple(lacking.items()), blocked) if lacking or blocked else None


def _lists(state: State, notes: Sequence[int]) -> dict[int, int]:
    """The notes of blank cells that may be all candidates that a player sees there.

    While other blank cells have no notes, a single note does not count: it may mark one of two
    places for a digit.
    """
    fewest = 1 if has_all_notes(state, notes) else 2
    noted = ((cell, notes[cell]) for cell in state.grid.blanks() if notes)
    return {cell: mask for cell, mask in noted if mask.bit_count() >= fewest}


def has_all_notes(state: State, notes: Sequence[int]) -> bool:
    """Whether a player has noted something in every blank cell."""
    return bool(notes) and all(notes[cell] for cell in state.grid.blanks())


def _lacking(state: State, lists: dict[int, int], solution: Grid) -> dict[int, tuple[int, ...]]:
    """The cells whose notes lack the right digit, with the digits that may stand there instead."""
    wrong = (cell for cell, mask in lists.items() if not mask >> solution[cell] - 1 & 1)
    return {
        cell: tuple(option.value for option in state.options_of(cell, ~lists[cell]))
        for cell in wrong
    }


def _are_marks(lists: Collection[int], lacking: Collection[int]) -> bool:
    """Whether most notes lack the right digit, so that they seem to mean something else."""
    return FEW < len(lists) < 2 * len(lacking)


def _blocked(state: State, notes: Sequence[int]) -> Iterator[tuple[Candidate, int]]:
    """Yields the notes of a digit that a peer holds, each with one such peer."""
    for cell in state.grid.blanks() if notes else ():
        for digit in bits(notes[cell] & ~state.cells[cell]):
            holders = state.placed[digit + 1] & state.layout.peers[cell]
            yield Candidate(cell, digit + 1), (holders & -holders).bit_length() - 1
