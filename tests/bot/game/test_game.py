from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.entry import Letters, parse_entry
from bot.game.game import Game, to_turn
from bot.game.move import Act, Intents, Move, Turn
from bot.game.refused import Refused
from engine.board.geometry import Geometry
from engine.board.grid import Grid
from engine.notation.notation import parse

FOUR, SIX = Geometry(2, 2), Geometry(2, 3)


def grid(line: str, geometry: Geometry = FOUR) -> Grid:
    return Grid(geometry, bytes(int(symbol) for symbol in line.replace(".", "0")))


GIVENS = grid("12..3....1....21")
SOLUTION = grid("1234341221434321")
START = Game(GIVENS, SOLUTION)


def place(cell: int, digit: int) -> Move:
    return Move(Act.PLACE, cell, digit)


def turn(*moves: Move, player: int = 7) -> Turn:
    return Turn(player, moves)


def refusal(game: Game, *moves: Move) -> tuple[str, dict[str, str | int]]:
    with pytest.raises(Refused) as caught:
        game.with_turn(turn(*moves))
    return caught.value.key, dict(caught.value.values)


def test_a_new_game_shows_its_givens() -> None:
    assert START.values == GIVENS
    assert START.notes == (0,) * 16
    assert START.blank_count == 10
    assert START.last_cells == ()
    assert not START.is_solved


def test_a_whole_turn_is_undone_and_redone() -> None:
    game = START.with_turn(turn(place(2, 3), place(3, 4), place(2, 4)))
    assert (game.values[2], game.values[3], game.last_cells) == (4, 4, (2, 3))
    assert game.undone().values == GIVENS
    assert game.undone().redone() == game
    assert game.undone().last_cells == ()


def test_a_turn_after_undo_drops_the_undone_ones() -> None:
    game = START.with_turn(turn(place(2, 3))).with_turn(turn(place(3, 4)))
    game = game.undone().with_turn(turn(place(5, 4)))
    assert [done.moves[0].cell for done in game.turns] == [2, 5]
    with pytest.raises(Refused, match="nothing_to_redo"):
        game.redone()
    with pytest.raises(Refused, match="all_undone"):
        game.undone().undone().undone()
    with pytest.raises(Refused, match="nothing_to_undo"):
        START.undone()


def test_notes_come_back_when_the_digit_over_them_is_erased() -> None:
    noted = START.with_turn(turn(Move(Act.NOTES, 5, 0b1001)))
    placed = noted.with_turn(turn(place(5, 4)))
    assert placed.notes[5] == 0
    assert placed.with_turn(turn(Move(Act.ERASE, 5))).notes[5] == 0b1001


def test_a_placed_digit_leaves_the_notes_of_its_peers_until_undone() -> None:
    noted = START.with_turn(turn(*(Move(Act.NOTES, cell, 0b1111) for cell in (2, 3, 6, 8, 10))))
    placed = noted.with_turn(turn(place(3, 4)))
    assert [placed.notes[cell] for cell in (2, 3, 6, 8, 10)] == [0b111, 0, 0b111, 0b1111, 0b1111]
    assert placed.undone().notes == noted.notes


def test_who_placed_what() -> None:
    game = START.with_turn(turn(place(2, 3), player=7)).with_turn(turn(place(3, 4), player=8))
    assert [game.placed_by(cell) for cell in (0, 2, 3, 5)] == [None, 7, 8, None]
    assert game.with_turn(turn(Move(Act.ERASE, 2), player=8)).placed_by(2) is None
    assert game.with_turn(turn(place(2, 4), player=8)).placed_by(2) == 8


def test_wrong_digits_and_conflicts_differ() -> None:
    game = START.with_turn(turn(place(2, 4), place(5, 4)))
    assert game.wrong_cells() == (2,)
    assert game.conflicts() == ()
    clash = game.with_turn(turn(place(3, 4)))
    assert {found.cells for found in clash.conflicts()} == {(2, 3)}


def test_remaining_digits_never_go_below_none() -> None:
    assert START.remaining() == (1, 2, 3, 4)
    flooded = START.with_turn(turn(*(place(cell, 1) for cell in (2, 3, 5, 6))))
    assert flooded.remaining() == (0, 2, 3, 4)


def test_the_last_digit_solves() -> None:
    moves = [place(cell, SOLUTION[cell]) for cell in GIVENS.blanks()]
    game = START.with_turn(turn(*moves))
    assert game.is_solved
    assert not game.undone().is_solved


def test_impossible_moves_are_refused_with_their_cell() -> None:
    assert refusal(START, place(0, 2)) == ("given", {"cell": "r1c1"})
    assert refusal(START, Move(Act.ERASE, 4)) == ("given", {"cell": "r2c1"})
    assert refusal(START, Move(Act.NOTES, 15, 1)) == ("given", {"cell": "r4c4"})
    assert refusal(START, place(16, 1)) == ("no_such_cell", {"cell": "16", "size": 4})
    assert refusal(START, place(-1, 1))[0] == "no_such_cell"
    wrong = {"cell": "r1c3", "digit": "5", "highest": "4"}
    assert refusal(START, place(2, 5)) == ("no_such_digit", wrong)
    assert refusal(START, place(2, 0))[0] == "no_such_digit"
    assert refusal(START, Move(Act.NOTES, 2, 0b10000))[0] == "no_such_digit"
    assert refusal(START, place(2, 3), Move(Act.NOTES, 2, 1)) == ("filled", {"cell": "r1c3"})


