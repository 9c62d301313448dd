"""The checker alone: whatever a proof says, only what is true is accepted."""

import ast
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.grid import Grid
from engine.search import check
from engine.search.check import ProofWrong, Proved, check_proof
from engine.search.proof import prove
from engine.search.search import is_unique, solutions

# Inkala's puzzle of 2010 with its published answer.
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
ANSWER = "145327698839654127672918543496185372218473956753296481367542819984761235521839764"
PROOF = str(prove(HARD))
CLAUSES = PROOF.splitlines()[2:]

# The four blanks of this 4x4 may be 1 2 and 2 1, or 2 1 and 1 2.
TWO = "..343412..434321"
FIRST, SECOND = "1234341221434321", "2134341212434321"

# Three 4x4 grids have these givens.
THREE = "123.........4..."


def wrong(proof: str) -> str:
    """The message with which a proof is refused."""
    with pytest.raises(ProofWrong) as refused:
        list(check_proof(proof))
    return str(refused.value)


def test_it_trusts_no_other_part_of_the_engine() -> None:
    nodes = list(ast.walk(ast.parse(Path(check.__file__).read_text("utf-8"))))
    assert not [node for node in nodes if isinstance(node, ast.Import)]
    names = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_a_true_proof_holds() -> None:
    assert len(CLAUSES) > 5
    assert list(check_proof(PROOF)) == [Proved(HARD, (ANSWER,), "3x3")]


def test_proofs_stand_one_after_the_other() -> None:
    none, several = str(prove("11" + "." * 14)), str(prove(TWO))
    found = list(check_proof(f"{none}\n{PROOF}\n{several}"))
    assert [proved.puzzle for proved in found] == ["11" + "." * 14, HARD, TWO]
    assert [len(proved.solutions) for proved in found] == [0, 1, 2]


@pytest.mark.long
@pytest.mark.parametrize("cell", [cell for cell in range(81) if HARD[cell] != "."])
def test_the_proof_does_not_hold_without_a_given(cell: int) -> None:
    fewer = HARD[:cell] + "." + HARD[cell + 1 :]
    if is_unique(fewer):
        pytest.skip("this given is not needed")
    wrong(PROOF.replace(HARD, fewer))


@pytest.mark.long
def test_a_proof_that_was_cut_off_does_not_hold() -> None:
    for length in (1, 2, 3, len(CLAUSES) // 2):
        message = wrong("\n".join(PROOF.splitlines()[:length]))
        assert message == f"line {length}: the proof ends, and other solutions are not ruled out"


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        (ANSWER[1:], "this is not another solution"),
        (ANSWER[::-1], "this solution has other givens"),
        (ANSWER[1] + ANSWER[0] + ANSWER[2:], "this solution breaks the rules"),
        (ANSWER.translate(str.maketrans("12", "21")), "this solution has other givens"),
        (HARD, "this solution breaks the rules"),
        (ANSWER + " " + ANSWER, "_Check._add_solution() takes 2 positional arguments"),
    ],
)
def test_another_solution_is_refused(solution: str, message: str) -> None:
    assert wrong(PROOF.replace(ANSWER, solution)).startswith(f"line 2: {message}")


def test_one_solution_twice_is_not_two() -> None:
    begin = f"proof 2x2 {TWO}\nsolution {FIRST}\nsolution "
    assert list(check_proof(begin + SECOND)) == [Proved(TWO, (FIRST, SECOND), "2x2")]
    assert wrong(begin + FIRST) == "line 3: this is not another solution"


@pytest.mark.parametrize("puzzle", [THREE, "." * 16])
def test_three_solutions_do_not_say_that_there_is_no_fourth(puzzle: str) -> None:
    lines = [f"proof 2x2 {puzzle}", *(f"solution {grid}" for grid in solutions(puzzle, 288))]
    for length in (4, len(lines)):
        message = wrong("\n".join(lines[:length]))
        assert message.endswith("the proof ends, and other solutions are not ruled out")


def test_three_solutions_are_all_where_a_fourth_is_refuted() -> None:
    every = tuple(map(str, solutions(THREE, 4)))
    shown = [f"proof 2x2 {THREE}", *(f"solution {grid}" for grid in every)]
    lines = [*shown, "-29 0", "-37 0", "0"]
    assert list(check_proof("\n".join(lines))) == [Proved(THREE, every, "2x2")]
    wrong("\n".join([*shown, "0"]))
    for cut in (1, 2, 3):
        wrong("\n".join(lines[:cut] + lines[cut + 1 :]))


def test_a_solution_is_needed_before_it_can_be_the_only_one() -> None:
    assert wrong(f"proof 2x2 {TWO}\n0").startswith("line 2: this clause does not follow")
    assert wrong(f"proof 2x2 {TWO}\nsolution {FIRST}\n0") == "line 3: this clause does not follow"


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5", "a clause ends with 0"),
        ("d 5", "a clause ends with 0"),
        ("1 2000 0", "there is no such literal"),
        ("0 0", "there is no such literal"),
        ("d 1 2 0", "there is no such clause to forget"),
        ("one 0", "invalid literal"),
        (" ", "not enough values"),
        ("proof 3x3", ""),
        ("proof 9x9 " + "." * 81, "the puzzle does not fit its box"),
        ("proof 1x4 " + "." * 16, "the puzzle does not fit its box"),
        ("proof 2x2 " + "5" * 16, "a digit is above the size"),
        ("proof 2x2 " + "x" * 16, ""),
    ],
)
def test_what_is_no_proof_is_refused(line: str, message: str) -> None:
    assert message in wrong(f"{PROOF}\n{line}")


@pytest.mark.parametrize("text", ["", "\n", "0\n", PROOF.partition("\n")[2]])
def test_a_proof_begins_with_its_puzzle(text: str) -> None:
    assert wrong(text).endswith("a proof begins with 'proof'")


def test_what_was_forgotten_cannot_be_used() -> None:
    concluded = [clause for clause in CLAUSES[:-1] if not clause.startswith("d")]
    forgotten = [line for clause in concluded for line in (clause, f"d {clause}")]
    begin = PROOF.splitlines()[:2]
    assert wrong("\n".join([*begin, *forgotten, "0"])).endswith("this clause does not follow")


literals = st.integers(1, 64 + 32 + 32).flatmap(lambda one: st.sampled_from([one, -one]))
clauses = st.lists(literals, max_size=4, unique_by=abs)


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.lists(clauses, max_size=12), st.sampled_from([(), (FIRST,), (SECOND,)]))
def test_no_clauses_prove_what_is_not_true(
    steps: list[list[int]], solutions: tuple[str, ...]
) -> None:
    lines = [f"proof 2x2 {TWO}", *(f"solution {solution}" for solution in solutions)]
    wrong("\n".join([*lines, *(" ".join(map(str, [*step, 0])) for step in steps)]))


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_clause_that_is_believed_is_true(data: st.DataObject) -> None:
    """For any cell and digit: what the first clause says agrees with all solutions there are."""
    steps = data.draw(st.lists(st.integers(1, 64), min_size=1, max_size=3))
    text = f"proof 2x2 {TWO}\n{' '.join(str(-step) for step in steps)} 0"
    if "does not follow" in wrong(text):
        return
    for solution in (FIRST, SECOND):
        values = Grid.from_line(solution).values
        assert any(values[(step - 1) // 4] != (step - 1) % 4 + 1 for step in steps)
