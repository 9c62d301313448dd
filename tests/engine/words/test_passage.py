"""Long proofs as passages: nothing is lost, and each follows from those before it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Contradiction, Grid
from engine.practice.position import positions
from engine.techniques import TAUGHT, State, Step, Technique, steps
from engine.techniques.chains import AIC
from engine.techniques.fish import X_WING
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CELL_FORCING_NET, CONTRADICTION_NET, UNIT_FORCING_NET
from engine.techniques.parts import (
    Branch,
    Branches,
    Cells,
    Chain,
    ChainPassage,
    Chains,
    Deduction,
    Digits,
    EndPassage,
    Link,
    NetPassage,
    Node,
    Passage,
)
from engine.techniques.technique import removing
from engine.way.easiest import next_step
from engine.words.english import explain
from engine.words.passage import LONGEST_LINE, MOST, passages, told
from engine.words.phrase import passage_phrase
from engine.words.wording import ENGLISH
from tests.proofs.told import is_told

PUBLISHED: Final = (
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
)
"""Some of the hardest: Arto Inkala's of 2010 and 2012, Easter Monster, Golden Nugget."""

LINKED: Final = tuple(
    technique for technique in TAUGHT if technique.placeholders & {"chain", "chains", "branches"}
)
SOME: Final = 15
HARDEST: Final = (NESTED_NET, CELL_FORCING_NET, UNIT_FORCING_NET)


def practised(technique: Technique) -> Iterator[tuple[State, Step]]:
    for position in positions(technique):
        yield position.state, next(steps(position.state, technique))


def cut(technique: Technique) -> tuple[Step, tuple[Passage, ...]]:
    """The step of a lesson, in its passages."""
    _, step = next(practised(technique))
    return step, passages(step)


def length(step: Step, passage: Passage) -> int:
    return len(passage_phrase(step, passage, ENGLISH))


@pytest.mark.parametrize("technique", LINKED)
def test_all_links_are_told_and_each_follows_from_those_before(technique: Technique) -> None:
    for state, step in islice(practised(technique), SOME):
        assert is_told(state, step, passages(step))


@pytest.mark.long
@pytest.mark.parametrize("technique", HARDEST)
def test_a_passage_is_read_in_one_go(technique: Technique) -> None:
    for _, step in islice(practised(technique), SOME):
        assert max(length(step, each) for each in passages(step)) <= LONGEST_LINE


@pytest.mark.long
@pytest.mark.parametrize("puzzle", PUBLISHED)
def test_the_first_long_step_of_the_hardest_is_told_whole(puzzle: str) -> None:
    state = State.start(Grid.from_line(puzzle))
    while (step := next_step(state)) and len(explain(step)) <= LONGEST_LINE:
        state = step.after(state)
    assert step is not None
    assert is_told(state, step, passages(step))
    assert max(length(step, each) for each in passages(step)) <= LONGEST_LINE


def test_the_checker_misses_nothing() -> None:
    state, step = next(practised(NESTED_NET))
    whole = passages(step)
    nets = [each for each in whole if isinstance(each, NetPassage)]
    inner = next(at for at, each in enumerate(nets) if each.around)
    assert is_told(state, step, whole)
    for at in (0, inner, len(whole) - 1):
        assert not is_told(state, step, (*whole[:at], *whole[at + 1 :])), "one is left out"
        assert not is_told(state, step, (*whole[:at], whole[at], *whole[at:])), "one comes twice"
    assert not is_told(state, step, whole[::-1])
    state, step = next(practised(CELL_FORCING_CHAIN))
    assert not is_told(state, step, passages(step)[:-1]), "they do not come together"
    assert not is_told(state, step, passages(step)[1:])


def test_a_net_inside_is_told_before_the_other_one_uses_it() -> None:
    _, told_in = cut(NESTED_NET)
    proved = set[Candidate]()
    for passage in told_in:
        assert isinstance(passage, NetPassage)
        used = {gone for each in passage.deductions if each.proof for gone in each.gone}
        assert used <= proved
        if passage.around and passage.is_end:
            proved.add(passage.branch.premise)
    assert proved


def test_branches_are_told_one_by_one_and_come_together_at_the_end() -> None:
    step, told_in = cut(CELL_FORCING_NET)
    part = dict(step.roles)["branches"]
    assert isinstance(part, Branches)
    *nets, end = told_in
    assert end == EndPassage(part)
    begun = [each.branch for each in nets if isinstance(each, NetPassage) and not each.first]
    assert begun == list(part.branches)


def test_one_branch_needs_no_end() -> None:
    *_, last = cut(CONTRADICTION_NET)[1]
    assert isinstance(last, NetPassage)
    assert last.is_end
    assert last.branch.contradiction


