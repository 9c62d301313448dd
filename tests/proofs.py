"""Whether the proof of a step holds in a state, checked link by link against the rules.

This is written apart from the finders and shares nothing with them but values: a chain is followed
over its links, a net over its deductions, sets are counted. Of patterns that are seen at once, such
as fish, it is asked whether the finder of their technique finds them in this state.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Final

from engine.grid import Contradiction
from engine.techniques import State, Step, Technique, steps
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Branch,
    Branches,
    Cells,
    Chain,
    Chains,
    Deduction,
    Digits,
    Groups,
    Link,
    Node,
    Units,
)
from engine.techniques.technique import Family


def holds(state: State, step: Step) -> bool:
    """Whether all that a step concludes follows in a state from the proof that it shows."""
    roles = dict(step.roles)
    match roles:
        case {"chain": Chain() as chain}:
            return _ends_conclude(state, chain, step)
        case {"chains": Chains(chains)}:
            return all(_follows(state, chain) for chain in chains) and _agree(state, step, chains)
        case {"branches": Branches(branches)}:
            return _branches_hold(state, step, branches)
        case {"linked": Digits(linked), "digit": Digits((digit,))} if (
            step.technique.family is Family.ALS
        ):
            return _sets_hold(state, step, linked, digit)
    return any(
        {*step.eliminations} <= {*found.eliminations} and {*step.placements} <= {*found.placements}
        for found in steps(state, step.technique)
    )


def candidates(node: Node) -> set[Candidate]:
    return {Candidate(cell, node.value) for cell in node.cells}


def choices(state: State) -> Iterator[set[Candidate]]:
    """All candidates of each cell and all places of each digit in each unit."""
    for cell, mask in enumerate(state.cells):
        yield set(state.options_of(cell, mask))
    for value in state.digits:
        for unit in state.geometry.units:
            yield {Candidate(cell, value) for cell in unit if state.has(Candidate(cell, value))}


def link_holds(state: State, link: Link) -> bool:
    """Whether a link follows from the rules: one of the two, or not both."""
    if link.cells:
        return _keeps_all_but_one(state, link)
    if link.strong:
        both = candidates(link.source) | candidates(link.target)
        return any(both == choice for choice in choices(state))
    if link.source.value != link.target.value:
        return link.source.cells == link.target.cells and len(link.source.cells) == 1
    peers = state.geometry.peers
    return all(cell in peers[other] for cell in link.source.cells for other in link.target.cells)


def excludes(state: State, node: Node, option: Candidate) -> bool:
    """Whether a candidate is false wherever a node is true."""
    one = Node(option.value, (option.cell,))
    return link_holds(state, Link(node, one, strong=False, unit=-1))


def _keeps_all_but_one(state: State, link: Link) -> bool:
    """Whether some cells of a unit have one candidate too many, and both nodes all its places."""
    inside = _inside(state, link.cells)
    return (
        link.strong
        and _is_almost_locked(state, link.cells)
        and link.source.value != link.target.value
        and all(
            candidates(node) == {option for option in inside if option.value == node.value}
            for node in (link.source, link.target)
        )
    )


def _inside(state: State, cells: Iterable[int]) -> set[Candidate]:
    return {option for cell in cells for option in state.options_of(cell, -1)}


def _is_almost_locked(state: State, cells: tuple[int, ...]) -> bool:
    digits = {option.value for option in _inside(state, cells)}
    in_one_unit = any({*cells} <= {*unit} for unit in state.geometry.units)
    return in_one_unit and len(digits) == len(cells) + 1


def _follows(state: State, chain: Chain) -> bool:
    """Whether the links of a chain hold, alternate and join."""
    joined = all(first.target == second.source for first, second in pairwise(chain.links))
    alternate = all(first.strong != second.strong for first, second in pairwise(chain.links))
    return joined and alternate and all(link_holds(state, link) for link in chain.links)


def _ends_conclude(state: State, chain: Chain, step: Step) -> bool:
    first, last = chain.nodes[0], chain.nodes[-1]
    if not _follows(state, chain) or not chain.links[0].strong:
        return False
    if first != last:
        both = all(
            excludes(state, first, one) and excludes(state, last, one) for one in step.eliminations
        )
        return both and chain.links[-1].strong
    if chain.links[-1].strong:
        return candidates(first) == {*step.placements}
    # A continuous loop: of two neighbours that exclude each other one is true.
    weak = [link for link in chain.links if not link.strong]
    return all(
        any(
            excludes(state, link.source, one) and excludes(state, link.target, one) for link in weak
        )
        for one in step.eliminations
    )


def _agree(state: State, step: Step, chains: tuple[Chain, ...]) -> bool:
    """Whether forcing chains begin with a premise or all choices, and end where the step says."""
    starts = set[Candidate]().union(*(candidates(chain.nodes[0]) for chain in chains))
    ends = [(chain.links[-1].target, chain.links[-1].strong) for chain in chains]
    if step.technique is Technique.CONTRADICTION_FORCING_CHAIN:
        (premise,) = starts
        # A chain that would have no link is left out: the premise itself.
        ends += [(Node(premise.value, (premise.cell,)), True)] * (2 - len(chains))
        return {*step.eliminations} == starts and _clash(ends)
    wanted = step.placements or step.eliminations
    agree = all(
        candidates(node) == {*wanted} and is_true == bool(step.placements) for node, is_true in ends
    )
    return agree and any(choice - {*step.placements} == starts for choice in choices(state))


def _clash(ends: list[tuple[Node, bool]]) -> bool:
    """Whether one thing is said to be both true and false."""
    (first, is_true), (second, is_too) = ends
    return first == second and is_true != is_too


def _sets_hold(state: State, step: Step, linked: tuple[int, ...], digit: int) -> bool:
    """Whether sets are almost locked, joined by restricted digits, and their ends are seen."""
    parts = (part for _, part in step.roles if isinstance(part, Groups))
    groups = [group for part in parts for group in part.groups]
    if not all(_is_almost_locked(state, group) for group in groups):
        return False
    places = [_inside(state, group) for group in groups]
    peers = state.geometry.peers
    for (first, second), value in zip(pairwise(places), linked, strict=True):
        ones = [one.cell for one in first if one.value == value]
        others = [one.cell for one in second if one.value == value]
        if not ones or not others or any(cell not in peers[one] for one in ones for cell in others):
            return False
    ends = {one.cell for one in places[0] | places[-1] if one.value == digit}
    return digit not in {linked[0], linked[-1]} and all(
        one.value == digit and all(cell in peers[one.cell] for cell in ends)
        for one in step.eliminations
    )


def _branches_hold(state: State, step: Step, branches: tuple[Branch, ...]) -> bool:
    """Whether a net refutes its premise, or rules out one thing from all choices there are."""
    ended = [_after(state.cells, state, branch) for branch in branches]
    if any(cells is None for cells in ended):
        return False
    if len(branches) == 1 and branches[0].contradiction:
        return {*step.eliminations} == {branches[0].premise}
    (target,) = step.eliminations
    starts = {branch.premise for branch in branches}
    return _choices_of(state, step) == starts and all(
        branch.contradiction or not cells[target.cell] >> target.value - 1 & 1
        for branch, cells in zip(branches, ended, strict=True)
        if cells is not None
    )


def _choices_of(state: State, step: Step) -> set[Candidate]:
    match dict(step.roles):
        case {"unit": Units((unit,)), "digit": Digits((value,))}:
            cells = state.geometry.units[unit]
            return {one for one in _inside(state, cells) if one.value == value}
        case {"cell": Cells((cell,))}:
            return _inside(state, (cell,))
    return set()


def _after(cells: Iterable[int], state: State, branch: Branch) -> list[int] | None:
    """The candidates at the end of a branch, or None where one of its deductions is wrong."""
    now = _placed([*cells], state, branch.premise)
    for deduction in branch.deductions:
        if not _REASONS[deduction.reason](now, state, deduction):
            return None
        if deduction.placed:
            now = _placed(now, state, deduction.placed)
        for cell, value in deduction.gone:
            now[cell] &= ~(1 << value - 1)
    if branch.contradiction and not _is_broken(now, state, branch.contradiction):
        return None
    return now


def _placed(cells: list[int], state: State, option: Candidate) -> list[int]:
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
    (value,) = {one.value for one in deduction.gone}
    places = _places(cells, state, value, deduction.unit)
    peers = state.geometry.peers
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


_REASONS: Final[dict[str, Callable[[list[int], State, Deduction], bool]]] = {
    "only_candidate": _is_only_candidate,
    "only_place": _is_only_place,
    "locked": _is_locked,
    "refuted": _is_refuted,
}


def _is_broken(cells: list[int], state: State, found: Contradiction) -> bool:
    if found.kind == "no_candidate":
        return not cells[found.cells[0]]
    filled = any(state.values[cell] == found.value for cell in state.geometry.units[found.unit])
    return not filled and not _places(cells, state, found.value, found.unit)
