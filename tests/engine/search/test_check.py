"""The checker alone: whatever a proof says, only what is true is accepted."""

import ast
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.grid import Grid
from engine.search import check
from engine.search.accelerate import ACCELERATED
from engine.search.budget import Budget
from engine.search.check import NoProof, ProofWrong, Proved, check_proof, proofs_in
from engine.search.proof import prove
from engine.search.search import is_unique, solutions
from tests.engine.boards import boards

# Inkala's puzzle of 2010 with its published answer.
HARD = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."
ANSWER = "145327698839654127672918543496185372218473956753296481367542819984761235521839764"
PROOF = str(prove(HARD))
CLAUSES = PROOF.splitlines()[2:]

# The same proof as it was before proofs had versions: no hints, and clauses without numbers.
BEGIN = [f"proof 3x3 {HARD}", f"solution {ANSWER}"]
UNHINTED = [line.partition(" 0 ")[0].removesuffix(" 0") + " 0" for line in CLAUSES[:-1]]
OLD = "\n".join([*BEGIN, *UNHINTED, "0"])

# The rules of a 9x9: 81 cells, nine digits in 54 parts, and four times nine digits in nine units.
RULES = 81 + 9 * 54 + 4 * 81

# The four blanks of this 4x4 may be 1 2 and 2 1, or 2 1 and 1 2.
TWO = "..343412..434321"
FIRST, SECOND = "1234341221434321", "2134341212434321"

# Three 4x4 grids have these givens.
THREE = "123.........4..."


needs_core = pytest.mark.skipif(not ACCELERATED, reason="without the C core there are no hints")


def wrong(proof: str) -> str:
    """The message with which a proof is refused."""
    with pytest.raises(ProofWrong) as refused:
        check_proof(proof)
    return str(refused.value)


