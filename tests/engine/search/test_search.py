from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid, InvalidGrid, NoSolution, NotUnique
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry
from engine.make.fill import random_grid
from engine.make.puzzle import generate
from engine.search.budget import Budget, BudgetSpent
from engine.search.search import (
    count_solutions,
    differing_cells,
    find_contradiction,
    is_unique,
    solutions,
    solve,
)

FOUR = Geometry(2, 2)
SIX = Geometry(2, 3)
NINE = Geometry(3, 3)

INKALA_2006 = "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."
INKALA_2010 = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
INKALA_2012 = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
NORVIG_HARD1 = ".....6....59.....82....8....45........3........6..3.54...325..6.................."
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SIXTEEN_CLUES = "...3.1...2.4...............8..52..........9.1......3....7.4..5.91........3......."
SEVENTEEN_CLUES = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
)


def nine(text: str) -> Grid:
    return Grid(NINE, bytes(int(symbol) for symbol in text.replace(".", "0")))


def agrees(puzzle: Grid, solution: Grid) -> bool:
    return all(given in {0, own} for given, own in zip(puzzle.values, solution.values, strict=True))


def test_the_288_grids_of_4x4() -> None:
    blank = Grid.blank(FOUR)
    assert count_solutions(blank, 1000) == 288
    found = solutions(blank, 1000)
    assert len(set(found)) == 288
    assert all(grid.is_solved for grid in found)


def test_the_28200960_grids_of_6x6() -> None:
    # The digits of the first row can be exchanged in 6! = 720 ways.
    first_row = Grid.blank(SIX).with_values({cell: cell + 1 for cell in range(6)})
    assert 720 * count_solutions(first_row, 10**6, Budget(120)) == 28_200_960


def test_the_190_solutions_of_16_published_clues() -> None:
    # "17, 16, 15, 14 ...", forum.enjoysudoku.com, thread 5187: 16 clues, 190 grid solutions.
    puzzle = nine(SIXTEEN_CLUES)
    found = solutions(puzzle, 1000)
    assert len(set(found)) == len(found) == 190
    assert all(grid.is_solved and agrees(puzzle, grid) for grid in found)


@pytest.mark.parametrize(
    "text", [INKALA_2006, INKALA_2010, INKALA_2012, GOLDEN_NUGGET, SEVENTEEN_CLUES]
)
def test_known_hard_puzzles_have_one_solution(text: str) -> None:
    puzzle = nine(text)
    solution = solve(puzzle)
    assert solution.is_solved
    assert agrees(puzzle, solution)
    assert is_unique(puzzle)


def test_the_printed_solution_of_inkalas_puzzle_of_2012() -> None:
    assert str(solve(nine(INKALA_2012))) == (
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
    )


def test_norvigs_hard1_has_many_solutions() -> None:
    puzzle = nine(NORVIG_HARD1)
    assert count_solutions(puzzle, 10_000) == 10_000
    assert not is_unique(puzzle)
    with pytest.raises(NotUnique) as caught:
        solve(puzzle)
    first, second = caught.value.grids
    assert first.is_solved
    assert second.is_solved
    assert differing_cells(first, second)


def test_norvigs_impossible_puzzle_is_decided_in_few_nodes() -> None:
    puzzle = nine(IMPOSSIBLE)
    assert count_solutions(puzzle, 2, Budget(60, 5000)) == 0
    with pytest.raises(NoSolution) as caught:
        solve(puzzle)
    assert caught.value.contradiction is None


def test_a_clue_less_than_one_solution_needs_gives_several() -> None:
    # Each of the clues of a minimal puzzle is needed.
    puzzle = nine(SEVENTEEN_CLUES)
    for cell in set(range(81)) - set(puzzle.blanks()):
        assert count_solutions(puzzle.with_values({cell: 0})) == 2


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_no_more_than_the_limit(limit: int) -> None:
    assert count_solutions(Grid.blank(NINE), limit) == limit
    assert len(set(solutions(Grid.blank(NINE), limit))) == limit


