from dataclasses import replace
from itertools import pairwise

import pytest

from bot.messages import catalogue, languages
from bot.render.hint import hint_picture, spoken_of, text_marks, with_choice
from bot.render.hint_words import last_of, move, where, why
from bot.render.marks import CandidateMark, CandidateRole, CellRole, Highlight
from bot.render.picture import board_png
from bot.render.stage import Stage
from bot.render.text_board import text_board
from engine.practice.position import Position, positions
from engine.techniques import TAUGHT, WITHOUT_NOTES, Step, Technique, steps
from engine.techniques.als import ALS_XZ
from engine.techniques.chains import XY_CHAIN
from engine.techniques.fish import X_WING
from engine.techniques.nested import NESTED_NET
from engine.techniques.parts import Cells, Digits
from engine.techniques.single_digit import SKYSCRAPER
from engine.techniques.singles import HIDDEN_SINGLE
from engine.techniques.subsets import DIRECT_HIDDEN_PAIR

KNOWN = [(technique, positions(technique)[0]) for technique in TAUGHT]


def example(technique: Technique) -> tuple[Position, Step]:
    position = positions(technique)[0]
    return position, next(steps(position.state, technique))


@pytest.mark.long
@pytest.mark.parametrize(("technique", "position"), KNOWN, ids=lambda each: str(each)[:30])
def test_each_technique_shows_a_little_more_at_each_stage(
    technique: Technique, position: Position
) -> None:
    _, step = example(technique)
    question, where, why = (
        hint_picture(position.state, position.givens, step, Stage(stage)) for stage in range(3)
    )
    last = last_of(step)
    move = hint_picture(position.state, position.givens, step, Stage.MOVE, passage=last)
    assert (question.units, question.highlights, question.candidates) == (frozenset(), (), ())
    assert where.units or where.highlights
    assert where.candidates == ()
    assert why.units or why.highlights
    placed = {CandidateMark(*each, CandidateRole.PLACE) for each in step.placements}
    removed = {CandidateMark(*each, CandidateRole.ELIMINATE) for each in step.eliminations}
    # A passage may show what falls on the way.
    assert not (placed | removed) & {*why.candidates}
    assert placed | removed <= set(move.candidates)
    affected = {h.cell for h in move.highlights if h.role is CellRole.AFFECTED}
    assert affected == {each.cell for each in step.eliminations}


@pytest.mark.parametrize(("technique", "position"), KNOWN, ids=lambda each: str(each)[:30])
def test_only_candidates_of_the_state_are_marked(technique: Technique, position: Position) -> None:
    _, step = example(technique)
    picture = hint_picture(position.state, position.givens, step, Stage.WHY)
    for mark in picture.candidates:
        assert position.state.cells[mark.cell] >> mark.digit - 1 & 1


