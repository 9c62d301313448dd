import pytest

from engine.commands.names import plain_arguments
from engine.commands.parser import parse_arguments


@pytest.mark.parametrize("command", ["solve", "count"])
@pytest.mark.parametrize("files", [[], ["-"], ["a.txt"], ["a.txt", "-", "b c.txt", ""]])
def test_plain_arguments_are_those_that_the_parser_gives(command: str, files: list[str]) -> None:
    assert plain_arguments([command, *files]) == parse_arguments([command, *files])[1]


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["rate", "a.txt"],
        ["unknown", "a.txt"],
        ["solve", "--pretty"],
        ["solve", "a.txt", "-h"],
        ["count", "--limit", "3", "a.txt"],
        ["count", "--", "a.txt"],
    ],
)
def test_everything_else_is_left_to_the_parser(argv: list[str]) -> None:
    assert plain_arguments(argv) is None
