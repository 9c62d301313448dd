import pytest

from bot.game.example import example_move
from bot.game.game import Game
from bot.game.move import Act, Move, Turn
from engine import Geometry, Grid, Symmetry, generate, parse
from engine.techniques import State
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE
from engine.way.easiest import next_step

SOLUTION = parse("1234341221434321")


def digit_of(game: Game, example: str) -> tuple[int, int]:
    name, digit = example.split()
    geometry = game.givens.geometry
    return next(c for c in range(geometry.cell_count) if geometry.name(c) == name), int(digit)


def alone(grid: Grid, cell: int, digit: int, unit: tuple[int, ...]) -> bool:
    """Whether a cell is in a unit that has no other place for a digit."""
    peers = grid.geometry.peers
    free = (c for c in unit if not grid[c] and all(grid[peer] != digit for peer in peers[c]))
    return [*free] == [cell]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("size", [4, 6, 9])
def test_the_example_is_right_and_follows_from_what_is_to_be_seen(size: int, seed: int) -> None:
    made = generate(Geometry.of_size(size), Symmetry.CENTRAL, seed)
    game = Game(made.grid, made.solution)
    cell, digit = digit_of(game, example_move(game))
    assert not made.grid[cell]
    assert made.solution[cell] == digit
    step = next_step(State.start(made.grid))
    if step is not None and step.technique in {FULL_HOUSE, HIDDEN_SINGLE}:
        assert any(alone(made.grid, cell, digit, unit) for unit in made.grid.geometry.units)


@pytest.mark.parametrize("blanks", [(5,), (), (1, 2, 3)])
def test_where_mistakes_leave_nothing_to_conclude_the_example_is_right_all_the_same(
    blanks: tuple[int, ...],
) -> None:
    givens = SOLUTION.with_values(dict.fromkeys(range(1, 16), 0))
    full = {cell: 1 + cell % 4 for cell in range(1, 16)}
    moves = (Move(Act.PLACE, cell, digit) for cell, digit in full.items() if cell not in blanks)
    game = Game(givens, SOLUTION).with_turn(Turn(1, tuple(moves)))
    cell, digit = digit_of(game, example_move(game))
    assert cell
    assert digit == SOLUTION[cell]


def test_any_digit_may_be_concluded_also_the_first() -> None:
    """Nothing follows for the first blank cell, r1c2."""
    game = Game(parse("1....4......4..1"), SOLUTION)
    assert example_move(game) in {"r2c3 1", "r3c2 1"}


def test_where_nothing_follows_the_first_cell_is_shown() -> None:
    givens = SOLUTION.with_values({1: 0, 2: 0, 3: 0})
    moves = (Move(Act.PLACE, 1, 3), Move(Act.PLACE, 2, 2), Move(Act.PLACE, 3, 2))
    assert example_move(Game(givens, SOLUTION).with_turn(Turn(1, moves))) == "r1c2 2"
    assert example_move(Game(givens, SOLUTION).with_turn(Turn(1, moves[1:]))) == "r1c2 2"
