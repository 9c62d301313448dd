"""Each passage has its own picture: its own links, and what was found before in muted colours."""

import pytest

from bot.render.hint import hint_picture, spoken_of, text_marks
from bot.render.hint_words import last_of, told_in
from bot.render.marks import CandidateRole, CellRole
from bot.render.passage_marks import PassageMarks
from bot.render.stage import Stage
from bot.render.text_board import KNOWN, PATTERN
from engine.practice.position import positions
from engine.techniques import State, Step, Technique, steps
from engine.techniques.chains import AIC_WITH_ALS
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CELL_FORCING_NET
from engine.techniques.parts import (
    Branches,
    ChainPassage,
    Chains,
    EndPassage,
    NetPassage,
    Node,
    Passage,
)
from engine.words.passage import passages


def example(technique: Technique) -> tuple[State, Step]:
    state = positions(technique)[0].state
    return state, next(steps(state, technique))


NESTED = example(NESTED_NET)


def nets() -> list[tuple[NetPassage, PassageMarks]]:
    state, step = NESTED
    return [
        (passage, PassageMarks(state, step, passage))
        for passage in passages(step)
        if isinstance(passage, NetPassage)
    ]


def with_role(marks: PassageMarks, role: CandidateRole) -> set[Candidate]:
    return {option for option, each in marks.candidates.items() if each is role}


def test_what_follows_inside_another_net_has_its_own_shape() -> None:
    for passage, marks in nets():
        own, other = CandidateRole.PATTERN, CandidateRole.OTHER
        if passage.around:
            own, other = other, own
        placed = {each.placed for each in passage.deductions if each.placed}
        first = set() if passage.first else {passage.branch.premise}
        assert with_role(marks, own) == placed | first
        assert with_role(marks, other) == set()


def test_what_was_found_before_is_drawn_quietly() -> None:
    for passage, marks in nets():
        known = {each.branch.premise for each in passage.around}
        for around in passage.around:
            known |= {
                each.placed for each in around.branch.deductions[: around.done] if each.placed
            }
        before = passage.branch.deductions[: passage.first]
        known |= {each.placed for each in before if each.placed}
        known |= {passage.branch.premise} if passage.first else set()
        assert with_role(marks, CandidateRole.KNOWN) == known
        assert marks.known == {option.cell for option in known}


def test_notes_are_what_is_left_when_a_passage_begins() -> None:
    state, _ = NESTED
    for _, marks in nets():
        for cell, value in with_role(marks, CandidateRole.KNOWN):
            assert marks.left[cell] == 1 << value - 1
            assert all(not marks.left[peer] >> value - 1 & 1 for peer in state.geometry.peers[cell])
        assert all(
            left & ~before == 0 for left, before in zip(marks.left, state.cells, strict=True)
        )


def test_an_arrow_leads_from_the_digit_that_left_one_choice() -> None:
    arrows = 0
    for passage, marks in nets():
        placed = [each.placed for each in passage.deductions if each.placed]
        before = with_role(marks, CandidateRole.KNOWN) | {passage.branch.premise}
        order = [*before, *placed]
        for link in marks.links:
            start, end = Candidate(*link.start), Candidate(*link.end)
            assert end in placed
            assert order.index(start) < order.index(end)
        assert [link.number for link in marks.links] == [*range(1, len(marks.links) + 1)]
        arrows += len(marks.links)
    assert arrows > len(nets())


def test_where_a_net_ends_its_contradiction_is_framed() -> None:
    for passage, marks in nets():
        end = passage.branch.contradiction
        assert end
        framed = {cell for cell, role in marks.cells.items() if role is CellRole.TARGET}
        units = {end.unit} if passage.is_end and not end.cells else set()
        cells = set(end.cells) if passage.is_end else set()
        assert (framed, set(marks.units)) == (cells, units)


def drawn(technique: Technique) -> list[tuple[Passage, PassageMarks]]:
    state, step = example(technique)
    return [(passage, PassageMarks(state, step, passage)) for passage in passages(step)]


@pytest.mark.parametrize("technique", [CELL_FORCING_CHAIN, AIC_WITH_ALS])
def test_a_passage_of_a_chain_has_only_its_own_links(technique: Technique) -> None:
    for passage, marks in drawn(technique):
        if isinstance(passage, ChainPassage):
            ends = {(link.start, link.end) for link in marks.links}
            links = {
                (
                    (link.source.cells[0], link.source.value),
                    (link.target.cells[0], link.target.value),
                )
                for link in passage.links
            }
            assert ends == links
        else:
            assert isinstance(passage, EndPassage)
            assert marks.links == ()
            assert marks.candidates


