from dataclasses import replace
from typing import Final

import pytest

from engine import Geometry, Grid, parse
from engine.board.grid import Contradiction
from engine.practice.position import read_position
from engine.techniques import TAUGHT, State, Technique, steps
from engine.techniques.chains import GROUPED_AIC
from engine.techniques.forcing import CELL_FORCING_CHAIN
from engine.techniques.layout import Candidate
from engine.techniques.nets import UNIT_FORCING_NET
from engine.techniques.parts import (
    Blockers,
    Branch,
    Branches,
    Cells,
    Chain,
    ChainPassage,
    Chains,
    Count,
    Deduction,
    Digits,
    EndPassage,
    Followed,
    Groups,
    Link,
    NetPassage,
    Node,
    Options,
    Part,
    Passage,
    Units,
)
from engine.techniques.singles import FULL_HOUSE, HIDDEN_SINGLE
from engine.techniques.subsets import LOCKED_PAIR, NAKED_TRIPLE
from engine.techniques.technique import removing
from engine.words.english import explain
from engine.words.phrase import passage_phrase, phrases
from engine.words.wording import ENGLISH
from tests.ways import known_way

BLANK = Grid.blank(Geometry(3, 3))
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."


def hidden_single() -> State:
    # Two 7s close the first two rows of box 1, one more its first column, a 1 its second.
    return State.start(BLANK.with_values({5: 7, 16: 7, 27: 7, 19: 1}))


def test_a_hidden_single_names_the_cells_that_block_the_others() -> None:
    step = next(steps(hidden_single(), HIDDEN_SINGLE))
    assert explain(step) == (
        "Hidden single: 7 has only r3c3 left in box 1: row 1 already has one at r1c6; "
        "row 2 already has one at r2c8; column 1 already has one at r4c1; put 7 in r3c3."
    )


def test_what_is_removed_is_told_digit_by_digit() -> None:
    state = State.start(BLANK.with_values({13: 1, 14: 2, 15: 3, 22: 4, 23: 5, 24: 6}))
    step = next(steps(state, NAKED_TRIPLE), None)
    assert step is None
    row = State.start(BLANK.with_values(dict(enumerate((1, 2, 3, 4, 5, 6, 7)))))
    pair = next(steps(row, LOCKED_PAIR))
    assert explain(pair) == (
        "Locked pair: where row 1 and box 3 meet the cells r1c8 and r1c9 have room for 8 and 9 "
        "only; remove 8 and 9 from r2c7, r2c8, r2c9, r3c7, r3c8 and r3c9."
    )


def test_digits_beyond_nine_are_letters() -> None:
    shape = Geometry(3, 4)
    row = Grid.blank(shape).with_values({cell: cell + 1 for cell in range(11)})
    step = next(steps(State.start(row), FULL_HOUSE))
    assert explain(step) == "Full house: r1c12 is the last blank cell of row 1; put C in r1c12."


@pytest.mark.parametrize("technique", TAUGHT)
def test_the_english_reason_uses_only_known_placeholders(technique: Technique) -> None:
    filled = technique.reason.format_map(dict.fromkeys(technique.placeholders, "x"))
    assert "{" not in filled


@pytest.mark.long
@pytest.mark.xdist_group("ways")
def test_every_part_of_a_hard_path_can_be_said() -> None:
    for step in known_way(parse(HARD)):
        said = phrases(step, ENGLISH)
        assert said.keys() == step.technique.placeholders
        assert all(said.values())
        assert explain(step).startswith(step.technique.english + ": ")


def test_another_language_needs_nothing_but_words() -> None:
    words = replace(
        ENGLISH,
        row="第 {number} 行",
        comma="、",
        and_="、",
        place="在 {cell} 填 {digit}",
        filled="其他格都填好了",
    )
    row = State.start(BLANK.with_values({cell: cell + 1 for cell in range(8)}))
    step = next(step for step in steps(row, FULL_HOUSE))
    assert phrases(step, words) == {
        "cell": "r1c9",
        "digit": "9",
        "unit": "第 1 行",
        "conclusion": "在 r1c9 填 9",
        "outcome": "r1c9 is 9",
        "targets": "r1c9",
    }


def link(source: Node, target: Node, *, strong: bool, unit: int = -1) -> Link:
    return Link(source, target, strong, unit)


