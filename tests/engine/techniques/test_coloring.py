"""Colourings: published, proved, and all that the definition gives."""

from collections.abc import Iterator
from itertools import combinations, permutations

import pytest

from engine.techniques import Candidate, State, coloring
from engine.techniques.coloring import (
    MEDUSA_TRAP,
    MEDUSA_WRAP,
    MULTI_COLORING_1,
    MULTI_COLORING_2,
    SIMPLE_COLORING_TRAP,
    SIMPLE_COLORING_WRAP,
)
from engine.techniques.costs import cost
from tests.engine.techniques.finders import Finders, concluded, spots, values_at
from tests.engine.techniques.test_published import EXAMPLES

FOUND = Finders.of(coloring)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


@pytest.mark.long
def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


STATES = [*FOUND.states, *(example.state() for example in EXAMPLES[::9])]

Options = frozenset[Candidate]
Colors = tuple[Options, Options]


def open_options(state: State) -> Options:
    return frozenset(Candidate(c, v) for c in range(81) for v in values_at(state, c))


def strong_links(state: State, values: Iterator[int] | range) -> set[Options]:
    """The two places of a digit in a unit."""
    places = [(v, spots(state, v, unit)) for v in values for unit in range(27)]
    return {frozenset(Candidate(c, v) for c in cells) for v, cells in places if len(cells) == 2}


def in_cells(state: State) -> set[Options]:
    """The two candidates of a cell."""
    cells = [frozenset(state.options_of(cell, -1)) for cell in range(81)]
    return {options for options in cells if len(options) == 2}


def colored(links: set[Options]) -> list[Colors]:
    """What is linked is coloured in turn, cluster by cluster."""
    left, clusters = {option for link in links for option in link}, []
    while left:
        colors, fresh = (set[Candidate](), set[Candidate]()), [(min(left), 0)]
        while fresh:
            option, color = fresh.pop()
            if option not in colors[color]:
                colors[color].add(option)
                fresh += [
                    (other, 1 - color)
                    for link in links
                    if option in link
                    for other in link - {option}
                ]
        left -= colors[0] | colors[1]
        clusters.append((frozenset(colors[0]), frozenset(colors[1])))
    return clusters


def excludes(state: State, one: Candidate, other: Candidate) -> bool:
    if one.cell == other.cell:
        return one.value != other.value
    return one.value == other.value and other.cell in state.geometry.peers[one.cell]


def touches(state: State, option: Candidate, color: Options) -> bool:
    return any(excludes(state, option, other) for other in color)


def clashes(state: State, one: Options, other: Options) -> bool:
    return any(touches(state, option, other) for option in one)


def trapped(state: State, among: Options, one: Options, other: Options) -> Options:
    return frozenset(o for o in among if touches(state, o, one) and touches(state, o, other))


def one_cluster(state: State, clusters: list[Colors], among: Options) -> tuple[set[Options], ...]:
    """What traps and what wraps conclude."""
    traps = {trapped(state, among - one - other, one, other) for one, other in clusters}
    wraps = {color for both in clusters for color in both if clashes(state, color, color)}
    return traps - {frozenset()}, wraps


def test_simple_ones_are_all_that_the_definition_gives() -> None:
    for state in STATES:
        traps, wraps = set[Options](), set[Options]()
        for value in state.digits:
            clusters = colored(strong_links(state, range(value, value + 1)))
            longer = [each for each in clusters if len(each[0] | each[1]) > 2]
            among = frozenset(o for o in open_options(state) if o.value == value)
            found = one_cluster(state, longer, among)
            traps |= found[0]
            wraps |= found[1]
        assert concluded(state, SIMPLE_COLORING_TRAP) == traps
        assert concluded(state, SIMPLE_COLORING_WRAP) == wraps


def test_two_clusters_conclude_all_that_the_definition_gives() -> None:
    for state in STATES:
        joined, through = set[Options](), set[Options]()
        for value in state.digits:
            among = frozenset(o for o in open_options(state) if o.value == value)
            clusters = colored(strong_links(state, range(value, value + 1)))
            for one, other in permutations(clusters, 2):
                for color in one:
                    if clashes(state, color, other[0]) and clashes(state, color, other[1]):
                        through.add(color)
            for one, other in combinations(clusters, 2):
                rest = among.difference(*one, *other)
                for a, b in ((0, 0), (0, 1), (1, 0), (1, 1)):
                    if clashes(state, one[1 - a], other[1 - b]):
                        joined.add(trapped(state, rest, one[a], other[b]))
        assert concluded(state, MULTI_COLORING_1) == joined - {frozenset()}
        assert concluded(state, MULTI_COLORING_2) == through


def test_medusas_are_all_that_the_definition_gives() -> None:
    for state in FOUND.states:
        links = strong_links(state, state.digits) | in_cells(state)
        several = [e for e in colored(links) if len({o.value for o in e[0] | e[1]}) > 1]
        traps, wraps = one_cluster(state, several, open_options(state))
        assert concluded(state, MEDUSA_TRAP) == traps
        assert concluded(state, MEDUSA_WRAP) == wraps


def test_two_clusters_cost_more_than_one_and_several_digits_most() -> None:
    simple, multi, medusa = (
        max(kind.harder for kind in kinds)
        for kinds in (
            (SIMPLE_COLORING_TRAP, SIMPLE_COLORING_WRAP),
            (MULTI_COLORING_1, MULTI_COLORING_2),
            (MEDUSA_TRAP, MEDUSA_WRAP),
        )
    )
    assert simple < multi < medusa
    assert all(cost(step) > 0 for _, several in FOUND.found(1) for step in several)
