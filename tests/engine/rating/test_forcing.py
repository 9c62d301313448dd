"""Forcing chains against their definition, by comparing all runs of a nearly full board."""

from collections.abc import Sequence
from itertools import product

import pytest

from engine import solve
from engine.rating.board import PLACE_IN, UNIT_OF, Board, cells_of
from engine.rating.cycles import length_difficulty
from engine.rating.forcing import (
    BY_CELL,
    BY_UNIT,
    CONTRADICTION,
    DOUBLE,
    DYNAMIC,
    MULTIPLE,
    NISHIO,
    PLUS,
    Mode,
    all_conclusions,
    forcing_chains,
    removed_by,
)
from engine.rating.nested import WITH_CHAINS, WITH_DYNAMIC, WITH_MULTIPLE
from engine.rating.net import FALSE, Run, Spread
from engine.techniques.forcing import CELL_FORCING_CHAIN, UNIT_FORCING_CHAIN

PUZZLES = (
    "2..37...85.3.......7.....3..25894...1..237.59.39516..4412769.8.95.4831..368152497",
    "684379152357281...129564837..692.3.5.32..5..6..5.3628..43..25.8261.5..935.8..3.2.",
    ".6.3.5.4.5..694..1..48.1..5352789416.1.543928489216573.459.2..78..157..4.7.4.8.5.",
)
"""Two that need a forcing chain in a unit, and one that needs a static chain."""

FEW = 18
"""Blanks of a board on which whole chains are looked for in each run."""

Rank = tuple[int, int]


def givens(puzzle: str) -> list[int]:
    return [int(letter) if letter.isdigit() else 0 for letter in puzzle]


def digits_of(mask: int) -> list[int]:
    return [digit for digit in range(9) if mask >> digit & 1]


class Defined:
    """All conclusions of a mode by what they conclude, each with its lowest rank."""

    def __init__(self, board: Board, mode: Mode) -> None:
        self.grid, self.mode = board.candidates, mode
        self.spread = Spread(
            board, self.grid, dynamic=mode.dynamic, nishio=mode.nishio, extend=mode.extend
        )
        self.ranks: dict[int, Rank] = {}
        self.runs: dict[int, Run] = {}
        for cell, mask in enumerate(self.grid.digits):
            digits = digits_of(mask)
            if len(digits) < (2 if mode.dynamic else 3):
                continue
            for digit in digits:
                self.candidate(9 * cell + digit, len(digits))
                self.units(cell, digit)
            self.conclude([9 * cell + digit for digit in digits], BY_CELL)

    def run(self, node: int) -> Run:
        if node not in self.runs:
            self.runs[node] = self.spread.run(node)
        return self.runs[node]

    def candidate(self, candidate: int, in_cell: int) -> None:
        if not self.mode.dynamic:
            return
        for node, target in ((candidate, FALSE + candidate), (FALSE + candidate, candidate)):
            if complexity := self.run(node).contradiction:
                self.offer(target, (complexity, CONTRADICTION))
        if in_cell > 2:
            self.conclude([candidate, FALSE + candidate], DOUBLE)

    def units(self, cell: int, digit: int) -> None:
        for unit, place in zip(UNIT_OF[cell], PLACE_IN[cell], strict=True):
            others = [
                9 * other + digit
                for other in range(81)
                if unit in UNIT_OF[other] and self.grid.digits[other] >> digit & 1
            ]
            # Sudoku Explainer asks for a unit at the first place of the digit alone.
            first = digits_of(self.grid.places[unit][digit])[0]
            if len(others) > 1 and place == first:
                self.conclude(others, BY_UNIT)

    def conclude(self, assumed: Sequence[int], kind: int) -> None:
        if self.mode.nishio:
            return
        runs = [self.run(node) for node in assumed]
        for node in set.intersection(*(set(run.links) for run in runs)):
            if removed_by(self.grid, node):
                chains = {chain for run in runs for chain in run.chains_behind([node])}
                complexity = sum(run.nodes(node) for run in runs)
                complexity += sum(chain.complexity for chain in chains)
                self.offer(node, (complexity, kind))

    def offer(self, target: int, rank: Rank) -> None:
        self.ranks[target] = min(rank, self.ranks.get(target, rank))

    def by_removal(self) -> dict[tuple[int, ...], Rank]:
        found: dict[tuple[int, ...], Rank] = {}
        for target, rank in self.ranks.items():
            removed = tuple(removed_by(self.grid, target))
            found[removed] = min(rank, found.get(removed, rank))
        return found