def long_chain(count: int) -> Step:
    """A chain with this many links, which is told although it is not true."""
    nodes = [Node(at % 9 + 1, (at % 81,)) for at in range(count + 1)]
    links = (
        Link(nodes[at], nodes[at + 1], strong=at % 2 == 0, unit=at % 27) for at in range(count)
    )
    state = State.start(Grid.blank(Geometry(3, 3)))
    return removing(state, AIC, (Candidate(0, 1),), chain=Chain(tuple(links)))


def test_a_long_chain_is_cut_into_even_parts_that_end_with_what_is_found() -> None:
    step = long_chain(30)
    *links, end = passages(step)
    assert isinstance(end, EndPassage)
    lengths = [length(step, each) for each in links]
    assert len(links) > 2
    assert max(lengths) <= MOST
    assert max(lengths) - min(lengths) < MOST / 2
    for each in links[:-1]:
        assert isinstance(each, ChainPassage)
        assert each.links[-1].strong


@pytest.mark.parametrize("count", [*range(1, 24, 2), 31, 47, 80])
def test_a_chain_is_cut_into_as_few_parts_as_fit(count: int) -> None:
    step = long_chain(count)
    chain = dict(step.roles)["chain"]
    assert isinstance(chain, Chain)
    *links, end = passages(step)
    assert end == EndPassage(chain)
    places = [(each.first, each.until) for each in links if isinstance(each, ChainPassage)]
    assert [0, *(until for _, until in places)] == [*(first for first, _ in places), count]
    assert all(length(step, each) <= MOST for each in links)
    # Each passage begins where the chain stands, which takes up to 40 characters.
    whole = length(step, ChainPassage(chain, 0, count))
    assert (len(links) - 1) * (MOST - 80) < whole <= len(links) * MOST
    assert (len(links) == 1) == (whole <= MOST)


def long_net(count: int) -> Step:
    """A net with this many deductions, every third of which places nothing."""
    falls = [Deduction("locked", None, (Candidate(at, 2),), 18) for at in range(81)]
    stays = [Deduction("only_candidate", Candidate(at, 3), ()) for at in range(81)]
    several = [(falls if at % 3 == 2 else stays)[at] for at in range(count)]
    end = Contradiction(Geometry(3, 3), "no_candidate", (80,))
    branch = Branch(Candidate(80, 1), tuple(several), end)
    state = State.start(Grid.blank(Geometry(3, 3)))
    return removing(state, CONTRADICTION_NET, (Candidate(80, 1),), branches=Branches((branch,)))


@pytest.mark.parametrize("count", [0, 1, 2, 8, 11, 12, 13, 20, 33, 50, 80])
def test_a_net_is_cut_into_few_even_parts_that_end_with_a_digit(count: int) -> None:
    step = long_net(count)
    pieces = [each for each in passages(step) if isinstance(each, NetPassage)]
    lengths = [length(step, each) for each in pieces]
    assert max(lengths) <= MOST
    assert len(pieces) == 1 or max(lengths) - min(lengths) < MOST / 2
    assert [0, *(each.until for each in pieces)] == [*(each.first for each in pieces), count]
    assert all(each.deductions[-1].placed for each in pieces[:-1])
    (branch,) = {each.branch for each in pieces}
    whole = length(step, NetPassage(branch, 0, count))
    assert (len(pieces) - 1) * (MOST - 120) < whole
    assert (len(pieces) == 1) == (whole <= MOST)


def test_a_step_is_told_in_one_line_up_to_its_longest() -> None:
    seen = set()
    for count in range(1, 40):
        step = long_chain(count)
        step = replace(step, roles=(*step.roles, ("ends", Cells((0,))), ("digits", Digits((1,)))))
        is_short = len(explain(step)) <= LONGEST_LINE
        assert (told(step) == [explain(step)]) == is_short
        seen.add(is_short)
    assert seen == {True, False}


def test_what_has_no_links_is_not_cut() -> None:
    assert cut(X_WING)[1] == ()


def test_a_short_step_takes_a_line_and_a_long_one_a_line_for_each_passage() -> None:
    _, short = next(practised(X_WING))
    assert told(short) == [explain(short)]
    _, long = next(practised(NESTED_NET))
    first, *others = told(long)
    count = len(passages(long))
    assert first == f"Nested net, in {count} parts: remove 8 from r8c6."
    assert [line.partition(":")[0] for line in others] == [
        f"part {number} of {count}" for number in range(1, count + 1)
    ]
    assert max(map(len, others)) <= LONGEST_LINE


def test_the_last_passage_of_chains_says_what_all_of_them_lead_to() -> None:
    _, step = next(practised(CELL_FORCING_CHAIN))
    chains = dict(step.roles)["chains"]
    assert isinstance(chains, Chains)
    many = replace(chains, chains=chains.chains * 4)
    *_, last = told(replace(step, roles=(*step.roles[:-1], ("chains", many))))
    assert "the same follows: " in last
    assert last.count(" is not ") == 1
