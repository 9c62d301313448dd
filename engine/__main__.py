"""The command line: `python -m engine`, or `sudoku` where it is installed.

It starts again for each puzzle of somebody's loop, so what it imports counts: the module of the
subcommand that is asked for and no other one, and argparse only if there are options.
"""

import os
import sys
from collections.abc import Sequence
from io import BufferedIOBase, BytesIO
from time import monotonic
from types import ModuleType
from typing import Any, Final, NoReturn, cast

from engine.commands.console import NOT_UNIQUE, Console, UsageError
from engine.commands.names import command_module, plain_arguments

INTERRUPTED: Final = 130
"""What a shell calls the end of a program by Ctrl-C."""

NOBODY_READS: Final = 141
"""What a shell calls the end of a program whose reader has left, as `head` does."""


def shell() -> NoReturn:
    """Runs one subcommand for a process that is there for nothing else, and ends the process.

    It ends at once where nobody has to tidy up, as the processes of a local cluster do: to take
    the interpreter apart is a fifth of the time that one puzzle takes.
    """
    status = main()
    if "distributed" in sys.modules:
        sys.exit(status)
    if sys.stderr:
        sys.stderr.flush()
    os._exit(status)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one subcommand on the arguments and gives its exit status.

    Wrong usage, --help and --version exit on their own, as argparse does.
    """
    try:
        try:
            return _run(sys.argv[1:] if argv is None else argv)
        finally:
            if sys.stdout:
                sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return NOBODY_READS
    except OSError as error:
        _forget_output()
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"sudoku: {place}{error.strerror}\n")
        return NOT_UNIQUE
    except KeyboardInterrupt:
        _forget_output()
        return INTERRUPTED


def _run(argv: Sequence[str]) -> int:
    if not sys.stdout:
        raise OSError(0, "standard output is closed")
    # The cast: the standard library types the binary side of sys.stdin more loosely than it is.
    stdin = cast("BufferedIOBase", sys.stdin.buffer) if sys.stdin else BytesIO()
    console = Console(stdin, sys.stdout, sys.stderr, monotonic)
    plain = plain_arguments(argv)
    if plain is not None:
        del plain["cluster"], plain["to"], plain["chunk"]
        with console:
            command_module(argv[0]).run(console, **plain)
        return console.status
    # Imported here because it brings argparse.
    from engine.commands.parser import parse_arguments  # noqa: PLC0415

    command, arguments, fail = parse_arguments(argv)
    try:
        with console:
            _carry_out(command, console, arguments)
    except UsageError as error:
        fail(str(error))
    return console.status


def _carry_out(command: ModuleType, console: Console, arguments: dict[str, Any]) -> None:
    wish = {name: arguments.pop(name, None) for name in ("cluster", "to", "chunk")}
    if not any(wish.values()):
        command.run(console, **arguments)
        return
    # Imported here because it brings an extra that few have installed.
    from engine.commands.clustered import run_on_cluster  # noqa: PLC0415

    run_on_cluster(console, command.__name__.rpartition(".")[2], arguments, **wish)


def _forget_output() -> None:
    """What is still to be written goes nowhere: the interpreter would complain as it ends."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    shell()
