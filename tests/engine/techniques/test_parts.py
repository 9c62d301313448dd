"""Parts of an explanation, and the pieces in which a long one is told."""

from itertools import pairwise

import pytest

from engine.board.geometry import Geometry
from engine.board.grid import Contradiction
from engine.techniques.layout import Candidate
from engine.techniques.parts import (
    Branch,
    Chain,
    ChainPassage,
    Deduction,
    Digits,
    Followed,
    Link,
    NetPassage,
    Node,
    digits_of,
)

NODES = tuple(Node(1, (cell,)) for cell in range(5))
CHAIN = Chain(tuple(Link(one, other, strong=True, unit=0) for one, other in pairwise(NODES)))
DEDUCTIONS = tuple(Deduction("only_place", Candidate(cell, 2), (), 0) for cell in range(4))
BRANCH = Branch(Candidate(80, 9), DEDUCTIONS, Contradiction(Geometry(3, 3), "no_candidate", (3,)))


@pytest.mark.parametrize("digits", [(), (1,), (9,), (1, 9), (2, 3, 5), tuple(range(1, 17))])
def test_a_mask_has_bit_v_minus_1_for_the_digit_v(digits: tuple[int, ...]) -> None:
    assert digits_of(sum(2 ** (digit - 1) for digit in digits)) == Digits(digits)


def test_the_nodes_of_a_chain_are_its_start_and_the_target_of_each_link() -> None:
    assert CHAIN.nodes == NODES


def test_a_passage_has_what_stands_between_its_ends() -> None:
    for first in range(5):
        for until in range(first, 5):
            links = ChainPassage(CHAIN, first, until).links
            assert links == CHAIN.links[first:until]
            net = NetPassage(BRANCH, first, until)
            assert net.deductions == DEDUCTIONS[first:until]
            assert net.is_end == (until == 4)


def test_what_is_assumed_is_told_from_outside_in() -> None:
    inner = Branch(Candidate(7, 3), ())
    assert NetPassage(BRANCH, 0, 1).premises == (BRANCH.premise,)
    assert NetPassage(inner, 0, 0, (Followed(BRANCH, 1),)).premises == (
        BRANCH.premise,
        inner.premise,
    )


def test_a_node_with_no_unit_or_set_is_within_a_cell() -> None:
    assert Deduction("only_candidate", Candidate(1, 1), ()).unit < 0
    assert Link(NODES[0], NODES[1], strong=True, unit=0).cells == ()
