"""What is marked agrees with what is told: each part in its colour, and nothing else."""

import re

import pytest

from bot import messages
from bot.render.marks import CandidateMark, CandidateRole, CellRole
from bot.render.step_marks import LETTERED, StepMarks
from engine.practice.position import positions
from engine.techniques import TAUGHT, Step, Technique, steps, technique_named
from engine.techniques.als import ALS_CHAIN, ALS_XY_WING, ALS_XZ
from engine.techniques.chains import AIC, AIC_WITH_ALS, X_CHAIN, XY_CHAIN
from engine.techniques.coloring import MEDUSA_TRAP, MULTI_COLORING_1, SIMPLE_COLORING_WRAP
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.nets import CELL_FORCING_NET, CONTRADICTION_NET, UNIT_FORCING_NET
from engine.techniques.parts import Branches, Cells, Chain, Chains, Digits, Groups, Options, Part
from engine.techniques.single_digit import SKYSCRAPER
from engine.techniques.singles import NAKED_SINGLE
from engine.techniques.sue_de_coq import SUE_DE_COQ
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_3


def marked(technique: Technique) -> tuple[StepMarks, Step]:
    state = positions(technique)[0].state
    step = next(steps(state, technique))
    return StepMarks(state, step), step


def cells_of(step: Step, name: str) -> tuple[int, ...]:
    part = step.parts()[name]
    assert isinstance(part, Cells)
    return part.cells


def cells_in(part: Part) -> set[int]:
    match part:
        case Cells(cells):
            return {*cells}
        case Options(options):
            return {option.cell for option in options}
        case _:
            return set()


def candidates_of(marks: StepMarks, role: CandidateRole) -> set[Candidate]:
    shown = marks.candidate_marks(concluding=False)
    return {Candidate(mark.cell, mark.digit) for mark in shown if mark.role is role}


def cells_with(marks: StepMarks, role: CellRole) -> set[int]:
    return {mark.cell for mark in marks.highlights(concluding=False) if mark.role is role}


def coloured(marks: StepMarks) -> set[int]:
    return cells_with(marks, CellRole.PATTERN) | cells_with(marks, CellRole.OTHER)


def test_cells_of_one_colour_that_see_each_other_keep_that_colour() -> None:
    marks, step = marked(SIMPLE_COLORING_WRAP)
    clash = set(cells_of(step, "clash"))
    assert {cell for cell, _ in candidates_of(marks, CandidateRole.PATTERN)} >= clash
    assert not {cell for cell, _ in candidates_of(marks, CandidateRole.OTHER)} & clash
    assert cells_with(marks, CellRole.TARGET) == clash


def test_a_cell_with_candidates_of_both_colours_has_none_itself() -> None:
    marks, step = marked(MEDUSA_TRAP)
    first, second = (step.parts()[name] for name in ("first", "second"))
    assert isinstance(first, Options)
    assert isinstance(second, Options)
    assert candidates_of(marks, CandidateRole.PATTERN) == set(first.candidates)
    assert candidates_of(marks, CandidateRole.OTHER) == set(second.candidates)
    both = {each.cell for each in first.candidates} & {each.cell for each in second.candidates}
    assert both
    assert both <= set(marks.cells)
    assert not both & coloured(marks)
    for part, role in ((first, CellRole.PATTERN), (second, CellRole.OTHER)):
        assert cells_with(marks, role) == {each.cell for each in part.candidates} - both


def test_the_second_of_two_clusters_has_colours_but_no_paper() -> None:
    marks, step = marked(MULTI_COLORING_1)
    apart = {*cells_of(step, "other"), *cells_of(step, "other_partner")}
    assert apart <= set(marks.cells)
    assert not apart & coloured(marks)
    squares = {cell for cell, _ in candidates_of(marks, CandidateRole.OTHER)}
    assert squares == {*cells_of(step, "partner"), *cells_of(step, "other_partner")}


