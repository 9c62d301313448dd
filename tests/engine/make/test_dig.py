import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.candidates import candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry, orbits
from engine.make.dig import dig, stays_unique
from engine.make.fill import random_grid
from engine.make.puzzle import generate
from engine.search._search import Meter, search
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import count_solutions, is_unique, solve

SIX = Geometry(2, 3)
NINE = Geometry(3, 3)
PLENTY = Budget(60)
INKALA_2012 = "800000000003600000070090200050007000000045700000100030001000068008500010090000400"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(Symmetry))
def test_the_proof_agrees_with_counting(seed: int, symmetry: Symmetry) -> None:
    candidates, rng = candidates_of(SIX), Rng(seed)
    solution = random_grid(SIX, rng)
    grid = solution
    for orbit in sorted(orbits(SIX, symmetry), key=lambda _: rng.next()):
        reduced = grid.with_values(dict.fromkeys(orbit, 0))
        unique = count_solutions(reduced) == 1
        assert stays_unique(candidates, reduced, solution, orbit, Meter(PLENTY)) == unique
        grid = reduced if unique else grid


def test_the_nodes_of_a_proof() -> None:
    # One closure of the puzzle, those of the search below each wrong candidate, one for the right
    # one.
    candidates = candidates_of(NINE)
    grid = Grid(NINE, bytes(int(symbol) for symbol in INKALA_2012))
    solution = solve(grid)
    board, placed, _ = candidates.close(*candidates.load(grid))
    for cell in grid.blanks()[:12]:
        meter = Meter(Budget(60, 10**6))
        for option in candidates.of_cell(board, cell):
            if candidates.value(option) != solution[cell]:
                list(search(candidates, *candidates.place(board, placed, option), meter))
        nodes = 10**6 - meter.nodes_left + 2
        question = (candidates, grid, solution, (cell,))
        assert nodes > 2
        assert stays_unique(*question, Meter(Budget(60, nodes)))
        with pytest.raises(BudgetSpent):
            stays_unique(*question, Meter(Budget(60, nodes - 1)))


def test_all_cells_at_once_are_too_many() -> None:
    solution = random_grid(NINE, Rng(2))
    everything = tuple(range(81))
    blank = Grid.blank(NINE)
    assert not stays_unique(candidates_of(NINE), blank, solution, everything, Meter(PLENTY))


def test_orbits_are_visited_in_the_drawn_order_and_once() -> None:
    solution = random_grid(SIX, Rng(3))
    cells = orbits(SIX, Symmetry.CENTRAL)
    order = list(cells)
    Rng(4).shuffle(order)
    expected = solution
    for orbit in order:
        reduced = expected.with_values(dict.fromkeys(orbit, 0))
        expected = reduced if count_solutions(reduced) == 1 else expected
    candidates = candidates_of(SIX)
    assert dig(candidates, solution, cells, Rng(4), Meter(PLENTY)) == expected


@pytest.mark.parametrize("least", [0, 20, 21, 36])
def test_no_fewer_givens_than_told(least: int) -> None:
    solution = random_grid(SIX, Rng(5))
    cells = orbits(SIX, Symmetry.CENTRAL)
    grid = dig(candidates_of(SIX), solution, cells, Rng(5), Meter(PLENTY), least=least)
    assert grid.clue_count >= least
    assert grid.clue_count <= max(least + 1, 18)


def test_large_boards_keep_what_takes_more_than_200_nodes() -> None:
    shape = Geometry(4, 4)
    candidates = candidates_of(shape)
    made = generate(shape, Symmetry.CENTRAL, 1, budget=PLENTY)
    question = (candidates, made.grid, made.solution, made.grid.blanks())
    assert is_unique(made.grid, PLENTY)
    assert not stays_unique(*question, Meter(Budget(60, 201)))
    with pytest.raises(BudgetSpent):
        stays_unique(*question, Meter(Budget(60, 200)))


def test_a_spent_budget_ends_the_digging() -> None:
    solution = random_grid(NINE, Rng(1))
    with pytest.raises(BudgetSpent):
        dig(
            candidates_of(NINE),
            solution,
            orbits(NINE, Symmetry.NONE),
            Rng(1),
            Meter(Budget(60, 40)),
        )
