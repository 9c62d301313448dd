from collections.abc import Iterable
from itertools import count, islice

import pytest

from engine import (
    Budget,
    BudgetSpent,
    Geometry,
    Grid,
    NotUnique,
    Symmetry,
    generate,
    parse,
    solve,
)
from engine.difficulty import Difficulty, rate
from engine.techniques import (
    LADDER,
    TAUGHT,
    WITHOUT_NOTES,
    State,
    Step,
    Technique,
    Units,
    steps,
)
from engine.techniques.graves import BUG_PLUS_1
from engine.techniques.nested import NESTED_NET
from engine.techniques.rectangles import HIDDEN_RECTANGLE
from engine.techniques.single_digit import EMPTY_RECTANGLE
from engine.techniques.singles import (
    FULL_HOUSE,
    HIDDEN_SINGLE,
    NAKED_SINGLE,
    placed_singles,
)
from engine.way.easiest import easiest_way, next_digit, next_step
from engine.way.player import Mistake, find_mistake, player_state, with_notes
from tests.ways import known_way

EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
UNIQUE_RECTANGLE = (
    ".179.....86....31.2...1.6..9.5...........7......15.......8.....3.4..2..6..87.6.2."
)

EXTREME = {
    "Golden Nugget": (
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    ),
    "Easter Monster": (
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
    ),
    "Arto Inkala 2010": (
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
    ),
    "Arto Inkala 2012": (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    ),
}

MADE = [
    *((Geometry(2, 2), seed) for seed in range(6)),
    *((Geometry(2, 3), seed) for seed in range(6)),
    *((Geometry(2, 4), seed) for seed in range(4)),
    *((Geometry(3, 3), seed) for seed in range(24)),
]


def assert_sound(state: State, step: Step, solution: Grid) -> None:
    assert step.placements or step.eliminations
    for cell, value in step.placements:
        assert solution[cell] == value, step
    for cell, value in step.eliminations:
        assert solution[cell] != value, step
    for cell, value in step.placements + step.eliminations:
        assert state.cells[cell] >> value - 1 & 1, step


def walk(grid: Grid, path: Iterable[Step]) -> State:
    """Follows a way, checking every step against the solution that search finds."""
    solution, state = solve(grid), State.start(grid)
    for step in path:
        assert_sound(state, step, solution)
        state = step.after(state)
    assert state.grid == solution
    return state


@pytest.mark.long
@pytest.mark.parametrize(("geometry", "seed"), MADE)
def test_puzzles_of_any_shape_are_explained_to_the_end(geometry: Geometry, seed: int) -> None:
    puzzle = generate(geometry, Symmetry.NONE, seed)
    walk(puzzle.grid, easiest_way(puzzle.grid, Budget(120)))


@pytest.mark.long
@pytest.mark.xdist_group("ways")
@pytest.mark.parametrize("name", EXTREME)
def test_extreme_puzzles_are_explained_to_the_end(name: str) -> None:
    grid = parse(EXTREME[name])
    walk(grid, known_way(grid))


