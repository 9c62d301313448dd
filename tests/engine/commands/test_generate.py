import pytest

from engine.__main__ import main
from engine.difficulty import Difficulty, rate
from engine.notation.notation import parse
from engine.techniques.subsets import NAKED_PAIR
from engine.way.easiest import easiest_way


@pytest.mark.parametrize("difficulty", Difficulty)
def test_to_a_difficulty(difficulty: Difficulty, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "-n", "2", "--seed", "1", "--difficulty", difficulty]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) == 2
    assert {rate(parse(line)).difficulty for line in lines} == {difficulty}


@pytest.mark.parametrize("name", ["naked pair", "Naked-Pair", "naked_pair"])
def test_with_a_technique(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--seed", "1", "--with", name]) == 0
    path = easiest_way(parse(capsys.readouterr().out))
    assert NAKED_PAIR in {step.technique for step in path}


def test_seeds_are_made_wherever_one_begins(capsys: pytest.CaptureFixture[str]) -> None:
    def lines(*which: str) -> list[str]:
        assert main(["generate", "--seed", "galaxy", *which]) == 0
        return capsys.readouterr().out.splitlines()

    assert lines("-n", "5") == lines("--seeds", "1-5")
    assert lines("--seeds", "1-5") == lines("--seeds", "1-2") + lines("--seeds", "3-5")
    assert lines("--seeds", "4") == lines("--seeds", "1-5")[3:4]


def test_each_seed_has_its_puzzle_also_where_it_was_there_before(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wanted = ["generate", "--size", "4", "--symmetry", "full", "--seed", "1", "--seeds", "1-2000"]
    assert main(wanted) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) < len(lines) == 2000


def test_a_budget_of_nodes_gives_up_at_the_same_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    """Each seed is tried until a puzzle has 24 givens; few get there with this many nodes."""
    wanted = ["generate", "--seed", "1", "--seeds", "1-40", "--clues", "24", "--nodes", "2000"]
    assert main(wanted) == 1
    first = capsys.readouterr()
    assert 0 < len(first.out.splitlines()) < 40
    assert set(first.err.splitlines()) == {"no puzzle within 2,000 nodes"}
    assert main(wanted) == 1
    assert capsys.readouterr() == first


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
        ["--seeds", "7-3"],
        ["--seeds", "1-"],
        ["--seeds", "1-3", "-n", "2"],
        ["--seconds", "1", "--nodes", "2"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["generate", *arguments])
    assert ended.value.code == 2