def test_a_pair_that_could_change_places_looks_the_same_in_all_its_cells() -> None:
    marks, step = marked(UNIQUE_RECTANGLE_3)
    pair = step.parts()["digits"]
    assert isinstance(pair, Digits)
    corners = {Candidate(cell, digit) for cell in cells_of(step, "cells") for digit in pair.digits}
    assert candidates_of(marks, CandidateRole.PATTERN) == corners
    extras = {cell for cell, _ in candidates_of(marks, CandidateRole.OTHER)}
    assert extras == {*cells_of(step, "roof"), *cells_of(step, "subset")}


def test_a_net_marks_what_it_supposes_and_places_and_nothing_else() -> None:
    marks, step = marked(CONTRADICTION_NET)
    part = step.parts()["branches"]
    assert isinstance(part, Branches)
    (branch,) = part.branches
    placed = {deduction.placed for deduction in branch.deductions if deduction.placed}
    assert candidates_of(marks, CandidateRole.PATTERN) == {branch.premise}
    assert candidates_of(marks, CandidateRole.OTHER) == placed


@pytest.mark.parametrize("technique", [CONTRADICTION_NET, CELL_FORCING_NET, UNIT_FORCING_NET])
def test_a_net_has_numbered_arrows_in_its_order_and_shows_where_it_fails(
    technique: Technique,
) -> None:
    marks, step = marked(technique)
    part = step.parts()["branches"]
    assert isinstance(part, Branches)
    placed = [each.placed for branch in part.branches for each in branch.deductions if each.placed]
    ends = [Candidate(*link.end) for link in marks.links]
    assert ends
    assert [link.number for link in marks.links] == [*range(1, len(ends) + 1)]
    # In the order of the words, which a branch may share with one before it.
    assert [each for each in dict.fromkeys(placed) if each in ends] == [*dict.fromkeys(ends)]
    for end in (branch.contradiction for branch in part.branches):
        if end and end.cells:
            assert marks.cells[end.cells[0]] is CellRole.TARGET
        elif end:
            assert end.unit in marks.units


def test_the_links_of_several_chains_are_drawn_and_numbered_once() -> None:
    marks, step = marked(CELL_FORCING_CHAIN)
    part = step.parts()["chains"]
    assert isinstance(part, Chains)
    told = [link for chain in part.chains for link in chain.links]
    assert len(marks.links) == len(set(told)) < len(told)
    assert [link.number for link in marks.links] == [*range(1, len(marks.links) + 1)]


@pytest.mark.parametrize("technique", [SKYSCRAPER, AIC, ALS_XZ, MEDUSA_TRAP])
def test_the_cells_that_a_reason_turns_on_are_hatched_before_the_move(
    technique: Technique,
) -> None:
    marks, step = marked(technique)
    assert cells_with(marks, CellRole.AFFECTED) == {each.cell for each in step.eliminations}
    crossed = {CandidateMark(*each, CandidateRole.ELIMINATE) for each in step.eliminations}
    assert not crossed & {*marks.candidate_marks(concluding=False)}


def test_the_box_of_a_naked_single_stays_in_sight() -> None:
    marks, step = marked(NAKED_SINGLE)
    ((cell, _),) = step.placements
    assert marks.units == {step.geometry.units_of[cell][-1]}


@pytest.mark.parametrize("technique", [XY_CHAIN, X_CHAIN, AIC, AIC_WITH_ALS])
def test_what_is_true_in_a_chain_looks_different_from_what_is_false(technique: Technique) -> None:
    """A strong link leads from something false to something true, a weak one back."""
    marks, step = marked(technique)
    chain = step.parts()["chain"]
    assert isinstance(chain, Chain)
    true, false = set[Candidate](), set[Candidate]()
    for link in chain.links:
        for node, holds in ((link.source, not link.strong), (link.target, link.strong)):
            (true if holds else false).update(Candidate(cell, node.value) for cell in node.cells)
    assert candidates_of(marks, CandidateRole.PATTERN) == true
    assert candidates_of(marks, CandidateRole.OTHER) == false
    ends = {cell for name, part in step.roles if name == "ends" for cell in cells_in(part)}
    nodes = {cell for cell, _ in true | false} - ends
    sets = {cell for link in chain.links for cell in link.cells} - nodes - ends
    assert {marks.cells[cell] for cell in nodes} == {CellRole.PATTERN}
    assert {marks.cells[cell] for cell in sets} <= {CellRole.OTHER}
    assert [(link.start, link.end, link.strong) for link in marks.links] == [
        (
            (link.source.cells[0], link.source.value),
            (link.target.cells[0], link.target.value),
            link.strong,
        )
        for link in chain.links
    ]


