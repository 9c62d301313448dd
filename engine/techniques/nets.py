"""Forcing nets: everything that follows from an assumption, to any depth.

These are the techniques of last resort. Two requirements conflict here: finding out quickly which
assumptions lead anywhere, and showing a person why.

So the two are separated. The search works on `engine.board.candidates`, where one closure of
integers tells whether an assumption breaks. Only then does `engine.techniques.trail` go the same
way single by single and keep what the outcome needs. The two must agree: a trail draws the
conclusions of a closure (singles, locked candidates) and no others. A trail that does not reach the
contradiction that the search found raises AssertionError.

Where no candidate leads to a contradiction by itself, `engine.techniques.nested` goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain
from typing import Final

from engine.board.candidates import BROKEN, Candidates, candidates_of
from engine.board.closing import closed
from engine.techniques.again import choices
from engine.techniques.followed import still_holds
from engine.techniques.layout import Candidate, bits
from engine.techniques.parts import Branch, Branches, Cells, Digits, Part, Units
from engine.techniques.state import State
from engine.techniques.technique import Difficulty, Family, Look, Step, Technique, removing
from engine.techniques.trail import Refutation, Trail

_SHORT: Final = 6
"""A contradiction with no more deductions than this is short enough: no shorter one is looked for.
"""


@dataclass(frozen=True, slots=True)
class ClosedBoard:
    """The candidates of a state as one number; see `engine.board.candidates`."""

    candidates: Candidates
    board: int
    placed: int

    @staticmethod
    def of(state: State) -> "ClosedBoard":
        candidates = candidates_of(state.geometry)
        placed = 0
        board = 0
        for value in state.digits:
            shift = (value - 1) * candidates.cell_count
            placed |= state.placed[value] << shift
            # A placed value is the only candidate of its cell.
            board |= (state.places[value] | state.placed[value]) << shift
        return ClosedBoard(candidates, board, placed)

    def assuming(self, number: int) -> tuple["ClosedBoard", int]:
        """The closed board once a candidate is placed, and its status."""
        candidates = self.candidates
        board, placed, status = closed(
            candidates, *candidates.place(self.board, self.placed, number)
        )
        return ClosedBoard(candidates, board, placed), status

    def without(self, number: int) -> tuple["ClosedBoard", int]:
        """The closed board once a candidate is removed, and its status."""
        board, placed, status = closed(self.candidates, self.board & ~(1 << number), self.placed)
        return ClosedBoard(self.candidates, board, placed), status

    def has(self, number: int) -> bool:
        """Whether a candidate is left."""
        return bool(self.board >> number & 1)

    def joined(self, other: "ClosedBoard") -> int:
        """The status of the closed board once all that is gone in either of two boards is gone."""
        candidates = self.candidates
        return closed(candidates, self.board & other.board, self.placed | other.placed)[2]

    def open_candidates(self) -> list[int]:
        """The candidates of cells with several of them, the cells with the fewest first."""
        _, several = self.candidates.cells_with(self.board)
        found = [self.candidates.of_cell(self.board, cell) for cell in bits(several)]
        found.sort(key=len)
        return [number for options in found for number in options]

    def choices(self) -> list[int]:
        """The candidates of the first cell of those with the fewest, but more than one."""
        several = self.open_candidates()
        cells = self.candidates.cell_count
        return [number for number in several if number % cells == several[0] % cells]

    def candidate(self, number: int) -> Candidate:
        digit, cell = divmod(number, self.candidates.cell_count)
        return Candidate(cell, digit + 1)


def left_open(state: State) -> int:
    """How many candidates are left once all singles and locked candidates are done.

    Digits that are placed count as candidates.
    """
    board = ClosedBoard.of(state)
    return closed(board.candidates, board.board, board.placed)[0].bit_count()


def contradiction(state: State, option: Candidate) -> Step | None:
    """The net that refutes a candidate, or None where it leads to no contradiction."""
    board = ClosedBoard.of(state)
    if board.assuming(board.candidates.candidate(*option))[1] != BROKEN:
        return None
    return refuting(state, CONTRADICTION_NET, refuted(state, Refutation(option)))


def refutable(state: State) -> Iterator[Candidate]:
    """The candidates that lead to a contradiction, those of the fewest in a cell first."""
    board, closed = _boards(state)
    return (
        board.candidate(number)
        for number in board.open_candidates()
        if not _closed(board, number, closed)
    )


def agreement(state: State, step: Step, options: Sequence[Candidate]) -> Step | None:
    """A net like `step` with `options` as choices, or None where not all agree on its target."""
    board, (target,) = ClosedBoard.of(state), step.eliminations
    for option in options:
        after, status = board.assuming(board.candidates.candidate(*option))
        # A choice that breaks agrees with anything.
        if status != BROKEN and after.board >> board.candidates.candidate(*target) & 1:
            return None
    branches = Branches(tuple(_branch(state, option, target) for option in options))
    # The branches are the last role of these nets.
    return replace(step, roles=(*step.roles[:-1], ("branches", branches)))


def contradiction_nets(state: State) -> Iterator[Step]:
    """Contradictions of candidates: first a short one, else the shortest; then all others.

    Once a short one is found, the other candidates are looked at only if more steps are asked for.
    """
    board, closed = _boards(state)
    wrong = (number for number in board.open_candidates() if not _closed(board, number, closed))
    branches = []
    for number in wrong:
        branches.append(refuted(state, Refutation(board.candidate(number))))
        if len(branches[-1].deductions) <= _SHORT:
            break
    if branches:
        shortest = min(branches, key=lambda branch: len(branch.deductions))
        branches.remove(shortest)
        later = (refuted(state, Refutation(board.candidate(number))) for number in wrong)
        for branch in chain((shortest,), branches, later):
            yield refuting(state, CONTRADICTION_NET, branch)


def agreement_nets(state: State) -> Iterator[Step]:
    """What all candidates of a cell, or all places in a unit, agree on; fewest choices first."""
    board, closed = _boards(state)
    for number in board.open_candidates():
        _closed(board, number, closed)
    return _agreements(state, board, closed)


@lru_cache(maxsize=2)
def _boards(state: State) -> tuple[ClosedBoard, dict[int, int]]:
    """The board of a state, and room for its closed boards."""
    return ClosedBoard.of(state), {}


def _closed(board: ClosedBoard, number: int, closed: dict[int, int]) -> int:
    """The closed board once a candidate is placed, or 0 where it breaks; `closed` keeps it."""
    if number not in closed:
        after, status = board.assuming(number)
        closed[number] = 0 if status == BROKEN else after.board
    return closed[number]


def refuted(state: State, refutation: Refutation) -> Branch:
    """The shortest proof among the contradictions that show together at the end of a refutation."""
    trail = Trail(state, refutation.candidate)
    if trail.refute(refutation.first) is None:
        raise AssertionError("a refutation does not refute")
    clashes = trail.contradictions()
    proofs = (trail.proof(trail.needs_of(clash), clash)[0] for clash in clashes)
    return min(proofs, key=lambda branch: len(branch.deductions))


def refuting(state: State, technique: Technique, branch: Branch) -> Step:
    cell, value = branch.premise
    return removing(
        state,
        technique,
        (branch.premise,),
        cell=Cells((cell,)),
        digit=Digits((value,)),
        branches=Branches((branch,)),
    )


def _agreements(state: State, board: ClosedBoard, closed: dict[int, int]) -> Iterator[Step]:
    """What falls in every closed board of the candidates of a cell or the places in a unit."""
    for technique, roles, options in sorted(_choices(state), key=lambda choice: len(choice[2])):
        union = 0
        for cell, value in options:
            # A choice that breaks is 0 here, so it agrees with all others.
            union |= _closed(board, board.candidates.candidate(cell, value), closed)
        fallen = board.board & ~union
        targets = (board.candidate(number) for number in bits(fallen))
        # A choice that falls contradicts itself, which `contradiction_nets` finds.
        target = next((target for target in targets if target not in options), None)
        if target:
            branches = tuple(_branch(state, option, target) for option in options)
            proof = Branches(branches)
            yield removing(state, technique, (target,), **roles, branches=proof)


def _branch(state: State, option: Candidate, target: Candidate) -> Branch:
    """How an option rules out the target, or itself."""
    trail = Trail(state, option)
    clash = trail.run(until=target)
    # A branch that breaks before it reaches the target is proved by its contradiction.
    if clash and not trail.is_gone(target):
        return trail.proof(trail.needs_of(clash), clash)[0]
    return trail.rules_out(target)[0]


def _choices(state: State) -> Iterator[tuple[Technique, dict[str, Part], tuple[Candidate, ...]]]:
    for cell in bits(state.placed[0]):
        options = state.options_of(cell, -1)
        roles: dict[str, Part] = {"cell": Cells((cell,))}
        yield CELL_FORCING_NET, roles, options
    for value in state.digits:
        for unit, mask in enumerate(state.layout.units):
            options = state.options(value, mask)
            if options:
                roles = {"unit": Units((unit,)), "digit": Digits((value,))}
                yield UNIT_FORCING_NET, roles, options


def _refuted_again(step: Step, state: State) -> Step | None:
    return step if still_holds(step, state, ()) else contradiction(state, step.eliminations[0])


def _agreed_again(step: Step, state: State) -> Step | None:
    options = choices(step, state)
    return step if still_holds(step, state, options) else agreement(state, step, options)


net: Final = partial(Technique, family=Family.NETS, difficulty=Difficulty.EXTREME, is_slow=True)

CONTRADICTION_NET: Final = net(
    "contradiction_net",
    "Contradiction net",
    rank=930,
    finders=(contradiction_nets,),
    roles=("cell", "digit", "branches"),
    reason="{branches}",
    looks_at=(),
    again=_refuted_again,
)
CELL_FORCING_NET: Final = net(
    "cell_forcing_net",
    "Cell forcing net",
    rank=940,
    finders=(agreement_nets,),
    roles=("cell", "branches"),
    reason="whatever {cell} is, the same follows: {branches}",
    looks_at=(Look("cell"),),
    again=_agreed_again,
)
UNIT_FORCING_NET: Final = net(
    "unit_forcing_net",
    "Unit forcing net",
    rank=950,
    finders=(agreement_nets,),
    roles=("unit", "digit", "branches"),
    reason="wherever {digit} stands in {unit}, the same follows: {branches}",
    looks_at=(Look(digits="digit", units="unit"),),
    again=_agreed_again,
)
