"""Runs of implications, against the rules of Sudoku applied to sets again and again."""

from collections.abc import Iterator
from itertools import combinations

import pytest

from engine import solve
from engine.rating.board import KINDS, PEER_CELLS, UNIT_OF, UNITS, Board, cells_of
from engine.rating.locked_sets import locked_sets
from engine.rating.net import FALSE, NO_CAUSE, OWN_CELL, Implication, Run, Spread, opposite

PUZZLE = "2..37...85.3.......7.....3..25894...1..237.59.39516..4412769.8.95.4831..368152497"
"""One whose rating by Sudoku Explainer is above 8, with some digits of its solution."""

Candidates = set[int]
"""Numbers 9 * cell + digit."""


def of_cell(grid: Candidates, cell: int) -> Candidates:
    return {candidate for candidate in grid if candidate // 9 == cell}


def of_unit(grid: Candidates, unit: int, digit: int) -> Candidates:
    return {9 * cell + digit for cell in UNITS[unit]} & grid


def choices(grid: Candidates, *, nishio: bool) -> Iterator[Candidates]:
    """The candidates of each cell, and of each digit in each unit: one of them is true."""
    if not nishio:
        yield from (of_cell(grid, cell) for cell in range(81))
    yield from (of_unit(grid, unit, digit) for unit in range(27) for digit in range(9))


def implied(
    grid: Candidates, assumption: int, *, dynamic: bool, nishio: bool
) -> tuple[Candidates, Candidates]:
    """All that is true and that is false because of an assumption, in any order."""
    every = list(choices(grid, nishio=nishio))
    true, false = {assumption}, set[int]()
    if assumption >= FALSE:
        true, false = set(), {assumption - FALSE}
    before = -1
    while before != len(true) + len(false):
        before = len(true) + len(false)
        for one in every:
            if one & true:
                false |= {other for other in one if one & true - {other}}
            left = one - false
            if left != one and len(left) == 1 and (dynamic or len(one) == 2):
                true |= left
            # The last one to become false was the only one left before that.
            if not left and (len(one) > 1 if dynamic else len(one) == 2):
                true |= one
    return true, false


def behind(run: Run, nodes: set[int]) -> set[int]:
    """Some nodes, and all that they rest on."""
    more = nodes | {parent for node in nodes for parent in run.links[node].parents}
    return nodes if more == nodes else behind(run, more)


def solution_of(puzzle: str) -> list[int]:
    return [value - 1 for value in solve(puzzle).values]


BOARD = Board([int(letter) if letter.isdigit() else 0 for letter in PUZZLE])
GRID = {
    9 * cell + digit
    for cell, digits in enumerate(BOARD.candidates.digits)
    for digit in range(9)
    if digits >> digit & 1
}
KINDS_OF_RUNS = [(True, False), (False, False), (True, True)]


def spread(*, dynamic: bool, nishio: bool) -> Spread:
    return Spread(BOARD, BOARD.candidates, dynamic=dynamic, nishio=nishio, extend=None)


def runs(*, dynamic: bool, nishio: bool) -> list[tuple[int, Run]]:
    of = spread(dynamic=dynamic, nishio=nishio)
    return [(node, of.run(node)) for one in sorted(GRID) for node in (one, FALSE + one)]


@pytest.mark.long
@pytest.mark.parametrize(("dynamic", "nishio"), KINDS_OF_RUNS)
def test_a_run_reaches_all_that_its_assumption_implies(*, dynamic: bool, nishio: bool) -> None:
    contradicted = 0
    for assumption, run in runs(dynamic=dynamic, nishio=nishio)[::3]:
        true, false = implied(GRID, assumption, dynamic=dynamic, nishio=nishio)
        assert bool(run.contradiction) == bool(true & false)
        if run.contradiction:
            contradicted += 1
        else:
            assert (set(run.true), {node - FALSE for node in run.false}) == (true, false)
    assert contradicted


@pytest.mark.long
@pytest.mark.parametrize(("dynamic", "nishio"), KINDS_OF_RUNS)
def test_every_node_follows_from_its_parents(*, dynamic: bool, nishio: bool) -> None:
    for assumption, run in runs(dynamic=dynamic, nishio=nishio):
        order = list(run.links)
        assert order[0] == assumption
        assert not run.links[assumption].parents
        for number, node in enumerate(order[1:], 1):
            link = run.links[node]
            assert set(link.parents) <= set(order[:number])
            check(link, dynamic=dynamic, nishio=nishio)
        if run.clash:
            assert opposite(run.clash.node) in run.links
            check(run.clash, dynamic=dynamic, nishio=nishio)


def check(link: Implication, *, dynamic: bool, nishio: bool) -> None:
    cell, digit = divmod(link.node % FALSE, 9)
    if link.node >= FALSE:
        (parent,) = link.parents
        other_cell, other_digit = divmod(parent, 9)
        sees = bool(PEER_CELLS[cell] >> other_cell & 1) and digit == other_digit
        assert sees or (cell == other_cell and digit != other_digit and not nishio)
        assert link.cause == NO_CAUSE
        return
    if link.cause == OWN_CELL:
        assert not nishio
        one = of_cell(GRID, cell)
    else:
        assert link.cause in KINDS
        one = of_unit(GRID, UNIT_OF[cell][link.cause], digit)
    gone = [parent - FALSE for parent in link.parents]
    assert len(gone) == len(set(gone))
    assert one - set(gone) == {link.node}
    assert dynamic or len(one) == 2


@pytest.mark.long
def test_counts_and_depths_are_those_of_the_links() -> None:
    for _, run in runs(dynamic=True, nishio=False):
        for node, link in run.links.items():
            assert run.depths[node] == 1 + max((run.depths[one] for one in link.parents), default=0)
            assert run.nodes(node) == len(behind(run, {node})) >= run.depths[node]
            way = run.way_back(link)
            assert way[0] is link
            assert {step.node for step in way} == behind(run, {node})
            assert len(way) == run.nodes(node)
        if run.clash:
            rests = len(behind(run, set(run.clash.parents)))
            against = len(behind(run, {opposite(run.clash.node)}))
            assert run.contradiction == 1 + rests + against


def test_what_is_true_in_the_solution_is_never_contradicted() -> None:
    solution = solution_of(PUZZLE)
    advanced = 0
    for extend in (None, locked_sets):
        of = Spread(BOARD, BOARD.candidates, dynamic=True, nishio=False, extend=extend)
        for cell in cells_of(BOARD.empty):
            run = of.run(9 * cell + solution[cell])
            assert not run.contradiction
            assert all(solution[node // 9] == node % 9 for node in run.true)
            assert all(solution[node % FALSE // 9] != node % 9 for node in run.false)
            advanced += sum(len(run.links[node].parents) > 1 for node in run.false)
    assert advanced


def test_true_nodes_go_on_before_false_ones() -> None:
    run = Run(5)
    assert run.imply(Implication(FALSE + 6, (5,)))
    assert run.imply(Implication(FALSE + 6, (5,)))
    assert run.imply(Implication(15, (FALSE + 6,), OWN_CELL))
    assert (run.true, run.false) == ([5, 15], [FALSE + 6])
    assert not run.imply(Implication(6, (15,)))
    # 6 itself, 15 and what it rests on (5 and not 6), and not 6 with 5.
    assert run.contradiction == 1 + 3 + 2


def test_a_node_is_the_opposite_of_its_opposite() -> None:
    assert all(opposite(opposite(node)) == node for node in range(2 * FALSE))
    assert {opposite(node) for node in range(FALSE)} == set(range(FALSE, 2 * FALSE))


def test_static_runs_leave_the_grid_and_each_run_begins_anew() -> None:
    for dynamic, nishio in KINDS_OF_RUNS:
        of = spread(dynamic=dynamic, nishio=nishio)
        for first, second in combinations(sorted(GRID)[:6], 2):
            alone = of.run(first).links
            of.run(second)
            assert of.run(first).links == alone
    assert sum(digits.bit_count() for digits in BOARD.candidates.digits) == len(GRID)
