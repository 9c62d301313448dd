from argparse import ArgumentTypeError
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.board.grid import Grid
from engine.commands.console import Console
from engine.commands.generate import seed_numbers, wanted_technique
from engine.commands.parser import parse_arguments
from engine.difficulty import Difficulty, rate
from engine.notation.notation import parse
from engine.techniques import TECHNIQUES
from engine.techniques.subsets import NAKED_PAIR
from engine.way.easiest import easiest_way


@pytest.mark.long
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


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def shown(*argv: str) -> tuple[list[str], str]:
    """The answers of a command, and what stands on the screen, where each look takes a second."""
    answers, screen, ticks = StringIO(), Terminal(), count()
    console = Console(BytesIO(), answers, screen, lambda: float(next(ticks)))
    command, arguments, _ = parse_arguments(argv)
    for name in ("cluster", "to", "chunk"):
        arguments.pop(name, None)
    command.run(console, **arguments)
    return answers.getvalue().splitlines(), screen.getvalue()


@pytest.mark.parametrize("which", [("-n", "4"), ("--seeds", "3-6")])
def test_a_bar_shows_how_many_are_made(which: tuple[str, str]) -> None:
    lines, screen = shown("generate", "--size", "4", "--seed", "1", *which)
    assert len(lines) == 4
    assert all(f"{share:4}%  {made} puzzles, " in screen for share, made in ((25, 1), (100, 4)))


def test_random_puzzles_have_a_bar_too() -> None:
    lines, screen = shown("random", "--seed", "1", "4")
    assert len(lines) == 4
    assert all(f"{share:4}%  {made} puzzles, " in screen for share, made in ((25, 1), (100, 4)))


def test_boards_are_nine_rows_or_as_large_as_the_mask(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(*argv: str) -> Grid:
        assert main(["generate", "--seed", "1", *argv]) == 0
        return parse(capsys.readouterr().out)

    assert made().geometry.size == 9
    assert made("--size", "6").geometry.size == 6
    mask = tmp_path / "mask"
    for text in ("###.\n#..#\n.#.#\n#.#.\n", "###.#..#.#.##.#."):
        mask.write_text(text)
        grid = made("--mask", str(mask))
        assert [value > 0 for value in grid.values] == [
            sign == "#" for sign in text if sign != "\n"
        ]
    assert made("--pretty", "--size", "4") == made("--size", "4")


def test_seeds_are_one_or_a_range() -> None:
    assert seed_numbers("7") == (7, 7)
    assert seed_numbers("7-7") == (7, 7)
    assert seed_numbers("1-1000") == (1, 1000)
    for text in ("", "-", "-3", "0-3", "3-2", "a-b", "1-2-3"):
        with pytest.raises(ArgumentTypeError):
            seed_numbers(text)


def test_every_technique_is_known_by_both_of_its_names() -> None:
    for each in TECHNIQUES:
        assert wanted_technique(each) is wanted_technique(each.english.upper()) is each.lesson
    with pytest.raises(ArgumentTypeError, match="there is no technique 'quantum'; there are "):
        wanted_technique("quantum")


def test_what_is_not_made_in_time_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--seed", "1", "--clues", "19", "--nodes", "1"]) == 1
    assert capsys.readouterr() == ("", "no puzzle within 1 nodes\n")
    assert main(["generate", "--seed", "1", "-n", "2", "--seconds", "1e-9"]) == 1
    assert capsys.readouterr() == ("", "no puzzle within 1e-09 seconds\n" * 2)


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


@pytest.mark.parametrize("difficulty", Difficulty)
def test_to_a_difficulty(difficulty: Difficulty, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "-n", "2", "--seed", "1", "--difficulty", difficulty]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(set(lines)) == 2
    assert {rate(parse(line)).difficulty for line in lines} == {difficulty}


@pytest.mark.parametrize("wish", [("--difficulty", "easy"), ("--symmetry", "diagonal")])
def test_capitals_do_not_matter(wish: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    option, name = wish
    assert main(["generate", "--seed", "1", option, name]) == 0
    made = capsys.readouterr().out
    assert main(["generate", "--seed", "1", option, name.capitalize()]) == 0
    assert capsys.readouterr().out == made
    with pytest.raises(SystemExit, match="2"):
        main(["generate", option, "foo"])
    assert f"{option[2:]} must be one of " in capsys.readouterr().err


def test_a_technique_that_a_size_never_needs_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["--size", "4", "--with", "x-wing", "--seconds", "3600"]
    assert main(["generate", "--seed", "1", *wish]) == 1
    assert capsys.readouterr().err == "no puzzle of size 4 needs the technique X-wing\n"
