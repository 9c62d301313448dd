"""The board of the rater: how filling and removing change the candidates."""

import random

from engine.rating.board import BITS, CELLS, DIGITS, PEER_CELLS, UNIT_OF, UNITS, Board, cells_of


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
