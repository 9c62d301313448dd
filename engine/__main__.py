"""The command line: `python -m engine`, or `sudoku` where it is installed."""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from io import BufferedIOBase
from time import monotonic
from types import ModuleType
from typing import Final, cast

from engine.commands import bench, count, explain, generate, practise, random, rate, solve
from engine.commands.console import NOT_UNIQUE, Console, UsageError

COMMANDS: Final[tuple[ModuleType, ...]] = (
    solve,
    count,
    generate,
    rate,
    explain,
    practise,
    random,
    bench,
)

INTERRUPTED: Final = 130

_EPILOG: Final = """\
Puzzles are read one a line in any usual notation, with digits and . 0 * _ for blanks; what follows
the puzzle on its line is passed over, and so are blank lines and those that begin with #.

exit status:
  0  all went well
  1  a puzzle had no solution, more than one, or none within the time
  2  something could not be read (the rest is answered all the same), or wrong usage
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand on the arguments and gives its exit status.

    Wrong usage and --help exit on their own, as argparse does.
    """
    parser = _parser()
    arguments = vars(parser.parse_args(argv))
    command, subparser = arguments.pop("command"), arguments.pop("parser")
    # The cast: the standard library types the binary side of sys.stdin more loosely than it is.
    stdin = cast("BufferedIOBase", sys.stdin.buffer)
    console = Console(stdin, sys.stdout, sys.stderr, monotonic)
    try:
        with console:
            command.run(console, **arguments)
    except UsageError as error:
        subparser.error(str(error))
    except BrokenPipeError:
        # Nobody reads on, as with `head`; the interpreter must not complain when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOT_UNIQUE
    except KeyboardInterrupt:
        return INTERRUPTED
    return console.status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="sudoku",
        description="Solves, counts, makes, rates, explains and times Sudoku puzzles.",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        name = command.__name__.rpartition(".")[2]
        description = command.__doc__ or ""
        subparser = commands.add_parser(
            name,
            description=description,
            help=description.partition("\n")[0],
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(command=command, parser=subparser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
