"""Positions that others published: each technique is found where it is known to be."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import Geometry, Grid
from engine.techniques import TAUGHT, State, Step, Technique, steps, technique_named
from engine.techniques.als import ALS_CHAIN, ALS_XY_WING, ALS_XZ, WXYZ_WING
from engine.techniques.chains import AIC, DISCONTINUOUS_LOOP
from engine.techniques.layout import Candidate
from engine.techniques.parts import Cells, Chain, Groups
from engine.techniques.single_digit import SKYSCRAPER, TURBOT_FISH, TWO_STRING_KITE
from engine.techniques.subsets import LOCKED_PAIR, LOCKED_TRIPLE, NAKED_PAIR, NAKED_TRIPLE
from engine.techniques.uniqueness import UNIQUE_RECTANGLE_2, UNIQUE_RECTANGLE_5

SHAPE = Geometry(3, 3)


@dataclass(frozen=True, slots=True)
class Example:
    technique: Technique
    source: str
    board: str
    removed: str
    conclusion: str

    def state(self) -> State:
        values = ["0abcdefghi".find(mark) if mark in "abcdefghi" else 0 for mark in self.board]
        givens = [int(mark) if mark.isdigit() else 0 for mark in self.board]
        both = [value or given for value, given in zip(values, givens, strict=True)]
        state = State.of(Grid(SHAPE, bytes(givens)), Grid(SHAPE, bytes(both)))
        return state.after((), candidates(self.removed))


def candidates(text: str) -> set[Candidate]:
    """Candidates written as value, row, column."""
    numbers = ([int(digit) for digit in word] for word in text.split())
    return {Candidate(SHAPE.cell(row - 1, column - 1), value) for value, row, column in numbers}


def read() -> list[Example]:
    lines = Path(__file__).with_name("published.txt").read_text("utf-8").splitlines()
    fields = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [Example(technique_named(name), *rest) for name, *rest in fields]


EXAMPLES = read()


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{example.technique} {example.source}" for example in EXAMPLES]
)
def test_technique_is_found_where_it_was_published(example: Example) -> None:
    state = example.state()
    wanted = candidates(example.conclusion.lstrip("!="))
    if example.conclusion.startswith("!="):
        found = (removed_by(state, step) for step in steps(state, example.technique))
    else:
        found = (set(step.placements) for step in steps(state, example.technique))
    assert any(wanted == conclusion for conclusion in found)


def removed_by(state: State, step: Step) -> set[Candidate]:
    """What a step removes; a placement removes the cell's other candidates."""
    others = (state.options_of(cell, ~(1 << value - 1)) for cell, value in step.placements)
    return set(step.eliminations).union(*others)


def test_every_technique_has_three_published_examples() -> None:
    counted = Counter(example.technique for example in EXAMPLES)
    assert [technique for technique in TAUGHT if counted[technique] < 3] == []


@pytest.mark.parametrize(
    ("special", "general"),
    [
        (LOCKED_PAIR, NAKED_PAIR),
        (LOCKED_TRIPLE, NAKED_TRIPLE),
        (WXYZ_WING, ALS_XZ),
        (UNIQUE_RECTANGLE_5, UNIQUE_RECTANGLE_2),
        (ALS_XY_WING, ALS_CHAIN),
        (DISCONTINUOUS_LOOP, AIC),
    ],
)
def test_what_has_a_name_of_its_own_is_not_told_by_another(
    special: Technique, general: Technique
) -> None:
    for example in EXAMPLES:
        if example.technique is special:
            state = example.state()
            named = {pattern(step) for step in steps(state, special)}
            assert named
            assert not named & {pattern(step) for step in steps(state, general)}


def pattern(step: Step) -> frozenset[Cells | Groups | Chain]:
    return frozenset(part for _, part in step.roles if isinstance(part, Cells | Groups | Chain))


def test_a_turbot_fish_is_neither_a_skyscraper_nor_a_kite() -> None:
    for example in EXAMPLES:
        if example.technique is TURBOT_FISH:
            state = example.state()
            named = [*steps(state, SKYSCRAPER), *steps(state, TWO_STRING_KITE)]
            fish = [cells(step) for step in steps(state, TURBOT_FISH)]
            assert all(len(four) == 4 for four in fish)
            assert not {*fish} & {cells(step) for step in named}


def cells(step: Step) -> frozenset[int]:
    """The cells of a pattern."""
    found = set[int]()
    for part in pattern(step):
        match part:
            case Cells(several):
                found.update(several)
            case Chain():
                found.update(cell for node in part.nodes for cell in node.cells)
    return frozenset(found)
