"""The board of the rater: how filling and removing change the candidates."""

import random

import pytest

from engine.rating.board import (
    ALL,
    BITS,
    BOX,
    CELLS,
    COLUMN,
    DIGITS,
    EVERYWHERE,
    KINDS,
    PEER_CELLS,
    PLACE_IN,
    ROW,
    SUBSETS,
    UNIT_CELLS,
    UNIT_OF,
    UNITS,
    Board,
    cells_at,
    cells_of,
    crossings,
    seen_by_all,
)


def consistent(board: Board) -> bool:
    """Whether the candidates by cell, by unit and by digit agree."""
    digits, places = board.candidates.digits, board.candidates.places
    by_unit = all(
        (places[unit][digit] >> place & 1) == (digits[cell] >> digit & 1)
        for unit in range(27)
        for place, cell in enumerate(UNITS[unit])
        for digit in DIGITS
    )
    by_digit = all(
        (board.cells_with[digit] >> cell & 1) == (digits[cell] >> digit & 1)
        for digit in DIGITS
        for cell in CELLS
    )
    return by_unit and by_digit


def test_each_cell_has_twenty_peers_and_three_units() -> None:
    assert {cells.bit_count() for cells in PEER_CELLS} == {20}
    assert all(cell in UNITS[unit] for cell in CELLS for unit in UNIT_OF[cell])


def test_filling_and_removing_keep_the_three_views_in_step() -> None:
    chance = random.Random(4)
    board = Board([0] * 81)
    for cell in chance.sample(range(81), 25):
        own = BITS[board.candidates.digits[cell]]
        if not own:
            continue
        if chance.random() < 0.5:
            board.place(cell, own[0])
        else:
            board.remove(cell, own[-1])
        assert consistent(board)


def test_filling_takes_the_digit_off_the_peers() -> None:
    board = Board([0] * 81)
    board.place(40, 4)
    assert board.cells_with[4] == (1 << 81) - 1 & ~(PEER_CELLS[40] | 1 << 40)
    assert 40 not in set(cells_of(board.empty))
    assert [board.empty_in[unit] for unit in UNIT_OF[40]] == [8, 8, 8]


def test_units_are_boxes_then_rows_then_columns_each_from_the_top_left() -> None:
    names = [[divmod(cell, 9) for cell in unit] for unit in UNITS]
    boxes = [
        [(row, column) for row in range(top, top + 3) for column in range(left, left + 3)]
        for top in (0, 3, 6)
        for left in (0, 3, 6)
    ]
    rows = [[(row, column) for column in range(9)] for row in range(9)]
    columns = [[(row, column) for row in range(9)] for column in range(9)]
    assert names == boxes + rows + columns


