import re

import pytest

from engine import __version__
from engine.__main__ import INTERRUPTED, NOBODY_READS, main
from engine.commands.names import COMMANDS, command_module
from engine.commands.parser import parse_arguments


def status_of(argv: list[str]) -> object:
    try:
        return main(argv)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize("argv", [[], ["unknown"], ["solve", "--unknown"], ["random"]])
def test_wrong_usage_exits_with_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "usage: sudoku" in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    names = [
        *("solve", "check", "count", "generate", "rate", "explain", "practise", "random", "read"),
        "bench",
    ]
    assert list(COMMANDS) == names
    for argv in (["--help"], *([name, "--help"] for name in names)):
        with pytest.raises(SystemExit) as left:
            main(argv)
        assert left.value.code == 0
    printed = capsys.readouterr().out
    assert all(f"usage: sudoku {name} " in printed for name in names)


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["--version"]) == 0
    assert capsys.readouterr().out == f"sudoku {__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_its_own_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_arguments([name, "--help"])
    said = capsys.readouterr().out
    assert said.startswith(f"usage: sudoku {name} ")
    assert (command_module(name).__doc__ or "none").splitlines()[0] in said
    options = said[said.index("options:") :].splitlines()
    # As wide as a terminal of 80 columns without its last two.
    assert max(map(len, options)) <= 78
    with pytest.raises(SystemExit) as ended:
        parse_arguments([name, "--nonsense"])
    assert ended.value.code == 2


def test_all_commands_stand_in_the_help_with_what_they_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        parse_arguments(["--help"])
    said = capsys.readouterr().out
    lines = said.splitlines()
    for name in COMMANDS:
        (line,) = [line for line in lines if line.strip().startswith(f"{name} ")]
        summary = (command_module(name).__doc__ or "").splitlines()[0]
        assert summary.startswith(line.split(None, 1)[1][:40])
    statuses = re.findall(r"^  (\d+)  ", said, re.MULTILINE)
    assert list(map(int, statuses)) == [0, 1, 2, 3, INTERRUPTED, NOBODY_READS]


def test_what_is_parsed_goes_with_its_command_and_its_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command, arguments, fail = parse_arguments(["random", "3", "--seed", "x"])
    assert command is command_module("random")
    assert arguments == {"wanted": 3, "seed": "x", "pretty": False}
    with pytest.raises(SystemExit):
        fail("no such thing")
    assert "sudoku random: error: no such thing" in capsys.readouterr().err
