import re
from pathlib import Path

import pytest

from engine import ACCELERATED
from engine.__main__ import main

with_core = pytest.mark.skipif(
    not ACCELERATED, reason="in pure Python an extreme puzzle takes longer than a test may"
)

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Arto Inkala's "AI Escargot", and its rating as Sudoku Explainer's users publish it.
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def file(folder: Path, text: str) -> str:
    path = folder / "puzzles.txt"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.long
@with_core
def test_four_columns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "--nodes", "100000", file(tmp_path, f"{EASY}\n{ESCARGOT}\n")]) == 0
    lines = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == [EASY, "1.2", "easy", "Hidden single"]
    assert lines[1][:3] == [ESCARGOT, "10.5", "extreme"]


def test_what_cannot_be_rated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty, twice = "." * 81, "55" + "." * 79
    assert main(["rate", file(tmp_path, f"{empty}\n{twice}\n{EASY}\n")]) == 1
    answers = [line.split("\t")[1] for line in capsys.readouterr().out.splitlines()]
    assert answers == ["many", "none", "1.2"]
    assert main(["rate", "--seconds", "0.0001", file(tmp_path, ESCARGOT)]) == 1
    assert capsys.readouterr().out == f"{ESCARGOT}\tundecided\n"


def test_other_shapes_have_no_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--size", "4", "--seed", "1"]) == 0
    small = capsys.readouterr().out.strip()
    assert main(["rate", file(tmp_path, small)]) == 0
    assert capsys.readouterr().out.strip() == f"{small}\t-\teasy\tHidden single"


@pytest.mark.long
@with_core
def test_agreement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rated = f"{EASY} 1.2\n{ESCARGOT} 10.5\n{EASY} 1.5\n# {EASY}\n"
    assert main(["rate", "--agreement", "--nodes", "100000", file(tmp_path, rated)]) == 0
    said = dict(line.split("\t") for line in capsys.readouterr().out.splitlines())
    assert said["puzzles"] == "3"
    assert said["exact"] == "66.67 %"
    assert said["within 0.3"] == "100.00 %"
    assert re.fullmatch(r"0\.\d{4}", said["rank correlation"])
    assert float(said["puzzles/s"]) > 0


def test_agreement_of_nothing_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["rate", "--agreement", file(tmp_path, f"{EASY}\n")])
    assert ended.value.code == 2
