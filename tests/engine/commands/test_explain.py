import subprocess
import sys
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from engine import Budget, parse, solve
from engine.__main__ import main
from engine.commands import explain
from engine.commands.console import Console
from engine.practice.position import positions
from engine.techniques import State, steps
from engine.techniques.fish import X_WING
from engine.techniques.nested import NESTED_NET
from engine.way.short import begin
from engine.words.passage import LONGEST_LINE, passages
from tests.engine.way.test_short import BEGINS_WITH_UNIQUENESS, WITHOUT_SINGLES

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = ".....5.2..859.4...9.....3..8..7.956...3........98.1..2.......4..5....7....4592..."
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def test_what_is_neither_puzzle_nor_file_is_told_as_both(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "puzzle.txt")
    assert main(["explain", "nofile.txt", missing, str(tmp_path), "5\n3"]) == 2
    first, second, third, last = capsys.readouterr().err.splitlines()
    assert first == "there is no puzzle in this text, and there is no file 'nofile.txt'"
    assert second.endswith(f", and there is no file '{missing}'")
    assert third == f"{tmp_path}: Is a directory"
    assert "file" not in last


def test_a_full_board_has_no_step_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(solve(EASY))]) == 0
    assert capsys.readouterr().out == "This board is full and right: no step is left.\n"


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
    assert main(["explain", "--seconds", "0.5", HARD]) == 1
    said = capsys.readouterr()
    assert "not at the end within 0.5 seconds" in said.err
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


class Flushed(StringIO):
    """Standard output that records what a reader had seen after each flush."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def flush(self) -> None:
        self.seen.append(self.getvalue())


@pytest.mark.long
@pytest.mark.parametrize("puzzle", [WITHOUT_SINGLES[0], BEGINS_WITH_UNIQUENESS, MEDIUM])
def test_the_first_steps_are_out_before_the_others_are_looked_for(puzzle: str) -> None:
    out = Flushed()
    with Console(BytesIO(), out, StringIO(), lambda: 0.0) as console:
        explain.run(console, puzzles=[puzzle], geometry=None, seconds=60)
    first = begin(State.start(parse(puzzle)), Budget(60)).steps
    whole = out.getvalue().splitlines()
    assert 0 < len(first) < len(whole)
    assert out.seen[0].splitlines() == whole[: len(first)]


def test_a_long_step_is_a_paragraph_of_passages() -> None:
    short, step = (next(steps(positions(each)[0].state, each)) for each in (X_WING, NESTED_NET))
    first, long = explain.paragraphs([short, step], 11)
    assert first.startswith("11. X-wing: ")
    heading, *parts = long.splitlines()
    assert heading == f"12. Nested net, in {len(parts)} parts: remove 8 from r8c6."
    for number, line in enumerate(parts, 1):
        assert line.startswith(f"   part {number} of {len(parts)}: ")
        assert len(line) <= LONGEST_LINE
    assert len(parts) == len(passages(step))