MODES = (NISHIO, MULTIPLE, DYNAMIC, PLUS)
NESTED = (WITH_CHAINS, WITH_MULTIPLE, WITH_DYNAMIC)


@pytest.mark.parametrize("mode", MODES)
def test_the_conclusion_of_the_fewest_nodes_is_taken(mode: Mode) -> None:
    check(mode, PUZZLES[1])


@pytest.mark.long
@pytest.mark.parametrize(("mode", "puzzle"), product(MODES, (PUZZLES[0], PUZZLES[2])))
def test_so_it_is_on_other_boards(mode: Mode, puzzle: str) -> None:
    check(mode, puzzle)


@pytest.mark.long
@pytest.mark.parametrize("mode", NESTED)
def test_nested_chains_count_for_their_nodes(mode: Mode) -> None:
    full = solve(PUZZLES[2]).values
    blanks = {cell for cell in range(81) if PUZZLES[2][cell] == "."}
    # The last blanks alone are few enough for chains within chains.
    few = sorted(blanks)[-FEW:]
    check(mode, "".join("." if cell in few else str(full[cell]) for cell in range(81)))


def check(mode: Mode, puzzle: str) -> None:
    board, solution = Board(givens(puzzle)), solve(puzzle).values
    defined = Defined(board, mode).by_removal()
    found = all_conclusions(board, board.candidates, mode)
    assert [each.rank for each in found] == sorted(each.rank for each in found)
    ranks = {tuple(removed_by(board.candidates, each.target)): each.rank for each in found}
    assert ranks == defined
    step = forcing_chains(board, mode)
    if not defined:
        assert step is None
        return
    assert step
    best = min(defined.values())
    assert step.difficulty == mode.difficulty + length_difficulty(best[0])
    removed = tuple(
        9 * cell + digit for cell, mask in step.removed.items() for digit in digits_of(mask)
    )
    assert defined[removed] == best
    assert all(solution[one // 9] != one % 9 + 1 for removed in defined for one in removed)
    if step.places:
        assert solution[step.cell] == step.digit + 1
    if mode is MULTIPLE:
        assert step.technique is (UNIT_FORCING_CHAIN if best[1] == BY_UNIT else CELL_FORCING_CHAIN)
    else:
        assert step.technique is mode.technique


def test_the_modes_are_rated_as_on_the_scale() -> None:
    rated = [round(10 * mode.difficulty) for mode in (*MODES, *NESTED)]
    assert rated == [75, 80, 85, 90, 95, 100, 105]
    # Only multiple chains leave the grid as it is, only nishio stays with one digit.
    assert [mode for mode in (*MODES, *NESTED) if not mode.dynamic] == [MULTIPLE]
    assert [mode for mode in (*MODES, *NESTED) if mode.nishio] == [NISHIO]


@pytest.mark.long
@pytest.mark.parametrize("mode", [PLUS, *NESTED])
def test_an_extension_removes_nothing_true_but_because_of_something_wrong(mode: Mode) -> None:
    puzzle = PUZZLES[2]
    board, solution = Board(givens(puzzle)), solve(puzzle).values
    assert mode.extend
    advanced = 0
    for cell in list(cells_of(board.empty)):
        for digit in digits_of(board.candidates.digits[cell]):
            spread = Spread(board, board.candidates, dynamic=True, nishio=False, extend=None)
            run = spread.run(9 * cell + digit)
            if run.contradiction:
                continue
            for advance in mode.extend(board, board.candidates, spread.grid):
                advanced += 1
                assert advance.gone
                assert advance.rest
                assert all(FALSE + one in run.links for one in advance.rest)
                is_true = [solution[one // 9] == one % 9 + 1 for one in advance.gone]
                is_wrong = [solution[one // 9] == one % 9 + 1 for one in advance.rest]
                assert not any(is_true) or any(is_wrong)
    assert advanced
