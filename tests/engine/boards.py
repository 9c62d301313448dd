"""Boards of every kind, for tests that compare two ways to the same answer."""

from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.make.fill import random_grid
from engine.make.puzzle import generate


@st.composite
def boards(draw: st.DrawFn, shapes: list[tuple[int, int]]) -> Grid:
    """A grid with one solution, a few, many or none; the reason is easy or hard to see."""
    shape = Geometry(*draw(st.sampled_from(shapes)))
    return draw(draw(st.sampled_from([made_boards, made_boards, thinned_boards, noisy]))(shape))


@st.composite
def made_boards(draw: st.DrawFn, shape: Geometry) -> Grid:
    """A puzzle, perhaps with a given too few or too many; or its solution, or a blank board."""
    made = generate(shape, draw(st.sampled_from(Symmetry)), draw(st.integers(0, 10**6)))
    blanks = made.grid.blanks()
    givens = sorted(set(range(shape.cell_count)) - set(blanks))
    without = made.grid.with_values({draw(st.sampled_from(givens)): 0})
    more = {draw(st.sampled_from(blanks)): draw(st.integers(1, shape.size))}
    kinds = [made.grid, without, made.grid.with_values(more), without.with_values(more)]
    return draw(st.sampled_from([*kinds, *kinds, made.solution, Grid.blank(shape)]))


@st.composite
def thinned_boards(draw: st.DrawFn, shape: Geometry) -> Grid:
    """Some of the givens of a full grid; a few of them may be changed so that they clash."""
    rng = Rng(draw(st.integers(0, 10**6)))
    share = draw(st.integers(15, 70))
    gone = {cell: 0 for cell in range(shape.cell_count) if rng.below(100) >= share}
    return random_grid(shape, rng).with_values(gone | draw(few_values(shape, 2)))


def noisy(shape: Geometry) -> st.SearchStrategy[Grid]:
    """A grid with any values in any cells."""
    return few_values(shape, shape.cell_count).map(Grid.blank(shape).with_values)


def few_values(shape: Geometry, most: int) -> st.SearchStrategy[dict[int, int]]:
    """Values for at most this many cells."""
    cells, values = st.integers(0, shape.cell_count - 1), st.integers(1, shape.size)
    return st.dictionaries(cells, values, max_size=most)


def fits(puzzle: Grid, solution: Grid) -> bool:
    """Whether `solution` is a solved grid with the givens of `puzzle`."""
    pairs = zip(puzzle.values, solution.values, strict=True)
    return solution.is_solved and all(given in {0, value} for given, value in pairs)
