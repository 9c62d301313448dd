from contextlib import suppress

import pytest

from bot.pool.reservations import NothingReserved, Reservations


def test_a_buffer_is_empty_before_its_block_and_after_it() -> None:
    reservations = Reservations(10, 10)
    with reservations.reserve(1, 10) as content:
        assert content == b""
        content.extend(b"0123456789")
    assert content == b""


def test_what_was_reserved_is_given_back_whatever_happens() -> None:
    reservations = Reservations(10, 10)
    for _ in range(3):
        with suppress(ValueError), reservations.reserve(1, 10) as content:
            content.extend(b"01234")
            raise ValueError
        assert content == b""


def test_all_together_reserve_no_more_than_there_is() -> None:
    reservations = Reservations(10, 10)
    with reservations.reserve(1, 4), reservations.reserve(2, 4):
        with pytest.raises(NothingReserved), reservations.reserve(3, 3):
            pass
        with reservations.reserve(3, 2):
            pass
    with reservations.reserve(3, 10):
        pass


def test_one_person_reserves_no_more_than_a_share() -> None:
    reservations = Reservations(10, 4)
    with reservations.reserve(1, 3):
        with pytest.raises(NothingReserved), reservations.reserve(1, 2):
            pass
        with reservations.reserve(1, 1), reservations.reserve(2, 4):
            pass
