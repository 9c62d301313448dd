"""The C core against the pure path, function by function; its boundary; its budgets."""

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice, product
from threading import Thread
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board.candidates import candidates_of
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.board.rng import Rng
from engine.board.symmetry import Symmetry, orbits
from engine.exact import count_exactly
from engine.make.fill import fill, random_grid
from engine.make.mask import climb
from engine.make.puzzle import fill_and_dig, generate
from engine.search import accelerate
from engine.search._search import Meter, search
from engine.search.accelerate import UNDECIDED
from engine.search.budget import Budget, BudgetSpent
from tests.engine.boards import boards, fits
from tests.engine.isolated import run
from tests.fewer import first_cases

_core: Any = pytest.importorskip("engine._core", reason="the C core was not built here")

WIDTHS = sorted({_core.use_vectors(bits) for bits in (0, 128, 256, 384, 512)})
WIDEST = _core.use_vectors(512)
SHAPES = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (2, 5), (3, 3), (3, 3), (3, 3), (3, 4)]
ENDLESS = 2**62
PLENTY = Budget(60)
NINE = Geometry(3, 3)
EMPTY = bytes(81)
SINGLE_CELLS = b"".join(cell.to_bytes(2, "little") for cell in range(81))


@pytest.fixture(params=WIDTHS)
def every_width(request: pytest.FixtureRequest) -> None:
    """Every width of vectors that this processor has."""
    assert _core.use_vectors(request.param) == request.param


@pytest.fixture(autouse=True)
def _widest_again() -> Iterator[None]:
    yield
    assert _core.use_vectors(512) == WIDEST


def searched(grid: Grid, limit: int) -> list[Grid]:
    """What the pure search finds; boards that take it long are left out."""
    candidates = candidates_of(grid.geometry)
    found = search(candidates, *candidates.load(grid), Meter(Budget(60, 3000)))
    try:
        return [candidates.grid(board) for board in islice(found, limit)]
    except BudgetSpent:
        assume(False)  # noqa: FBT003 - Hypothesis takes it so
        raise


@pytest.mark.long
@pytest.mark.parametrize("bits", WIDTHS)
@settings(max_examples=250, deadline=None)
@given(boards(SHAPES), st.sampled_from([1, 2, 5, 254]))
def test_counts_are_those_of_the_pure_search(bits: int, grid: Grid, limit: int) -> None:
    _core.use_vectors(bits)
    count = len(searched(grid, limit))
    assert accelerate.count(grid, limit, PLENTY) == count
    shown = accelerate.solutions(grid, limit, PLENTY)
    assert len(set(shown)) == min(count, 2)
    assert all(fits(grid, solution) for solution in shown)
    counts, solutions = accelerate.batch(grid.geometry, grid.values * 3, limit, PLENTY)
    assert counts == bytes([count]) * 3
    expected = shown[0] if shown else Grid.blank(grid.geometry)
    step = grid.geometry.cell_count
    for start in range(0, 3 * step, step):
        solution = Grid(grid.geometry, solutions[start : start + step])
        assert fits(grid, solution) if shown else solution == expected


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(18, 34), st.integers(2, 5), st.integers(1001, 10**5))
def test_digits_that_no_given_shows_are_counted_by_their_names(
    seed: int, givens: int, hidden: int, limit: int
) -> None:
    rng = Rng(seed)
    cells = list(range(81))
    rng.shuffle(cells)
    grid = random_grid(NINE, rng)
    shown = [cell for cell in cells if grid[cell] > hidden][:givens]
    board = grid.with_values({cell: 0 for cell in cells if cell not in shown})
    # The search itself counts each exchange of absent digits separately.
    status, expected, _, _ = _core.search(3, 3, board.values, limit, ENDLESS, 60.0)
    assert status == 0
    assert accelerate.count(board, limit, PLENTY) == expected


def test_the_solutions_of_all_names_count_when_the_budget_ends() -> None:
    found = ~_core.count(3, 3, EMPTY, 2**62, 2000, 60.0)
    assert found % 362_880 == 0
    assert found > 362_880


