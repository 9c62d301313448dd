"""The rules of chains: each link is checked, then what the whole chain proves."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from engine.techniques import State, Technique
from engine.techniques.chains import (
    AIC,
    AIC_WITH_ALS,
    CONTINUOUS_LOOP,
    DISCONTINUOUS_LOOP,
    GROUPED_AIC,
    GROUPED_X_CHAIN,
    X_CHAIN,
    XY_CHAIN,
)
from engine.techniques.forcing import (
    CELL_FORCING_CHAIN,
    CONTRADICTION_FORCING_CHAIN,
    UNIT_FORCING_CHAIN,
)
from engine.techniques.layout import Candidate
from engine.techniques.parts import Chain, Chains, Link, Node
from engine.techniques.single_digit import TURBOT_FISH
from tests.proofs.evidence import Evidence, Proven, require


def candidates(node: Node) -> set[Candidate]:
    return {Candidate(cell, node.value) for cell in node.cells}


def choices(state: State) -> Iterator[set[Candidate]]:
    """All candidates of each cell and all places of each digit in each unit."""
    for cell, mask in enumerate(state.cells):
        yield set(state.options_of(cell, mask))
    for value in state.digits:
        for unit in range(len(state.geometry.units)):
            yield _places(state, value, unit)


def _places(state: State, value: int, unit: int) -> set[Candidate]:
    cells = (Candidate(cell, value) for cell in state.geometry.units[unit])
    return {option for option in cells if state.has(option)}


def link_holds(state: State, link: Link) -> bool:
    """Whether a link follows from the rules, in the unit that it names."""
    source, target = candidates(link.source), candidates(link.target)
    if source & target or not all(map(state.has, source | target)):
        return False
    # A link through an almost locked set names its cells instead of a unit.
    if link.cells:
        return link.unit < 0 and _keeps_all_but_one(state, link)
    # Without a unit the link joins two candidates of one cell.
    if link.unit < 0:
        options = {Candidate(option.cell, value) for option in source for value in state.digits}
        inside = {option for option in options if state.has(option)}
        in_one_cell = len({option.cell for option in source | target}) == 1
        return in_one_cell and (not link.strong or source | target == inside)
    unit = _places(state, link.source.value, link.unit)
    if link.source.value != link.target.value:
        return False
    return source | target == unit if link.strong else source | target <= unit


def excludes(state: State, node: Node, option: Candidate) -> bool:
    """Whether a candidate is false if a node is true."""
    if node.value != option.value:
        return node.cells == (option.cell,)
    return all(cell in state.geometry.peers[option.cell] for cell in node.cells)


def _keeps_all_but_one(state: State, link: Link) -> bool:
    """Whether cells are an almost locked set, and each node is all places of its digit there."""
    inside = {option for cell in link.cells for option in state.options_of(cell, -1)}
    left = {option.value for option in inside} - {link.source.value}
    return (
        link.strong
        and link.digits == tuple(sorted(left))
        and is_almost_locked(state, link.cells)
        and link.source.value != link.target.value
        and all(
            candidates(node) == {option for option in inside if option.value == node.value}
            for node in (link.source, link.target)
        )
    )


def is_almost_locked(state: State, cells: tuple[int, ...]) -> bool:
    """Whether these cells of a unit have one candidate more than there are cells."""
    digits = {option.value for cell in cells for option in state.options_of(cell, -1)}
    in_one_unit = any({*cells} <= {*unit} for unit in state.geometry.units)
    is_open = all(state.cells[cell] for cell in cells) and len({*cells}) == len(cells)
    return in_one_unit and is_open and len(digits) == len(cells) + 1


def _follow(state: State, chain: Chain, *, strong_first: bool) -> None:
    """Requires that all links hold, that strong and weak ones alternate, and that they join."""
    links = chain.links
    require(bool(links))
    require(links[0].strong == strong_first)
    require(all(first.target == second.source for first, second in pairwise(links)))
    require(all(first.strong != second.strong for first, second in pairwise(links)))
    require(all(link_holds(state, link) for link in links))


def _is_single(chain: Chain) -> bool:
    return all(len(node.cells) == 1 for node in chain.nodes)


def _has_one_digit(chain: Chain) -> bool:
    return len({node.value for node in chain.nodes}) == 1


def _goes_by_cells(chain: Chain) -> bool:
    return all(not link.strong or (link.unit < 0 and not link.cells) for link in chain.links)


def _has_set(chain: Chain) -> bool:
    return any(link.cells for link in chain.links)


KINDS: dict[Technique, Callable[[Chain], bool]] = {
    X_CHAIN: lambda chain: _is_single(chain) and _has_one_digit(chain),
    TURBOT_FISH: lambda chain: (
        _is_single(chain) and _has_one_digit(chain) and len(chain.links) == 3
    ),
    XY_CHAIN: lambda chain: _is_single(chain) and _goes_by_cells(chain),
    GROUPED_X_CHAIN: _has_one_digit,
    AIC: lambda chain: _is_single(chain) and not _has_set(chain),
    DISCONTINUOUS_LOOP: lambda chain: _is_single(chain) and not _has_set(chain),
    GROUPED_AIC: lambda chain: not _has_set(chain),
    AIC_WITH_ALS: _has_set,
    CONTINUOUS_LOOP: lambda _: True,
}
"""For each technique, what its chains must be like."""


def alternating(said: Evidence) -> Proven:
    """Proves what follows from an alternating chain or loop.

    If the first node is false, the last is true. In a loop one of every two neighbours is true.
    """
    chain = said.part("chain")
    if not isinstance(chain, Chain):
        raise TypeError(chain)
    _follow(said.state, chain, strong_first=True)
    require(KINDS[said.step.technique](chain))
    first, last = chain.nodes[0], chain.nodes[-1]
    is_loop = said.step.technique is CONTINUOUS_LOOP
    # A chain ends with a strong link; a loop ends with a weak one, back at its first node.
    require(is_loop != chain.links[-1].strong, not is_loop or first == last)
    end = chain.nodes[-2] if is_loop else last
    require({*said.cells("ends")} == {*first.cells, *end.cells})
    require(said.digits("digits") == tuple(sorted({first.value, end.value})))
    if said.step.technique is DISCONTINUOUS_LOOP:
        cells = {cell for cell, _ in said.step.placements + said.step.eliminations}
        require(cells in ({*first.cells}, {*last.cells}))
    # The candidate is true if it is false: so it is true.
    if first == last and not is_loop:
        require(len(first.cells) == 1)
        return Proven(placed=candidates(first))
    # In a loop one end of each weak link is true, too; in a chain only one of the two ends is.
    both = [(link.source, link.target) for link in chain.links if not link.strong]
    return Proven(removed=_excluded(said, both if is_loop else [(first, last)]))


def _excluded(said: Evidence, both: Iterable[tuple[Node, Node]]) -> set[Candidate]:
    """The candidates that both nodes of a pair exclude, one of which is true."""
    state = said.state
    options = {one for cell in range(len(state.cells)) for one in state.options_of(cell, -1)}
    return {
        option
        for first, second in both
        for option in options - candidates(first) - candidates(second)
        if excludes(state, first, option) and excludes(state, second, option)
    }


def _chains(said: Evidence) -> tuple[Chain, ...]:
    part = said.part("chains")
    if not isinstance(part, Chains):
        raise TypeError(part)
    for chain in part.chains:
        _follow(said.state, chain, strong_first=False)
    return part.chains


def contradiction_chains(said: Evidence) -> Proven:
    """If the premise were true, one thing would be both true and false."""
    premise = Candidate(said.cell("cell"), said.digit())
    chains, start = _chains(said), Node(premise.value, (premise.cell,))
    require(said.state.has(premise), all(chain.nodes[0] == start for chain in chains))
    ends = [(chain.links[-1].target, chain.links[-1].strong) for chain in chains]
    # A chain without links is left out; it stands for the premise, which is assumed to be true.
    ends += [(start, True)] * (2 - len(chains))
    (first, is_true), (second, is_too) = ends
    require(first == second, is_true != is_too)
    require(first.cells == said.cells("clash"), first.value == said.digit("clash_digit"))
    return Proven(removed={premise})


def cell_chains(said: Evidence) -> Proven:
    cell = said.cell("cell")
    return _agreed(said, said.open(said.at(cell), {cell}))


def unit_chains(said: Evidence) -> Proven:
    digit, unit = said.digit(), said.unit("unit")
    return _agreed(said, said.open({digit}, said.places(digit, unit)))


def _agreed(said: Evidence, starts: set[Candidate]) -> Proven:
    """Chains from all choices end in the same way: a candidate is true, or false, in any case."""
    chains = _chains(said)
    require(all(len(chain.nodes[0].cells) == 1 for chain in chains))
    begun = [option for chain in chains for option in candidates(chain.nodes[0])]
    ends = {(chain.links[-1].target, chain.links[-1].strong) for chain in chains}
    require(len({*begun}) == len(begun), len(ends) == 1)
    ((end, is_true),) = ends
    require(len(end.cells) == 1)
    # A choice that is the conclusion itself would be a chain without links, and is left out.
    left_out = starts - {*begun}
    require({*begun} <= starts, left_out <= (candidates(end) if is_true else set()))
    if is_true:
        return Proven(placed=candidates(end))
    return Proven(removed=candidates(end))


CHAINED: dict[Technique, Callable[[Evidence], Proven]] = {
    **dict.fromkeys(KINDS, alternating),
    CONTRADICTION_FORCING_CHAIN: contradiction_chains,
    CELL_FORCING_CHAIN: cell_chains,
    UNIT_FORCING_CHAIN: unit_chains,
}
"""For each technique of chains, the rule that derives what follows from its step."""
