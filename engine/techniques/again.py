"""Finds steps again in a state with other candidates, as ways do when they leave a step out.

The problem: to shorten a way, thousands of questions ask whether a step holds without an earlier
one. The finder of its technique would answer that, but those of chains, sets and nets take
milliseconds each. So the proof of the step is checked instead: it holds as long as the candidates
that it needs to be gone are gone. A net whose proof does not hold is derived again from its
premise, unless it is nested, which would take seconds. Only fast finders run again.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.techniques.layout import Candidate, mask_of
from engine.techniques.parts import Cells, Chain, Chains, Digits, Groups, Link, Units
from engine.techniques.state import State
from engine.techniques.technique import Finder, Step


def again(step: Step, state: State) -> Step | None:
    """A step reduced to what is still open in a state, if its technique proves it there.

    None where nothing is open any more, or where its proof does not hold. A step that a finder
    finds again may conclude more.
    """
    left = _open(step, state)
    if not left.placements and not left.eliminations:
        return None
    if (look_again := step.technique.again) is not None:
        return look_again(left, state)
    return _found(step.technique.finders[-1], left, state)


def chain_again(step: Step, state: State) -> Step | None:
    """The step if its chain holds in a state."""
    chain = dict(step.roles)["chain"]
    return step if isinstance(chain, Chain) and _chain_holds(state, chain) else None


def forcing_again(step: Step, state: State) -> Step | None:
    """The step if its chains hold in a state and begin with all choices there."""
    return step if _forcing_holds(step, state) else None


def sets_again(step: Step, state: State) -> Step | None:
    """The step if its sets are still almost locked and joined in a state."""
    return step if _sets_hold(step, state) else None


def _open(step: Step, state: State) -> Step:
    return replace(
        step,
        placements=tuple(option for option in step.placements if state.has(option)),
        eliminations=tuple(option for option in step.eliminations if state.has(option)),
    )


def _found(finder: Finder, step: Step, state: State) -> Step | None:
    """A step of a finder that concludes at least as much."""
    # The whole pattern may have changed, so only the conclusions are compared.
    for found in finder(state):
        if (
            found.technique is step.technique
            and {*step.eliminations} <= {*found.eliminations}
            and {*step.placements} <= {*found.placements}
        ):
            return found
    return None


def _chain_holds(state: State, chain: Chain) -> bool:
    # A node needs all its cells: a group that has lost one is another node.
    return all(
        state.places[node.value] & mask_of(node.cells) == mask_of(node.cells)
        for node in chain.nodes
    ) and all(_link_holds(state, link) for link in chain.links if link.strong)


def _link_holds(state: State, link: Link) -> bool:
    """Whether a strong link holds; a weak one always does."""
    source, target = mask_of(link.source.cells), mask_of(link.target.cells)
    first, second = link.source.value, link.target.value
    if link.cells:
        cells = mask_of(link.cells)
        digits = state.candidates_of(cells)
        pairs = ((source, first), (target, second))
        return digits == mask_of(each - 1 for each in (first, *link.digits)) and all(
            state.places[value] & cells == places for places, value in pairs
        )
    if link.unit < 0:
        return state.cells[link.source.cells[0]] == 1 << first - 1 | 1 << second - 1
    return not state.places[first] & state.layout.units[link.unit] & ~(source | target)


def _forcing_holds(step: Step, state: State) -> bool:
    """Whether all chains of a forcing chain hold and begin with all choices there are."""
    roles = dict(step.roles)
    chains = roles["chains"]
    if not isinstance(chains, Chains) or not all(_chain_holds(state, c) for c in chains.chains):
        return False
    # A contradiction has one premise and no choices.
    if "clash" in roles:
        return True
    begun = {(node.cells[0], node.value) for node in (one.nodes[0] for one in chains.chains)}
    # A choice that is the conclusion itself has no chain.
    begun |= {*step.placements}
    return begun.issuperset(choices(step, state))


def choices(step: Step, state: State) -> tuple[Candidate, ...]:
    """The candidates of the cell, or the places of the digit in the unit, that a step tries."""
    match dict(step.roles):
        case {"unit": Units((unit,)), "digit": Digits((value,))}:
            return state.options(value, state.layout.units[unit])
        case {"cell": Cells((cell,))}:
            return state.options_of(cell, -1)
    raise TypeError(step)


def _sets_hold(step: Step, state: State) -> bool:
    """Whether the sets of a chain are almost locked and joined by the digits that it names."""
    roles = dict(step.roles)
    parts = [roles[name] for name in ("first", "second", "sets") if name in roles]
    groups = [part for part in parts if isinstance(part, Groups)]
    cells = [mask_of(each) for part in groups for each in part.groups]
    # The same digits, since the reason names them; their number makes the set almost locked.
    digits = [mask_of(digit - 1 for digit in each) for part in groups for each in part.digits]
    if [*map(state.candidates_of, cells)] != digits:
        return False
    match roles:
        case {"linked": Digits(linked), "digit": Digits((digit,))}:
            ends = state.places[digit] & (cells[0] | cells[-1])
            joined = zip(cells, cells[1:], linked, strict=False)
            return all(_is_restricted(state, *link) for link in joined) and all(
                _is_seen(state, option, ends) for option in step.eliminations
            )
        case {"linked": Digits(linked)}:
            first, second = cells
            return all(_is_restricted(state, first, second, value) for value in linked) and all(
                _is_seen_in_loop(state, option, cells, linked) for option in step.eliminations
            )
    raise TypeError(step)


def _is_restricted(state: State, first: int, second: int, value: int) -> bool:
    """Whether only one of two sets can hold a value."""
    places = state.places[value]
    # `places & first` may be empty; then every cell counts as seen.
    return not places & second & ~state.layout.seen_by_all(places & first)


def _is_seen(state: State, option: Candidate, places: int) -> bool:
    """Whether a candidate is seen by all of some places of its value."""
    return not places & ~state.layout.peers[option.cell]


def _is_seen_in_loop(
    state: State, option: Candidate, cells: Sequence[int], linked: tuple[int, ...]
) -> bool:
    """Whether two sets, doubly linked, rule a candidate out: both do, or one where it is locked."""
    places = [state.places[option.value] & one for one in cells]
    if option.value in linked:
        return _is_seen(state, option, places[0] | places[1])
    return any(one and _is_seen(state, option, one) for one in places)