@pytest.mark.usefixtures("every_width")
def test_published_counts() -> None:
    four, six = Geometry(2, 2), Geometry(2, 3)
    assert accelerate.count(Grid.blank(four), 10**6, PLENTY) == 288
    first_row = Grid.blank(six).with_values({cell: cell + 1 for cell in range(6)})
    assert 720 * accelerate.count(first_row, 2**62, PLENTY) == 28_200_960
    # forum.enjoysudoku.com, thread 5187: 16 clues with 190 solutions.
    text = "...3.1...2.4...............8..52..........9.1......3....7.4..5.91........3......."
    grid = Grid(NINE, bytes(int(symbol) for symbol in text.replace(".", "0")))
    assert accelerate.count(grid, 2**62, PLENTY) == 190


@pytest.fixture(scope="module")
def counted() -> list[tuple[Grid, int]]:
    """Boards of 22 to 24 givens, and how many solutions they have without any search."""
    rng, found = Rng("counted"), list[tuple[Grid, int]]()
    for givens in (22, 23, 24):
        cells = list(range(81))
        rng.shuffle(cells)
        grid = random_grid(NINE, rng).with_values(dict.fromkeys(cells[givens:], 0))
        found.append((grid, count_exactly(grid, PLENTY)))
    return found


@pytest.mark.usefixtures("every_width")
def test_thousands_of_solutions_are_those_of_the_exact_count(
    counted: list[tuple[Grid, int]],
) -> None:
    assert min(count for _, count in counted) > 1000
    for grid, count in counted:
        assert accelerate.count(grid, ENDLESS, PLENTY) == count
        for limit in (1000, 1001, 2000, count - 1, count, count + 1):
            assert accelerate.count(grid, limit, PLENTY) == min(limit, count)


@pytest.mark.usefixtures("every_width")
@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("..6........48...1........5..1..7..349..........5.94......3.76...89.6.5.2....8....", 2),
        ("..6........48...1........5..1..7..34...........5694......3.76...89.6.5.2....8....", 94),
    ],
)
def test_a_digit_twice_in_a_row_of_a_board_at_rest_is_no_solution(line: str, count: int) -> None:
    grid = Grid(NINE, bytes(int(symbol) for symbol in line.replace(".", "0")))
    assert accelerate.count(grid, 2**62, PLENTY) == count


@pytest.mark.parametrize(
    ("shape", "symmetry", "seeds"),
    [
        *((shape, symmetry, 2) for shape in sorted({*SHAPES}) for symmetry in Symmetry),
        ((4, 4), Symmetry.CENTRAL, 1),
        ((4, 4), Symmetry.FULL, 1),
    ],
)
def test_the_same_seed_is_the_same_puzzle(
    shape: tuple[int, int], symmetry: Symmetry, seeds: int
) -> None:
    geometry = Geometry(*shape)
    states = [Rng(f"{symmetry} {number}").state for number in range(seeds)]
    candidates, cells = candidates_of(geometry), orbits(geometry, symmetry)
    expected = [
        fill_and_dig(candidates, cells, None, Rng(state), Meter(PLENTY)) for state in states
    ]
    assert accelerate.generate(geometry, cells, None, states, PLENTY) == expected


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(Symmetry), st.sampled_from(WIDTHS))
def test_the_same_seed_is_the_same_puzzle_at_every_width(
    state: int, symmetry: Symmetry, bits: int
) -> None:
    cells = orbits(NINE, symmetry)
    expected = fill_and_dig(candidates_of(NINE), cells, None, Rng(state), Meter(PLENTY))
    _core.use_vectors(bits)
    assert accelerate.generate(NINE, cells, None, [state], PLENTY) == [expected]