def test_every_link_of_a_chain_has_its_reason() -> None:
    one, eight = Node(1, (22,)), Node(8, (22,))
    pair, far = Node(8, (40, 49)), Node(8, (44,))
    chain = Chain(
        (
            link(one, eight, strong=True),
            link(eight, pair, strong=False, unit=13),
            link(pair, far, strong=True, unit=4),
            link(far, Node(2, (44,)), strong=False),
        )
    )
    step = removing(State.start(BLANK), GROUPED_AIC, (), chain=chain)
    assert phrases(step, ENGLISH)["chain"] == (
        "r3c5 is not 1 but 8 (the only one left), "
        "so r5c5 and r6c5 are not 8 (also in column 5), "
        "so r5c9 is 8 (nowhere else in row 5) and so not 2"
    )


START, JOINT, AFTER, END = Node(1, (0,)), Node(1, (8,)), Node(1, (80,)), Node(1, (72,))
ONWARD = (
    link(JOINT, AFTER, strong=True, unit=17),
    link(AFTER, END, strong=False, unit=8),
)


def told(*chains: Chain) -> list[str]:
    state, proof = State.start(BLANK), Chains(chains)
    step = removing(state, CELL_FORCING_CHAIN, (), cell=Cells((0,)), chains=proof)
    return phrases(step, ENGLISH)["chains"].split("; ")


def test_chains_that_meet_tell_the_rest_once() -> None:
    first = Chain((link(START, JOINT, strong=False, unit=0), *ONWARD))
    second = Chain((link(Node(1, (18,)), JOINT, strong=False, unit=20), *ONWARD))
    whole, brief = told(first, second)
    assert whole.endswith(
        "so r9c9 is 1 (nowhere else in column 9), so r9c1 is not 1 (also in row 9)"
    )
    assert brief == "r3c1 is 1, so r1c9 is not 1 (also in box 3), and on as above"


def test_chains_that_part_tell_the_beginning_once() -> None:
    begun = (link(START, JOINT, strong=False, unit=0), ONWARD[0])
    _, brief = told(
        Chain((*begun, ONWARD[1])),
        Chain((*begun, link(AFTER, Node(1, (79,)), strong=False, unit=8))),
    )
    assert brief == "r9c9 is 1 (as above), so r9c8 is not 1 (also in row 9)"


TWO_BRANCHES: Final = (
    "..8..25...4..9.......5...38.5..21..3..6...4..4.17.....71..5....9....817...46..... "
    "..81.25...4.89....1..5...3885.421..3..6...4..4.17.....71..5....96...817..84617... "
    "r1c5-4 r1c8-6 r1c9-7 r2c3-7 r2c9-2 r2c9-6 r3c3-2 r3c7-7 r5c6-3 r5c9-2 r5c9-5 r5c9-9 "
    "r6c7-6 r6c8-6 r6c9-6 r7c7-2 r7c7-9 r7c8-9 r7c9-2 r7c9-9"
)


def test_a_branch_of_a_net_says_what_all_branches_agree_on() -> None:
    step = next(steps(read_position(TWO_BRANCHES.split()).state, UNIT_FORCING_NET))
    short, long = phrases(step, ENGLISH)["branches"].split("; ")
    assert short == "if r3c2=2: r2c1 is not 2 (also in box 1)"
    assert long.endswith("r9c1=2 (nothing else fits), so r2c1 is not 2 (also in column 1)")


STEP = removing(State.start(BLANK), GROUPED_AIC, (Candidate(0, 1), Candidate(40, 9)))


def say(part: Part) -> str:
    """A part in English, on a board of 9x9."""
    return phrases(replace(STEP, roles=(("part", part),)), ENGLISH)["part"]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (Cells(()), ""),
        (Cells((0,)), "r1c1"),
        (Cells((0, 80)), "r1c1 and r9c9"),
        (Cells((0, 40, 80)), "r1c1, r5c5 and r9c9"),
        (
            Branches(
                (Branch(Candidate(0, 5), (Deduction("only_place", Candidate(3, 6), (), 0),)),)
            ),
            "if r1c1=5: r1c4=6 (only place in row 1), so r1c1 is not 1, so r5c5 is not 9",
        ),
        (Units((0, 9, 18, 26)), "row 1, column 1, box 1 and box 9"),
        (Digits((1, 9)), "1 and 9"),
        (Groups(((0, 1), (2,))), "{r1c1, r1c2} and {r1c3}"),
        (Groups(((0, 1),), ((2, 4, 7),)), "{r1c1, r1c2} (2, 4, 7)"),
        (
            Groups(((0, 1), (2,)), ((2, 4, 7), (1, 2))),
            "A {r1c1, r1c2} (2, 4, 7) and B {r1c3} (1, 2)",
        ),
        (Options((Candidate(3, 4), Candidate(80, 9))), "r1c4=4 and r9c9=9"),
        (Count(7, is_exact=True), "7"),
        (Count(300, is_exact=False), "300+"),
        (Blockers((), ()), "its other cells are filled"),
        (Blockers(((40, 4),), ()), "row 5 already has one at r5c5"),
        (Blockers((), (0, 1)), "r1c1 and r1c2 lost it before"),
        (
            Blockers(((40, 4),), (8,)),
            "row 5 already has one at r5c5; r1c9 lost it before",
        ),
    ],
)
def test_each_kind_of_part_is_said_in_its_own_way(part: Part, said: str) -> None:
    assert say(part) == said