def test_an_x_wing_has_four_corners_in_two_rows_and_two_columns() -> None:
    position, step = example(X_WING)
    picture = hint_picture(position.state, position.givens, step, Stage.MOVE)
    corners = [h.cell for h in picture.highlights if h.role is CellRole.PATTERN]
    assert len(corners) == 4
    assert len({cell // 9 for cell in corners}) == len({cell % 9 for cell in corners}) == 2
    assert len(picture.units) == 4
    ringed = [mark for mark in picture.candidates if mark.role is CandidateRole.PATTERN]
    assert {mark.cell for mark in ringed} == set(corners)
    assert len({mark.digit for mark in ringed}) == 1
    assert picture.notes == position.state.cells


def test_a_chain_is_drawn_as_links_that_take_turns() -> None:
    position, step = example(XY_CHAIN)
    picture = hint_picture(position.state, position.givens, step, Stage.WHY)
    assert [link.strong for link in picture.links[:3]] == [True, False, True]
    for one, other in zip(picture.links, picture.links[1:], strict=False):
        assert one.end == other.start


def test_the_two_sets_of_an_als_are_drawn_differently() -> None:
    position, step = example(ALS_XZ)
    picture = hint_picture(position.state, position.givens, step, Stage.WHY)
    sets = {h.role for h in picture.highlights} - {CellRole.AFFECTED}
    assert sets == {CellRole.PATTERN, CellRole.OTHER}


def test_a_single_is_shown_without_notes() -> None:
    position, step = example(HIDDEN_SINGLE)
    picture = hint_picture(position.state, position.givens, step, Stage.MOVE)
    assert picture.notes == ()
    ((cell, _),) = step.placements
    assert CellRole.TARGET in {h.role for h in picture.highlights if h.cell == cell}


def test_a_text_board_marks_what_a_picture_marks() -> None:
    position, step = example(X_WING)
    state = position.state
    assert text_marks(state, step, Stage.QUESTION) == {}
    assert set(text_marks(state, step, Stage.WHERE).values()) == {"?"}
    marks = text_marks(state, step, Stage.MOVE)
    assert sorted(set(marks.values())) == ["*", "-"]
    assert {cell for cell, mark in marks.items() if mark == "-"} == {
        each.cell for each in step.eliminations
    }
    before = text_marks(state, step, Stage.WHY)
    assert {cell for cell, mark in before.items() if mark == "?"} == set(step.targets)
    board = text_board(state.grid, position.givens, marks=marks)
    assert board.isascii()
    assert max(map(len, board.splitlines())) <= 25


def test_the_pictures_differ_from_stage_to_stage() -> None:
    position, step = example(SKYSCRAPER)
    drawn = {
        board_png(hint_picture(position.state, position.givens, step, stage)) for stage in Stage
    }
    assert len(drawn) == len(Stage)


@pytest.mark.parametrize("technique", WITHOUT_NOTES)
@pytest.mark.parametrize("language", languages())
def test_a_single_is_told_in_three_steps(technique: Technique, language: str) -> None:
    """First one region, then the digit and the reason, and at last where it goes."""
    position, step = example(technique)
    ((cell, value),) = step.placements
    name, digit = position.givens.geometry.name(cell), str(value)
    pictures = [hint_picture(position.state, position.givens, step, stage) for stage in Stage]
    texts = [text_marks(position.state, step, stage) for stage in Stage]
    assert name not in where(language, step)
    assert "{digit}" not in str(catalogue(language)[f"technique.{technique}.where"])
    assert len(pictures[Stage.WHERE].units) == 1
    assert name not in why(language, step)
    assert digit in why(language, step)
    assert cell not in {highlight.cell for highlight in pictures[Stage.WHY].highlights}
    assert cell not in texts[Stage.WHY]
    assert name in move(language, step)
    assert cell in {highlight.cell for highlight in pictures[Stage.MOVE].highlights}
    assert texts[Stage.MOVE][cell] == "+"


def test_the_digits_that_fill_the_cells_of_a_direct_pair_are_shown_in_them() -> None:
    position, step = example(DIRECT_HIDDEN_PAIR)
    parts = step.parts()
    cells, digits = parts["cells"], parts["digits"]
    assert isinstance(cells, Cells)
    assert isinstance(digits, Digits)
    told = spoken_of(position.state, step, Stage.WHY)
    assert told == dict.fromkeys(cells.cells, sum(1 << digit - 1 for digit in digits.digits))


def test_the_links_of_a_chain_are_numbered_in_their_order() -> None:
    position, step = example(XY_CHAIN)
    picture = hint_picture(position.state, position.givens, step, Stage.WHY)
    assert [link.number for link in picture.links] == [*range(1, len(picture.links) + 1)]
    for before, after in pairwise(picture.links):
        assert before.end == after.start
    assert {mark.role for mark in picture.candidates} == {
        CandidateRole.PATTERN,
        CandidateRole.OTHER,
    }


def test_a_choice_is_shown_together_with_what_is_marked_already() -> None:
    position, step = example(X_WING)
    picture = hint_picture(position.state, position.givens, step, Stage.WHY)
    assert with_choice(picture, None, None) == picture
    tinted = with_choice(picture, 26, None)
    assert (tinted.units, tinted.highlights) == (picture.units | {26}, picture.highlights)
    framed = with_choice(picture, None, 7)
    assert framed.units == picture.units
    assert framed.highlights == (*picture.highlights, Highlight(7, CellRole.TARGET))


def test_without_a_number_the_first_passage_is_shown() -> None:
    position, step = example(NESTED_NET)
    state = position.state
    first, second = (text_marks(state, step, Stage.WHY, number) for number in (0, 1))
    assert text_marks(state, step, Stage.WHY) == first != second
    spoken = [spoken_of(state, step, Stage.WHY, number) for number in (0, 1)]
    assert spoken_of(state, step, Stage.WHY) == spoken[0] != spoken[1]
    pictures = [
        hint_picture(state, position.givens, step, Stage.WHY, passage=number) for number in (0, 1)
    ]
    assert hint_picture(state, position.givens, step, Stage.WHY) == pictures[0] != pictures[1]


def test_what_is_spoken_of_is_nothing_before_the_reason_and_all_with_the_move() -> None:
    position, step = example(X_WING)
    told = [spoken_of(position.state, step, stage) for stage in Stage]
    assert told[:2] == [{}, {}]
    digit = 1 << step.eliminations[0].value - 1
    gone = {each.cell for each in step.eliminations}
    assert set(told[2].values()) == set(told[3].values()) == {digit}
    assert gone.isdisjoint(told[2])
    assert set(told[3]) == set(told[2]) | gone


def test_at_the_place_to_look_only_blank_cells_are_marked_and_all_of_the_unit() -> None:
    position, step = example(HIDDEN_SINGLE)
    state = position.state
    (unit,) = hint_picture(state, position.givens, step, Stage.WHERE).units
    blanks = {cell for cell in state.geometry.units[unit] if not state.grid[cell]}
    assert text_marks(state, step, Stage.WHERE) == dict.fromkeys(blanks, "?")


def test_letters_are_drawn_from_the_stage_on_whose_words_have_them() -> None:
    position, step = example(ALS_XZ)
    pictures = [hint_picture(position.state, position.givens, step, stage) for stage in Stage]
    assert [bool(picture.sets) for picture in pictures] == [stage >= Stage.WHY for stage in Stage]
    drawn = pictures[Stage.WHY]
    assert board_png(drawn) != board_png(replace(drawn, sets={}))