@pytest.mark.parametrize("clues", [26, 30, 44])
def test_a_told_number_of_clues_takes_the_same_draws(clues: int) -> None:
    cells = orbits(NINE, Symmetry.CENTRAL)
    expected = fill_and_dig(candidates_of(NINE), cells, clues, Rng(3), Meter(PLENTY))
    assert accelerate.generate(NINE, cells, clues, [3], PLENTY) == [expected]
    assert expected[0].clue_count == clues


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SHAPES), st.integers(0, 2**64 - 1))
def test_grids_are_drawn_alike_and_leave_the_same_state(shape: tuple[int, int], state: int) -> None:
    geometry, pure, core = Geometry(*shape), Rng(state), Rng(state)
    assert accelerate.fill(geometry, core, PLENTY) == fill(
        candidates_of(geometry), pure, Meter(PLENTY)
    )
    assert core.state == pure.state


@pytest.mark.parametrize("shape", [(4, 4), (5, 5)])
def test_large_grids_are_drawn_alike(shape: tuple[int, int]) -> None:
    # The first cell of a grid of size 25 has as many choices as there is room for.
    geometry, pure, core = Geometry(*shape), Rng(2), Rng(2)
    expected = fill(candidates_of(geometry), pure, Meter(PLENTY))
    assert accelerate.fill(geometry, core, PLENTY) == expected
    assert core.state == pure.state


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([(2, 2), (2, 3), (3, 3), (3, 3), (2, 5)]),
    st.sampled_from(Symmetry),
    st.integers(0, 10**6),
    st.sampled_from(WIDTHS),
)
def test_masks_are_climbed_alike(
    shape: tuple[int, int], symmetry: Symmetry, seed: int, bits: int
) -> None:
    geometry, pure, core = Geometry(*shape), Rng(seed), Rng(seed)
    pattern = generate(geometry, symmetry, seed).grid
    cells = sorted(set(range(geometry.cell_count)) - set(pattern.blanks()))
    try:
        expected = climb(candidates_of(geometry), cells, pure, Meter(Budget(60, 2000)))
    except BudgetSpent:
        assume(False)  # noqa: FBT003 - Hypothesis takes it so
    _core.use_vectors(bits)
    assert accelerate.fill_mask(geometry, cells, core, PLENTY) == expected
    assert core.state == pure.state


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(boards([(2, 5), (3, 4), (4, 3)]))
def test_nodes_above_size_9_are_those_of_the_pure_search(grid: Grid) -> None:
    candidates, meter = candidates_of(grid.geometry), Meter(Budget(60, 200))
    try:
        list(islice(search(candidates, *candidates.load(grid), meter), 2))
    except BudgetSpent:
        assume(False)  # noqa: FBT003 - Hypothesis takes it so
    shape = grid.geometry
    status, _, nodes, _ = _core.search(
        shape.box_rows, shape.box_columns, grid.values, 2, ENDLESS, 60.0
    )
    assert (status, nodes) == (0, 200 - meter.nodes_left)


HARDEST_TO_RATE = (
    "000000039000001005003050800008090006070002000100400000009080050020000600400700000"
)