@pytest.mark.parametrize(
    ("linked", "said"),
    [
        (
            link(Node(2, (0,)), Node(2, (8,)), strong=True, unit=0),
            "r1c1 is not 2, so r1c9 is 2 (nowhere else in row 1)",
        ),
        (
            link(Node(2, (0,)), Node(2, (8,)), strong=False, unit=0),
            "r1c1 is 2, so r1c9 is not 2 (also in row 1)",
        ),
        (
            link(Node(2, (0,)), Node(9, (0,)), strong=True),
            "r1c1 is not 2 but 9 (the only one left)",
        ),
        (link(Node(2, (0,)), Node(9, (0,)), strong=False), "r1c1 is 2 and so not 9"),
        (
            link(Node(2, (0, 1)), Node(2, (8,)), strong=True, unit=0),
            "r1c1 and r1c2 are not 2, so r1c9 is 2 (nowhere else in row 1)",
        ),
        (
            link(Node(2, (0, 1)), Node(2, (7, 8)), strong=False, unit=0),
            "one of r1c1 and r1c2 is 2, so r1c8 and r1c9 are not 2 (also in row 1)",
        ),
        (
            Link(Node(2, (0,)), Node(3, (1,)), strong=True, unit=-1, cells=(0, 1), digits=(3, 5)),
            "r1c1 is not 2, so r1c2 is 3 (without 2, only 3 and 5 are left in r1c1 and r1c2)",
        ),
    ],
)
def test_an_inference_says_what_is_true_and_why(linked: Link, said: str) -> None:
    assert say(Chain((linked,))) == said


def placed(cell: int, value: int, unit: int = -1) -> Deduction:
    reason = "only_candidate" if unit < 0 else "only_place"
    return Deduction(reason, Candidate(cell, value), (), unit)


BROKEN = Contradiction(BLANK.geometry, "no_candidate", (5,))
NO_PLACE = Contradiction(BLANK.geometry, "no_place", (), 9, 26)
LOCKED = Deduction("locked", None, (Candidate(1, 2), Candidate(2, 2)), 18)
INNER = Branch(Candidate(9, 3), (placed(10, 4),), NO_PLACE)
REFUTED = Deduction("refuted", None, (Candidate(9, 3),), proof=INNER)
WHOLE = Branch(
    Candidate(0, 5), (placed(3, 6), placed(4, 7, 1), LOCKED, REFUTED, placed(6, 8)), BROKEN
)
FIRST = (
    "r1c4=6 (nothing else fits), r1c5=7 (only place in row 2), not r1c2=2, r1c3=2 (locked in box 1)"
)
INSIDE = "r2c2=4 (nothing else fits), so no place is left for 9 in box 9"


def test_a_branch_is_told_in_one_go() -> None:
    assert say(Branches((WHOLE,))) == (
        f"if r1c1=5: {FIRST}, not r2c1=3 (else if r2c1=3: {INSIDE}), "
        "r1c7=8 (nothing else fits), so nothing is left for r1c6"
    )


def test_a_branch_without_deductions_or_contradiction_says_what_it_rules_out() -> None:
    assert say(Branches((Branch(Candidate(8, 1), ()),))) == (
        "if r1c9=1: r1c1 is not 1 (also in row 1), so r5c5 is not 9"
    )
    assert say(Branches((Branch(Candidate(0, 1), (placed(44, 9),)),))) == (
        "if r1c1=1: r5c9=9 (nothing else fits), so r1c1 is not 1, so r5c5 is not 9 (also in row 5)"
    )


def tell(passage: Passage) -> str:
    return passage_phrase(STEP, passage, ENGLISH)


