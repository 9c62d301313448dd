"""Printed digits whose copies say more of them than the net does."""

from functools import partial

import numpy as np
import pytest

from engine.board.grid import Grid
from engine.photo.alike import copies_in, others_together, read_alike
from engine.photo.cells import Pixels
from engine.photo.reader import read
from engine.search.budget import Budget
from tests.engine.photo.distorted import moved, photo, puzzle_of
from tests.engine.photo.test_copies import PUZZLE, SOLUTION, cells_of

FIVES = [cell for cell, value in enumerate(PUZZLE.values) if value == 5]


def said(grid: Grid, doubts: dict[int, dict[int, float]] | None = None) -> Pixels:
    """What the net says: it is sure of a board but for `doubts`, the likelihoods in some cells."""
    likelihoods = np.full((81, 10), 1e-4, np.float32)
    likelihoods[np.arange(81), list(grid.values)] = 1
    for cell, values in (doubts or {}).items():
        likelihoods[cell] = 1e-4
        for value, likelihood in values.items():
            likelihoods[cell, value] = likelihood
    return np.asarray(np.log(likelihoods / likelihoods.sum(axis=1, keepdims=True)), np.float32)


def digits_of(groups: list[list[int]]) -> list[set[int]]:
    return [{SOLUTION[cell] for cell in group} for group in groups]


def of_both(groups: list[list[int]]) -> set[int]:
    """The digits of the largest group in which there are 6s or 8s."""
    largest = max((group for group in groups if SOLUTION[group[0]] in {6, 8}), key=len)
    return {SOLUTION[cell] for cell in largest}


def test_groups_hold_the_copies_of_one_digit() -> None:
    groups = copies_in(cells_of(SOLUTION, []), said(SOLUTION))
    assert set().union(*digits_of(groups)) == set(range(1, 10))
    assert all(len(digits) == 1 for digits in digits_of(groups))
    assert len(groups) < 18


def test_handwriting_and_single_digits_have_no_copies() -> None:
    assert copies_in(cells_of(SOLUTION, list(range(81))), said(SOLUTION)) == []
    few = Grid.blank(PUZZLE.geometry).with_values({4: 5, 40: 5})
    assert copies_in(cells_of(few, []), said(few)) == []


def test_numbers_of_two_digits_are_no_copies_of_one_another() -> None:
    """The largest shape in each of them is the same 1."""
    cells = np.tile(cells_of(SOLUTION, []), (4, 1, 1))[:256]
    values = np.zeros((256, 17), np.float32)
    values[:, 11] = 1
    assert copies_in(cells[:81], values[:81]) != []
    assert copies_in(cells, values) == []


def test_digits_that_are_nearly_alike_are_no_copies_where_the_net_tells_them_apart() -> None:
    """A blurred 6 is nearly an 8."""
    sixes = [cell for cell, value in enumerate(SOLUTION.values) if value == 6]
    as_eights = SOLUTION.with_values(dict.fromkeys(sixes, 8))
    cells = 0.14 * cells_of(SOLUTION, []) + 0.86 * cells_of(as_eights, [])
    found, parted = (of_both(copies_in(cells, said(grid))) for grid in (as_eights, SOLUTION))
    assert found == {6, 8}
    assert len(parted) == 1


def test_one_copy_that_is_read_otherwise_is_read_as_the_others_are() -> None:
    odd = FIVES[0]
    values = said(PUZZLE, {odd: {6: 0.7, 5: 0.3}})
    groups = copies_in(cells_of(PUZZLE, []), values)
    agreed, changed = read_alike(values, groups)
    assert changed == [odd]
    assert agreed.argmax(axis=1).tolist() == list(PUZZLE.values)
    assert np.exp(agreed).sum(axis=1) == pytest.approx(1, abs=1e-4)


def test_a_cell_of_which_the_net_is_certain_is_not_overruled() -> None:
    values = said(PUZZLE, {FIVES[0]: {6: 0.98, 5: 0.02}})
    agreed, changed = read_alike(values, copies_in(cells_of(PUZZLE, []), values))
    assert changed == []
    assert np.array_equal(agreed, values)


def test_cells_that_agree_stay_as_they_were_read() -> None:
    values = said(PUZZLE, {FIVES[0]: {5: 0.7, 6: 0.3}})
    agreed, changed = read_alike(values, copies_in(cells_of(PUZZLE, []), values))
    assert changed == []
    assert np.array_equal(agreed, values)


def test_copies_are_read_otherwise_together_at_half_their_mean_loss() -> None:
    shares = (0.2, 0.05, 0.1)
    values = said(PUZZLE, {c: {6: 0.8, 5: p} for c, p in zip(FIVES, shares, strict=True)})
    others = others_together(values, [FIVES])
    (loss,) = (loss for loss, cells, value in others if (cells, value) == (tuple(FIVES), 5))
    assert loss == pytest.approx(0.5 * np.mean(np.log(0.8 / np.array(shares))), abs=1e-3)
    assert {value for _, _, value in others} == {5}, "other shapes hold the other digits"


@pytest.mark.long
@pytest.mark.parametrize("seed", [617559, 617580, 617597])
def test_a_movement_that_closes_the_bow_of_each_5_makes_no_6_of_them(seed: int) -> None:
    reading = read(photo(partial(moved, length=11), seed), Budget(60))[0]
    assert reading.grid == puzzle_of(seed)
    assert not reading.is_sure
