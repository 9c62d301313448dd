import pytest

from engine.__main__ import main
from engine.difficulty import Difficulty, rate
from engine.logic import solve_path
from engine.notation import parse
from engine.techniques import Technique


@pytest.mark.parametrize("difficulty", Difficulty)
def test_to_a_difficulty(difficulty: Difficulty, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "-n", "2", "--seed", "1", "--difficulty", difficulty]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) == 2
    assert {rate(parse(line)).difficulty for line in lines} == {difficulty}


@pytest.mark.parametrize("name", ["naked pair", "Naked-Pair", "naked_pair"])
def test_with_a_technique(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--seed", "1", "--with", name]) == 0
    path = solve_path(parse(capsys.readouterr().out))
    assert Technique.NAKED_PAIR in {step.technique for step in path}


def test_what_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--size", "4", "--difficulty", "hard"]) == 1
    assert "no puzzle of size 4 is hard" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--with", "quantum"],
        ["--difficulty", "brutal"],
        ["--difficulty", "hard", "--clues", "30"],
        ["--mask", "-", "--difficulty", "hard"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["generate", *arguments])
    assert ended.value.code == 2