def test_a_chain_that_goes_on_shows_quietly_what_was_true_before() -> None:
    state, step = example(CELL_FORCING_CHAIN)
    chain = max(
        (each.chain for each in passages(step) if isinstance(each, ChainPassage)),
        key=lambda chain: len(chain.links),
    )
    marks = PassageMarks(state, step, ChainPassage(chain, 2, len(chain.links)))
    first = chain.links[0].source
    assert Candidate(first.cells[0], first.value) in with_role(marks, CandidateRole.KNOWN)
    assert len(marks.links) == len(chain.links) - 2


def test_the_move_is_drawn_beside_the_last_passage_alone() -> None:
    state, step = NESTED
    last = last_of(step)
    for stage, number, is_shown in ((2, last, False), (3, 0, False), (3, last, True)):
        picture = hint_picture(state, state.grid, step, Stage(stage), passage=number)
        crossed = {
            (mark.cell, mark.digit)
            for mark in picture.candidates
            if mark.role is CandidateRole.ELIMINATE
        }
        assert ({*step.eliminations} <= crossed) == is_shown


def test_a_text_board_has_the_candidates_of_the_passage() -> None:
    state, step = NESTED
    told = told_in(step)
    for number, passage in enumerate(told):
        assert isinstance(passage, NetPassage)
        spoken = spoken_of(state, step, Stage.WHY, number)
        marks = text_marks(state, step, Stage.WHY, number)
        for deduction in passage.deductions:
            if deduction.placed:
                cell, value = deduction.placed
                assert spoken[cell] == 1 << value - 1
                assert marks[cell] == PATTERN
        for around in passage.around:
            assert marks[around.branch.premise.cell] == KNOWN


def test_every_arrow_of_a_net_is_one_of_a_strong_link() -> None:
    assert all(link.strong for _, marks in nets() for link in marks.links)


def test_what_earlier_deductions_ruled_out_is_no_note_any_more() -> None:
    gone = 0
    for passage, marks in nets():
        before = [*passage.branch.deductions[: passage.first]]
        for around in passage.around:
            before += around.branch.deductions[: around.done]
        for option in (option for deduction in before for option in deduction.gone):
            assert not marks.left[option.cell] >> option.value - 1 & 1
            gone += 1
    assert gone


def options(node: Node) -> set[Candidate]:
    return {Candidate(cell, node.value) for cell in node.cells}


def test_beside_the_conclusion_of_chains_only_their_ends_are_marked() -> None:
    ((passage, marks),) = (each for each in drawn(CELL_FORCING_CHAIN) if is_end(each[0]))
    assert isinstance(passage, EndPassage)
    assert isinstance(passage.part, Chains)
    true, false = set[Candidate](), set[Candidate]()
    for chain in passage.part.chains:
        first, last = chain.links[0], chain.links[-1]
        (false if first.strong else true).update(options(first.source))
        (true if last.strong else false).update(options(last.target))
    assert with_role(marks, CandidateRole.PATTERN) == true
    assert with_role(marks, CandidateRole.OTHER) == false - true
    assert {cell for cell, _ in true | false} == set(marks.cells)
    assert set(marks.cells.values()) == {CellRole.PATTERN}


def is_end(passage: Passage) -> bool:
    return isinstance(passage, EndPassage)


def test_beside_the_conclusion_of_nets_their_premises_are_marked() -> None:
    ((passage, marks),) = (each for each in drawn(CELL_FORCING_NET) if is_end(each[0]))
    assert isinstance(passage, EndPassage)
    assert isinstance(passage.part, Branches)
    premises = {branch.premise for branch in passage.part.branches}
    assert with_role(marks, CandidateRole.PATTERN) == premises
    assert set(marks.candidates) == premises
    assert {marks.cells[cell] for cell, _ in premises} == {CellRole.PATTERN}


def test_an_arrow_starts_at_a_digit_that_took_an_alternative_away() -> None:
    """Another place of the unit where the digit goes, or another digit of its cell."""
    peers = NESTED[0].geometry.peers
    units = NESTED[0].geometry.units
    checked = set[bool]()
    for passage, marks in nets():
        arrows = {link.end: Candidate(*link.start) for link in marks.links}
        for each in passage.deductions:
            if each.placed and each.placed in arrows:
                cell, value = each.placed
                start = arrows[each.placed]
                places = units[each.unit] if each.unit >= 0 else ()
                others = {other for other in places if other != cell}
                took_place = start.cell in others or (
                    start.value == value and not others.isdisjoint(peers[start.cell])
                )
                took_digit = start.value != value and cell in peers[start.cell]
                assert took_place if each.unit >= 0 else took_digit
                checked.add(each.unit >= 0)
    assert checked == {True, False}
