"""Static chains within a run: cycles and chains drawn by hand, and why their links hold."""

from itertools import pairwise

import pytest

from engine.rating.board import UNIT_OF, UNITS, Board
from engine.rating.net import NO_CAUSE, OWN_CELL
from engine.rating.paths import Path, paths, strong_cause, weak_cause

Units = dict[str, str]


def node(name: str) -> int:
    """Such as 1r2c3: digit, row and column."""
    digit, row, column = int(name[0]), int(name[2]), int(name[4])
    return 9 * (9 * row + column - 10) + digit - 1


def nodes(text: str) -> tuple[int, ...]:
    return tuple(node(name) for name in text.split())


def board(units: Units) -> Board:
    """A board on which the digit 1 has these places alone in some units, such as b1, r1 and c1."""
    made = Board([0] * 81)
    for name, kept in units.items():
        for cell in UNITS[9 * "brc".index(name[0]) + int(name[1]) - 1]:
            if 9 * cell not in nodes(kept):
                made.remove(cell, 0)
    return made


def found(units: Units) -> list[Path]:
    return paths(board(units).candidates)


X_WING = {"r1": "1r1c1 1r1c5", "r5": "1r5c1 1r5c5"}
SKYSCRAPER = {"r1": "1r1c1 1r1c4", "r5": "1r5c1 1r5c5"}
TAILED = {"c1": "1r1c1 1r5c1", "r5": "1r5c1 1r5c5", "r4": "1r4c2 1r4c4"}
"""A cycle in rows 4 and 5, and r1c1, from which it may be entered and left by r5c1."""


def test_an_open_board_has_no_chains() -> None:
    assert not found({})
    assert not found({"r1": "1r1c1 1r1c5"})


def test_a_cycle_removes_what_sees_its_digit_true_and_false() -> None:
    (path,) = [path for path in found(X_WING) if path.cycle]
    assert sorted(path.nodes) == sorted(nodes("1r1c1 1r1c5 1r5c1 1r5c5"))
    rows = (2, 3, 4, 6, 7, 8, 9)
    gone = {node(f"1r{row}c{column}") for row in rows for column in (1, 5)}
    assert set(path.gone) == gone
    assert list(path.gone) == sorted(gone)
    assert path.rank[1] == 4


def test_no_candidate_is_false_twice_on_a_cycle() -> None:
    cycles = [path for path in found(TAILED) if path.cycle]
    assert any(set(path.nodes) == set(nodes("1r5c1 1r5c5 1r4c2 1r4c4")) for path in cycles)
    for path in cycles:
        assert len(set(path.nodes)) == len(path.nodes)
        # r1c4 sees both ends of what is no cycle.
        assert node("1r1c4") not in path.gone


def test_a_chain_ends_in_the_negation_of_its_start() -> None:
    (path, *_) = [path for path in found(SKYSCRAPER) if path.gone == (node("1r2c5"),)]
    assert not path.cycle
    # The 1 of r2c5 would lead to r5c5, r5c1, r1c1 and r1c4, and so to its own denial.
    way = nodes("1r2c5 1r1c4 1r1c1 1r5c1 1r5c5 1r2c5")
    assert path.nodes in {way, way[::-1]}
    assert [holds for _, holds in path.states()] == [False, True] * 3
    assert [each for each, _ in path.states()] == list(path.nodes)


def test_the_best_chains_stand_first_and_remove_different_things() -> None:
    for units in (X_WING, SKYSCRAPER):
        best = found(units)
        assert [path.rank for path in best] == sorted(path.rank for path in best)
        assert len({path.gone for path in best}) == len(best)


@pytest.mark.parametrize("units", [X_WING, SKYSCRAPER, TAILED])
def test_every_link_has_a_cause(units: Units) -> None:
    grid = board(units).candidates
    for path in paths(grid):
        states = [*path.states()]
        if path.cycle:
            states.append((path.nodes[0], True))
        # From the end back: what follows stands before its reason.
        for (after, holds), (before, _) in pairwise(states):
            cause = strong_cause(grid, before, after) if holds else weak_cause(before, after)
            assert cause != NO_CAUSE


def test_a_weak_link_is_in_a_cell_or_else_in_a_box_before_a_line() -> None:
    for one in range(81):
        for other in range(81):
            shared = [k for k in range(3) if UNIT_OF[one][k] == UNIT_OF[other][k]]
            cause = OWN_CELL if one == other else next(iter(shared), NO_CAUSE)
            assert weak_cause(9 * one + 3, 9 * other + 3) == cause
    assert weak_cause(node("1r1c1"), node("9r1c1")) == OWN_CELL


@pytest.mark.parametrize(
    ("units", "denied", "true", "kind"),
    [
        (X_WING, "1r1c1", "1r1c5", 1),
        (X_WING, "1r1c5", "1r1c1", 1),
        (X_WING, "1r1c1", "1r5c1", NO_CAUSE),
        (X_WING, "1r2c1", "1r2c2", NO_CAUSE),
        ({"c1": "1r1c1 1r9c1"}, "1r9c1", "1r1c1", 2),
        ({"b1": "1r1c1 1r2c2"}, "1r1c1", "1r2c2", 0),
        ({"b1": "1r1c1 1r2c2 1r3c3"}, "1r1c1", "1r2c2", NO_CAUSE),
        ({}, "1r1c1", "9r1c1", OWN_CELL),
    ],
)
def test_a_strong_link_is_in_a_unit_of_two_places(
    units: Units, denied: str, true: str, kind: int
) -> None:
    assert strong_cause(board(units).candidates, node(denied), node(true)) == kind
