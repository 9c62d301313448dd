"""The checks themselves, and that every public function names the argument that is wrong."""

from collections.abc import Callable
from math import nan
from typing import Any

import pytest

import engine
from engine.board.arguments import choice, instance, whole
from engine.board.symmetry import Symmetry

FOUR = engine.Geometry(2, 2)
LINE = "." * 16
anything: Any = engine


class Indexed:
    def __index__(self) -> int:
        return 7


def test_an_instance_is_what_it_was() -> None:
    assert instance("geometry", FOUR, engine.Geometry) is FOUR


def test_a_whole_number_is_one_of_its_range() -> None:
    assert [whole("limit", value, 1, 7) for value in (1, True, Indexed())] == [1, 1, 7]
    assert whole("limit", 10**30, 1) == 10**30
    for value, bounds, told in (
        (0, (1, None), "limit must be 1 or more, not 0"),
        (0, (1, 7), "limit must be from 1 to 7, not 0"),
        (8, (1, 7), "limit must be from 1 to 7, not 8"),
    ):
        with pytest.raises(ValueError, match=told):
            whole("limit", value, *bounds)
    with pytest.raises(TypeError, match="limit must be a whole number, not float"):
        whole("limit", 2.0, 1)


@pytest.mark.parametrize("value", [Symmetry.CENTRAL, "central", "Central"])
def test_a_choice_is_a_member_or_its_text(value: str) -> None:
    assert choice("symmetry", value, Symmetry) is Symmetry.CENTRAL


WRONG_TYPES: list[tuple[str, Callable[[], object]]] = [
    ("geometry", lambda: anything.generate(9)),
    ("geometry", lambda: anything.generate_many(9, [1])),
    ("geometry", lambda: anything.generate_graded(9, "central", 1, "hard")),
    ("geometry", lambda: anything.generate_with(9, "central", 1, "x-wing")),
    ("geometry", lambda: anything.generate_on_mask(9, {1})),
    ("geometry", lambda: anything.random_puzzle(9, engine.Rng(1))),
    ("geometry", lambda: anything.random_grid(9, engine.Rng(1))),
    ("geometry", lambda: anything.count_many(9, b"")),
    ("geometry", lambda: anything.pack_lines(9, LINE)),
    ("geometry", lambda: anything.Grid(9, LINE)),
    ("geometry", lambda: anything.Grid.blank("3x3")),
    ("geometry", lambda: anything.Grid.from_line(LINE, 4)),
    ("geometry", lambda: anything.parse(LINE, 4)),
    ("geometry", lambda: anything.parse_line(LINE, 4)),
    ("geometry", lambda: anything.parse_mask(LINE, 4)),
    ("geometry", lambda: anything.orbits(4, "central")),
    ("box_columns", lambda: anything.Geometry(3, "3")),
    ("box_rows", lambda: anything.Geometry(None, 3)),
    ("size", lambda: anything.Geometry.of_size("9")),
    ("seeds", lambda: anything.generate_many(FOUR, 5)),
    ("step", lambda: anything.explain(5)),
    ("symmetry", lambda: anything.generate(FOUR, 3)),
    ("symmetry", lambda: anything.generate_graded(FOUR, 3, 1, "easy")),
    ("symmetry", lambda: anything.has_symmetry(LINE, 3)),
    ("clues", lambda: anything.generate(FOUR, clues="x")),
    ("wanted", lambda: anything.generate_graded(FOUR, "central", 1, 3)),
    ("name", lambda: anything.generate_with(FOUR, "central", 1, 3)),
    ("rng", lambda: anything.random_puzzle(FOUR, 1)),
    ("rng", lambda: anything.random_grid(FOUR, 1)),
    ("text", lambda: anything.parse(None)),
    ("line", lambda: anything.parse_line(None)),
    ("line", lambda: anything.Grid.from_line(5)),
    ("line", lambda: anything.Grid.from_line(b"1" * 16)),
    ("seconds", lambda: anything.Budget("x")),
    ("nodes", lambda: anything.Budget(1, "x")),
    ("nodes", lambda: anything.Budget(1, None)),
    ("limit", lambda: anything.solutions(LINE, None)),
    ("limit", lambda: anything.solutions(LINE, 1.5)),
    ("limit", lambda: anything.count_solutions(LINE, "2")),
    ("limit", lambda: anything.count_solutions(LINE, nan)),
    ("limit", lambda: anything.split_solutions(LINE, "2")),
    ("limit", lambda: anything.count_many(FOUR, bytes(16), None)),
    ("threads", lambda: anything.count_many(FOUR, bytes(16), threads=None)),
    ("threads", lambda: anything.count_exactly(LINE, threads="2")),
    *(
        ("budget", lambda ask=ask: ask(5))
        for ask in (
            lambda budget: anything.solve(LINE, budget),
            lambda budget: anything.is_unique(LINE, budget),
            lambda budget: anything.solutions(LINE, 2, budget),
            lambda budget: anything.count_solutions(LINE, 2, budget),
            lambda budget: anything.split_solutions(LINE, 2, budget),
            lambda budget: anything.count_exactly(LINE, budget),
            lambda budget: anything.count_many(FOUR, bytes(16), 2, budget),
            lambda budget: anything.prove(LINE, budget),
            lambda budget: anything.rate("." * 81, budget),
            lambda budget: anything.difficulty_of(LINE, budget),
            lambda budget: anything.easiest_way(LINE, budget),
            lambda budget: anything.short_way(LINE, budget),
            lambda budget: anything.generate(FOUR, budget=budget),
            lambda budget: anything.generate_many(FOUR, [1], budget=budget),
            lambda budget: anything.generate_on_mask(FOUR, range(16), budget=budget),
            lambda budget: anything.generate_graded(FOUR, "none", 1, "easy", budget),
            lambda budget: anything.generate_with(FOUR, "none", 1, "full house", budget),
            lambda budget: anything.random_grid(FOUR, engine.Rng(1), budget),
        )
    ),
]
"""An argument, and a call in which it has a wrong type."""