def test_a_big_board_is_explained_to_the_end() -> None:
    puzzle = generate(Geometry(3, 4), Symmetry.CENTRAL, "big")
    walk(puzzle.grid, easiest_way(puzzle.grid, Budget(120)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_every_finder_is_sound_wherever_it_is_asked(seed: int) -> None:
    puzzle = generate(Geometry(3, 3), Symmetry.NONE, f"sound {seed}")
    state = State.start(puzzle.grid)
    basic = [finder for finder, _ in LADDER[:9]]
    while step := next((step for finder in basic for step in finder(state)), None):
        state = step.after(state)
    for finder, techniques in LADDER:
        for step in islice(finder(state), 2 if NESTED_NET in techniques else None):
            assert_sound(state, step, puzzle.solution)
            assert step.technique in techniques


def test_every_finder_is_sound_where_singles_are_left() -> None:
    puzzle = generate(Geometry(3, 3), Symmetry.NONE, "singles 0")
    state = State.start(puzzle.grid)
    assert next(NAKED_SINGLE.finders[0](state), None)
    for finder, techniques in LADDER:
        for step in islice(finder(state), 1 if NESTED_NET in techniques else None):
            assert_sound(state, step, puzzle.solution)


def test_without_uniqueness_nothing_assumes_it() -> None:
    grid = parse(UNIQUE_RECTANGLE)
    free = easiest_way(grid)
    strict = easiest_way(grid, uniqueness=False)
    assert any(step.assumes_uniqueness for step in free)
    assert not any(step.assumes_uniqueness for step in strict)
    walk(grid, strict)


def test_techniques_that_assume_uniqueness_are_those_of_rectangles_loops_and_graves() -> None:
    marked = {technique for technique in TAUGHT if technique.assumes_uniqueness}
    assert len(marked) == 17
    assert {HIDDEN_RECTANGLE, BUG_PLUS_1} < marked
    assert EMPTY_RECTANGLE not in marked


def test_the_path_is_the_same_every_time() -> None:
    grid = parse(EXTREME["Arto Inkala 2010"])
    state = State.start(grid)
    first = [next_step(state) for _ in range(2)]
    assert first[0] == first[1]
    assert easiest_way(parse(EASY)) == easiest_way(parse(EASY))


def test_easy_puzzles_need_no_more_than_singles() -> None:
    singles = {FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE}
    assert {step.technique for step in easiest_way(parse(EASY))} <= singles


@pytest.mark.parametrize("seed", range(10))
def test_a_medium_puzzle_needs_no_notes(seed: int) -> None:
    grid = next(
        puzzle.grid
        for number in count()
        if (puzzle := generate(Geometry(3, 3), Symmetry.NONE, f"medium {seed}/{number}"))
        and rate(puzzle.grid, Budget(120)).difficulty is Difficulty.MEDIUM
    )
    state, used = State.start(grid), set[Technique]()
    while step := next_digit(state):
        assert step.placements
        used.add(step.technique)
        state = step.after(state)
    assert state.is_solved
    assert used <= {*WITHOUT_NOTES}


@pytest.mark.parametrize("near", [0, 8, 40, 77])
def test_of_equally_easy_digits_the_nearest_one_comes(near: int) -> None:
    state = State.start(parse(EASY))
    first, nearest = next_digit(state), next_digit(state, near)
    assert first is not None
    assert nearest is not None
    boxes = {unit for unit in range(27) if state.geometry.unit_kind(unit) == "box"}
    equal = [
        step
        for step in steps(state, first.technique)
        if boxes.issuperset(units_of(step)) == boxes.issuperset(units_of(first))
    ]
    assert nearest in equal

    def away(step: Step) -> int:
        (row, column), (other, beside) = divmod(near, 9), divmod(step.placements[0].cell, 9)
        return abs(row - other) + abs(column - beside)

    assert away(nearest) == min(map(away, equal))
    assert len({away(step) for step in equal}) > 1


def units_of(step: Step) -> tuple[int, ...]:
    part = dict(step.roles).get("unit")
    return part.units if isinstance(part, Units) else ()


def test_a_full_board_has_no_next_step() -> None:
    assert next_step(State.start(solve(parse(EASY)))) is None


def test_a_puzzle_with_two_solutions_has_no_path() -> None:
    with pytest.raises(NotUnique):
        easiest_way(Grid.blank(Geometry(2, 2)))


def test_a_spent_budget_ends_the_step() -> None:
    with pytest.raises(BudgetSpent):
        next_step(State.start(parse(EASY)), Budget(0.0))


def test_what_may_take_seconds_is_not_begun_when_the_time_is_almost_over() -> None:
    state = State.start(parse(EXTREME["Golden Nugget"]))
    quick = [finder for finder, _ in LADDER[:-4]]
    while step := next((step for finder in quick for step in finder(state)), None):
        state = step.after(state)
    assert not state.is_solved
    with pytest.raises(BudgetSpent):
        next_step(state, Budget(0.9))


def test_a_spent_budget_ends_the_path() -> None:
    with pytest.raises(BudgetSpent):
        easiest_way(parse(EASY), Budget(nodes=3))


class TestPlayer:
    givens = parse(EASY)
    solution = solve(givens)
    blank = givens.blanks()[0]

    def full_notes(self) -> list[int]:
        return list(State.start(self.givens).cells)

    def test_a_wrong_digit_is_named_without_the_right_one(self) -> None:
        wrong = self.solution[self.blank] % 9 + 1
        values = self.givens.with_values({self.blank: wrong})
        found = find_mistake(State.of(self.givens, values), self.solution, self.full_notes())
        assert found == Mistake((self.blank,))

    def test_notes_that_lack_the_right_digit_are_named_with_all_that_may_be_missing(self) -> None:
        notes, start = self.full_notes(), State.start(self.givens)
        cell = next(cell for cell in self.blank_cells() if notes[cell].bit_count() > 2)
        kept = start.options_of(cell, ~(1 << self.solution[cell] - 1))[0].value
        notes[cell] = 1 << kept - 1
        missing = tuple(one.value for one in start.options_of(cell, -1) if one.value != kept)
        assert len(missing) > 1
        found = find_mistake(start, self.solution, notes)
        assert found == Mistake((), ((cell, missing),))

    def test_a_note_of_a_digit_that_a_peer_holds_is_named_with_that_peer(self) -> None:
        notes, start = self.full_notes(), State.start(self.givens)
        cell = self.blank_cells()[0]
        holder = next(peer for peer in start.geometry.peers[cell] if start.values[peer])
        value = start.values[holder]
        notes[cell] |= 1 << value - 1
        found = find_mistake(start, self.solution, notes)
        assert found is not None
        ((note, named),) = found.blocked
        assert note == (cell, value)
        assert start.values[named] == value
        assert found.noted == (cell,)

    def blank_cells(self) -> tuple[int, ...]:
        return self.givens.blanks()

    def test_notes_in_a_few_cells_are_no_mistake_and_do_not_count(self) -> None:
        notes = [0] * 81
        notes[self.blank] = 1 << self.solution[self.blank] % 9
        assert player_state(self.givens, self.givens, notes) == State.start(self.givens)

    def test_complete_notes_count(self) -> None:
        notes = self.full_notes()
        cell = next(cell for cell in self.blank_cells() if notes[cell].bit_count() > 2)
        notes[cell] = 1 << self.solution[cell] - 1
        state = player_state(self.givens, self.givens, notes)
        assert state.cells[cell] == notes[cell]
        assert find_mistake(State.start(self.givens), self.solution, notes) is None

    def test_notes_that_the_digits_rule_out_do_not_count(self) -> None:
        notes = [(1 << 9) - 1] * 81
        assert player_state(self.givens, self.givens, notes) == State.start(self.givens)

    def test_the_step_goes_on_from_the_players_digits(self) -> None:
        values = self.givens
        for _ in range(len(self.givens.blanks())):
            state = player_state(self.givens, values)
            assert find_mistake(state, self.solution, [0] * 81) is None
            step = next_step(state)
            assert step
            assert step.placements
            values = values.with_values(dict(step.placements))
        assert values == self.solution
        assert next_step(player_state(self.givens, values)) is None


class TestSomeNotes:
    """A board without singles, some of whose cells have notes."""

    state = placed_singles(State.start(generate(Geometry(3, 3), Symmetry.NONE, "way 27").grid))
    solution = solve(state.grid)

    @property
    def roomy(self) -> list[int]:
        return [cell for cell, mask in enumerate(self.state.cells) if mask.bit_count() > 2]

    def notes(self, masks: dict[int, int]) -> list[int]:
        return [masks.get(cell, 0) for cell in range(81)]

    def without(self, cell: int, *, right: bool) -> int:
        """All candidates of a cell but one."""
        bit = 1 << self.solution[cell] - 1
        others = self.state.cells[cell] & ~bit
        return others if right else others & others - 1 | bit

    def test_they_narrow_the_state_where_they_are_right_and_all_else_stays_open(self) -> None:
        cell = self.roomy[0]
        notes = self.notes({cell: self.without(cell, right=False)})
        state = with_notes(self.state, notes, self.solution)
        assert state.cells[cell] == notes[cell]
        assert state.cells[:cell] + state.cells[cell + 1 :] == (
            self.state.cells[:cell] + self.state.cells[cell + 1 :]
        )
        assert find_mistake(self.state, self.solution, notes) is None

    def test_one_that_lacks_the_right_digit_is_named_and_does_not_count(self) -> None:
        cell, other = self.roomy[:2]
        masks = {cell: self.without(cell, right=True), other: self.without(other, right=False)}
        notes = self.notes(masks)
        assert find_mistake(self.state, self.solution, notes) == Mistake(
            (), ((cell, (self.solution[cell],)),)
        )
        state = with_notes(self.state, notes, self.solution)
        assert (state.cells[cell], state.cells[other]) == (self.state.cells[cell], notes[other])

    def test_a_single_note_is_a_mark_of_a_place_and_not_all_that_is_left(self) -> None:
        cell = self.roomy[0]
        for digit in self.state.options_of(cell, -1):
            notes = self.notes({cell: 1 << digit.value - 1})
            assert find_mistake(self.state, self.solution, notes) is None
            assert with_notes(self.state, notes, self.solution) == self.state

    def test_where_most_of_them_lack_the_right_digit_they_are_marks_of_another_kind(self) -> None:
        notes = self.notes({cell: self.without(cell, right=True) for cell in self.roomy[:5]})
        assert find_mistake(self.state, self.solution, notes) is None
        assert with_notes(self.state, notes, self.solution) == self.state

    def test_as_long_as_the_digits_show_a_single_they_are_not_looked_at(self) -> None:
        grid = parse(EASY)
        state, solution = State.start(grid), solve(grid)
        cell = next(cell for cell in grid.blanks() if state.cells[cell].bit_count() > 2)
        notes = self.notes({cell: state.cells[cell] & ~(1 << solution[cell] - 1)})
        assert find_mistake(state, solution, notes) is None
