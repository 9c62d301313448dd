"""Many puzzles in one call: the same answers as one by one, with and without the core."""

from array import array
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.make.puzzle import generate
from engine.search.accelerate import ACCELERATED, UNDECIDED
from engine.search.batch import count_many, pack
from engine.search.budget import Budget
from engine.search.search import count_solutions
from tests.engine.boards import boards, fits
from tests.engine.isolated import run

FOUR = Geometry(2, 2)
NINE = Geometry(3, 3)
PLENTY = Budget(60)


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(2, 2), (2, 3), (3, 3)]).flatmap(
        lambda shape: st.lists(boards([shape]), min_size=1, max_size=7)
    ),
    st.integers(1, 4),
    st.sampled_from([1, 2, 3, 254]),
)
def test_each_count_is_that_of_the_puzzle_alone(
    grids: list[Grid], threads: int, limit: int
) -> None:
    shape = grids[0].geometry
    counts, solutions = count_many(shape, pack(grids), limit, PLENTY, threads=threads)
    assert list(counts) == [count_solutions(grid, limit) for grid in grids]
    assert len(solutions) == shape.cell_count * len(grids)
    for number, grid in enumerate(grids):
        own = solutions[shape.cell_count * number : shape.cell_count * (number + 1)]
        assert fits(grid, Grid(shape, own)) if counts[number] else not any(own)