BAD_SEARCHES = [
    (3, 3, EMPTY[1:], 2, 5, 1.0),
    (3, 3, EMPTY + b"\0", 2, 5, 1.0),
    (3, 3, b"\x0a" + EMPTY[1:], 2, 5, 1.0),
    (3, 3, b"\xff" * 81, 2, 5, 1.0),
    (3, 3, EMPTY, 0, 5, 1.0),
    (3, 3, EMPTY, -1, 5, 1.0),
    (3, 3, EMPTY, 2**70, 5, 1.0),
    (3, 3, EMPTY, -(2**70), 5, 1.0),
    (3, 3, EMPTY, 2, -1, 1.0),
    (3, 3, EMPTY, 2, 2**64, 1.0),
    (3, 3, EMPTY, 2, 5, -1.0),
    (3, 3, EMPTY, 2, 5, float("nan")),
    (1, 9, EMPTY, 2, 5, 1.0),
    (0, 0, b"", 2, 5, 1.0),
    (-3, -3, EMPTY, 2, 5, 1.0),
    (13, 2, bytes(26**2), 2, 5, 1.0),
    (6, 5, bytes(900), 2, 5, 1.0),
    (2**31 - 1, 2**31 - 1, EMPTY, 2, 5, 1.0),
    (2**31, 3, EMPTY, 2, 5, 1.0),
    (3, -(2**70), EMPTY, 2, 5, 1.0),
    (2**32 + 3, 2**32 + 3, EMPTY, 2, 5, 1.0),
    (3, 3, EMPTY, 2, 5, 10**400),
    (3, 3, EMPTY, 2, 5, 1.0, bytearray()),
    (3, 3, EMPTY, 2, 5, 1.0, bytearray(2)),
]
BAD_PROOFS = [bad[:3] + bad[4:6] for bad in BAD_SEARCHES if bad[3] == 2 and len(bad) == 6]
BAD_BATCHES = [
    (3, 3, EMPTY + b"\0", 2, 5, 1.0),
    (3, 3, EMPTY + b"\x0a" + EMPTY[1:], 2, 5, 1.0),
    (3, 3, EMPTY, 255, 5, 1.0),
    (3, 3, EMPTY, 2, 5, 1.0, bytearray(2)),
    (3, 3, EMPTY, 0, 5, 1.0),
    (3, 3, EMPTY, 2, -1, 1.0),
    (3, 2**70, EMPTY, 2, 5, 1.0),
]
BAD_GENERATES = [
    (3, 3, SINGLE_CELLS[1:], -1, bytes(8), 5, 1.0),
    (3, 3, SINGLE_CELLS, -1, bytes(7), 5, 1.0),
    (3, 3, SINGLE_CELLS, 82, bytes(8), 5, 1.0),
    (3, 3, SINGLE_CELLS, -2, bytes(8), 5, 1.0),
    (3, 3, SINGLE_CELLS, -1, bytes(8), 5, 1.0, bytearray(2)),
    (3, 3, SINGLE_CELLS[2:] + b"\x51\0", -1, bytes(8), 5, 1.0),
    (3, 3, b"\xff" * 162, -1, bytes(8), 5, 1.0),
    (2**63, 3, SINGLE_CELLS, -1, bytes(8), 5, 1.0),
]
BAD_MASKS = [
    (3, 3, bytes(81), 1, 5, 1.0),
    (3, 3, b"\1" * 80, 1, 5, 1.0),
    (3, 3, b"\1" * 81, 1, -5, 1.0),
    (3, 3, b"\1" * 81, -1, 5, 1.0),
    (3, 3, b"\1" * 81, 2**64, 5, 1.0),
    (3, 2**32 + 3, b"\1" * 81, 1, 5, 1.0),
]
BAD_FILLS = [
    (3, 9, 1, 5, 1.0),
    (3, 2**70, 1, 5, 1.0),
    (3, 3, -1, 5, 1.0),
    (3, 3, 2**64, 5, 1.0),
    (3, 3, 1, -1, 1.0),
    (3, 3, 1, 5, -0.5),
]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        *product([_core.search], BAD_SEARCHES),
        *product([_core.count], [bad for bad in BAD_SEARCHES if len(bad) == 6]),
        *product([_core.batch], BAD_BATCHES),
        *product([_core.generate], BAD_GENERATES),
        *product([_core.mask], BAD_MASKS),
        *product([_core.fill], BAD_FILLS),
        *product([_core.prove], BAD_PROOFS),
        (_core.company, (0,)),
        (_core.company, (17,)),
        (_core.search, (3, 3, EMPTY, 2, 5, 1.0, bytearray(1), _core.company(2), 2)),
        (_core.search, (3, 3, EMPTY, 2, 5, 1.0, bytearray(1), _core.company(2), -1)),
        (_core.search, (3, 3, EMPTY, 2, 5, 1.0, bytearray(1), "company", 0)),
        (_core.search, (3, 3, EMPTY, 2, 5, 1.0, bytearray(1), _core.company(2))),
        (_core.close9, (bytes(91),)),
        (_core.close9, (bytes(93),)),
        (_core.reach, (0, b"", b"", b"")),
        (_core.reach, (2049, bytes(33 * 8 * 2049), bytes(33 * 8 * 2049), b"")),
        (_core.reach, (65, bytes(16 * 64), bytes(16 * 65), bytes(16))),
        (_core.reach, (65, bytes(16 * 65), bytes(16 * 66), bytes(16))),
        (_core.reach, (65, bytes(16 * 65), bytes(16 * 65), bytes(17))),
        (_core.use_vectors, (-1,)),
        (_core.use_vectors, (513,)),
    ],
)
def test_what_is_no_board_or_number_is_refused(function: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"must|above"):
        function(*arguments)