def test_the_first_of_two_sets_is_the_pattern_and_the_second_stands_apart() -> None:
    marks, step = marked(ALS_XZ)
    first, second = (step.parts()[name] for name in ("first", "second"))
    assert isinstance(first, Groups)
    assert isinstance(second, Groups)
    assert cells_with(marks, CellRole.PATTERN) == {*first.groups[0]} - {*second.groups[0]}
    assert cells_with(marks, CellRole.OTHER) == {*second.groups[0]}


def test_the_sets_of_a_chain_of_sets_take_turns() -> None:
    marks, step = marked(ALS_XY_WING)
    (sets,) = (part for _, part in step.roles if isinstance(part, Groups) and len(part.groups) > 2)
    looks = [{marks.cells[cell] for cell in group} for group in sets.groups]
    assert looks[1] == {CellRole.OTHER}
    assert CellRole.PATTERN in looks[0]
    assert CellRole.PATTERN in looks[2]


def test_the_rest_of_a_set_within_a_chain_stands_apart() -> None:
    found = 0
    for position in positions(AIC_WITH_ALS)[:8]:
        step = next(steps(position.state, AIC_WITH_ALS))
        marks, chain = StepMarks(position.state, step), step.parts()["chain"]
        assert isinstance(chain, Chain)
        nodes = {cell for node in chain.nodes for cell in node.cells}
        rest = {cell for link in chain.links for cell in link.cells} - nodes
        assert {marks.cells[cell] for cell in rest} <= {CellRole.OTHER}
        found += len(rest)
    assert found


def test_what_the_words_call_by_letters_has_them_in_the_picture() -> None:
    marks, step = marked(ALS_XZ)
    first, second = step.parts()["first"], step.parts()["second"]
    assert isinstance(first, Groups)
    assert isinstance(second, Groups)
    assert marks.letters() == {
        **dict.fromkeys(first.groups[0], "A"),
        **dict.fromkeys(second.groups[0], "B"),
    }
    marks, step = marked(MULTI_COLORING_1)
    names = {"A": "first", "B": "partner", "C": "other", "D": "other_partner"}
    wanted = {cell: letter for letter, name in names.items() for cell in cells_of(step, name)}
    assert marks.letters() == wanted
    marks, step = marked(SUE_DE_COQ)
    assert {*marks.letters()} == {*cells_of(step, "first"), *cells_of(step, "second")}


def test_a_cell_of_two_sets_has_both_letters() -> None:
    marks, step = marked(ALS_CHAIN)
    sets = step.parts()["sets"]
    assert isinstance(sets, Groups)
    for number, letter in enumerate("ABCD"):
        assert {cell for cell, own in marks.letters().items() if letter in own} == {
            *sets.groups[number]
        }
    assert "AD" in marks.letters().values()


@pytest.mark.parametrize("name", LETTERED)
def test_only_parts_of_a_technique_have_letters(name: str) -> None:
    assert {*LETTERED[name]} <= {*technique_named(name).roles}


@pytest.mark.parametrize(
    "technique", [technique for technique in TAUGHT if technique not in LETTERED]
)
def test_no_other_words_call_anything_by_a_letter(technique: Technique) -> None:
    said = str(messages.catalogue("zh")[f"technique.{technique}.why"])
    assert not re.search("[A-D] ?[组色]", said)
    assert marked(technique)[0].letters() == {}
