import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.search.proof import prove

# The example of the Wikipedia article on Sudoku, and its printed solution.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# The random puzzle of Norvig's essay that took his program 1439 seconds to find impossible.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
BLANK = "." * 81
File = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.txt"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_proofs_of_the_answers_are_checked(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = str(tmp_path / "proofs")
    name = file(f"{PUZZLE}\n{IMPOSSIBLE}\n{BLANK}\n")
    assert main(["solve", "--proof", proofs, name]) == 1
    assert capsys.readouterr().out.splitlines() == [SOLUTION, "none", "many"]
    assert main(["check", proofs]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{SOLUTION} {PUZZLE}",
        f"none {IMPOSSIBLE}",
        f"many {BLANK}",
    ]


@pytest.mark.long
def test_a_proof_that_does_not_hold_is_named(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    assert main(["solve", "--proof", str(proofs), file(f"{PUZZLE}\n{PUZZLE}\n")]) == 0
    good = proofs.read_text("ascii")
    proofs.write_text(good + good.replace(SOLUTION, SOLUTION[::-1]), "ascii")
    capsys.readouterr()
    assert main(["check", str(proofs), str(tmp_path / "no file")]) == 2
    shown, complaints = capsys.readouterr()
    assert shown.splitlines() == [f"{SOLUTION} {PUZZLE}"] * 2
    first, second = complaints.splitlines()
    assert re.fullmatch(r".*proofs: line \d+: this solution has other givens", first)
    assert second.endswith("no file: No such file or directory")
    proofs.write_text(good.rpartition("proof")[0] + good.replace(SOLUTION, SOLUTION[::-1]), "ascii")
    assert main(["check", str(proofs)]) == 1


def test_proofs_are_held_against_the_puzzles(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    puzzles = file(f"{BLANK}\n{PUZZLE}\n{PUZZLE}\n")
    assert main(["solve", "--proof", str(proofs), file(f"{PUZZLE}\n{BLANK}\n{PUZZLE}\n")]) == 1
    assert main(["check", "--puzzles", puzzles, str(proofs)]) == 0
    first = proofs.read_text("ascii").partition("\nproof")[0] + "\n"
    capsys.readouterr()
    for written, complaint in (
        (first * 3, f"{proofs}: one more proof of the same puzzle: {PUZZLE}"),
        (str(prove(IMPOSSIBLE)), f"{proofs}: a proof of another puzzle: {IMPOSSIBLE}"),
        (first * 2, f"{puzzles}: no proof of this puzzle: {BLANK}"),
    ):
        proofs.write_text(written, "ascii")
        assert main(["check", "--puzzles", puzzles, str(proofs)]) == 1
        assert complaint in capsys.readouterr().err.splitlines()


def test_boxes_of_another_shape_make_another_puzzle(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs, puzzles = str(tmp_path / "proofs"), file("." * 36)
    assert main(["solve", "--proof", proofs, "--box", "3x2", puzzles]) == 1
    capsys.readouterr()
    assert main(["check", "--puzzles", puzzles, proofs]) == 1
    assert "a proof of another puzzle" in capsys.readouterr().err
    assert main(["check", "--puzzles", puzzles, "--box", "3x2", proofs]) == 0


def test_what_is_no_proof_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "picture"
    binary.write_bytes(bytes(range(256)))
    assert main(["check", str(binary)]) == 2
    assert capsys.readouterr().err == f"{binary}: line 1: a proof begins with 'proof'\n"


def test_a_full_disk_is_no_fault_of_the_proofs(tmp_path: Path) -> None:
    proofs = tmp_path / "proofs"
    proofs.write_text(f"{prove(PUZZLE)}\n" * 300, "ascii")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "engine", "check", proofs],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (1, "sudoku: No space left on device\n")


def test_what_stays_undecided_has_no_proof(
    file: File, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proofs = tmp_path / "proofs"
    # Inkala's puzzle of 2012.
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert main(["solve", "--nodes", "1", "--proof", str(proofs), file(hard)]) == 1
    assert capsys.readouterr().out == "undecided\n"
    assert proofs.read_text("ascii") == ""
    assert main(["check", str(proofs)]) == 1
    assert main(["check", "--puzzles", file(hard), str(proofs)]) == 1
    assert capsys.readouterr().err.endswith(f"no proof of this puzzle: {hard}\n")


@pytest.mark.long
def test_proofs_may_come_from_standard_input(file: File) -> None:
    def checked(given: str, *arguments: str) -> tuple[int, str, str]:
        ended = subprocess.run(
            [sys.executable, "-m", "engine", "check", *arguments],
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stdout, ended.stderr

    proof, told = str(prove(PUZZLE)), f"{SOLUTION} {PUZZLE}\n"
    assert checked(proof) == (0, told, "")
    assert checked(proof, "--puzzles", file(PUZZLE), "-") == (0, told, "")
    assert checked(PUZZLE, "--puzzles", "-", file(proof)) == (0, told, "")
    assert checked(proof.replace(SOLUTION, SOLUTION[::-1]), "-")[0] == 1
    status, _, complaint = checked("", "--puzzles", "-")
    assert status == 2
    assert "cannot both come from standard input" in complaint


def test_each_lacking_proof_is_named(file: File, capsys: pytest.CaptureFixture[str]) -> None:
    proofs, puzzles = file(str(prove(PUZZLE))), file(f"{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n{BLANK}\n")
    assert main(["check", "--puzzles", puzzles, proofs]) == 1
    said = capsys.readouterr()
    assert said.out == f"{SOLUTION} {PUZZLE}\n"
    assert said.err.splitlines() == [
        *[f"{puzzles}: no proof of this puzzle: {PUZZLE}"] * 2,
        f"{puzzles}: no proof of this puzzle: {BLANK}",
    ]
