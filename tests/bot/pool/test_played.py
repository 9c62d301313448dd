from bot.game.game import Game
from bot.game.hint import state_key
from bot.game.move import Act, Move, Turn, digits_of
from bot.pool.played import unaided
from engine import parse
from engine.search import Budget, solve
from engine.techniques import HIDDEN_SINGLE, NAKED_SINGLE, State
from engine.techniques.singles import hidden_singles

EASY = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = solve(EASY)
ANN, BOB = 7, 8
MIDDLE = 40
"""Every digit but one is seen there."""
ENOUGH = Budget(60)


def put(player: int | None, *cells: int) -> Turn:
    return Turn(player, tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in cells))


def game(*turns: Turn, done: int | None = None) -> Game:
    return Game(EASY, SOLUTION, turns, len(turns) if done is None else done)


def test_each_digit_counts_for_whoever_placed_it() -> None:
    blanks = [*EASY.blanks()]
    found = unaided(game(put(ANN, MIDDLE), put(BOB, *(set(blanks) - {MIDDLE}))), (), ENOUGH)
    assert found[ANN] == ((NAKED_SINGLE,),)
    assert len(found[BOB]) == len(blanks) - 1


def test_a_turn_after_a_hint_counts_for_nobody() -> None:
    turns = put(ANN, MIDDLE), put(ANN, *(set(EASY.blanks()) - {MIDDLE}))
    hinted = state_key(game(*turns, done=1))
    found = unaided(game(*turns), {hinted}, ENOUGH)
    assert found == {ANN: ((NAKED_SINGLE,),)}


def test_what_was_undone_or_taken_back_does_not_count() -> None:
    turns = put(ANN, MIDDLE), put(ANN, *EASY.blanks())
    assert unaided(game(*turns, done=0), (), ENOUGH) == {}
    back = Turn(ANN, (Move(Act.BACK, MIDDLE, 1),))
    assert len(unaided(game(*turns, back), (), ENOUGH)[ANN]) == 1


def test_notes_count_when_some_of_them_go_and_others_stay() -> None:
    start = State.start(EASY)
    step = next(hidden_singles(start))
    cell = step.placements[0].cell
    right = SOLUTION[cell]
    wrong = next(digit for digit in digits_of(start.cells[cell]) if digit != right)
    both = Move(Act.NOTES, cell, 1 << right - 1 | 1 << wrong - 1)
    first = Turn(ANN, (both,))
    less = Turn(ANN, (Move(Act.NOTES, cell, 1 << right - 1),))
    none = Turn(ANN, (Move(Act.NOTES, cell, 0),))
    assert unaided(game(first), (), ENOUGH)[ANN] == ()
    assert unaided(game(first, none), (), ENOUGH)[ANN] == ()
    assert unaided(game(first, less), (), ENOUGH)[ANN] == ((HIDDEN_SINGLE,),)
