"""Which numbers of messages are known."""

import pytest

from bot.telegram.numbering import (
    FIRST_SUPERGROUP,
    MOST_COUNTERS,
    REMEMBERED,
    REMEMBERED_OF_GROUP,
    SHARED,
    Numbering,
    counter_of,
)

GROUP = -1002000000001


def noted(chat_id: int, *numbers: int) -> Numbering:
    numbering = Numbering()
    for number in numbers:
        numbering.note(chat_id, number)
    return numbering


def test_private_chats_and_basic_groups_share_a_counter_and_supergroups_do_not() -> None:
    assert {counter_of(chat) for chat in (7, 10**15, -5, FIRST_SUPERGROUP)} == {SHARED}
    assert counter_of(FIRST_SUPERGROUP - 1) == FIRST_SUPERGROUP - 1
    numbering = Numbering()
    numbering.note_sent(7, 10, 100)
    numbering.note_sent(GROUP, 3, 100)
    chats = (7, 8, -5, GROUP, GROUP - 1)
    assert [numbering.current(chat) for chat in chats] == [10, 10, 10, 3, None]


def test_an_update_may_be_older_than_what_an_earlier_process_sent() -> None:
    numbering = Numbering()
    numbering.note(7, 5, 200)
    assert numbering.current(7) is None
    numbering.note_sent(7, 9, 100)
    assert numbering.current(7) == 9
    numbering.note(GROUP, 3, 100)
    assert numbering.current(GROUP) is None
    numbering.note(GROUP, 4, 101)
    assert numbering.current(GROUP) == 4
    numbering.note(GROUP, 6, 99)
    assert numbering.current(GROUP) == 6, "larger than one that is above all of them"


def test_what_another_process_may_have_sent_until_now_makes_numbers_uncertain() -> None:
    numbering = Numbering()
    numbering.note_sent(7, 9, 100)
    numbering.may_get_chats()
    assert numbering.current(7) is None
    numbering.note(7, 12, 101)
    assert numbering.current(7) is None
    assert numbering.is_known(7, 9)
    numbering.note_sent(GROUP, 1, 102)
    assert numbering.current(7) is None
    numbering.note(7, 13, 103)
    assert numbering.current(7) == 13


@pytest.mark.parametrize("order", [(5, 6, 9, 7), (9, 7, 6, 5), (6, 5, 7, 9, 9, 5)])
def test_numbers_that_did_not_come_are_unknown_in_whatever_order_others_came(
    order: tuple[int, ...],
) -> None:
    numbering = noted(7, *order)
    assert numbering.unknown(7, 4, 4) == (8, 10, 11, 12)
    assert numbering.unknown(7, 8, 1) == (10,)
    assert [numbering.is_known(7, number) for number in range(4, 11)] == [
        False, True, True, True, False, True, False
    ]  # fmt: skip


def test_where_nothing_is_known_nothing_can_be_told() -> None:
    assert Numbering().current(7) is None
    assert Numbering().unknown(7, 4, 3) == ()


@pytest.mark.parametrize(("chat_id", "most"), [(7, REMEMBERED), (GROUP, REMEMBERED_OF_GROUP)])
def test_numbers_too_long_ago_are_neither_known_nor_unknown(chat_id: int, most: int) -> None:
    numbering = noted(chat_id, 5, 6 + most, 3)
    assert numbering.unknown(chat_id, 6, 3) == ()
    assert numbering.unknown(chat_id, 7, 1) == (8,)
    assert not numbering.is_known(chat_id, 5)
    assert not noted(chat_id, 5, 5 + 10**9).is_known(chat_id, 5)
    assert noted(chat_id, 5, 4 + most).is_known(chat_id, 5)


def test_chats_idle_longest_are_forgotten() -> None:
    numbering = noted(GROUP, 1)
    for number in range(1, MOST_COUNTERS):
        numbering.note(GROUP - number, 1)
    numbering.note(GROUP, 2)
    numbering.note(7, 1)
    known = [numbering.is_known(GROUP, 2), numbering.is_known(GROUP - 1, 1)]
    assert [*known, numbering.is_known(7, 1)] == [True, False, True]