def test_a_branch_is_told_in_passages() -> None:
    around = (Followed(WHOLE, 3),)
    assert tell(NetPassage(WHOLE, 0, 3)) == f"suppose r1c1=5: {FIRST}"
    assert tell(NetPassage(INNER, 0, 1, around)) == (
        f"with r1c1=5, suppose r2c1=3 too: {INSIDE}, which is impossible, so not r2c1=3"
    )
    end = "not r2c1=3 (shown before), r1c7=8 (nothing else fits), so nothing is left for r1c6"
    assert (
        tell(NetPassage(WHOLE, 3, 5))
        == f"still with r1c1=5: {end}, which is impossible, so not r1c1=5"
    )
    assert tell(NetPassage(WHOLE, 3, 4)) == "still with r1c1=5: not r2c1=3 (shown before)"
    open_ = replace(WHOLE, contradiction=None)
    assert tell(NetPassage(open_, 4, 5)).endswith(
        "r1c7=8 (nothing else fits), so r1c1 is not 1, so r5c5 is not 9"
    )
    begun = Branch(Candidate(0, 5), (REFUTED, placed(6, 8)), BROKEN)
    assert tell(NetPassage(begun, 0, 1)) == "still with r1c1=5: not r2c1=3 (shown before)"
    assert tell(NetPassage(Branch(Candidate(0, 5), (), BROKEN), 0, 0)) == (
        "suppose r1c1=5: nothing is left for r1c6, which is impossible, so not r1c1=5"
    )


def test_a_chain_is_told_in_passages() -> None:
    chain = Chain(
        (
            link(START, JOINT, strong=True, unit=0),
            link(JOINT, AFTER, strong=False, unit=17),
            link(AFTER, END, strong=True, unit=8),
        )
    )
    assert tell(ChainPassage(chain, 0, 1)) == (
        "suppose this: r1c1 is not 1, so r1c9 is 1 (nowhere else in row 1)"
    )
    assert tell(ChainPassage(chain, 1, 2)) == (
        "go on from there: r1c9 is 1, so r9c9 is not 1 (also in column 9)"
    )
    assert tell(ChainPassage(chain, 2, 3)) == (
        "go on from there: r9c9 is not 1, so r9c1 is 1 (nowhere else in row 9)"
    )
    assert tell(EndPassage(chain)) == "r1c1 is not 1, so r9c1 is 1"
    assert tell(EndPassage(Chains((chain, chain)))) == "r9c1 is 1"
    other = Chain((link(START, JOINT, strong=False, unit=0),))
    assert tell(EndPassage(Chains((chain, other)))) == "r9c1 is 1; r1c9 is not 1"
    assert tell(EndPassage(Branches((WHOLE,)))) == "r1c1 is not 1; r5c5 is not 9"


def test_one_common_link_is_told_again() -> None:
    first = Chain((link(START, JOINT, strong=False, unit=0), ONWARD[0]))
    second = Chain((first.links[0], link(JOINT, Node(1, (44,)), strong=True, unit=17)))
    whole = told(first, second)
    assert whole[1].startswith("r1c1 is 1, so r1c9 is not 1 (also in row 1), so r5c9 is 1")
    third = Chain((link(Node(1, (18,)), JOINT, strong=False, unit=20), ONWARD[0]))
    assert told(first, third)[1].endswith("so r9c9 is 1 (nowhere else in column 9)")


def test_what_is_removed_is_told_with_the_cells_that_share_it() -> None:
    gone = (Candidate(0, 2), Candidate(1, 2), Candidate(0, 1), Candidate(1, 1), Candidate(5, 9))
    step = removing(State.start(BLANK), GROUPED_AIC, gone)
    said = phrases(step, ENGLISH)["conclusion"]
    assert said == "remove 1 and 2 from r1c1 and r1c2; remove 9 from r1c6"


def test_what_is_true_after_a_step_is_told_digit_by_digit() -> None:
    row = State.start(BLANK.with_values(dict(enumerate((1, 2, 3, 4, 5, 6, 7)))))
    pair = next(steps(row, LOCKED_PAIR))
    cells = "r2c7, r2c8, r2c9, r3c7, r3c8 and r3c9"
    assert phrases(pair, ENGLISH)["outcome"] == f"{cells} are not 8 and {cells} are not 9"
    full = next(steps(State.start(BLANK.with_values({c: c + 1 for c in range(8)})), FULL_HOUSE))
    assert phrases(full, ENGLISH)["outcome"] == "r1c9 is 9"