@pytest.mark.parametrize("cells", [bytearray(81), memoryview(bytearray(81)), "0" * 81, None])
def test_only_what_cannot_change_is_searched(cells: object) -> None:
    with pytest.raises(TypeError):
        _core.search(3, 3, cells, 2, 5, 1.0)
    if not isinstance(cells, str):
        with pytest.raises(TypeError):
            _core.count(3, 3, cells, 2, 5, 1.0)


@settings(max_examples=100, deadline=None)
@given(boards(SHAPES), st.sampled_from([1, 2, 254]))
def test_a_line_has_as_many_solutions_as_its_grid(grid: Grid, limit: int) -> None:
    shape, lines = grid.geometry, {str(grid), str(grid).lower(), str(grid).replace(".", "0")}
    for line in lines:
        found = _core.count(shape.box_rows, shape.box_columns, line, limit, ENDLESS, 60.0)
        assert found == accelerate.count(grid, limit, PLENTY)
        if Geometry.of_size(shape.size) is shape and shape.size != 10:
            assert accelerate.count_line(line, limit, PLENTY) == found


@pytest.mark.parametrize(
    "line", ["." * 80, "x" + "." * 80, "A" + "." * 80, "é" + "." * 79, "é" * 81]
)
def test_other_lines_are_read_with_care(line: str) -> None:
    assert accelerate.count_line(line, 2, PLENTY) is None
    with pytest.raises(ValueError, match=r"must|above"):
        _core.count(3, 3, line, 2, ENDLESS, 60.0)


@pytest.mark.parametrize("arguments", [(), (3, 3, EMPTY, 2, 5), (3, 3, EMPTY, 2, 5, 1.0, 1)])
def test_a_count_takes_six_arguments(arguments: tuple[object, ...]) -> None:
    with pytest.raises(TypeError):
        _core.count(*arguments)


def test_nothing_is_an_answer_to_nothing() -> None:
    assert _core.batch(3, 3, b"", 2, 5, 1.0) == (b"", b"")
    assert _core.generate(3, 3, SINGLE_CELLS, -1, b"", 5, 1.0) == (0, b"", b"")