def test_it_trusts_no_other_part_of_the_engine() -> None:
    nodes = list(ast.walk(ast.parse(Path(check.__file__).read_text("utf-8"))))
    assert not [node for node in nodes if isinstance(node, ast.Import)]
    names = {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_a_true_proof_holds() -> None:
    assert len(CLAUSES) > 5
    assert list(check_proof(PROOF)) == [Proved(HARD, (ANSWER,), "3x3")]


def test_the_proof_that_the_page_shows_holds() -> None:
    page = Path(check.__file__).parents[1] / "README.md"
    shown = page.read_text("utf-8").partition("```\nproof ")[2].partition("```")[0]
    (proved,) = check_proof(f"proof {shown}")
    assert len(proved.solutions) == 1
    assert wrong(f"proof {shown}".replace(" 0 4 6 0", " 0 4 5 0")).startswith("line 3: ")


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
        ("d 1 0", "there is no such clause to forget"),
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


@pytest.mark.parametrize("text", ["\n", "0\n", "junk", PROOF.partition("\n")[2]])
def test_a_proof_begins_with_its_puzzle(text: str) -> None:
    """It is refused by the call alone, whether anybody looks at what is returned or not."""
    with pytest.raises(NoProof, match="line 1: a proof begins with 'proof'"):
        check_proof(text)


def test_nothing_proves_nothing() -> None:
    assert wrong("") == "there is no proof in it"


def test_a_wrong_proof_behind_a_right_one_is_refused_before_anything_is_returned() -> None:
    place = len(PROOF.splitlines()) + 2
    assert wrong(f"{PROOF}\nproof 2x2 {'.' * 16}\n0").startswith(f"line {place}:")


def test_proofs_in_many_lines_are_checked_one_by_one() -> None:
    """None but the last proof is held in memory, so there may be any number."""
    asked = 0

    def lines() -> Iterator[str]:
        nonlocal asked
        for line in [*PROOF.splitlines(), *PROOF.splitlines()]:
            asked += 1
            yield line

    found = proofs_in(lines())
    assert next(found) == Proved(HARD, (ANSWER,), "3x3")
    assert asked == len(PROOF.splitlines()) + 1
    assert len([*found]) == 1


@pytest.mark.parametrize("proof", [5, [b"proof"], prove("." * 16)])
def test_what_is_no_text_is_no_proof(proof: Any) -> None:
    with pytest.raises(TypeError):
        check_proof(proof)


def test_what_was_forgotten_cannot_be_used() -> None:
    forgotten = [line for clause in UNHINTED for line in (clause, f"d {clause}")]
    assert wrong("\n".join([*BEGIN, *forgotten, "0"])).endswith("this clause does not follow")


@pytest.mark.long
@pytest.mark.parametrize("version", ["", "1 ", "2 "])
def test_every_version_is_read(version: str) -> None:
    text = OLD.replace("proof ", f"proof {version}")
    assert list(check_proof(text)) == [Proved(HARD, (ANSWER,), "3x3")]


@pytest.mark.long
def test_a_proof_without_a_version_forgets_clauses_by_their_literals() -> None:
    at = next(at for at, clause in enumerate(UNHINTED) if clause.count(" ") > 1)
    lines, again = [*BEGIN, *UNHINTED[: at + 1]], UNHINTED[at:]
    gone = " ".join(["d", *reversed(UNHINTED[at].split()[:-1]), "0"])
    found = list(check_proof("\n".join([*lines, gone, *again, "0"])))
    assert found == [Proved(HARD, (ANSWER,), "3x3")]
    assert wrong("\n".join([*BEGIN, gone])) == "line 3: there is no such clause to forget"
    told = f"line {len(lines) + 2}: there is no such clause to forget"
    assert wrong("\n".join([*lines, gone, gone])) == told
    assert wrong("\n".join([*BEGIN, "1 0 5 0"])) == "line 3: there is no such literal"


def test_a_version_of_the_future_is_named() -> None:
    told = wrong(PROOF.replace("proof 2", "proof 3"))
    assert told == "line 1: this is version 3 of a proof, and only 1 and 2 are known"


def hints_of(line: str) -> list[int]:
    return [int(hint) for hint in line.partition(" 0 ")[2].split()[:-1]]


def rehinted(at: int, hints: list[int]) -> str:
    """The proof with other hints for a clause."""
    literals = CLAUSES[at].partition(" 0 ")[0]
    line = " ".join([literals, "0", *map(str, hints), "0"])
    return "\n".join([*PROOF.splitlines()[:2], *CLAUSES[:at], line, *CLAUSES[at + 1 :]])


@needs_core
@pytest.mark.long
def test_a_wrong_hint_is_refused_with_its_line() -> None:
    hinted = [at for at, clause in enumerate(CLAUSES) if len(hints_of(clause)) > 8]
    assert len(hinted) > 5
    for at in hinted:
        hints = hints_of(CLAUSES[at])
        own = RULES + 1 + at
        told = [
            wrong(rehinted(at, hints[: len(hints) // 2])),
            wrong(rehinted(at, [own])),
            wrong(rehinted(at, [own + 1])),
            wrong(rehinted(at, [-hints[0]])),
            wrong(rehinted(at, [0, *hints])),
            wrong(rehinted(at, [10**30])),
        ]
        assert [message.partition(":")[0] for message in told] == [f"line {at + 3}"] * len(told)
        assert told[0].endswith("this clause does not follow")
        for message, hint in zip(told[1:], (own, own + 1, -hints[0], 0, 10**30), strict=True):
            assert message.endswith(f"the hint {hint} is not the number of a rule or a clause")


@needs_core
def test_a_hint_has_to_force_something() -> None:
    # The rule of the first cell, which is blank: nine digits are left, or some of them.
    assert wrong(rehinted(0, [1])) == "line 3: the hint 1 leaves more than one literal"


@needs_core
@pytest.mark.long
def test_a_forgotten_clause_is_no_hint() -> None:
    lines = PROOF.splitlines()
    for at, clause in enumerate(CLAUSES):
        used = [hint for hint in hints_of(clause) if hint > RULES]
        if not used:
            continue
        told = wrong("\n".join([*lines[: at + 2], f"d {used[0]} 0", *lines[at + 2 :]]))
        assert told.startswith(f"line {at + 4}: the hint {used[0]} is not the number")


@pytest.mark.parametrize("number", [1, 0, -1, 891])
def test_a_rule_cannot_be_forgotten(number: int) -> None:
    told = wrong("\n".join([PROOF.splitlines()[0], f"d {number} 0"]))
    assert told == "line 2: there is no such clause to forget"


def test_hints_do_with_less_than_propagation() -> None:
    """Each clause here follows from one rule; what propagation finds besides does not count."""
    begin = [f"proof 2 2x2 {TWO}", f"solution {FIRST}"]
    # Cells 0 and 1 hold 1 or 2: if the first does not hold 1, it holds 2.
    assert wrong("\n".join([*begin, "1 2 0 1 0"])).endswith("other solutions are not ruled out")
    told = wrong("\n".join([*begin, "1 2 0 2 0"]))
    assert told == "line 3: the hint 2 leaves more than one literal"
    assert wrong("\n".join([*begin, "1 0 1 0"])) == "line 3: this clause does not follow"


def mutated(lines: list[list[int]], dice: Random) -> list[list[int]]:
    """The numbers of the clauses of a proof with one change, which may be none."""
    lines = [[*line] for line in lines]
    at = dice.randrange(len(lines))
    line, place = lines[at], dice.randrange(len(lines[at]))
    match dice.randrange(6):
        case 0:
            line[place] = -line[place]
        case 1:
            line[place] += dice.choice([-1, 1])
        case 2:
            del line[place]
        case 3:
            other = dice.randrange(len(line))
            line[place], line[other] = line[other], line[place]
        case 4:
            line.insert(place, dice.choice(dice.choice(lines)))
        case _:
            other = dice.randrange(len(lines))
            lines[at], lines[other] = lines[other], line
    return lines


@needs_core
@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(boards([(2, 2), (2, 3), (3, 3), (3, 4)]), st.randoms(use_true_random=False))
def test_a_changed_proof_is_refused_or_still_true(grid: Grid, dice: Random) -> None:
    """Whatever hints show, propagation without them shows as well: it is the slower judge."""
    begin, steps = list[str](), list[list[int]]()
    for line in str(prove(grid, Budget(60))).splitlines():
        if line[0] in "ps":
            begin.append(line)
        elif line[0] != "d":
            steps.append(list(map(int, line.split()[:-1])))
    for _ in range(8 if any(steps) else 0):
        changed = mutated([step for step in steps if step], dice)
        hinted = [*begin, *(" ".join(map(str, [*step, 0])) for step in changed), "0"]
        try:
            found = list(check_proof(hinted))
        except ProofWrong:
            continue
        plain = [" ".join(map(str, [*takewhile(bool, step), 0])) for step in changed]
        assert list(check_proof([*begin, *plain, "0"])) == found


literals = st.integers(1, 64 + 32 + 32).flatmap(lambda one: st.sampled_from([one, -one]))
clauses = st.lists(literals, max_size=4, unique_by=abs)
# The rules of a 4x4 are 16 cells, 64 parts, and 64 lines and boxes; then come the clauses.
hints = st.lists(st.integers(1, 16 + 64 + 64 + 12), max_size=8)


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(clauses, hints), max_size=12), st.sampled_from([(), (FIRST,), (SECOND,)]))
def test_no_clauses_prove_what_is_not_true(
    steps: list[tuple[list[int], list[int]]], solutions: tuple[str, ...]
) -> None:
    lines = [f"proof 2 2x2 {TWO}", *(f"solution {solution}" for solution in solutions)]
    wrong(
        "\n".join([*lines, *(" ".join(map(str, [*step, 0, *hints, 0])) for step, hints in steps)])
    )


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
