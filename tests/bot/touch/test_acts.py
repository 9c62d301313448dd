"""What people do on the page, as it is read."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.move import Intent, IntentKind, Intents
from bot.touch.acts import HIGHEST, MOST_ACTS, Act, Back, Write, acts_of, device_of
from bot.touch.bodies import BadCall, Body
from engine.board import Geometry

NINE = Geometry.of_size(9)
PLACE: dict[str, Any] = {"kind": "place", "cell": 80, "digit": 9, "held": 0}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
FIELDS = ("number", "version", "waited", "kind", "cell", "cells", "digit", "held", "on")
KINDS = st.sampled_from(["place", "erase", "note", "undo", "redo"])
HOSTILE = st.dictionaries(st.sampled_from(FIELDS), ANYTHING).flatmap(
    lambda act: KINDS.map(lambda kind: {"number": 1, "version": 0, "kind": kind} | act)
)


def read(*acts: object) -> list[Act]:
    return [*acts_of({"acts": [*acts]}, NINE)]


def act(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"number": number, "version": 4, **fields}


def wanted(**fields: Any) -> Write | Back:
    (found,) = read(act(**fields))
    return found.wanted


def test_each_kind_of_act_is_read() -> None:
    assert wanted(**PLACE) == Write(Intents((Intent(IntentKind.PLACE, 80, 9),)), 0)
    erase = Write(Intents((Intent(IntentKind.ERASE, 0),)), 5)
    assert wanted(kind="erase", cell=0, held=5) == erase
    assert wanted(kind="undo") is Back.UNDO
    assert wanted(kind="redo") is Back.REDO


def test_a_drag_writes_a_note_in_each_cell_once() -> None:
    add = (Intent(IntentKind.ADD_NOTES, 3, 0b10), Intent(IntentKind.ADD_NOTES, 1, 0b10))
    assert wanted(kind="note", cells=[3, 1, 3], digit=2, on=True) == Write(Intents(add))
    rub = (Intent(IntentKind.REMOVE_NOTES, 3, 0b10),)
    assert wanted(kind="note", cells=[3], digit=2, on=False) == Write(Intents(rub))


def test_an_act_says_how_long_it_has_waited() -> None:
    acts = read(act(1, **PLACE), act(2, **PLACE, waited=600), act(3, **PLACE, waited=0.5))
    assert [each.waited for each in acts] == [0, 600, 0.5]


def test_acts_come_in_the_order_of_their_numbers() -> None:
    assert [each.number for each in read(act(3, kind="undo"), act(9, kind="undo"))] == [3, 9]
    for numbers in ((2, 1), (1, 1)):
        with pytest.raises(BadCall, match="number"):
            read(*(act(number, kind="undo") for number in numbers))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 0),
        ("number", HIGHEST + 1),
        ("number", True),
        ("version", -1),
        ("waited", -1),
        ("waited", 1e30),
        ("waited", "1"),
        ("kind", "solve"),
        ("kind", ["place"]),
        ("cell", 81),
        ("cell", -1),
        ("cell", None),
        ("digit", 0),
        ("digit", 10),
        ("held", 10),
        ("held", None),
    ],
)
def test_an_act_that_no_board_has_is_refused_by_its_field(field: str, value: object) -> None:
    with pytest.raises(BadCall, match=field):
        read(act(**PLACE) | {field: value})


@pytest.mark.parametrize("cells", [[], [81], [[]], "1", None, [0] * 82])
def test_notes_in_cells_that_no_board_has_are_refused(cells: object) -> None:
    with pytest.raises(BadCall, match="cells"):
        wanted(kind="note", cells=cells, digit=2, on=True)
    with pytest.raises(BadCall, match="on"):
        wanted(kind="note", cells=[1], digit=2, on=1)


def test_a_call_has_one_to_twenty_acts() -> None:
    assert len(read(*(act(number, kind="undo") for number in range(1, MOST_ACTS + 1)))) == 20
    for acts in ([], [act(number, kind="undo") for number in range(1, MOST_ACTS + 2)]):
        with pytest.raises(BadCall, match="acts"):
            read(*acts)
    others: tuple[Body, ...] = ({}, {"acts": {}}, {"acts": [7]})
    for other in others:
        with pytest.raises(BadCall, match="acts"):
            acts_of(other, NINE)


@pytest.mark.long
@given(HOSTILE)
def test_whatever_comes_is_read_or_refused(hostile: object) -> None:
    with suppress(BadCall):
        (found,) = read(hostile)
        assert found.number >= 1


@pytest.mark.parametrize("device", ["", "short", "x" * 65, "a b c d e", 7, None, "ééééééééé"])
def test_only_a_plain_name_is_a_device(device: object) -> None:
    with pytest.raises(BadCall, match="device"):
        device_of({"device": device})
    assert device_of({"device": "b1946ac9"}) == "b1946ac9"