@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3, 4), (5, 5), (2, 12), (12, 2)])
@pytest.mark.parametrize(
    ("nodes", "seconds", "status"), [(0, 60.0, 1), (1, 60.0, 1), (ENDLESS, 0.0, 2)]
)
def test_a_spent_budget_gives_no_answer(
    shape: tuple[int, int], nodes: int, seconds: float, status: int
) -> None:
    geometry, budget = Geometry(*shape), Budget(seconds, nodes)
    blank = Grid.blank(geometry)
    high, wide = shape
    status_now, found, _, _ = _core.search(high, wide, blank.values, 2**62, nodes, seconds)
    assert status_now == status
    assert _core.count(high, wide, blank.values, 2**62, nodes, seconds) == -1 - found
    assert set(accelerate.batch(geometry, blank.values * 3, 200, budget)[0]) == {UNDECIDED}
    states = b"\1" * 16
    single = b"".join(cell.to_bytes(2, "little") for cell in range(geometry.cell_count))
    ended = _core.generate(high, wide, single, -1, states, nodes, seconds)
    assert ended == (status, *[bytes(2 * geometry.cell_count)] * 2)
    for call in (
        lambda: accelerate.count(blank, 2**62, budget),
        lambda: accelerate.fill(geometry, Rng(1), budget),
        lambda: accelerate.fill_mask(geometry, range(geometry.cell_count // 2), Rng(1), budget),
        lambda: accelerate.generate(geometry, [(0,)], None, [1], budget),
    ):
        with pytest.raises(BudgetSpent):
            call()


def test_a_budget_that_ends_in_the_middle_keeps_the_puzzles_that_are_finished() -> None:
    states = b"".join(number.to_bytes(8, "little") for number in range(50))
    _, whole, solutions = _core.generate(3, 3, SINGLE_CELLS, -1, states, ENDLESS, 60.0)
    status, part, part_solutions = _core.generate(3, 3, SINGLE_CELLS, -1, states, 3000, 60.0)
    assert status == 1
    finished = 0
    for start in range(0, len(whole), 81):
        own = slice(start, start + 81)
        if any(part[own]):
            finished += 1
            assert (part[own], part_solutions[own]) == (whole[own], solutions[own])
    assert 0 < finished < 50


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (5, 5)])
def test_another_thread_runs_meanwhile_and_can_end_the_search(shape: tuple[int, int]) -> None:
    # If Python's lock were held, the byte would never be set and the search would take the minute.
    stop, answers = bytearray(1), []
    cells = bytes(Geometry(*shape).cell_count)

    def ask() -> None:
        answers.append(_core.search(*shape, cells, 2**62, ENDLESS, 60.0, stop))

    thread = Thread(target=ask)
    thread.start()
    stop[0] = 1
    thread.join()
    assert answers[0][0] == 4


@pytest.mark.long
@pytest.mark.parametrize("ask", ["batch", "generate"])
def test_another_thread_can_end_a_call_of_many(ask: str) -> None:
    # 20 million puzzles would take a minute.
    stop, answers = bytearray(1), []
    calls = {
        "batch": (3, 3, bytes(81) * 10**5, 200, ENDLESS, 60.0, stop),
        "generate": (3, 3, SINGLE_CELLS, -1, bytes(8) * 10**6, ENDLESS, 60.0, stop),
    }
    thread = Thread(target=lambda: answers.append(getattr(_core, ask)(*calls[ask])))
    thread.start()
    stop[0] = 1
    thread.join()
    (answer,) = answers
    assert answer[0] == 4 if ask == "generate" else answer[0][-1] == UNDECIDED


LONG_CALLS = {
    "count 9x9": "_core.count(3, 3, bytes(81), 2**62, 2**62, 60.0)",
    "count 12x12": "_core.count(3, 4, bytes(144), 2**62, 2**62, 60.0)",
    "batch": "_core.batch(3, 3, bytes(81 * 10**5), 254, 2**62, 60.0)",
    "batch 12x12": "_core.batch(3, 4, bytes(144 * 10**5), 254, 2**62, 60.0)",
    "generate": "_core.generate(3, 3, orbits, -1, bytes(8 * 10**6), 2**62, 60.0)",
    "generate 16x16": "_core.generate(4, 4, large, -1, bytes(8 * 10**5), 2**62, 60.0)",
    "mask": "_core.mask(3, 3, bytes([1] * 10 + [0] * 71), 1, 2**62, 60.0)",
    "join": "_core.join(*[bytes(2 * 280**3)] * 3, *[bytes(16 * 10**6)] * 2, bytes(16), 60.0)",
    "rate": "[_rate.rate(hard, 60.0) for _ in range(10**4)]",
}


@pytest.mark.long
@pytest.mark.parametrize("call", first_cases(3, LONG_CALLS))
def test_a_signal_ends_every_call(call: str) -> None:
    """If signals were not checked, each would go on for a minute."""
    code = f"""
import signal, sys
from engine import _core, _rate
orbits, large = (b"".join(k.to_bytes(2, "little") for k in range(n)) for n in (81, 256))
hard = bytes(map(int, {HARDEST_TO_RATE!r}))
signal.setitimer(signal.ITIMER_REAL, 0.2)
signal.signal(signal.SIGALRM, signal.default_int_handler)
try:
    {LONG_CALLS[call]}
except KeyboardInterrupt:
    sys.exit(3)
"""
    ended = subprocess.run([sys.executable, "-c", code], check=False, timeout=300)
    assert ended.returncode == 3


