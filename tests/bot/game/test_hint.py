import re
from dataclasses import replace

from bot.game.game import Game
from bot.game.hint import fills_in_notes, last_cell, state_key, state_of, turn_of
from bot.game.move import Act, Move, Turn
from bot.game.notes import filled_in
from engine import parse, solve
from engine.practice.position import Position, positions
from engine.techniques import Step
from engine.techniques.subsets import NAKED_PAIR
from engine.way.easiest import next_step

NINE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
GAME = Game(NINE, solve(NINE))
PAIR: Position = next(
    position
    for position in positions(NAKED_PAIR)
    if (easiest := next_step(position.state)) and easiest.technique is NAKED_PAIR
)
PAIRED = Game(PAIR.values, solve(PAIR.givens))


def step_in(game: Game) -> Step:
    step = next_step(state_of(game))
    assert step is not None
    return step


def with_all_notes(position: Position, game: Game) -> Game:
    """The game with the candidates of a position as its notes."""
    cells = position.state.cells
    notes = tuple(Move(Act.NOTES, cell, cells[cell]) for cell in game.values.blanks())
    return game.with_turn(Turn(1, notes))


def test_a_digit_that_a_hint_finds_is_placed() -> None:
    step = step_in(GAME)
    assert not fills_in_notes(GAME, step)
    after = GAME.with_turn(turn_of(GAME, step, 7))
    ((cell, digit),) = step.placements
    assert after.values[cell] == GAME.solution[cell] == digit
    assert after.placed_by(cell) == 7


def test_candidates_that_a_hint_rules_out_are_taken_from_the_notes() -> None:
    noted = with_all_notes(PAIR, PAIRED)
    step = step_in(noted)
    assert step.technique is NAKED_PAIR
    assert not fills_in_notes(noted, step)
    after = noted.with_turn(turn_of(noted, step, 7))
    gone = {each.cell for each in step.eliminations}
    assert set(after.last_cells) == gone
    assert all(not after.notes[cell] >> digit - 1 & 1 for cell, digit in step.eliminations)


def test_where_notes_are_missing_every_blank_cell_gets_its_candidates() -> None:
    step = step_in(with_all_notes(PAIR, PAIRED))
    assert fills_in_notes(PAIRED, step)
    after = PAIRED.with_turn(turn_of(PAIRED, step, 7))
    assert all(after.notes[cell] for cell in after.values.blanks())


def test_the_key_of_a_state_follows_digits_and_notes_but_not_the_way_there() -> None:
    filled = GAME.with_turn(filled_in(GAME, 1))
    placed = GAME.with_turn(turn_of(GAME, step_in(GAME), 1))
    keys = {state_key(game) for game in (GAME, filled, placed)}
    assert len(keys) == 3
    assert state_key(placed.undone()) == state_key(GAME)


def test_notes_of_the_player_that_are_right_stay_where_the_others_are_filled_in() -> None:
    step = step_in(PAIRED)
    left = step.after(state_of(PAIRED)).cells
    roomy = [cell for cell in PAIRED.values.blanks() if left[cell].bit_count() > 2]
    right, wrong, lone = roomy[:3]

    def bit(cell: int) -> int:
        return 1 << PAIRED.solution[cell] - 1

    def other(cell: int) -> int:
        rest = left[cell] & ~bit(cell)
        return rest & -rest

    own = {right: bit(right) | other(right), wrong: left[wrong] & ~bit(wrong), lone: bit(lone)}
    notes = Turn(1, tuple(Move(Act.NOTES, cell, mask) for cell, mask in own.items()))
    game = PAIRED.with_turn(notes)
    after = game.with_turn(turn_of(game, step, 1))
    assert after.notes[right] == own[right]
    assert after.notes[wrong] == left[wrong]
    assert after.notes[lone] == left[lone]
    assert all(after.notes[cell] for cell in after.values.blanks())


def test_the_last_cell_is_that_of_the_last_turn_that_counts() -> None:
    game = Game(GAME.givens, GAME.solution)
    assert last_cell(game) is None
    first, second = [*game.givens.blanks()][:2]
    for cell in (first, second):
        game = game.with_turn(Turn(1, (Move(Act.PLACE, cell, game.solution[cell]),)))
        assert last_cell(game) == cell
    assert last_cell(replace(game, done=1)) == first


def test_a_key_has_sixteen_hexadecimal_digits() -> None:
    assert re.fullmatch("[0-9a-f]{16}", state_key(GAME))


def test_two_right_notes_are_the_fewest_that_stay() -> None:
    step = step_in(PAIRED)
    left = step.after(state_of(PAIRED)).cells
    cell = next(cell for cell in PAIRED.values.blanks() if left[cell].bit_count() > 2)
    right = 1 << PAIRED.solution[cell] - 1
    rest = left[cell] & ~right
    for own, kept in ((right | rest & -rest, True), (right, False)):
        game = PAIRED.with_turn(Turn(1, (Move(Act.NOTES, cell, own),)))
        after = game.with_turn(turn_of(game, step_in(game), 1))
        assert (after.notes[cell] == own) == kept
