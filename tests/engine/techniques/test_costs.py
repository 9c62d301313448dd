"""How hard a step is for a person."""

from dataclasses import replace
from itertools import pairwise
from statistics import mean

import pytest

from engine.board.geometry import Geometry
from engine.practice.position import positions
from engine.techniques import TAUGHT, Family, Step, steps
from engine.techniques.als import ALS_XZ, WXYZ_WING
from engine.techniques.chains import AIC
from engine.techniques.costs import cost
from engine.techniques.fish import SWORDFISH
from engine.techniques.franken import FRANKEN_SWORDFISH
from engine.techniques.layout import Candidate
from engine.techniques.nets import CONTRADICTION_NET
from engine.techniques.parts import Branch, Branches, Chain, Deduction, Groups, Link, Node
from engine.techniques.wings import XY_WING

NINE = Geometry(3, 3)


def chain(links: int) -> Step:
    """An alternating chain with this many links along the first row."""
    nodes = [Node(1 + n % 2, (n // 2,)) for n in range(links + 1)]
    joined = [Link(*pair, n % 2 == 0, -1) for n, pair in enumerate(pairwise(nodes))]
    return Step(NINE, AIC, (), (Candidate(8, 1),), (("chain", Chain(tuple(joined))),))


def sets(cells: int) -> Step:
    """An ALS-XZ of two sets in the first row with this many cells together."""
    both = [Groups((tuple(range(cells // 2)),)), Groups((tuple(range(cells // 2, cells)),))]
    roles = tuple(zip(("first", "second"), both, strict=True))
    return Step(NINE, ALS_XZ, (), (Candidate(8, 1),), roles)


def test_more_links_and_more_cells_cost_more() -> None:
    assert cost(chain(3)) < cost(chain(5)) < cost(chain(9))
    assert cost(sets(3)) < cost(sets(5)) < cost(sets(8))


def test_a_large_set_costs_more_than_a_short_chain_and_a_small_one_less_than_a_long_one() -> None:
    assert cost(sets(9)) > cost(chain(5))
    assert cost(sets(3)) < cost(chain(5))


def test_what_has_a_name_costs_less_than_the_same_among_many_and_what_is_hidden_costs_more() -> (
    None
):
    wing = sets(4)
    assert cost(replace(wing, technique=WXYZ_WING)) < cost(wing)
    fish = Step(NINE, SWORDFISH, (), (Candidate(1, 1),), ())
    assert cost(replace(fish, technique=FRANKEN_SWORDFISH)) > cost(fish) + 2


def test_a_pattern_across_the_board_costs_more_than_one_at_hand() -> None:
    near = Step(NINE, XY_WING, (), (Candidate(1, 1), Candidate(2, 1)), ())
    far = Step(NINE, XY_WING, (), (Candidate(1, 1), Candidate(80, 1)), ())
    assert cost(near) < cost(far)


def net(deductions: int) -> Step:
    said = tuple(Deduction("only_candidate", Candidate(n, 1), ()) for n in range(deductions))
    roles = (("branches", Branches((Branch(Candidate(8, 1), said),))),)
    return Step(NINE, CONTRADICTION_NET, (), (Candidate(8, 1),), roles)


def test_each_link_and_each_deduction_costs_the_same_as_far_as_a_person_follows_in_one_go() -> None:
    for made, last in ((net, 12), (chain, 11)):
        costs = [cost(made(count)) for count in range(3, last + 1, 2)]
        added = [after - before for before, after in pairwise(costs)]
        # The chain grows along the row, so that its span does not matter here.
        assert all(0 < each < 1.2 for each in added)
    # Beyond that each of them weighs as much as several.
    in_one_go, beyond = cost(net(12)) - cost(net(11)), cost(net(13)) - cost(net(12))
    assert 4 * in_one_go < beyond < 8 * in_one_go
    assert cost(net(14)) - cost(net(13)) == pytest.approx(beyond)


def test_what_is_proved_inside_counts_as_well() -> None:
    inner = Branch(Candidate(7, 1), (Deduction("only_candidate", Candidate(6, 2), ()),))
    shown = Deduction("refuted", None, (Candidate(7, 1),), proof=inner)
    outer = Branches((Branch(Candidate(8, 1), (shown,)),))
    assert cost(replace(net(1), roles=(("branches", outer),))) == pytest.approx(cost(net(2)))


def test_width_and_height_count_alike_and_the_larger_one_alone() -> None:
    def between(first: int, second: int) -> float:
        falls = (Candidate(first, 1), Candidate(second, 1))
        return cost(Step(NINE, XY_WING, (), falls, ()))

    wide, high, both = between(0, 8), between(0, 72), between(0, 80)
    assert wide == high == both
    assert between(0, 4) == between(0, 36) == between(0, 40) < wide
    # The whole board costs less than the step from a pair to a chain of the same width.
    assert 0.4 < wide - between(0, 0) < 1.2


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        (Family.SINGLES, Family.LOCKED),
        (Family.LOCKED, Family.SUBSETS),
        (Family.SUBSETS, Family.CHAINS),
        (Family.CHAINS, Family.FORCING),
        (Family.FORCING, Family.NETS),
    ],
)
def test_families_cost_what_people_say_on_the_positions_for_practice(
    easier: Family, harder: Family
) -> None:
    def of(family: Family) -> float:
        return mean(
            cost(next(steps(position.state, technique)))
            for technique in TAUGHT
            if technique.family is family
            for position in positions(technique)[:1]
        )

    assert of(easier) < of(harder)