def test_a_solved_grid_solves_itself() -> None:
    grid = random_grid(NINE, Rng(1))
    assert solve(grid) == grid


@pytest.mark.parametrize("size", [4, 6, 8, 9, 12, 16])
def test_all_blanks_but_one_row_on_every_shape(size: int) -> None:
    grid = random_grid(Geometry.of_size(size), Rng(size))
    puzzle = grid.with_values(dict.fromkeys(range(size), 0))
    assert solve(puzzle) == grid


@pytest.mark.parametrize("budget", [Budget(60, 3), Budget(0)])
def test_a_spent_budget_is_not_an_answer(budget: Budget) -> None:
    puzzle = nine(GOLDEN_NUGGET)
    for ask in (solutions, count_solutions):
        with pytest.raises(BudgetSpent):
            ask(puzzle, 2, budget)
    for decide in (is_unique, solve):
        with pytest.raises(BudgetSpent):
            decide(puzzle, budget)


@pytest.mark.parametrize("limit", [10**12, 2**70])
def test_a_spent_budget_keeps_what_was_found(limit: int) -> None:
    blank = Grid.blank(NINE)
    with pytest.raises(BudgetSpent, match=r"at least [\d,]+ solutions") as raised:
        count_solutions(blank, limit, Budget(60, 400))
    assert 0 < raised.value.found < 10**12
    with pytest.raises(BudgetSpent) as raised:
        solutions(nine(GOLDEN_NUGGET), 2, Budget(60, 1))
    assert raised.value.found == 0


def test_a_puzzle_may_be_its_line() -> None:
    puzzle = nine(INKALA_2010)
    assert solve(INKALA_2010) == solve(puzzle)
    assert solutions(INKALA_2010) == (solve(puzzle),)
    assert count_solutions(INKALA_2010) == 1
    assert is_unique(INKALA_2010)
    with pytest.raises(InvalidGrid, match="80 cells"):
        solve(INKALA_2010[1:])
    with pytest.raises(TypeError, match="not bytes"):
        solve(puzzle.values)  # type: ignore[arg-type]


ARTICLES = [
    (
        ".....7..9.4..812.....9...1...53...72293....5......53..8...23...7...5..4.531.7....",
        1,
        "",
    ),
    (
        "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
        1,
        "",
    ),
    (
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
        1,
        "145327698839654127672918543496185372218473956753296481367542819984761235521839764",
    ),
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        1,
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ),
    (
        "5....197..2............6....6.4...9...51893...4...5.1....8........2...4..739....1",
        0,
        "",
    ),
    (
        "5...2....1....9...8....34..3..7.8.59.........97.6.4..8......3.5...2....4.......2.",
        1_328,
        "",
    ),
    (
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
        1,
        "",
    ),
    (
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        1,
        "",
    ),
    (
        ".....6....59.....82....8....45........3........6..3.54...325..6..................",
        10_000,
        "",
    ),
    (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        0,
        "",
    ),
]
"""What the classic articles on solving print: puzzle, solutions up to 10,000, printed answer.

From a lesson on lists and masks (2), any-order search in C++ (2, both Inkala's), a short program in
Python (2; the answer printed for the first breaks the rules), and Norvig's essay (4).
"""


@pytest.mark.parametrize(("puzzle", "count", "answer"), ARTICLES)
def test_puzzles_of_the_articles_have_the_solutions_that_they_have(
    puzzle: str, count: int, answer: str
) -> None:
    assert count_solutions(puzzle, 10_000, Budget(60)) == count
    if answer:
        assert str(solve(puzzle)) == answer


# As counted by `count_exactly`, which fills bands and stacks instead of searching.
COUNTED = [
    (".....7.....13.6..57..1...3.41....5..8....51....261.3......926.369...1..4.........", 2416),
    ("......1....98.2..6..69.17....2........82....54.7.198..2..7..........82.7...42.5..", 3556),
    ("...36..955.6.4.8......95.4..6.....8.....39.1...4.8..7...7....686.......1.....6.5.", 7946),
    (".5.....81...5....328..17.5.6...95.7.5.8.......2..........871.....2....1.167.....8", 7529),
]