UNLOADABLE = """
import warnings
class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name in ("engine._core", "engine._rate"):
            raise ImportError(f"{name} is of another kind")
sys.meta_path.insert(0, Finder)
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    import engine
    print(engine.ACCELERATED, engine.count_solutions("." * 16, 300), engine.rate)
print(*(one.message for one in said), sep="\\n")
"""


def test_a_core_that_does_not_load_says_so_once() -> None:
    answer, *said = run(UNLOADABLE).splitlines()
    assert answer.startswith("False 288 ")
    assert said == [
        "the C core does not load, so everything is slower: engine._core is of another kind",
        "the C core that rates does not load: engine._rate is of another kind",
    ]


@pytest.mark.usefixtures("every_width")
def test_threads_do_not_disturb_each_other() -> None:
    puzzles = b"".join(generate(NINE, seed=seed).grid.values for seed in range(200))
    large = generate(Geometry(3, 4), seed=1).grid.values
    expected = accelerate.batch(NINE, puzzles, 2, PLENTY)
    answers: list[object] = []

    def ask() -> None:
        for _ in range(5):
            answers.append(accelerate.batch(NINE, puzzles, 2, PLENTY) == expected)
            answers.append(_core.search(3, 4, large, 2, ENDLESS, 60.0)[:2] == (0, 1))

    threads = [Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 60


LOSING = (
    ".1...2...2....61.9.....1......5..3121...28....2.1.3.........4.....21.8...........",
    "8.....3...........9..1.....4.8....5...9....43............7..43.6...........53...1",
    "....43.97..........9...85......2.9.......4.3...6...............4.39.7........5...",
)


@pytest.mark.usefixtures("every_width")
@pytest.mark.parametrize("line", LOSING)
def test_an_unlucky_early_branch_does_not_lose_the_search(line: str) -> None:
    # Depth first alone took 64,918, 62,395 and 2,768 nodes; with other digits 22 to 25 suffice.
    if WIDEST:
        assert accelerate.count(Grid.from_line(line), 2, Budget(60, 640)) == 2


STUCK = (
    "........76...95.........1..9..........6....1...8..4.5..........437..9.6........9.",
    "38.5.....9......7.4.....9..6..3....559.2.8..3....5...9.....5..8....6..9..........",
    "..1...2...7.43............6....6........7..3.8.73...4...........2..4....3961...7.",
)


@pytest.mark.usefixtures("every_width")
@pytest.mark.parametrize("line", STUCK)
def test_a_search_without_solutions_is_over_soon_under_any_name(line: str) -> None:
    # By branching alone the first takes 36,000 to 58,000 nodes, the others up to 8,407 and 2,210.
    digits = list(range(1, 10))
    for seed in range(5 if WIDEST else 0):
        Rng(seed).shuffle(digits)
        names = bytes([0, *digits]).ljust(256, b"\0")
        grid = Grid(NINE, Grid.from_line(line).values.translate(names))
        assert accelerate.count(grid, 2, Budget(60, 800)) == 0


SOLVED_LATE = (
    "..3......4...8..36..8...1...4..6..73...9...1......2.....4.7..686........7..6..5..",
    "..3......4...8..36..83..1...4..6..73...9..........2..5..4.7..686........7.....5..",
    ".2.4...8......9..2..9.3............5..8..7....4.5..82...46..21.6.21..4...1......8",
)


@pytest.mark.usefixtures("every_width")
@pytest.mark.parametrize("line", SOLVED_LATE)
def test_a_search_that_is_stuck_keeps_the_only_solution(line: str) -> None:
    # In these of the forum's hardest puzzles the solution comes after more than 500 nodes.
    assert accelerate.count(Grid.from_line(line), 2, Budget(60)) == 1
