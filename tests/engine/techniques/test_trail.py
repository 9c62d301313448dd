"""Every line of every net is checked by a model that knows only the rules."""

from dataclasses import replace
from itertools import islice

import pytest

from engine import Geometry, parse, solve
from engine.techniques import State, Step, Technique, steps
from engine.techniques.layout import Candidate
from engine.techniques.nested import NESTED_NET
from engine.techniques.nets import CELL_FORCING_NET, UNIT_FORCING_NET
from engine.techniques.parts import Branch, Branches
from engine.techniques.trail import Refutation, Trail
from tests.engine.techniques.test_published import EXAMPLES
from tests.ways import known_way

pytestmark = pytest.mark.xdist_group("ways")

HARDEST = (
    (
        "Arto Inkala 2010",
        "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    ),
    (
        "Golden Nugget",
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ),
)


class Model:
    """Candidates as a set, and the plain rules."""

    def __init__(self, geometry: Geometry, alive: set[Candidate], placed: set[Candidate]) -> None:
        self.geometry, self.alive, self.placed = geometry, set(alive), set(placed)

    def copy(self) -> "Model":
        return Model(self.geometry, self.alive, self.placed)

    def put(self, option: Candidate) -> None:
        self.placed.add(option)
        peers = set(self.geometry.peers[option.cell])
        self.alive = {
            other
            for other in self.alive
            if other == option
            or (
                other.cell != option.cell
                and (other.cell not in peers or other.value != option.value)
            )
        }

    def in_cell(self, cell: int) -> set[Candidate]:
        return {option for option in self.alive | self.placed if option.cell == cell}

    def in_unit(self, value: int, unit: int) -> set[Candidate]:
        cells = set(self.geometry.units[unit])
        both = self.alive | self.placed
        return {option for option in both if option.value == value and option.cell in cells}


def check(model: Model, branch: Branch) -> None:
    model.put(branch.premise)
    for deduction in branch.deductions:
        option = deduction.placed
        if deduction.reason == "only_candidate":
            assert option
            assert model.in_cell(option.cell) == {option}
        elif deduction.reason == "only_place":
            assert option
            assert model.in_unit(option.value, deduction.unit) == {option}
        elif deduction.reason == "locked":
            check_locked(model, deduction.gone, deduction.unit)
        else:
            assert deduction.proof
            assert deduction.proof.contradiction
            assert (deduction.proof.premise,) == deduction.gone
            check(model.copy(), deduction.proof)
        model.alive -= set(deduction.gone)
        if option:
            model.put(option)
    check_end(model, branch)


def check_locked(model: Model, gone: tuple[Candidate, ...], unit: int) -> None:
    places = model.in_unit(gone[0].value, unit)
    for option in gone:
        assert option not in places
        assert all(place.cell in model.geometry.peers[option.cell] for place in places)


def check_end(model: Model, branch: Branch) -> None:
    end = branch.contradiction
    if end and end.kind == "no_candidate":
        assert not model.in_cell(end.cells[0])
    elif end:
        assert not model.in_unit(end.value, end.unit)


def nets(text: str, count: int) -> list[tuple[State, Step]]:
    state = State.start(parse(text))
    found: list[tuple[State, Step]] = []
    for step in known_way(state.grid):
        if isinstance(dict(step.roles).get("branches"), Branches):
            found.append((state, step))
        state = step.after(state)
    return found[:count]


@pytest.mark.long
@pytest.mark.parametrize(("name", "text"), HARDEST, ids=[name for name, _ in HARDEST])
def test_every_line_of_a_net_follows_from_the_lines_before(name: str, text: str) -> None:
    found = nets(text, 12)
    assert len(found) == 12, name
    for state, step in found:
        branches = dict(step.roles)["branches"]
        assert isinstance(branches, Branches)
        for branch in branches.branches:
            assert step.eliminations == (branch.premise,)
            assert branch.contradiction
            check(model_of(state), branch)


@pytest.mark.long
def test_proofs_inside_proofs_occur_among_them() -> None:
    techniques = {step.technique for _, step in nets(HARDEST[1][1], 12)}
    assert NESTED_NET in techniques


def model_of(state: State) -> Model:
    alive = {o for cell, mask in enumerate(state.cells) for o in state.options_of(cell, mask)}
    placed = {Candidate(cell, value) for cell, value in enumerate(state.values) if value}
    return Model(state.geometry, alive, placed)


@pytest.mark.long
@pytest.mark.parametrize("kind", [CELL_FORCING_NET, UNIT_FORCING_NET])
def test_all_choices_of_a_verity_lead_to_its_conclusion(kind: Technique) -> None:
    published = [example.state() for example in EXAMPLES if example.technique is kind]
    states = [nets(HARDEST[0][1], 1)[0][0], *published]
    found = [(state, step) for state in states for step in islice(steps(state, kind), 15)]
    for state, step in found:
        branches = dict(step.roles)["branches"]
        assert isinstance(branches, Branches)
        premises = {branch.premise for branch in branches.branches}
        assert premises in choices(state)
        for branch in branches.branches:
            model = model_of(state)
            check(model, branch)
            assert branch.contradiction or step.eliminations[0] not in model.alive


def choices(state: State) -> list[set[Candidate]]:
    """All candidates of each cell and all places of each digit in each unit."""
    cells = [set(state.options_of(cell, mask)) for cell, mask in enumerate(state.cells)]
    units = [
        set(state.options(value, mask)) for value in state.digits for mask in state.layout.units
    ]
    return cells + units


FIRST = [
    next(each.state() for each in EXAMPLES if each.technique is kind)
    for kind in (UNIT_FORCING_NET, CELL_FORCING_NET)
]


def settled(model: Model) -> bool:
    """Draws all singles and locked candidates; whether it ends without a contradiction."""
    shape = model.geometry
    while True:
        cells = [model.in_cell(cell) for cell in range(81)]
        units = [model.in_unit(v, unit) for v in range(1, 10) for unit in range(27)]
        if not all(cells) or not all(units):
            return False
        single = {min(some) for some in cells + units if len(some) == 1} - model.placed
        if single:
            model.put(min(single))
            continue
        gone = {
            option
            for some in units
            if len(some) < 4
            for option in model.alive - some
            if all(each.value == option.value for each in some)
            and all(each.cell in shape.peers[option.cell] for each in some)
        }
        if not gone:
            return True
        model.alive -= gone


@pytest.mark.long
@pytest.mark.parametrize("state", FIRST, ids=["unit", "cell"])
def test_an_assumption_leads_to_all_that_singles_and_locked_candidates_show(state: State) -> None:
    options = [option for cell in range(81) for option in state.options_of(cell, -1)]
    outcomes = set()
    for option in options[::12]:
        trail, model = Trail(state, option), model_of(state)
        clash = trail.run()
        model.put(option)
        assert settled(model) == (clash is None)
        outcomes.add(clash is None)
        if clash is None:
            assert {each for each in options if not trail.is_gone(each)} == {
                each for each in options if each in model.alive
            }
            assert not [*trail.contradictions()]
            for gone in [each for each in options if trail.is_gone(each)][::9]:
                branch, needs = trail.rules_out(gone)
                assert not needs
                after = model_of(state)
                check(after, branch)
                assert gone not in after.alive
                check_needed(state, branch, gone)
        else:
            assert clash in [*trail.contradictions()]
            branch, needs = trail.proof(trail.needs_of(clash), clash)
            assert not needs
            assert branch.contradiction == clash
            check(model_of(state), branch)
    assert outcomes == {True, False}


def check_needed(state: State, branch: Branch, gone: Candidate) -> None:
    """Without its last deduction, a branch does not rule out what it is told for."""
    if branch.deductions:
        after = model_of(state)
        check(after, replace(branch, deductions=branch.deductions[:-1]))
        assert gone in after.alive


@pytest.mark.parametrize("state", FIRST, ids=["unit", "cell"])
def test_what_is_asked_for_ends_the_search(state: State) -> None:
    options = [option for cell in range(81) for option in state.options_of(cell, -1)]
    for option in options[::20]:
        whole = Trail(state, option)
        if whole.run() is None:
            for gone in [each for each in options if whole.is_gone(each)][::20]:
                trail = Trail(state, option)
                assert trail.run(until=gone) is None
                assert trail.is_gone(gone)
                assert len(trail.rules_out(gone)[0].deductions) <= len(options)


def test_a_plan_refutes_what_stands_alone_only_with_inner_refutations() -> None:
    state = next(each.state() for each in EXAMPLES if each.technique is NESTED_NET)
    for step in islice(steps(state, NESTED_NET), 3):
        branches = dict(step.roles)["branches"]
        assert isinstance(branches, Branches)
        (branch,) = branches.branches
        assert Trail(state, branch.premise).run() is None
        assert any(each.reason == "refuted" for each in branch.deductions)
        check(model_of(state), branch)
        # The digits of the solution are not refuted, under whatever assumption holds.
        right = [Candidate(cell, value) for cell, value in enumerate(solve(state.grid).values)]
        assumed, *plan = [each for each in right if state.has(each)]
        with pytest.raises(AssertionError):
            Trail(state, assumed).refute([Refutation(each) for each in plan])