@dataclass
class Snapshots:
    """A game that keeps a full copy of everything after each turn."""

    geometry: Geometry
    states: list[tuple[dict[int, int], dict[int, set[int]], dict[int, int]]] = field(
        default_factory=lambda: [({}, {}, {})]
    )
    at: int = 0

    def apply(self, played: Turn) -> None:
        digits, notes, owners = self.states[self.at]
        digits, owners = dict(digits), dict(owners)
        notes = {cell: set(marks) for cell, marks in notes.items()}
        for move in played.moves:
            if move.act is Act.PLACE:
                digits[move.cell], owners[move.cell] = move.value, played.player or 0
                for peer in range(self.geometry.cell_count):
                    if peer != move.cell and self.sees(peer, move.cell):
                        notes.get(peer, set()).discard(move.value)
            elif move.act is Act.ERASE:
                digits.pop(move.cell, None)
                owners.pop(move.cell, None)
            else:
                size = self.geometry.size
                notes[move.cell] = {d for d in range(1, size + 1) if move.value >> (d - 1) & 1}
        self.states[self.at + 1 :] = [(digits, notes, owners)]
        self.at += 1

    def accepts(self, played: Turn) -> bool:
        """Whether no notes change in cells that hold a digit."""
        filled = set(self.states[self.at][0])
        for move in played.moves:
            if move.act is Act.NOTES and move.cell in filled:
                return False
            filled |= {move.cell} if move.act is Act.PLACE else set()
            filled -= {move.cell} if move.act is Act.ERASE else set()
        return True

    def sees(self, one: int, other: int) -> bool:
        size, tall, wide = self.geometry.size, self.geometry.box_rows, self.geometry.box_columns
        (r, c), (s, d) = divmod(one, size), divmod(other, size)
        return r == s or c == d or (r // tall == s // tall and c // wide == d // wide)

    def agrees(self, game: Game) -> bool:
        digits, notes, owners = self.states[self.at]
        return all(
            game.values[cell] == (game.givens[cell] or digits.get(cell, 0))
            and game.placed_by(cell) == owners.get(cell)
            and game.notes[cell]
            == (0 if game.values[cell] else sum(1 << d - 1 for d in notes.get(cell, ())))
            for cell in range(self.geometry.cell_count)
        )


SIX_GIVENS = grid("1...5.....2.3.....6.....4...5.......", SIX)
FREE = SIX_GIVENS.blanks()
cells = st.sampled_from(FREE[:14])
changes = st.one_of(
    st.builds(Move, st.just(Act.PLACE), cells, st.integers(1, 6)),
    st.builds(Move, st.just(Act.ERASE), cells),
    st.builds(Move, st.just(Act.NOTES), cells, st.integers(0, 63)),
)
steps = st.lists(
    st.one_of(
        st.sampled_from(["undo", "redo", "restart"]),
        st.builds(Turn, st.integers(1, 3), st.lists(changes, max_size=4).map(tuple)),
    ),
    max_size=30,
)


@given(steps)
def test_any_walk_equals_full_snapshots(walk: list[str | Turn]) -> None:
    game, model = Game(SIX_GIVENS, SIX_GIVENS), Snapshots(SIX)
    for step in walk:
        if isinstance(step, Turn):
            if model.accepts(step):
                game = game.with_turn(step)
                model.apply(step)
            else:
                assert refusal(game, *step.moves)[0] == "filled"
        elif step == "restart":
            game = Game(game.givens, game.solution, game.turns, game.done)
        elif step == "undo" and model.at:
            game, model.at = game.undone(), model.at - 1
        elif step == "redo" and model.at + 1 < len(model.states):
            game, model.at = game.redone(), model.at + 1
        assert model.agrees(game)
        assert game.done == model.at


CLASSIC = Game(
    parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    parse("534678912672195348198342567859761423426853791713924856961537284287419635345286179"),
)


def turn_of(text: str, game: Game = CLASSIC) -> tuple[Move, ...]:
    entry = parse_entry(text, Geometry(3, 3), Letters.ROW)
    assert isinstance(entry, Intents)
    turn = to_turn(game, entry, 7)
    assert turn.player == 7
    return turn.moves


def test_intents_become_moves_of_the_game_as_it_stands() -> None:
    game = CLASSIC.with_turn(Turn(1, (Move(Act.NOTES, 2, 0b1010), Move(Act.PLACE, 3, 6))))
    assert turn_of("r1c3=4", game) == (Move(Act.PLACE, 2, 4),)
    assert turn_of("r1c4=", game) == (Move(Act.ERASE, 3),)
    assert turn_of("r1c3 +1", game) == (Move(Act.NOTES, 2, 0b1011),)
    assert turn_of("r1c3 -2", game) == (Move(Act.NOTES, 2, 0b1000),)
    assert turn_of("note r1c3 9", game) == (Move(Act.NOTES, 2, 1 << 8),)
    assert turn_of("clear r1c3", game) == (Move(Act.NOTES, 2, 0),)


def test_later_intents_see_what_earlier_ones_did() -> None:
    assert turn_of("r1c3 +1 r1c3 +4 r1c3 -1") == (
        Move(Act.NOTES, 2, 0b1),
        Move(Act.NOTES, 2, 0b1001),
        Move(Act.NOTES, 2, 0b1000),
    )
    assert turn_of("r1c3=4 r1c3= r1c3 +1")[-1] == Move(Act.NOTES, 2, 0b1)


def test_intents_that_change_nothing_make_no_move() -> None:
    game = CLASSIC.with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    assert turn_of("r1c3=4 r1c4= r1c1=5 r1c4 -3", game) == ()
    assert turn_of("1: 534......", game) == ()


@pytest.mark.parametrize(
    ("text", "key", "cell"),
    [
        ("r1c1=4", "given", "r1c1"),
        ("r1c3=4 clear r1c1", "given", "r1c1"),
        ("1: 5.46.....\n2: 7........", "given", "r2c1"),
        ("r1c2 +4", "given", "r1c2"),
        ("r1c3=4 r1c3 +4", "filled", "r1c3"),
    ],
)
def test_moves_that_cannot_be_made_name_the_cell(text: str, key: str, cell: str) -> None:
    with pytest.raises(Refused) as caught:
        turn_of(text)
    assert (caught.value.key, caught.value.values) == (key, {"cell": cell})


def test_the_last_cells_are_those_of_the_last_applied_turn() -> None:
    game = START.with_turn(turn(place(2, 3))).with_turn(turn(place(5, 4), place(3, 4)))
    assert game.last_cells == (5, 3)
    assert game.undone().last_cells == (2,)
    assert game.undone().redone().last_cells == (5, 3)


def back(moment: int) -> Turn:
    return turn(Move(Act.BACK, 2, moment))


def test_going_back_restores_a_moment_and_is_undone_like_any_turn() -> None:
    first = START.with_turn(turn(place(2, 3), Move(Act.NOTES, 5, 0b1000)))
    later = first.with_turn(turn(place(3, 4))).with_turn(turn(place(2, 4)))
    restored = later.with_turn(back(1))
    assert restored.position == first.position
    assert restored.last_cells == (2, 3)
    assert restored.undone().position == later.position
    assert later.with_turn(back(0)).position == START.position
    assert later.with_turn(back(0)).last_cells == (2, 3, 5)
    # Going back to a moment at which somebody had already gone back.
    again = restored.with_turn(turn(place(6, 1))).with_turn(back(4))
    assert again.position == first.position
    assert restored.with_turn(turn(place(6, 1))).with_turn(back(3)).position == later.position


def test_a_stored_turn_that_goes_back_to_a_later_moment_is_passed_over() -> None:
    turns = (turn(place(2, 3)), back(9), turn(place(3, 4)))
    game = Game(GIVENS, SOLUTION, turns, 3)
    assert [game.values[cell] for cell in (2, 3)] == [3, 4]


def test_a_game_prints_without_what_follows_from_its_turns() -> None:
    assert "position" not in repr(START)
    assert "notes" not in repr(START)


def test_a_solution_of_another_shape_is_a_bug() -> None:
    with pytest.raises(ValueError, match="zip"):
        Game(GIVENS, Grid.blank(SIX)).wrong_cells()


def test_erasing_shows_the_notes_and_takes_nothing_from_peers() -> None:
    noted = START.with_turn(turn(Move(Act.NOTES, 2, 0b1100), Move(Act.NOTES, 5, 0b1000)))
    erased = noted.with_turn(turn(place(2, 4))).with_turn(turn(Move(Act.ERASE, 2)))
    assert [erased.notes[cell] for cell in (2, 5)] == [0b1100, 0b1000]
    assert erased.values[2] == 0


@pytest.mark.parametrize(
    ("move", "key"),
    [
        (place(2, 1), None),
        (place(2, 4), None),
        (place(2, -1), "no_such_digit"),
        (Move(Act.NOTES, 2, 0), None),
        (Move(Act.NOTES, 2, 0b1111), None),
        (Move(Act.NOTES, 2, -1), "no_such_digit"),
        (Move(Act.ERASE, 2, 0), None),
        (Move(Act.ERASE, 2, 1), "no_such_digit"),
        (Move(Act.ERASE, 16), "no_such_cell"),
        (Move(Act.ERASE, 14), "given"),
        (Move(Act.ERASE, 13), None),
    ],
)
def test_a_move_needs_a_cell_and_a_value_of_the_board(move: Move, key: str | None) -> None:
    if key:
        assert refusal(START, move)[0] == key
    else:
        assert START.with_turn(turn(move)).done == 1
