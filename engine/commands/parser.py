"""The parser of the command line."""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final, NoReturn

from engine import __version__
from engine.commands.names import COMMANDS, command_module

_EPILOG: Final = """\
Puzzles are read one a line in any usual notation, with digits and . 0 * _ for blanks; what follows
the puzzle on its line is passed over, and so are blank lines and those that begin with #.

exit status:
  0    all went well
  1    a puzzle had no solution, more than one, or none within the time, or answers were not written
  2    something could not be read (the rest is answered all the same), or wrong usage
  3    a cluster did not finish; what is done stays, and the same command goes on
  130  Ctrl-C
  141  nobody reads the answers any more, as after `| head`
"""


def parse_arguments(
    argv: Sequence[str],
) -> tuple[ModuleType, dict[str, Any], Callable[[str], NoReturn]]:
    """The subcommand, its arguments, and a function that exits with a message about wrong usage.

    Exits for --help, --version and wrong usage. All subcommands are imported only where the
    arguments do not begin with the name of one.
    """
    is_command = bool(argv) and argv[0] in COMMANDS
    # A subcommand's own parser gets what follows the name, the parser of all gets the name too.
    parser = _parser_of(argv[0]) if is_command else _parser()
    arguments = vars(parser.parse_args(argv[is_command:]))
    command, subparser = arguments.pop("command"), arguments.pop("parser")
    return command, arguments, subparser.error


def _parser_of(name: str) -> ArgumentParser:
    parser = ArgumentParser(prog=f"sudoku {name}", formatter_class=_formatter)
    return _with_arguments(parser, name)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sudoku",
        description="Solves, counts, makes, rates, explains and times Sudoku puzzles.",
        epilog=_EPILOG,
        formatter_class=_formatter,
    )
    parser.add_argument("--version", action="version", version=f"sudoku {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in COMMANDS:
        summary = (command_module(name).__doc__ or "").partition("\n")[0]
        subparser = commands.add_parser(name, help=summary, formatter_class=_formatter)
        _with_arguments(subparser, name)
    return parser


def _with_arguments(parser: ArgumentParser, name: str) -> ArgumentParser:
    command = command_module(name)
    parser.description = command.__doc__
    command.add_arguments(parser)
    parser.set_defaults(command=command, parser=parser)
    return parser


def _formatter(prog: str) -> RawDescriptionHelpFormatter:
    """A formatter of help as wide as the terminal.

    To find that width argparse would import shutil and with it the modules for compression. A
    parser makes a formatter for each option that is added, even if no help is printed.
    """
    try:
        columns = os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 80
    except (OSError, ValueError):
        columns = 80
    return RawDescriptionHelpFormatter(prog, width=columns - 2)