@pytest.mark.skipif(not ACCELERATED, reason="the C core was not built here")
def test_threads_share_the_seconds_of_a_call() -> None:
    # Each thread needs far longer for its first part, so nothing is left for the parts after that.
    boards = 4096
    counts, _ = count_many(Geometry(4, 4), bytes(256 * boards), 254, Budget(0.1), threads=2)
    assert set(counts[boards * 3 // 4 :]) == {UNDECIDED}


# Three that take long, the first without a solution and the last with several; and two that do not.
LONG_AND_SHORT = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "................12.....3.4.....5..21..6....7..8..........6..9..2.................",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "." * 81,
)


@pytest.mark.parametrize("order", list(permutations(LONG_AND_SHORT))[::5])
def test_who_helps_with_a_long_search_answers_its_own_puzzles(order: tuple[str, ...]) -> None:
    grids = [Grid.from_line(line) for line in order * 2]
    counts, solutions = count_many(NINE, pack(grids), 2, PLENTY)
    assert list(counts) == [count_solutions(grid, 2) for grid in grids]
    for number, grid in enumerate(grids):
        own = solutions[81 * number : 81 * (number + 1)]
        assert fits(grid, Grid(NINE, own)) if counts[number] else not any(own)


def test_puzzles_stand_one_after_the_other() -> None:
    first, second = Grid(FOUR, bytes(range(4)) * 4), Grid.blank(FOUR)
    assert pack([first, second]) == first.values + second.values
    assert pack([]) == b""


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_puzzles_have_no_counts(threads: int) -> None:
    assert count_many(NINE, b"", threads=threads) == (b"", b"")


@pytest.mark.parametrize(
    ("puzzles", "limit"),
    [
        (bytes(80), 2),
        (bytes(82), 2),
        (b"\x0a" + bytes(80), 2),
        (bytes(81) + b"\xff" * 81, 2),
        (bytes(81), 0),
        (bytes(81), 255),
        (bytes(81), -1),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_no_batch_is_refused(puzzles: bytes, limit: int, threads: int) -> None:
    with pytest.raises(ValueError, match=r"^limit must be|bytes are no boards|above"):
        count_many(NINE, puzzles, limit, threads=threads)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_value_above_the_size_is_named_with_its_place(threads: int) -> None:
    puzzles = bytes(2 * 81) + bytes(5) + b"\x0a" + bytes(75)
    with pytest.raises(ValueError, match=r"^puzzle 2: the value 10 of cell 5 is above 9$"):
        count_many(NINE, puzzles, threads=threads)
    with pytest.raises(ValueError, match=r"^the value 10 of cell 5 is above 9$"):
        Grid(NINE, puzzles[2 * 81 :])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("budget", [Budget(60, 0), Budget(0)])
def test_a_spent_budget_leaves_puzzles_undecided(budget: Budget, threads: int) -> None:
    counts, solutions = count_many(NINE, bytes(5 * 81), 2, budget, threads=threads)
    assert counts == bytes([UNDECIDED] * 5)
    assert len(solutions) == 5 * 81


def test_the_nodes_are_for_each_puzzle() -> None:
    # A full grid takes one node, and an empty board takes more.
    full = generate(NINE, seed=1).solution
    counts, _ = count_many(NINE, full.values * 50 + bytes(81), 2, Budget(60, 2))
    assert counts == bytes([1] * 50 + [UNDECIDED])


PUZZLES = pack([generate(FOUR, seed=seed).grid for seed in range(8)] + [Grid.blank(FOUR)])


def test_a_board_that_takes_long_among_others_gets_both_lanes() -> None:
    # Alone it takes 40 nodes; one lane spends thousands in a part without solutions.
    lost = Grid.from_line(
        "................12.....3.4.....5..21..6....7..8..........6..9..2................."
    )
    puzzle = generate(NINE, seed=1).grid
    counts, _ = count_many(NINE, pack([lost, *[puzzle] * 3000]), 2, Budget(60, nodes=600))
    assert counts == bytes([2] + [1] * 3000)


@pytest.mark.parametrize(
    "buffer",
    [
        bytearray(PUZZLES),
        memoryview(PUZZLES),
        memoryview(PUZZLES).cast("B", [9, 16]),
        memoryview(PUZZLES).cast("B", [9, 4, 4]),
        memoryview(b"".join(bytes([value, 9]) for value in PUZZLES))[::2],
        array("B", PUZZLES),
        array("b", PUZZLES),
    ],
    ids=lambda buffer: type(buffer).__name__,
)
def test_any_buffer_of_bytes_is_packed_puzzles(buffer: bytes) -> None:
    assert count_many(FOUR, buffer) == count_many(FOUR, PUZZLES)
    assert count_many(FOUR, buffer)[0] == bytes([1] * 8 + [2])


@pytest.mark.parametrize("code", "hiqd")
def test_wider_numbers_are_refused_rather_than_read_as_other_boards(code: str) -> None:
    with pytest.raises(TypeError, match="single bytes, not items of"):
        count_many(FOUR, array(code, [0] * 16))


@pytest.mark.parametrize("text", ["." * 81, None, 81])
def test_what_is_no_buffer_of_puzzles_is_refused(text: bytes) -> None:
    with pytest.raises(TypeError):
        count_many(NINE, text)


@pytest.mark.parametrize("threads", [0, -3])
def test_there_is_at_least_one_thread(threads: int) -> None:
    with pytest.raises(ValueError, match=f"threads must be 1 or more, not {threads}"):
        count_many(NINE, bytes(81), threads=threads)


def test_only_grids_of_one_shape_are_packed() -> None:
    with pytest.raises(ValueError, match="several shapes"):
        pack([Grid.blank(FOUR), Grid.blank(NINE)])


WITHOUT_CORE = """
sys.modules["engine._core"] = None
from engine.board.geometry import Geometry
from engine.search.batch import count_many
from engine.search.budget import Budget
from engine.search.accelerate import ACCELERATED
assert not ACCELERATED
puzzles = bytes([1, *bytes(15), 1, 1, *bytes(14), *[1, 2, 3, 4, 3, 4, 1, 2] * 2])
puzzles += bytes([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
for limit, budget in ((100, Budget(60)), (2, Budget(60)), (2, Budget(60, 1)), (2, Budget(0))):
    counts, solutions = count_many(Geometry(2, 2), puzzles, limit, budget)
    print(*counts, [*solutions[:4]], [*solutions[16:20]], *solutions[48:])
"""


def test_without_the_core_each_puzzle_has_its_own_count_and_solution() -> None:
    many, two, one_node, no_time = run(WITHOUT_CORE).splitlines()
    # The third has a digit twice in a column.
    full = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1"
    assert many == f"72 0 0 1 [1, 2, 3, 4] [0, 0, 0, 0] {full}"
    assert two == f"2 0 0 1 [1, 2, 3, 4] [0, 0, 0, 0] {full}"
    assert one_node.startswith("255 0 0 1 [0, 0, 0, 0]")
    assert no_time.startswith("255 255 255 255 [0, 0, 0, 0]")
