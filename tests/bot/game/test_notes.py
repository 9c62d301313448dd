import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.game import Game
from bot.game.move import Act, Move, Turn, digits_of
from bot.game.notes import filled_in, parse_unit, rubbed_out
from engine import Geometry, parse

PUZZLE = parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = parse(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
GAME = Game(PUZZLE, SOLUTION)


def test_every_blank_cell_gets_the_digits_that_none_of_its_peers_has() -> None:
    notes = GAME.with_turn(filled_in(GAME, 1)).notes
    assert digits_of(notes[2]) == (1, 2, 4)
    assert digits_of(notes[40]) == (5,)
    assert all(bool(mask) != bool(PUZZLE[cell]) for cell, mask in enumerate(notes))


@given(st.lists(st.sampled_from(PUZZLE.blanks()), max_size=30, unique=True))
def test_the_solution_is_always_among_the_notes(cells: list[int]) -> None:
    moves = tuple(Move(Act.PLACE, cell, SOLUTION[cell]) for cell in cells)
    game = GAME.with_turn(Turn(1, moves))
    notes = game.with_turn(filled_in(game, 1)).notes
    assert all(notes[cell] >> SOLUTION[cell] - 1 & 1 for cell in game.values.blanks())


def test_what_a_player_ruled_out_stays_ruled_out() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.NOTES, 2, 0b11),)))
    assert game.with_turn(filled_in(game, 1)).notes[2] == 0b11


def test_filling_is_one_turn_and_a_second_time_changes_nothing() -> None:
    filled = GAME.with_turn(filled_in(GAME, 7))
    assert filled.undone().notes == GAME.notes
    assert filled_in(filled, 7).moves == ()


def test_rubbing_out_removes_all_notes_and_can_be_undone() -> None:
    filled = GAME.with_turn(filled_in(GAME, 1))
    rubbed = filled.with_turn(rubbed_out(filled, 1))
    assert not any(rubbed.notes)
    assert rubbed.undone().notes == filled.notes
    assert rubbed_out(GAME, 1).moves == ()


WORDS = {
    "row": "row",
    "r": "row",
    "column": "column",
    "box": "box",
    "行": "row",
    "宫": "box",
    "第宫": "box",
}


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("row 1", 0),
        ("ROW 9", 8),
        ("r3", 2),
        ("column 1", 9),
        ("box 5", 22),
        (" Box5 ", 22),
        ("5宫", 22),
        ("第5宫", 22),
        ("５ 行", 4),
        ("r4c5", 22),
        ("r1c9", 20),
        ("box 0", None),
        ("box 10", None),
        ("r0c1", None),
        ("r1c10", None),
        ("5", None),
        ("box", None),
        ("tower 5", None),
        ("box 5 5", None),
        ("row 1 box", None),
        ("", None),
    ],
)
def test_units_and_cells_by_their_usual_names(text: str, unit: int | None) -> None:
    assert parse_unit(text, Geometry.of_size(9), WORDS) == unit


@pytest.mark.parametrize("size", [4, 6, 9, 16])
def test_every_unit_has_its_name_and_every_cell_leads_to_its_box(size: int) -> None:
    geometry = Geometry.of_size(size)
    names = [f"{kind} {number + 1}" for kind in ("row", "column", "box") for number in range(size)]
    assert [parse_unit(name, geometry, WORDS) for name in names] == [*range(3 * size)]
    for cell in range(geometry.cell_count):
        unit = parse_unit(geometry.name(cell), geometry, WORDS)
        assert unit is not None
        assert unit >= 2 * size
        assert cell in geometry.units[unit]
    for name in (f"row {size + 1}", "row 0", f"r{size + 1}c1", f"r1c{size + 1}", "r1c0"):
        assert parse_unit(name, geometry, WORDS) is None


def test_nothing_behind_forty_characters_of_a_name_is_looked_at() -> None:
    geometry = Geometry.of_size(9)
    assert parse_unit("row 1" + " " * 35 + "tower", geometry, WORDS) == 0
    assert parse_unit("row 1" + " " * 34 + "tower", geometry, WORDS) is None


def test_digits_that_were_placed_leave_the_notes_of_their_peers() -> None:
    game = GAME.with_turn(Turn(1, (Move(Act.PLACE, 2, 4),)))
    notes = game.with_turn(filled_in(game, 1)).notes
    before = GAME.with_turn(filled_in(GAME, 1)).notes
    for cell in game.values.blanks():
        gone = {4} if cell in PUZZLE.geometry.peers[2] else set()
        assert set(digits_of(notes[cell])) == set(digits_of(before[cell])) - gone
