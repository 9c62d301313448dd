"""What players call techniques, and how chains are told."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import messages
from bot.game.wish import find_technique
from bot.render.hint_words import (
    BEGUN,
    LONGEST,
    READ_AT_ONCE,
    last_of,
    move,
    name,
    shown_of,
    technique_list,
    techniques_by_name,
    told_in,
    where,
    why,
    why_passage,
)
from engine import Budget, parse
from engine.practice.position import positions
from engine.techniques import SCALE, TAUGHT, TECHNIQUES, WITHOUT_NOTES, State, Technique, steps
from engine.techniques.als import ALS_XY_WING, ALS_XZ, WXYZ_WING
from engine.techniques.chains import CONTINUOUS_LOOP, DISCONTINUOUS_LOOP, X_CHAIN, XY_CHAIN
from engine.techniques.coloring import (
    MEDUSA_TRAP,
    MEDUSA_WRAP,
    MULTI_COLORING_1,
    SIMPLE_COLORING_TRAP,
)
from engine.techniques.fish import SWORDFISH, X_WING
from engine.techniques.forcing import CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN
from engine.techniques.franken import FRANKEN_SWORDFISH
from engine.techniques.layout import Candidate
from engine.techniques.locked import CLAIMING, POINTING
from engine.techniques.nested import NESTED_NET
from engine.techniques.parts import Chain, EndPassage
from engine.techniques.scale import NISHIO, UNIQUE_RECTANGLE, VWXYZ_WING
from engine.techniques.single_digit import TURBOT_FISH
from engine.techniques.singles import NAKED_SINGLE
from engine.techniques.subsets import LOCKED_PAIR, LOCKED_TRIPLE, NAKED_PAIR
from engine.techniques.sue_de_coq import SUE_DE_COQ
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_5, UNIQUE_RECTANGLE_6
from engine.techniques.wings import XY_WING
from engine.way.short import way_from
from tests.bot.render.long_net import LONG_NET

CALLED = {
    "turbot fish": TURBOT_FISH,
    "Y-wing": XY_WING,
    "locked candidates": POINTING,
    "box/line reduction": CLAIMING,
    "Nice Loop": CONTINUOUS_LOOP,
    "VWXYZ-wing": VWXYZ_WING,
    "Nishio": NISHIO,
    "locked pair": LOCKED_PAIR,
    "locked triple": LOCKED_TRIPLE,
    "WXYZ-wing": WXYZ_WING,
    "Sue de Coq": SUE_DE_COQ,
    "3D Medusa": MEDUSA_TRAP,
    "multi-colouring": MULTI_COLORING_1,
    "Franken fish": FRANKEN_SWORDFISH,
    "ALS-XY-wing": ALS_XY_WING,
    "discontinuous nice loop": DISCONTINUOUS_LOOP,
    "uniqueness test 5": UNIQUE_RECTANGLE_5,
    "unique rectangle type 6": UNIQUE_RECTANGLE_6,
    "unique rectangle": UNIQUE_RECTANGLE,
    "simple coloring": SIMPLE_COLORING_TRAP,
    "二链列": X_WING,
    "二阶鱼": X_WING,
    "三链列": SWORDFISH,
    "唯一余数": NAKED_SINGLE,
    "区块摒除": POINTING,
    "待定数组": ALS_XZ,
    "染色": SIMPLE_COLORING_TRAP,
    "简单染色": SIMPLE_COLORING_TRAP,
    "多宝鱼": TURBOT_FISH,
    "死锁数对": LOCKED_PAIR,
    "WXYZ翼": WXYZ_WING,
    "融合待定数组": SUE_DE_COQ,
    "三维美杜莎": MEDUSA_TRAP,
    "多重染色": MULTI_COLORING_1,
    "弗兰肯鱼": FRANKEN_SWORDFISH,
    "不连续环": DISCONTINUOUS_LOOP,
    "pez espada": SWORDFISH,
    "candidatos bloqueados": POINTING,
    "pareja bloqueada": LOCKED_PAIR,
    "coloreado múltiple": MULTI_COLORING_1,
    "medusa 3D": MEDUSA_TRAP,
    "pez Franken": FRANKEN_SWORDFISH,
}


@pytest.mark.parametrize("language", messages.languages())
def test_names_that_players_use_are_understood_in_every_language(language: str) -> None:
    names = techniques_by_name(language)
    assert {called: find_technique(called, names) for called in CALLED} == CALLED


@pytest.mark.parametrize("language", messages.languages())
def test_what_a_rating_says_can_be_learned(language: str) -> None:
    names = techniques_by_name(language)
    for technique in SCALE:
        found = find_technique(name(language, technique), names)
        assert found is technique
        assert found.lesson in TAUGHT


@pytest.mark.parametrize("language", messages.languages())
def test_no_two_techniques_have_one_name(language: str) -> None:
    assert len({name(language, technique) for technique in TECHNIQUES}) == len(TECHNIQUES)


@pytest.mark.parametrize("technique", [each for each in TAUGHT if each not in WITHOUT_NOTES])
def test_a_reason_names_the_cells_that_it_turns_on(technique: Technique) -> None:
    state = positions(technique)[0].state
    step = next(steps(state, technique))
    for language in messages.languages():
        told = why(language, step)
        assert [state.geometry.name(cell) in told for cell in step.targets].count(False) == 0


@pytest.mark.parametrize(
    ("technique", "together"), [(X_WING, "entre las dos"), (SWORDFISH, "entre las tres")]
)
def test_spanish_counts_the_lines_and_gives_each_digit_its_article(
    technique: Technique, together: str
) -> None:
    step = next(steps(positions(technique)[0].state, technique))
    assert together in why("es", step)
    (digit,) = {each.value for each in step.eliminations}
    assert f"quita el {digit} de r" in move("es", step)
    several = next(
        step
        for position in positions(NAKED_PAIR)
        for step in steps(position.state, NAKED_PAIR)
        if len({each.cell for each in step.eliminations}) == 1 < len(step.eliminations)
    )
    first, second = sorted(each.value for each in several.eliminations)
    assert f"quita el {first} y el {second} de r" in move("es", several)


LONG = [
    (XY_CHAIN, 18),
    (CONTINUOUS_LOOP, 30),
    (MEDUSA_WRAP, 12),
    (CELL_FORCING_CHAIN, 1),
    (UNIT_FORCING_CHAIN, 6),
]
"""The positions with the longest reasons: 700 to 1,200 characters when they are told in full."""

HARD = parse(".1.....3...4.6.5....2.8.9..3..9.5..42.......3.4.623.9.4.......2..5...6...6.2.8.4.")
"""A puzzle rated 9.0; told in full, one reason on its way has 743 characters in Spanish."""


def test_a_reason_is_told_in_full_up_to_600_characters_and_in_3000_at_most() -> None:
    """What takes a person half a minute to read, and what leaves room in a message of 4096."""
    assert READ_AT_ONCE == 600
    assert LONGEST == 3000
    technique, number = LONG[0]
    step = next(steps(positions(technique)[number].state, technique))
    lengths = [len(why(language, step, longest)) for language in ("en", "es") for longest in (1, 5)]
    assert max(lengths) < 200, "as much as possible is cut, between words"


@pytest.mark.long
@given(st.sampled_from(LONG), st.integers(0, 10**6))
def test_the_longest_reasons_are_read_in_one_go_however_the_board_lies(
    which: tuple[Technique, int], seed: int
) -> None:
    technique, number = which
    state = positions(technique)[number].rearranged(str(seed)).state
    step = next(steps(state, technique))
    for language in messages.languages():
        assert len(why(language, step)) <= READ_AT_ONCE


@pytest.mark.long
def test_each_reason_on_the_way_through_a_hard_puzzle_is_read_in_one_go() -> None:
    for step in way_from(State.start(HARD), Budget(120)):
        for language in messages.languages():
            assert len(why(language, step)) <= READ_AT_ONCE


@pytest.mark.parametrize("language", messages.languages())
def test_the_links_of_a_chain_have_reasons_unless_it_would_be_cut(language: str) -> None:
    state = positions(X_CHAIN)[0].state
    step = next(steps(state, X_CHAIN))
    chain = step.parts()["chain"]
    assert isinstance(chain, Chain)
    reason = re.compile("[(（][^()（）]+[)）]")
    whole = why(language, step)
    terse = why(language, step, len(whole) - 1)
    brief = why(language, step, len(terse) - 1)
    assert len(reason.findall(whole)) == len(reason.findall(terse)) == len(chain.links)
    assert not reason.search(brief)
    assert "…" not in whole + terse + brief


@pytest.mark.parametrize("language", messages.languages())
@pytest.mark.parametrize("longest", [300, 400])
def test_a_proof_that_is_too_long_ends_between_words(language: str, longest: int) -> None:
    step = next(steps(positions(NESTED_NET)[0].state, NESTED_NET))
    whole, cut = why(language, step), why(language, step, longest)
    assert longest - 60 < len(cut) <= longest < len(whole)
    told, _, end = cut.partition(" …")
    assert whole.startswith(told)
    assert whole[len(told)] in " ,，、;；"
    assert end
    assert whole.endswith(end)


@pytest.mark.parametrize(
    ("cell", "told"),
    [("8", "Take away their digits, and only 9 is left"), (".", "those ruled out before, and")],
)
def test_a_naked_single_speaks_of_earlier_steps_where_it_needs_one(cell: str, told: str) -> None:
    """The cell sees 1 to 7, and either an 8 or nothing else."""
    state = State.start(parse(f"1234...........567........{cell}" + "." * 54))
    if cell == ".":
        state = state.after((), [Candidate(8, 8)])
    single = next(step for step in steps(state, NAKED_SINGLE) if step.placements == ((8, 9),))
    assert told in why("en", single)


def test_what_was_begun_is_named_in_the_list_at_its_place() -> None:
    *_, hard, _, _ = technique_list("en", {NAKED_PAIR: BEGUN})
    assert hard == "<b>hard</b>: Pointing, ◐ Naked pair and 13 more"


def test_each_difficulty_names_two_techniques_and_counts_the_others() -> None:
    lines = technique_list("en", {})
    assert [line.unescape().split(":")[0] for line in lines] == [
        *("<b>easy</b>", "<b>medium</b>", "<b>hard</b>", "<b>expert</b>", "<b>extreme</b>")
    ]
    assert lines[0] == "<b>easy</b>: Full house, Hidden single"
    more = [int(count) for line in lines for count in re.findall(r" and (\d+) more$", line)]
    assert len(more) == len(lines) - 1
    assert sum(more) + 2 * len(lines) == len(TAUGHT)


def test_a_passage_that_a_step_does_not_have_stands_for_the_nearest() -> None:
    nested = next(steps(positions(NESTED_NET)[0].state, NESTED_NET))
    count = len(told_in(nested))
    assert count > 4
    assert last_of(nested) == count - 1
    asked = (-9, -1, 0, 1, count - 1, count, 9999)
    assert [shown_of(nested, number) for number in asked] == [
        *(0, 0, 0, 1, count - 1, count - 1, count - 1)
    ]
    wing = next(steps(positions(X_WING)[0].state, X_WING))
    assert told_in(wing) == ()
    assert last_of(wing) == 0
    assert [shown_of(wing, number) for number in (-1, 0, 7)] == [0, 0, 0]


def test_the_last_passage_says_what_all_of_them_prove() -> None:
    step = LONG_NET
    assert isinstance(told_in(step)[-1], EndPassage)
    (gone,) = step.eliminations
    for language in messages.languages():
        end = why_passage(language, step, told_in(step)[-1])
        assert f"{step.geometry.name(gone.cell)}" in end
        assert "{" not in end
        assert where(language, step)


def test_told_tersely_a_passage_is_shorter_and_keeps_its_cells() -> None:
    step = next(steps(positions(NESTED_NET)[0].state, NESTED_NET))
    passage = told_in(step)[0]
    for language in messages.languages():
        whole = why_passage(language, step, passage)
        terse = why_passage(language, step, passage, tersely=True)
        assert len(terse) < len(whole)
        assert re.findall(r"r\dc\d=\d", terse)[:2] == re.findall(r"r\dc\d=\d", whole)[:2]


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "唯一余数",
            "摒除法",
            "宫排除",
            "行/列区块",
            "四数组",
            "鳍鱼",
            "双强链",
            "同数链",
            "异数链",
        ),
        *("双值格链", "矛盾网", "可规避矩形", "双值坟墓", "三链列", "待定数组"),
        *("crane", "bowman's bingo", "退化鱼", "动态链"),
        *("鳍剑鱼", "致命矩形", "隐性唯一矩形", "欠一数组", "als双强链"),
        *("triples desnudos", "cuadruple desnudo", "pez con aleta", "cadena de fuerza"),
        *("unique candidate", "ur type 1", "type 4 unique rectangle", "forcing nets"),
        *("único desnudo", "unico oculto", "parejas apuntadoras", "rectángulo único"),
        *("rectangulo unico", "cadenas", "pares remotos", "coloracion", "reducción caja línea"),
        *("unique rectangle", "pointing pairs", "y wing", "sole candidate"),
    ],
)
def test_a_technique_is_found_by_the_names_of_its_communities(typed: str) -> None:
    assert find_technique(typed, techniques_by_name("en")) is not None
