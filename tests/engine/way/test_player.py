from engine import parse, solve
from engine.techniques import Candidate, State
from engine.way import Mistake, find_mistake, has_all_notes, player_state

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
