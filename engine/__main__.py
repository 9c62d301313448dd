"""The command line: `python -m engine`, or `sudoku` where it is installed.

A shell loop may start it once for each puzzle, so the time of its imports counts. It imports the
module of one subcommand only, for `solve` and `count` without options not even argparse, and for
small files of plain lines nothing but what Python has imported by itself.
"""

from __future__ import annotations

import os
import sys
from time import monotonic

from engine.commands.quick import TYPE_CHECKING, answers_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any, NoReturn

    from engine.commands.console import Console

INTERRUPTED = 130
"""The exit status by which a shell reports a program that Ctrl-C ended (128 + SIGINT)."""

NOBODY_READS = 141
"""The exit status of a program whose reader closed the pipe, as `head` does (128 + SIGPIPE)."""


_UNANSWERED = 1


def shell() -> NoReturn:
    """Runs one subcommand as the only purpose of this process, and ends the process.

    It skips the shutdown of the interpreter, which is a fifth of the time of one puzzle, unless a
    local cluster has processes to clean up.
    """
    status = main()
    if "distributed" in sys.modules:
        sys.exit(status)
    # os._exit flushes nothing; `main` has flushed standard output already.
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
            # Flushed here, where a closed pipe or a full disk is still caught and reported.
            if sys.stdout:
                sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        return NOBODY_READS
    except OSError as error:
        _forget_output()
        place = f"{error.filename}: " if error.filename else ""
        sys.stderr.write(f"sudoku: {place}{error.strerror}\n")
        return _UNANSWERED
    except KeyboardInterrupt:
        _forget_output()
        return INTERRUPTED


def _run(argv: Sequence[str]) -> int:
    if not sys.stdout:
        raise OSError(0, "standard output is closed")
    quick = answers_of(argv)
    if quick:
        sys.stdout.write(quick[0])
        return quick[1]
    # Imported here, with all that they bring, because the quick answers need nothing of it.
    from engine.commands.console import ClosedInput, Console, UsageError  # noqa: PLC0415
    from engine.commands.names import command_module, plain_arguments  # noqa: PLC0415

    stdin: Any = sys.stdin.buffer if sys.stdin else ClosedInput()
    console = Console(stdin, sys.stdout, sys.stderr, monotonic)
    plain = plain_arguments(argv)
    if plain is not None:
        # Without options there is no cluster, and `run` does not take these three.
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
    """Discards the buffered output, which the interpreter would fail to flush at its end."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    shell()
