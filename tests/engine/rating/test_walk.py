"""The way of the easiest step: its ratings, that its steps are sound, and that C rates the same."""

from itertools import combinations, product
from pathlib import Path

import pytest

from engine import ACCELERATED, Budget, BudgetSpent
from engine.rating import Board, rate, steps
from engine.rating.agreement import rated_puzzles
from engine.techniques import SCALE, technique_named
from engine.techniques.singles import FULL_HOUSE
from tests.fewer import first_cases

if ACCELERATED:
    from engine import _rate

with_core = pytest.mark.skipif(not ACCELERATED, reason="the C core is not built")


def read(name: str) -> dict[str, int]:
    """The puzzles of a file with their ratings in tenths."""
    return dict(rated_puzzles(Path(__file__).with_name(name).read_text("ascii").splitlines()))


SAMPLE = read("own_puzzles.txt")
"""Ratings by Sudoku Explainer, for one puzzle of our own each."""
SMALL = read("small_states.txt")
SMALL_ONES = sum(rating < 72 for rating in SMALL.values())
FASTEST = [puzzle for puzzle, rating in SAMPLE.items() if rating < 80]


def givens(puzzle: str) -> bytes:
    return bytes(int(letter) if letter.isdigit() else 0 for letter in puzzle)


def solution(puzzle: str) -> list[int]:
    digits = list(givens(puzzle))
    assert _fill(digits)
    return digits


def _fill(digits: list[int]) -> bool:
    choices = {
        cell: set(range(1, 10)) - {digits[peer] for peer in range(81) if _see(cell, peer)}
        for cell in range(81)
        if not digits[cell]
    }
    if not choices:
        return True
    cell = min(choices, key=lambda c: len(choices[c]))
    for digit in choices[cell]:
        digits[cell] = digit
        if _fill(digits):
            return True
    digits[cell] = 0
    return False


def _see(cell: int, other: int) -> bool:
    (row, column), (r, c) = divmod(cell, 9), divmod(other, 9)
    return row == r or column == c or (row // 3, column // 3) == (r // 3, c // 3)


@with_core
@pytest.mark.parametrize("puzzle", first_cases(SMALL_ONES, SMALL))
def test_reference_agrees_with_core_on_small_states(puzzle: str) -> None:
    assert agree(puzzle) == SMALL[puzzle]


@with_core
@pytest.mark.parametrize("puzzle", first_cases(10, FASTEST))
def test_reference_agrees_with_core(puzzle: str) -> None:
    agree(puzzle)


def agree(puzzle: str) -> int:
    """The rating, about which both agree."""
    ours = rate(givens(puzzle), Budget(120))
    rating, pearl, diamond, hardest, counts, solved = _rate.rate(givens(puzzle))
    assert (ours.rating, ours.pearl, ours.diamond) == (rating, pearl, diamond)
    assert ours.hardest == _rate.TECHNIQUES[hardest]
    used = zip(_rate.TECHNIQUES, counts, strict=True)
    assert ours.counts == {technique_named(name): count for name, count in used if count}
    assert ours.solved
    assert solved
    return ours.rating


@with_core
@pytest.mark.parametrize("puzzle", SAMPLE)
def test_core_rates_as_sudoku_explainer(puzzle: str) -> None:
    assert _rate.rate(givens(puzzle))[0] == SAMPLE[puzzle]


@pytest.mark.parametrize("puzzle", first_cases(5, FASTEST))
def test_steps_are_sound_and_lead_to_the_solution(puzzle: str) -> None:
    solved = solution(puzzle)
    board = Board(givens(puzzle))
    for step in steps(board):
        assert step.difficulty >= step.technique.rating > 0
        for cell, digits in step.removed.items():
            assert not digits >> (solved[cell] - 1) & 1, step
            assert digits & board.candidates.digits[cell], step
        if step.places:
            assert solved[step.cell] == step.digit + 1, step
    assert not board.empty


@pytest.mark.long
@with_core
def test_ai_escargot_has_its_published_ratings() -> None:
    escargot = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    assert _rate.rate(givens(escargot))[:3] == (105, 12, 12)


@with_core
def test_the_core_names_each_technique_of_the_scale_once() -> None:
    assert sorted(_rate.TECHNIQUES) == sorted(SCALE)


@with_core
@pytest.mark.parametrize("bad", [b"", bytes(80), bytes(82), bytes([10] + [0] * 80)])
def test_core_refuses_what_is_no_board(bad: bytes) -> None:
    with pytest.raises(ValueError, match="81 bytes"):
        _rate.rate(bad)


@with_core
def test_contradiction_is_refused() -> None:
    twice = bytes([5, 5] + [0] * 79)
    with pytest.raises(ValueError, match="no solution"):
        _rate.rate(twice)
    with pytest.raises(ValueError, match="no solution"):
        rate(twice)


def test_the_reference_keeps_its_budget() -> None:
    with pytest.raises(BudgetSpent):
        rate(givens(FASTEST[-1]), Budget(seconds=0))


@with_core
def test_core_keeps_its_deadline() -> None:
    hardest = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    with pytest.raises(TimeoutError):
        _rate.rate(givens(hardest), 0.01)


@with_core
@pytest.mark.parametrize("puzzle", SAMPLE)
def test_a_rating_above_what_is_asked_for_is_not_looked_for(puzzle: str) -> None:
    rating, *_, solved = _rate.rate(givens(puzzle), 0.0, 65)
    assert solved == (SAMPLE[puzzle] <= 65)
    assert not solved or rating == SAMPLE[puzzle]


def deadly_rectangle() -> list[int]:
    """A grid without four cells that can be filled in two ways."""
    for puzzle in SAMPLE:
        full = solution(puzzle)
        for row, column, other in product(range(0, 9, 3), range(3), range(3, 9)):
            for first, second in combinations(range(9 * row, 9 * row + 27, 9), 2):
                corners = [first + column, first + other, second + column, second + other]
                one, two, three, four = (full[cell] for cell in corners)
                if (one, two) == (four, three):
                    return [0 if cell in corners else full[cell] for cell in range(81)]
    raise AssertionError("no grid of the sample has a deadly rectangle")


@with_core
def test_without_a_step_left_the_rating_is_a_lower_bound() -> None:
    puzzle = deadly_rectangle()
    ours = rate(puzzle)
    assert (ours.rating, ours.solved) == (0, False)
    assert _rate.rate(bytes(puzzle))[0] == 0
    assert not _rate.rate(bytes(puzzle))[5]


def test_full_houses_only() -> None:
    full = solution("." * 81)
    full[0] = full[40] = full[80] = 0
    ours = rate(full)
    assert (ours.rating, ours.pearl, ours.diamond) == (10, 10, 10)
    assert ours.counts == {FULL_HOUSE: 3}
