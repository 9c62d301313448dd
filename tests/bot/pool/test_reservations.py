from contextlib import ExitStack, suppress

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


def test_sixty_megabytes_are_fetched_at_a_time_and_fifteen_of_one_person() -> None:
    reservations = Reservations()
    with ExitStack() as held:
        for person in (1, 2, 3):
            held.enter_context(reservations.reserve(person, 15_000_000))
            with pytest.raises(NothingReserved), reservations.reserve(person, 1):
                pass
        held.enter_context(reservations.reserve(4, 14_999_999))
        held.enter_context(reservations.reserve(5, 1))
        with pytest.raises(NothingReserved), reservations.reserve(6, 1):
            pass