@pytest.mark.parametrize(("puzzle", "count"), COUNTED)
def test_thousands_of_solutions_are_each_counted_once(puzzle: str, count: int) -> None:
    assert count_solutions(puzzle, 100_000, Budget(60)) == count


def brute_force_count(grid: Grid) -> int:
    """Tries every digit in every blank of a 4x4 grid, checking whole units only at the end."""
    rows = [grid.values[start : start + 4] for start in range(0, 16, 4)]
    fillings = [
        [row for row in product((1, 2, 3, 4), repeat=4) if len({*row}) == 4 and fits(row, given)]
        for given in rows
    ]
    return sum(
        all(len({*column}) == 4 for column in zip(a, b, c, d, strict=True))
        and all(len({*a[i : i + 2], *b[i : i + 2]}) == 4 for i in (0, 2))
        and all(len({*c[i : i + 2], *d[i : i + 2]}) == 4 for i in (0, 2))
        for a, b, c, d in product(*fillings)
    )


def fits(row: tuple[int, ...], given: bytes) -> bool:
    return all(known in {0, value} for known, value in zip(given, row, strict=True))


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.integers(0, 15), st.integers(1, 4), min_size=3, max_size=9))
def test_counts_agree_with_brute_force(givens: dict[int, int]) -> None:
    grid = Grid.blank(FOUR).with_values(givens)
    assert count_solutions(grid, 1000) == brute_force_count(grid)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(1, 10)), st.booleans())
def test_relabelled_and_transposed_puzzles(seed: int, digits: list[int], turned: bool) -> None:  # noqa: FBT001 - Hypothesis passes by position
    made = generate(NINE, Symmetry.NONE, seed)

    def moved(grid: Grid) -> Grid:
        order = [r * 9 + c for c in range(9) for r in range(9)] if turned else range(81)
        return Grid(NINE, bytes([0, *digits][grid[cell]] for cell in order))

    assert solve(moved(made.grid)) == moved(made.solution)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.permutations(range(1, 7)))
def test_relabelling_keeps_the_number_of_solutions(seed: int, digits: list[int]) -> None:
    rng = Rng(seed)
    some = bytes(v if rng.below(3) == 0 else 0 for v in random_grid(SIX, rng).values)
    relabelled = Grid(SIX, bytes([0, *digits][value] for value in some))
    assert count_solutions(Grid(SIX, some), 300) == count_solutions(relabelled, 300)


@pytest.mark.parametrize(
    ("givens", "words"),
    [
        ({0: 5, 8: 5}, "two 5s in row 1"),
        ({1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 18: 7, 27: 8, 36: 9}, "r1c1 has no candidate left"),
        ({0: 1, 12: 1, 24: 2, 25: 3, 26: 4}, "no place left for 1 in row 3"),
        ({}, None),
    ],
)
def test_the_visible_reason(givens: dict[int, int], words: str | None) -> None:
    reason = find_contradiction(Grid.blank(NINE).with_values(givens))
    assert (str(reason) if reason else None) == words


def test_a_reason_that_propagation_brings_to_light() -> None:
    # r1c1 and r1c2 both see every digit but 9.
    row = {3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6}
    grid = Grid.blank(NINE).with_values({**row, 36: 7, 54: 8, 64: 7, 28: 8})
    assert not grid.conflicts()
    with pytest.raises(NoSolution, match="r1c1 has no candidate left"):
        solve(grid)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.integers(0, 35), st.integers(1, 6), max_size=20))
def test_a_contradiction_is_never_claimed_of_a_solvable_grid(givens: dict[int, int]) -> None:
    grid = Grid.blank(SIX).with_values(givens)
    assume(find_contradiction(grid) is not None)
    assert count_solutions(grid, 1) == 0


def test_differing_cells_ascend() -> None:
    one = random_grid(FOUR, Rng(1))
    other = one.with_values({3: 0, 14: 0})
    assert differing_cells(one, other) == (3, 14)
    assert differing_cells(one, one) == ()
