"""The rules of nets: deductions are followed one by one from what is assumed."""

from collections.abc import Callable, Iterable
from typing import Final

from engine.board.grid import Contradiction
from engine.techniques import State, Technique
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CELL_FORCING_NET, CONTRADICTION_NET, UNIT_FORCING_NET
from engine.techniques.parts import Branch, Branches, Deduction
from tests.proofs.evidence import Evidence, Proven, Untrue, require


def _branches(said: Evidence) -> tuple[Branch, ...]:
    part = said.part("branches")
    if not isinstance(part, Branches):
        raise TypeError(part)
    return part.branches


def refuted(said: Evidence) -> Proven:
    """The premise leads to a contradiction."""
    branches, premise = _branches(said), Candidate(said.cell("cell"), said.digit())
    require(len(branches) == 1)
    (branch,) = branches
    require(branch.premise == premise, branch.contradiction is not None)
    require(_after(said.state.cells, said.state, branch) is not None)
    return Proven(removed={premise})


def cell_net(said: Evidence) -> Proven:
    cell = said.cell("cell")
    return _agreed(said, said.open(said.at(cell), {cell}))


def unit_net(said: Evidence) -> Proven:
    digit = said.digit()
    return _agreed(said, said.open({digit}, said.places(digit, said.unit("unit"))))


def _agreed(said: Evidence, starts: set[Candidate]) -> Proven:
    """Each choice fails, or leads to a state in which the eliminated candidates are gone."""
    branches = _branches(said)
    require({branch.premise for branch in branches} == starts, len(branches) == len(starts))
    left = set[Candidate]()
    for branch in branches:
        cells = _after(said.state.cells, said.state, branch)
        if cells is None:
            raise Untrue
        if not branch.contradiction:
            left |= _open(cells, said.state)
    return Proven(removed=_open(said.state.cells, said.state) - left)


def _open(cells: Iterable[int], state: State) -> set[Candidate]:
    digits = state.digits
    return {Candidate(c, v) for c, mask in enumerate(cells) for v in digits if mask >> v - 1 & 1}


def _after(cells: Iterable[int], state: State, branch: Branch) -> list[int] | None:
    """The candidates at the end of a branch, or None if one of its deductions is wrong."""
    now = after_placing([*cells], state, branch.premise)
    for deduction in branch.deductions:
        # A deduction must remove only candidates that are still there, or it proves nothing.
        is_new = all(now[cell] >> value - 1 & 1 for cell, value in deduction.gone)
        if not is_new or not REASONS[deduction.reason](now, state, deduction):
            return None
        if deduction.placed:
            now = after_placing(now, state, deduction.placed)
        for cell, value in deduction.gone:
            now[cell] &= ~(1 << value - 1)
    if branch.contradiction and not is_broken(now, state, branch.contradiction):
        return None
    return now


def after_placing(cells: list[int], state: State, option: Candidate) -> list[int]:
    cells = list(cells)
    for peer in state.geometry.peers[option.cell]:
        cells[peer] &= ~(1 << option.value - 1)
    cells[option.cell] &= 1 << option.value - 1
    return cells


def _places(cells: list[int], state: State, value: int, unit: int) -> set[int]:
    return {cell for cell in state.geometry.units[unit] if cells[cell] >> value - 1 & 1}


def _is_only_candidate(cells: list[int], _: State, deduction: Deduction) -> bool:
    placed = deduction.placed
    return placed is not None and cells[placed.cell] == 1 << placed.value - 1


def _is_only_place(cells: list[int], state: State, deduction: Deduction) -> bool:
    placed = deduction.placed
    return placed is not None and _places(cells, state, placed.value, deduction.unit) == {
        placed.cell
    }


def _is_locked(cells: list[int], state: State, deduction: Deduction) -> bool:
    peers, values = state.geometry.peers, {one.value for one in deduction.gone}
    if len(values) != 1:
        return False
    places = _places(cells, state, min(values), deduction.unit)
    return bool(places) and all(
        place in peers[cell] for cell, _ in deduction.gone for place in places
    )


def _is_refuted(cells: list[int], state: State, deduction: Deduction) -> bool:
    proof = deduction.proof
    return (
        proof is not None
        and proof.contradiction is not None
        and (proof.premise,) == deduction.gone
        and _after(cells, state, proof) is not None
    )


REASONS: Final[dict[str, Callable[[list[int], State, Deduction], bool]]] = {
    "only_candidate": _is_only_candidate,
    "only_place": _is_only_place,
    "locked": _is_locked,
    "refuted": _is_refuted,
}


def is_broken(cells: list[int], state: State, found: Contradiction) -> bool:
    if found.kind == "no_candidate":
        return not cells[found.cells[0]] and not state.values[found.cells[0]]
    filled = any(state.values[cell] == found.value for cell in state.geometry.units[found.unit])
    return not filled and not _places(cells, state, found.value, found.unit)


NETS: Final[dict[Technique, Callable[[Evidence], Proven]]] = {
    CONTRADICTION_NET: refuted,
    NESTED_NET: refuted,
    CELL_FORCING_NET: cell_net,
    UNIT_FORCING_NET: unit_net,
}
"""For each technique of nets, the rule that derives what follows from its step."""
