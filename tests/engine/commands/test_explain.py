import subprocess
import sys
from pathlib import Path

import pytest

from engine.__main__ import main

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_each_step_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", EASY]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == EASY.count(".")
    assert lines[0].startswith("1. ")
    assert all("; put " in line for line in lines)


@pytest.mark.parametrize(
    ("puzzle", "status", "said"),
    [
        ("." * 81, 1, "several solutions"),
        ("55" + "." * 79, 1, "no solution"),
        (EASY[:-1], 2, "80 cells"),
    ],
)
def test_what_has_no_way(
    puzzle: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", puzzle]) == status
    assert said in capsys.readouterr().err


def test_time_runs_out_and_what_was_found_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    assert main(["explain", "--seconds", "0.01", hard]) == 1
    said = capsys.readouterr()
    assert "not at the end within 0.01 seconds" in said.err
    assert f"stopped after {len(said.out.splitlines())} steps" in said.err


def test_files_and_standard_input_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = EASY[::-1]
    (tmp_path / "puzzles").write_text(f"# two\n{EASY}\n{other}\n", "utf-8")
    assert main(["explain", str(tmp_path / "puzzles")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[2:] for line in lines if line.startswith("# ")] == [EASY, other]
    assert len(lines) == 2 + 2 * EASY.count(".")
    run = [sys.executable, "-m", "engine", "explain"]
    piped = subprocess.run(run, input=EASY, capture_output=True, text=True, check=True)
    assert piped.stdout.splitlines() == lines[: 1 + EASY.count(".")]


def test_the_shape_can_be_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--size", "6", "--seed", "1"]) == 0
    puzzle = capsys.readouterr().out.strip()
    assert main(["explain", "--box", "2x3", puzzle]) == 0
    assert main(["explain", "--box", "2x4", puzzle]) == 2
