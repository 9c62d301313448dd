"""Each proof holds and agrees with counting, with the C core and without."""

from array import array

import pytest
from hypothesis import given, settings

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.symmetry import Symmetry
from engine.make.puzzle import generate
from engine.search import accelerate
from engine.search.accelerate import ACCELERATED
from engine.search.budget import Budget, BudgetSpent
from engine.search.check import Proved, check_proof
from engine.search.proof import _FORGOTTEN, Proof, _search, prove
from engine.search.search import count_solutions
from tests.engine.boards import boards, fits

PLENTY = Budget(60)
SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (3, 4)]

needs_core = pytest.mark.skipif(not ACCELERATED, reason="the C core was not built here")


def is_right(proof: Proof) -> bool:
    count, shown = count_solutions(proof.puzzle, 2, PLENTY), proof.solutions
    shape = proof.puzzle.geometry
    box = f"{shape.box_rows}x{shape.box_columns}"
    expected = Proved(str(proof.puzzle), tuple(map(str, shown)), box)
    return (
        list(check_proof(proof.lines())) == [expected]
        and len(shown) == count
        and all(fits(proof.puzzle, solution) for solution in shown)
    )


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(boards(SHAPES))
def test_the_proof_says_how_many_solutions_there_are(grid: Grid) -> None:
    assert is_right(prove(grid, PLENTY))


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(boards(SHAPES[:-1]))
def test_the_reference_search_proves_it_as_well(grid: Grid) -> None:
    found, steps = _search(grid, PLENTY)
    closing = steps + array("i", [0, 0]).tobytes()
    assert is_right(Proof(grid, tuple(found), array("i", b"" if len(found) > 1 else closing)))


@pytest.mark.long
@pytest.mark.parametrize(
    "line",
    [
        # Norvig's impossible puzzle, Inkala's of 2012, and the hardest of the forum by its rating.
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ],
)
def test_published_puzzles_are_proved(line: str) -> None:
    assert is_right(prove(line, PLENTY))


@pytest.mark.long
def test_a_large_board_is_proved() -> None:
    made = generate(Geometry(4, 4), seed=3, budget=PLENTY)
    proof = prove(made.grid, PLENTY)
    assert is_right(proof)
    assert proof.solutions == (made.solution,)


def test_several_solutions_need_no_refutation() -> None:
    proof = prove("." * 16)
    assert len(proof.solutions) == 2
    assert not proof.steps


@pytest.mark.long
@needs_core
def test_only_what_was_learned_is_forgotten() -> None:
    made = generate(Geometry(5, 5), Symmetry.NONE, seed=1, budget=PLENTY)
    givens = [cell for cell in range(625) if made.grid[cell]]
    fewer = made.grid.with_values(dict.fromkeys(givens[:4], 0))
    _, steps = accelerate.prove(fewer.with_values({made.grid.blanks()[1]: 16}), PLENTY)
    written = list(Proof(fewer, (), array("i", steps)).lines())[1:]
    # A 5x5 box: 625 cells, 25 digits in 250 parts, and four times 25 digits in 25 units.
    known, last, forgotten = set[int](), 625 + 25 * 250 + 4 * 625, 0
    for line in written:
        if not line.startswith("d "):
            last += 1
            known.add(last)
            continue
        gone = set(map(int, line.split()[1:-1]))
        assert gone <= known
        known -= gone
        forgotten += len(gone)
    assert forgotten > 500


@pytest.mark.long
@needs_core
def test_every_learned_clause_has_hints() -> None:
    """Only the clause that rules a solution out has none, and the empty one at the end."""
    made = generate(Geometry(4, 4), seed=3, budget=PLENTY)
    proof = prove(made.grid.with_values({made.grid.blanks()[0]: 0}), PLENTY)
    clauses = [line for line in proof.lines() if line[0] not in "psd"]
    assert len(clauses) > 3
    assert sum(" 0 " not in line for line in clauses) <= 2
    # What follows at once is not worth a clause of its own.
    assert clauses[-1] == "0"


@needs_core
def test_a_spent_budget_proves_nothing() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    for nodes in range(20):
        with pytest.raises(BudgetSpent):
            prove(hard, Budget(60, nodes))
        with pytest.raises(BudgetSpent):
            _search(Grid.from_line(hard), Budget(60, nodes))


def test_forgotten_clauses_are_written_with_a_d() -> None:
    grid = Grid.from_line("1234341221434321")
    steps = array("i", [-1, 2, 0, 0, 5, 0, 145, 3, 0, _FORGOTTEN, 145, 146, 0, 0, 0])
    lines = list(Proof(grid, (), steps).lines())[1:]
    assert lines == ["-1 2 0", "5 0 145 3 0", "d 145 146 0", "0"]
