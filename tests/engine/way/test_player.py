import pytest

from engine import parse, solve
from engine.practice.position import positions
from engine.techniques import Candidate, State
from engine.techniques.singles import next_single
from engine.techniques.subsets import NAKED_PAIR
from engine.way import Mistake, find_mistake, has_all_notes, player_state, with_notes

GIVENS = parse(".1....1....24...")
SOLUTION = solve(GIVENS)
PLAIN = State.of(GIVENS, GIVENS)
FULL = PLAIN.cells
"""Notes of every candidate that the digits leave."""


def noted(**cells: int) -> list[int]:
    """Full notes, but with other notes in some cells: masks, by the names of the cells."""
    notes, names = [*FULL], [GIVENS.geometry.name(cell) for cell in range(16)]
    for name, mask in cells.items():
        notes[names.index(name)] = mask
    return notes


def test_a_wrong_digit_is_a_mistake_before_any_note() -> None:
    values = GIVENS.with_values({0: 2})
    found = find_mistake(State.of(GIVENS, values), SOLUTION, noted(r1c3=0b0001))
    assert found == Mistake((0,))
    assert find_mistake(State.of(GIVENS, GIVENS.with_values({0: 3})), SOLUTION) is None


def test_notes_without_the_right_digit_are_told_with_what_they_lack() -> None:
    found = find_mistake(PLAIN, SOLUTION, noted(r1c1=0b0010))
    assert found == Mistake(lacking=((0, (3,)),))
    assert found.noted == (0,)


def test_a_note_of_what_a_peer_holds_is_told_with_the_peer() -> None:
    found = find_mistake(PLAIN, SOLUTION, noted(r1c1=0b0101))
    assert found == Mistake(blocked=((Candidate(0, 1), 1),))


def test_full_notes_narrow_what_a_player_sees() -> None:
    notes = noted(r1c3=0b0010)
    assert has_all_notes(PLAIN, notes)
    seen = player_state(GIVENS, GIVENS, notes)
    assert [seen.cells[cell] for cell in (0, 2)] == [FULL[0], 0b0010]


def test_notes_that_contradict_the_solution_do_not_count() -> None:
    notes = noted(r1c1=0b0010, r1c3=0b0010)
    seen = player_state(GIVENS, GIVENS, notes, SOLUTION)
    assert [seen.cells[cell] for cell in (0, 2)] == [FULL[0], 0b0010]


def test_a_single_note_beside_blank_cells_is_a_mark() -> None:
    """A note may mark one of the two places for a digit."""
    notes = [0b0010 if cell == 0 else 0 for cell in range(16)]
    assert not has_all_notes(PLAIN, notes)
    assert player_state(GIVENS, GIVENS, notes) == PLAIN
    assert find_mistake(PLAIN, SOLUTION, notes) is None


STUCK = next(
    each
    for each in positions(NAKED_PAIR)
    if next_single(State.of(each.givens, each.values)) is None
)
BOARD = State.of(STUCK.givens, STUCK.values)
RIGHT = solve(STUCK.givens)


def written(right: int, wrong: int) -> list[int]:
    """Notes of two digits or more in some cells, of which some lack the right digit."""
    cells = [cell for cell in range(81) if BOARD.cells[cell].bit_count() > 2]
    notes = [0] * 81
    for number, cell in enumerate(cells[: right + wrong]):
        own = 1 << RIGHT[cell] - 1
        others = BOARD.cells[cell] & ~own
        low = others & -others
        notes[cell] = own | low if number < right else others
    return notes


