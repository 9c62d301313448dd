"""Sue de Coqs: published, proved, and all that the definition gives."""

from collections.abc import Iterable
from itertools import combinations

from engine.techniques import Candidate, State, sue_de_coq
from engine.techniques.sue_de_coq import SUE_DE_COQ
from tests.engine.techniques.finders import Finders, concluded, values_at

FOUND = Finders.of(sue_de_coq)


def test_they_are_found_where_they_were_published() -> None:
    FOUND.check_published()


def test_each_step_follows_from_its_parts_and_comes_once() -> None:
    FOUND.check_proved()


def test_they_are_found_wherever_lines_and_digits_go() -> None:
    FOUND.check_everywhere()


def test_they_have_the_place_and_the_rating_that_players_know() -> None:
    FOUND.check_known()


Cells = frozenset[int]


def digits(state: State, cells: Iterable[int]) -> frozenset[int]:
    return frozenset(value for cell in cells for value in values_at(state, cell))


def some_of(cells: Iterable[int], sizes: range) -> list[Cells]:
    return [frozenset(each) for size in sizes for each in combinations(sorted(cells), size)]


def defined(state: State) -> set[frozenset[Candidate]]:
    found = set()
    blank = {cell for cell in range(81) if values_at(state, cell)}
    units = [blank & {*unit} for unit in state.geometry.units]
    for box in units[18:]:
        for line in units[:18]:
            for middle in some_of(line & box, range(2, 4)):
                many = digits(state, middle)
                if len(many) >= len(middle) + 2:
                    beside = [some_of(unit - (line & box), range(1, 5)) for unit in (line, box)]
                    found |= completed(state, (line, box), middle, beside)
    return found - {frozenset()}


def completed(
    state: State, units: tuple[set[int], set[int]], middle: Cells, beside: list[list[Cells]]
) -> set[frozenset[Candidate]]:
    found, many = set(), digits(state, middle)
    shared = [
        [(each, own) for each in sets if (own := digits(state, each)) & many] for sets in beside
    ]
    # Each set takes a digit of the middle at least, and leaves one to the other set.
    fitting = [[(s, o) for s, o in sets if len(s) > len(o - many)] for sets in shared]
    for first, in_line in fitting[0]:
        for second, in_box in fitting[1]:
            every = many | in_line | in_box
            used = middle | first | second
            if not in_line & in_box and len(every) == len(used):
                gone = [(units[0] - used, every - in_box), (units[1] - used, every - in_line)]
                found.add(
                    frozenset(
                        Candidate(cell, value)
                        for cells, values in gone
                        for cell in cells
                        for value in values_at(state, cell) & values
                    )
                )
    return found


def test_they_are_all_that_the_definition_gives() -> None:
    for state in FOUND.states:
        assert concluded(state, SUE_DE_COQ) == defined(state)
