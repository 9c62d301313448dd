"""Positions of practice as the page draws them."""

import pytest
from markupsafe import Markup

from bot.play import practice
from bot.render.hint_words import last_of
from bot.render.stage import Stage
from bot.store.exercises import Exercise
from bot.touch.positions import Sitting, position_of, told_of
from engine.practice.position import exercise
from engine.techniques import Technique, technique_named
from engine.techniques.chains import XY_CHAIN
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.subsets import NAKED_PAIR
from tests.bot.house import Talk


async def sitting(chat: Talk, technique: Technique, number: int = 0) -> Sitting:
    """A position of a technique, as somebody in a private chat opens it."""
    await chat.sends("/start")
    visit = await chat.visit()
    example = await practice.position(visit, technique, number)
    assert example is not None
    return Sitting(visit, technique, number, example)


async def test_a_position_shows_its_digits_and_all_candidates_that_are_left(chat: Talk) -> None:
    shown = position_of(await sitting(chat, NAKED_PAIR), None)
    position = exercise(NAKED_PAIR, 0)
    assert position is not None
    assert shown["givens"] == str(position.givens)
    assert shown["values"] == str(position.values)
    assert shown["title"] == "Naked pair"
    notes = shown["notes"]
    assert isinstance(notes, dict)
    blanks = [cell for cell, value in enumerate(position.state.values) if not value]
    assert [*notes] == [str(cell) for cell in blanks]
    for cell in blanks:
        mask = position.state.cells[cell]
        assert sum(1 << digit - 1 for digit in notes[str(cell)]) == mask


@pytest.mark.parametrize(
    ("technique", "kind"), [(HIDDEN_SINGLE, "place"), (NAKED_PAIR, "remove"), (XY_CHAIN, "all")]
)
async def test_what_a_position_asks_for(chat: Talk, technique: Technique, kind: str) -> None:
    shown = position_of(await sitting(chat, technique), None)
    assert shown["practice"] == {"kind": kind, "found": [], "done": False}


async def test_a_technique_of_places_shows_no_candidates(chat: Talk) -> None:
    """As its picture in a chat does not."""
    assert position_of(await sitting(chat, HIDDEN_SINGLE), None)["notes"] == {}


async def test_what_was_found_of_a_position_is_no_candidate_any_more(chat: Talk) -> None:
    seat = await sitting(chat, XY_CHAIN)
    cell, digit = seat.example.step.eliminations[0]
    kept = Exercise(seat.visit.place, XY_CHAIN, 0, found=f"{cell}.{digit}", is_done=True)
    shown = position_of(seat, kept)
    assert shown["practice"] == {"kind": "all", "found": [[cell, digit]], "done": True}
    notes = shown["notes"]
    assert isinstance(notes, dict)
    assert digit not in notes[str(cell)]


async def test_each_stage_tells_more_and_a_long_reason_comes_in_parts(chat: Talk) -> None:
    seat = await sitting(chat, technique_named("nested_net"))
    step, title = seat.example.step, Markup("Hint")
    told = [
        told_of(seat, step, stage, part, title=title, note="")
        for stage, part in ((Stage.WHERE, 0), (Stage.WHY, 1), (Stage.MOVE, last_of(step)))
    ]
    assert [each["last"] for each in told] == [False, False, True]
    assert [each["part"] for each in told] == [0, 1, last_of(step)]
    assert told[0]["parts"] == 1
    assert told[1]["parts"] == told[2]["parts"] == last_of(step) + 1
    assert len({str(each["words"]) for each in told}) == 3
    assert not any("<" in str(each["words"]) for each in told)