@pytest.mark.parametrize(
    ("right", "wrong", "are_marks"),
    [
        (0, 1, False),
        (0, 3, False),
        (1, 2, False),
        (0, 4, True),
        (1, 3, True),
        (2, 2, False),
        (2, 3, True),
        (3, 3, False),
        (4, 2, False),
        (3, 0, False),
        (5, 0, False),
    ],
)
def test_more_than_three_notes_most_of_which_lack_the_right_digit_mean_something_else(
    right: int, wrong: int, *, are_marks: bool
) -> None:
    notes = written(right, wrong)
    seen = with_notes(BOARD, notes, RIGHT)
    cells = [cell for cell in range(81) if notes[cell]]
    kept = [cell for cell in cells if seen.cells[cell] == notes[cell] & BOARD.cells[cell]]
    found = find_mistake(BOARD, RIGHT, notes)
    if are_marks:
        assert seen == BOARD
        assert found is None
    else:
        assert kept == cells[:right]
        assert (found.noted if found else ()) == tuple(cells[right:])
    # Without the solution, nobody knows which notes lack something.
    assert [with_notes(BOARD, notes).cells[cell] for cell in cells] == [notes[c] for c in cells]


def test_two_notes_in_a_cell_are_a_list_and_one_is_not() -> None:
    cell = next(cell for cell in range(81) if BOARD.cells[cell].bit_count() > 2)
    low = BOARD.cells[cell] & -BOARD.cells[cell]
    more = BOARD.cells[cell] ^ low
    two = low | more & -more
    for mask, expected in ((low, BOARD.cells[cell]), (two, two)):
        notes = [0] * 81
        notes[cell] = mask
        assert with_notes(BOARD, notes).cells[cell] == expected


def test_once_every_cell_has_notes_a_single_one_is_a_list() -> None:
    notes = list(BOARD.cells)
    cell = next(cell for cell in range(81) if BOARD.cells[cell].bit_count() > 2)
    notes[cell] = 1 << RIGHT[cell] - 1
    assert has_all_notes(BOARD, notes)
    assert with_notes(BOARD, notes, RIGHT).cells[cell] == notes[cell]
    others = BOARD.cells[cell] & ~notes[cell]
    notes[cell] = others & -others
    assert with_notes(BOARD, notes, RIGHT) == BOARD
    lacking = tuple(o.value for o in BOARD.options_of(cell, ~notes[cell]))
    assert find_mistake(BOARD, RIGHT, notes) == Mistake(lacking=((cell, lacking),))


def test_full_notes_are_wrong_even_if_most_of_them_are() -> None:
    notes = [
        mask & ~(1 << value - 1) for mask, value in zip(BOARD.cells, RIGHT.values, strict=True)
    ]
    found = find_mistake(BOARD, RIGHT, notes)
    assert found
    assert [cell for cell, _ in found.lacking] == list(BOARD.grid.blanks())
    assert with_notes(BOARD, notes, RIGHT) == BOARD


def test_without_notes_there_is_nothing_to_narrow_and_nothing_wrong() -> None:
    for notes in ([], [0] * 81):
        assert not has_all_notes(BOARD, notes)
        assert with_notes(BOARD, notes, RIGHT) == BOARD
        assert find_mistake(BOARD, RIGHT, notes) is None
    assert with_notes(BOARD, BOARD.cells, RIGHT) == BOARD


def test_each_note_that_a_peer_holds_is_told_with_a_peer_that_holds_it() -> None:
    notes = [0b111111111 if mask else 0 for mask in BOARD.cells]
    found = find_mistake(BOARD, RIGHT, notes)
    assert found
    assert not found.lacking
    told = {note for note, _ in found.blocked}
    blanks = BOARD.grid.blanks()
    assert told == {
        Candidate(cell, v)
        for cell in blanks
        for v in BOARD.digits
        if not BOARD.cells[cell] >> v - 1 & 1
    }
    for (cell, value), peer in found.blocked:
        assert BOARD.values[peer] == value
        assert peer in BOARD.geometry.peers[cell]
    assert found.noted == tuple(sorted({cell for cell, _ in told}))


def test_while_the_digits_show_a_single_missing_notes_are_no_mistake() -> None:
    """They may just not be written yet."""
    assert next_single(PLAIN) is not None
    partial = [0b0011 if cell == 0 else 0 for cell in range(16)]
    assert find_mistake(PLAIN, SOLUTION, partial) is None
