"""Wrong answers of a program are printed and make the command fail."""

import sys
from pathlib import Path

import pytest

from tests.programs import is_right, main

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
PRETEND = """
import sys
read, write, answer = sys.argv[1:]
with open(read) as puzzles, open(write, "w") as answers:
    for puzzle in puzzles:
        answers.write(puzzle.strip() + "," + answer + "\\n")
"""
BRIEFLY = ("--rounds", "1", "--starts", "1")


@pytest.fixture
def puzzles(tmp_path: Path) -> str:
    file = tmp_path / "one.txt"
    file.write_text(f"# one\n{PUZZLE}\n", "ascii")
    return str(file)


@pytest.fixture
def pretended(tmp_path: Path) -> str:
    """A command line to which the answer is appended."""
    script = tmp_path / "pretend.py"
    script.write_text(PRETEND, "ascii")
    return f"{sys.executable} -I -S {script} {{zeros}} {{answers}}"


@pytest.mark.long
def test_programs_that_agree_have_their_columns(
    puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    peers = ("--peer", f"right={pretended} 1", "--peer", f"solver={pretended} {SOLUTION}")
    assert main([puzzles, *peers, "--sets", "file", *BRIEFLY]) == 0
    starts, files = capsys.readouterr().out.strip("\n").split("\n\n")
    programs = "sudoku count | sudoku solve | right | solver | times |"
    assert starts.startswith(f"| start, milliseconds | python -c pass | import engine | {programs}")
    head, _, best, middle, beyond = files.split("\n")
    assert head == f"| files, milliseconds | {programs}"
    assert best.startswith("| one (1) | ")
    assert len({row.count(" | ") for row in (head, best, middle)}) == 1
    assert beyond.startswith("| then a second | ")


@pytest.mark.long
@pytest.mark.parametrize("answer", ["2", SOLUTION[::-1], "nothing"])
def test_a_program_that_differs_is_told_with_the_puzzle(
    answer: str, puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = ("--peer", f"odd={pretended} {answer}", "--sets", "file")
    assert main([puzzles, *odd, *BRIEFLY]) == 1
    told = f",{answer}' of {PUZZLE}"
    assert any(
        line.startswith("ANSWERS DIFFER: 1, first odd says ") and line.endswith(told)
        for line in capsys.readouterr().out.splitlines()
    )


@pytest.mark.long
def test_a_program_without_answers_is_told(
    puzzles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([puzzles, "--peer", "silent=true", "--sets", "file", *BRIEFLY]) == 1
    assert "ANSWERS DIFFER: 1, first silent has 0 of 1\n" in capsys.readouterr().out


@pytest.mark.long
def test_other_counts_are_found_in_every_set(
    puzzles: str, pretended: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who always says 1 is right on a puzzle, and wrong on a thinned one and on random boards."""
    always = ("--peer", f"one={pretended} 1", "--random", "10")
    assert main([puzzles, *always, *BRIEFLY]) == 1
    lines = capsys.readouterr().out.splitlines()
    sets = [line.partition(" (")[0] for line in lines if ") | " in line]
    assert sets == ["| one", "| one, several", "| random"]
    told = [line.partition(", first")[0] for line in lines if line.startswith("ANSWERS DIFFER")]
    # Of the puzzle without some givens, and of all random boards but perhaps one.
    assert told[0] == "ANSWERS DIFFER: 1"
    assert len(told) == 2


@pytest.mark.parametrize(
    ("answer", "count", "expected"),
    [
        ("1", 1, True),
        ("2", 1, False),
        ("none", 0, True),
        ("none", 1, False),
        ("many", 2, True),
        (SOLUTION, 1, True),
        (f"{PUZZLE}:1:{SOLUTION}", 1, True),
        (f"{PUZZLE}:2:{SOLUTION}", 1, False),
        (f"{PUZZLE}, {SOLUTION[::-1]}", 1, False),
        (f"{PUZZLE},{PUZZLE}", 1, False),
        (f"{PUZZLE},{PUZZLE}", 2, True),
        (f"{PUZZLE}:1:{SOLUTION}", 2, False),
        ("", 1, False),
    ],
)
def test_a_count_and_a_solution_must_be_true(answer: str, count: int, *, expected: bool) -> None:
    assert is_right(answer, count, SOLUTION) is expected