def test_a_cell_knows_its_place_in_each_of_its_units() -> None:
    for cell in CELLS:
        found = zip(UNIT_OF[cell], PLACE_IN[cell], strict=True)
        assert [UNITS[unit][place] for unit, place in found] == [cell] * 3
        assert [unit // 9 for unit in UNIT_OF[cell]] == [BOX, ROW, COLUMN] == list(KINDS)


def test_sets_of_cells_have_the_cells_of_units_and_peers() -> None:
    assert [list(cells_of(cells)) for cells in UNIT_CELLS] == [list(unit) for unit in UNITS]
    for cell, peers in enumerate(PEER_CELLS):
        met = {other for unit in UNIT_OF[cell] for other in UNITS[unit]} - {cell}
        assert list(cells_of(peers)) == sorted(met)
    assert list(cells_of(EVERYWHERE)) == list(CELLS)
    assert not list(cells_of(0))


def test_masks_of_nine_bits_are_listed_by_their_bits_and_by_their_number() -> None:
    assert [sum(1 << bit for bit in bits) for bits in BITS] == list(range(512))
    assert all(list(bits) == sorted(set(bits)) for bits in BITS)
    # Binomial coefficients: 9 over 0, 1, 2 and so on.
    assert [len(masks) for masks in SUBSETS] == [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]
    for size, masks in enumerate(SUBSETS):
        assert list(masks) == sorted(masks)
        assert {mask.bit_count() for mask in masks} == {size}


def test_places_of_a_unit_are_cells() -> None:
    for unit, cells in enumerate(UNITS):
        for places in (0, 1, 0b101010000, ALL):
            found = [cell for place, cell in enumerate(cells) if places >> place & 1]
            assert list(cells_of(cells_at(unit, places))) == found


def test_what_all_of_some_cells_see() -> None:
    assert seen_by_all(0) == EVERYWHERE
    assert seen_by_all(1 << 40) == PEER_CELLS[40]
    # r1c1 and r5c5 see each other's row and column; r1c1 and r1c4 the rest of the row.
    assert set(cells_of(seen_by_all(1 << 0 | 1 << 40))) == {4, 36}
    assert set(cells_of(seen_by_all(1 << 0 | 1 << 3))) == {1, 2, 4, 5, 6, 7, 8}


def test_every_box_crosses_three_columns_and_three_rows_for_every_digit() -> None:
    found = list(crossings())
    # 9 digits, 9 boxes, 3 columns and 3 rows, either way round; each once.
    assert len(found) == len(set(found)) == 9 * 9 * 6 * 2
    assert all(set(UNITS[unit]) & set(UNITS[crossed]) for _, unit, crossed in found)
    # Boxes before lines, then columns before rows, then by digit and unit.
    kinds = list(dict.fromkeys((unit // 9, crossed // 9) for _, unit, crossed in found))
    assert kinds == [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)]
    for number in range(4):
        part = found[243 * number : 243 * number + 243]
        assert part == sorted(part)
        assert {digit for digit, _, _ in part} == set(DIGITS)


def test_a_copy_of_candidates_lives_on_its_own() -> None:
    masks = Board([0] * 81).candidates
    copy = masks.copy()
    copy.remove(40, 4)
    assert copy.digits[40] == ALL & ~(1 << 4)
    assert masks.digits == [ALL] * 81
    assert masks.places == [[ALL] * 9] * 27
    # What is gone stays gone.
    again = copy.copy()
    again.remove(40, 4)
    assert (again.digits, again.places) == (copy.digits, copy.places)


def test_a_new_board_has_every_candidate_and_givens_take_theirs() -> None:
    board = Board([0] * 81)
    assert consistent(board)
    assert (board.empty, board.empty_in, board.placed) == (EVERYWHERE, [9] * 27, [0] * 9)
    assert board.cells_with == [EVERYWHERE] * 9
    board = Board([0] * 40 + [9] + [0] * 39 + [9])
    assert consistent(board)
    assert board.candidates.digits[40] == board.candidates.digits[80] == 0
    assert board.placed == [0] * 8 + [2]
    assert board.empty == EVERYWHERE & ~(1 << 40 | 1 << 80)
    assert board.candidates.digits[41] == board.candidates.digits[79] == ALL & ~(1 << 8)


def test_equal_givens_are_refused_where_they_see_each_other() -> None:
    for cell in range(1, 81):
        twice = [7, *[0] * 80]
        twice[cell] = 7
        if PEER_CELLS[0] >> cell & 1:
            with pytest.raises(ValueError, match="no solution"):
                Board(twice)
        else:
            assert Board(twice).placed[6] == 2


def test_the_candidates_of_some_digits_in_some_cells() -> None:
    board = Board([0] * 81)
    board.place(0, 2)
    board.remove(1, 3)
    cells = 1 << 0 | 1 << 1 | 1 << 80
    assert board.holding(1 << 2 | 1 << 3 | 1 << 4, cells) == {
        1: 1 << 4,
        80: 1 << 2 | 1 << 3 | 1 << 4,
    }
    assert board.holding(0, EVERYWHERE) == {}
    assert board.holding(ALL, 0) == {}


def test_a_board_is_stuck_when_an_empty_cell_has_nothing_left() -> None:
    board = Board([*range(1, 9), *[0] * 73])
    assert not board.is_stuck()
    board.remove(8, 8)
    assert board.is_stuck()
    # A filled cell has no candidates either, but is not stuck.
    assert not Board([1, *[0] * 80]).is_stuck()
