"""Wings compared with their plain definitions, on boards where easier techniques are used up."""

from itertools import combinations, permutations

from engine import Geometry, Symmetry, generate, practice
from engine.techniques import LADDER, State, Technique, steps
from engine.techniques import wings as file
from engine.techniques.als import ALS_XY_WING, DOUBLY_LINKED_ALS_XZ
from engine.techniques.layout import Candidate
from engine.techniques.parts import Groups
from engine.techniques.wings import W_WING, XY_WING, XYZ_WING
from tests.engine.techniques.finders import Finders

FOUND = Finders.of(file)
EASY = [finder for finder, _ in LADDER[:11]]


def positions() -> list[State]:
    found = []
    for seed in range(30):
        state = State.start(generate(Geometry(3, 3), Symmetry.NONE, f"wing {seed}").grid)
        while step := next((step for finder in EASY for step in finder(state)), None):
            state = step.after(state)
        found.append(state)
    return found


POSITIONS = positions()


def values(state: State, cell: int) -> frozenset[int]:
    return frozenset(option.value for option in state.options_of(cell, -1))


def seen(state: State, value: int, cells: tuple[int, ...]) -> frozenset[Candidate]:
    """The candidates of a value that see all cells."""
    peers = state.geometry.peers
    return frozenset(
        Candidate(cell, value)
        for cell in range(81)
        if value in values(state, cell) and all(other in peers[cell] for other in cells)
    )


def found(state: State, technique: Technique) -> set[frozenset[Candidate]]:
    return {frozenset(step.eliminations) for step in steps(state, technique)}


def test_xy_and_xyz_wings_are_all_that_the_definition_gives() -> None:
    peers = Geometry(3, 3).peers
    total = 0
    for state in POSITIONS:
        wings: dict[int, set[frozenset[Candidate]]] = {2: set(), 3: set()}
        pairs = [cell for cell in range(81) if len(values(state, cell)) == 2]
        for first, second in combinations(pairs, 2):
            one, other = values(state, first), values(state, second)
            if len(one & other) != 1:
                continue
            (value,) = one & other
            for pivot in set(peers[first]) & set(peers[second]):
                if values(state, pivot) == one ^ other:
                    wings[2].add(seen(state, value, (first, second)))
                elif values(state, pivot) == one | other:
                    wings[3].add(seen(state, value, (first, second, pivot)))
        assert found(state, XY_WING) == wings[2] - {frozenset()}
        assert found(state, XYZ_WING) == wings[3] - {frozenset()}
        total += len(wings[2]) + len(wings[3])
    assert total


def test_w_wings_are_all_that_the_definition_gives() -> None:
    total = 0
    for state in POSITIONS:
        wings = set()
        pairs = [cell for cell in range(81) if len(values(state, cell)) == 2]
        for first, second in combinations(pairs, 2):
            both = values(state, first)
            is_near = second in state.geometry.peers[first]
            if values(state, second) != both or is_near:
                continue
            for link, value in permutations(both):
                if is_bridged(state, link, first, second):
                    wings.add(seen(state, value, (first, second)))
        assert found(state, W_WING) == wings - {frozenset()}
        total += len(wings)
    assert total


def is_bridged(state: State, link: int, first: int, second: int) -> bool:
    """Whether a unit has two places for the digit, each seen by a different one of the cells."""
    peers = state.geometry.peers
    for unit in state.geometry.units:
        places = [cell for cell in unit if link in values(state, cell)]
        if len(places) == 2 and not {first, second} & set(places):
            for near, far in permutations(places):
                if near in peers[first] and far in peers[second]:
                    return True
    return False


def test_an_als_xy_wing_is_of_three_sets_where_two_are_linked_twice_too() -> None:
    wings = [
        dict(step.roles)["sets"]
        for position in practice.positions(DOUBLY_LINKED_ALS_XZ)[:10]
        for step in steps(position.state, ALS_XY_WING)
    ]
    assert wings
    assert all(isinstance(sets, Groups) and len({*sets.groups}) == 3 for sets in wings)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


def test_each_w_wing_is_told_with_one_bridge() -> None:
    for state in POSITIONS:
        pairs = [step.parts()["cells"] for step in steps(state, W_WING)]
        told = [(*step.parts().items(),)[:3] for step in steps(state, W_WING)]
        assert len({*told}) == len(pairs)
