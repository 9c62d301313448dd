"""README names everything that one can say or set, and its example runs."""

import re
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS as BOT_COMMANDS
from bot.handlers import MENU
from bot.settings import SETTINGS
from engine.__main__ import COMMANDS

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", MENU)
def test_every_command_of_the_bot_is_there(name: str) -> None:
    assert re.search(rf"`/{name}\b", README)


@pytest.mark.parametrize("command", BOT_COMMANDS, ids=lambda module: module.__name__)
def test_every_command_of_the_operator_is_there(command: object) -> None:
    name = getattr(command, "__name__", "").rpartition(".")[2]
    parser = ArgumentParser(prog=f"sudoku-bot {name}", add_help=False)
    getattr(command, "add_arguments")(parser)  # noqa: B009 - modules have no common type
    usage = parser.format_usage().removeprefix("usage: ").strip()
    words = [word.upper() if word == "file" else word for word in usage.split()]
    assert f"| `{' '.join(words)}` |" in README


def test_no_command_of_the_operator_is_there_that_does_not_exist() -> None:
    known = {command.__name__.rpartition(".")[2] for command in BOT_COMMANDS}
    assert set(re.findall(r"`sudoku-bot ([a-z]+)", README)) <= known


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_there(name: str) -> None:
    assert f"| `{name}` |" in README


def test_no_setting_is_there_that_does_not_exist() -> None:
    assert set(re.findall(r"SUDOKU_BOT_[A-Z_]+", README)) <= set(SETTINGS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda module: module.__name__)
def test_every_option_of_the_command_line_is_there(command: object) -> None:
    name = getattr(command, "__name__", "").rpartition(".")[2]
    assert f"sudoku {name}" in README
    parser = ArgumentParser(prog="sudoku", add_help=False)
    getattr(command, "add_arguments")(parser)  # noqa: B009 - modules have no common type
    listed = [line for line in README.splitlines() if line.startswith("| `-")]
    for option in re.findall(r"(?<=[\[ ])--?[a-z]+", parser.format_usage()):
        (line,) = [line for line in listed if line.startswith((f"| `{option} ", f"| `{option}`"))]
        assert f"`{name}`" in line or ("all but" in line and f"`{name}`" not in line)


def test_the_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    shown = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True
    )
    solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    assert shown.stdout.startswith(solution)


def test_the_pictures_are_there() -> None:
    pictures = re.findall(r"!\[.*?\]\((\S+)\)", README)
    assert pictures
    for picture in pictures:
        assert (Path(__file__).parents[1] / picture).is_file()
