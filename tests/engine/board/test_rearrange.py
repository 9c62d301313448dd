import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rearrange import rearrangement
from engine.notation.notation import parse
from engine.search.search import solve

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("seed", range(6))
def test_a_rearranged_puzzle_has_the_rearranged_solution(seed: int) -> None:
    order = rearrangement(PUZZLE.geometry, seed)
    moved = order.of(PUZZLE)
    assert moved != PUZZLE
    assert solve(moved) == order.of(solve(PUZZLE))


@pytest.mark.parametrize("shape", [Geometry(2, 3), Geometry(3, 2), Geometry(3, 3)])
def test_units_stay_units(shape: Geometry) -> None:
    order = rearrangement(shape, "a seed")
    units = {frozenset(unit) for unit in shape.units}
    assert {frozenset(order.cells[cell] for cell in unit) for unit in shape.units} == units


def test_rows_become_columns_for_some_seeds() -> None:
    shape = Geometry(3, 3)
    rows = {frozenset(row) for row in shape.rows}
    turned = [
        frozenset(rearrangement(shape, seed).cells[cell] for cell in shape.rows[0]) not in rows
        for seed in range(20)
    ]
    assert {True, False} == set(turned)


def test_the_same_seed_gives_the_same_board() -> None:
    first, again, other = (rearrangement(PUZZLE.geometry, seed).of(PUZZLE) for seed in "aab")
    assert first == again != other
    assert isinstance(first, Grid)
