import pytest

from engine.board import NotUnique
from engine.difficulty.grade import NotRated
from engine.difficulty.pace import Pace, pace_of, structure_of
from engine.notation.notation import parse
from engine.practice.position import positions
from engine.search.search import solve
from engine.techniques.chains import XY_CHAIN

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
HARD = positions(XY_CHAIN)[0].givens


def test_a_board_with_one_blank_cell_has_one_moment() -> None:
    nearly = solve(EASY).with_values({40: 0})
    found = structure_of(nearly)
    assert (found.unboxed, found.first) == (0, 1)
    assert found.early == pytest.approx(1 / 1.5)


def test_what_is_harder_to_see_takes_longer() -> None:
    easy, hard = structure_of(EASY), structure_of(HARD)
    assert hard.scarcity > easy.scarcity
    assert hard.unboxed > easy.unboxed
    assert hard.first < easy.first
    assert pace_of(HARD).middle > pace_of(EASY).high


def test_more_givens_take_less_time() -> None:
    solution, grid, last = solve(EASY), EASY, pace_of(EASY).middle
    for cell in [*EASY.blanks()][::10]:
        grid = grid.with_values({cell: solution[cell]})
    assert pace_of(grid).middle < last


def test_the_same_puzzle_turned_over_takes_about_as_long() -> None:
    turned = parse("".join(reversed(str(EASY))))
    assert pace_of(turned).middle == pytest.approx(pace_of(EASY).middle, rel=0.2)


def test_eight_in_ten_lie_around_the_middle() -> None:
    assert Pace.around(600) == Pace(442, 600, 846)


def test_only_puzzles_of_9x9_have_a_pace() -> None:
    with pytest.raises(NotRated):
        pace_of(parse("1..." + 12 * "."))
    with pytest.raises(NotUnique):
        pace_of(parse(81 * "."))