@pytest.mark.parametrize(("name", "call"), WRONG_TYPES)
def test_a_wrong_type_is_refused_by_the_name_of_its_argument(
    name: str, call: Callable[[], object]
) -> None:
    with pytest.raises(TypeError, match=f"^{name} must be "):
        call()


OUT_OF_RANGE: list[tuple[str, Callable[[], object]]] = [
    ("limit must be 1 or more, not 0", lambda: engine.count_solutions(LINE, 0)),
    ("limit must be 1 or more, not -1", lambda: engine.count_solutions(LINE, -1)),
    ("limit must be 1 or more, not -5", lambda: engine.solutions(LINE, -5)),
    ("limit must be 1 or more, not 0", lambda: engine.split_solutions(LINE, 0)),
    ("limit must be from 1 to 254, not 255", lambda: engine.count_many(FOUR, bytes(16), 255)),
    ("symmetry must be one of none, .* not 'foo'", lambda: anything.generate(FOUR, "foo", 1)),
    ("symmetry must be one of none, .* not 'foo'", lambda: anything.has_symmetry(LINE, "foo")),
    (
        "wanted must be one of easy, .* not 'difficult'",
        lambda: anything.generate_graded(FOUR, "central", 1, "difficult"),
    ),
]


@pytest.mark.parametrize(("told", "call"), OUT_OF_RANGE)
def test_what_is_out_of_range_is_refused_by_the_name_of_its_argument(
    told: str, call: Callable[[], object]
) -> None:
    with pytest.raises(ValueError, match=f"^{told}"):
        call()


def test_a_puzzle_is_a_grid_or_its_line_everywhere() -> None:
    line = "11.............."
    grid = engine.Grid.from_line(line)
    uses: tuple[Callable[[Any], object], ...] = (
        engine.find_contradiction,
        engine.to_board,
        engine.to_line,
        lambda puzzle: engine.has_symmetry(puzzle, Symmetry.NONE),
        lambda puzzle: engine.differing_cells(puzzle, "." * 16),
        lambda puzzle: engine.pack([puzzle]),
    )
    for use in uses:
        assert use(line) == use(grid)
        with pytest.raises(TypeError, match="a puzzle is a Grid or a line of text, not int"):
            use(5)
