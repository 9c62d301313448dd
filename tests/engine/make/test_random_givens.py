import pytest

from engine.board.geometry import Geometry
from engine.board.rng import Rng
from engine.make.random_givens import draw, random_puzzle
from engine.search.search import count_solutions

NINE = Geometry(3, 3)


@pytest.mark.parametrize("seed", range(20))
def test_at_least_17_clues_and_8_digits(seed: int) -> None:
    puzzle = random_puzzle(NINE, Rng(seed))
    assert puzzle.clue_count >= 17
    assert len(set(puzzle.values) - {0}) >= 8
    assert not puzzle.conflicts()


def test_puzzles_stop_soon_after_the_least_number_of_clues() -> None:
    assert max(random_puzzle(NINE, Rng(seed)).clue_count for seed in range(50)) < 40


def test_most_have_several_solutions() -> None:
    counts = [count_solutions(random_puzzle(NINE, Rng(seed))) for seed in range(50)]
    assert counts.count(2) > 25


def test_other_sizes() -> None:
    puzzle = random_puzzle(Geometry(4, 4), Rng(1))
    assert puzzle.clue_count >= 15
    assert len(set(puzzle.values) - {0}) >= 15


def test_the_rng_alone_decides() -> None:
    assert random_puzzle(NINE, Rng(5)) == random_puzzle(NINE, Rng(5))
    assert random_puzzle(NINE, Rng(5)) != random_puzzle(NINE, Rng(6))


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 5), (3, 4)])
def test_the_core_draws_the_boards_of_the_python_path(shape: tuple[int, int]) -> None:
    first, second = Rng(7), Rng(7)
    for _ in range(20):
        assert random_puzzle(Geometry(*shape), first) == draw(Geometry(*shape), second)
        assert first.state == second.state
